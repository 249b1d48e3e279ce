package dev.asof.mcp;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.resolve.Choice;
import dev.asof.schema.Database;
import dev.asof.schema.Interrupt;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Carries calls of tools out, and turns what was thrown into an outcome: what does not exist is
/// not found, what a person can choose is asked back, the rest failed, with its code and the mend.
final class Calls {

  /// They say that something is not there, which is an answer.
  private static final Set<Code> ABSENT =
      Set.of(
          Code.UNKNOWN_DOCUMENT,
          Code.UNKNOWN_SOURCE,
          Code.UNKNOWN_VERSION,
          Code.UNKNOWN_SECTION,
          Code.UNKNOWN_STATEMENT,
          Code.NOTHING_MATCHES,
          Code.ERASED);

  private final Means means;
  private final Function<McpSyncServerExchange, Asker> who;
  private final @Nullable String zone;

  /// @param who tells for whom a call is answered
  /// @param zone in which all local times are read; null: the model may name one
  Calls(Means means, Function<McpSyncServerExchange, Asker> who, @Nullable String zone) {
    this.means = means;
    this.who = who;
    this.zone = zone;
  }

  List<Parameter> parameters(Tool tool) {
    return tool.parameters().stream()
        .filter(parameter -> zone == null || !parameter.name().equals(Common.ZONE))
        .toList();
  }

  CallToolResult call(Tool tool, McpSyncServerExchange exchange, CallToolRequest request) {
    long begin = System.nanoTime();
    Questions questions = new Questions(exchange);
    Result result = result(tool, exchange, questions, request.arguments());
    if (!questions.asked().isEmpty()) {
      result.with("elicited", questions.asked());
      questions
          .asked()
          .forEach(one ->
              result.line(
                  "The person was asked: "
                      + one.asked()
                      + " "
                      + (one.chosen() == null
                          ? "No choice was made."
                          : "Chosen: " + one.chosen())));
    }
    means.log(
        tool.name()
            + " "
            + result.outcome().word()
            + " "
            + Duration.ofNanos(System.nanoTime() - begin).toMillis()
            + " ms");
    return CallToolResult.builder()
        .content(List.of(TextContent.builder(result.text()).build()))
        .structuredContent(result.values())
        .isError(result.outcome() == Result.Outcome.FAILED)
        .build();
  }

  /// Reads a resource. Throws an [McpError] that says why not.
  ReadResourceResult read(McpSyncServerExchange exchange, ReadResourceRequest request) {
    Interrupt interrupt = new Interrupt();
    Cancellation.of(exchange).then(interrupt::end);
    try (Database database = means.open()) {
      Asker asker = who.apply(exchange);
      return CitedText.read(
          database.as(asker.caller()).under(interrupt), asker.tenant(), request.uri());
    } catch (AsofException e) {
      AsofException why = interrupt.why();
      if (e.code() == Code.FAULT && why == null) {
        means.keep(e);
      }
      throw CitedText.refused(why == null ? e : why, ABSENT.contains(e.code()));
    }
  }

  private Result result(
      Tool tool,
      McpSyncServerExchange exchange,
      Questions questions,
      @Nullable Map<String, Object> given) {
    Map<String, Object> arguments = new LinkedHashMap<>(given == null ? Map.of() : given);
    Interrupt interrupt = new Interrupt();
    Cancellation cancellation = Cancellation.of(exchange);
    cancellation.then(interrupt::end);
    while (true) {
      try (Database database = means.open()) {
        Asker asker = who.apply(exchange);
        return tool.call(
            new Call(
                means,
                database.as(asker.caller()).under(interrupt),
                asker.tenant(),
                zone,
                Arguments.read(parameters(tool), arguments),
                questions));
      } catch (CallerFault e) {
        if (e.code() != Code.AMBIGUOUS_TIME || !isMended(e, arguments, questions)) {
          return of(e);
        }
      } catch (AsofException e) {
        // What was thrown is the statement that was cancelled.
        AsofException why = interrupt.why();
        return of(why == null ? e : why);
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        AsofException why = interrupt.why();
        if (why != null) {
          return of(why);
        }
        return Result.failed(
            Code.FAULT.word(),
            "something went wrong that should not; this is a fault of asof, " + means.keep(e),
            false,
            Map.of());
      }
    }
  }

  /// Whether the person chose one of the two times that a local time may be; it is then among the
  /// arguments in place of that.
  private static boolean isMended(
      CallerFault fault, Map<String, Object> arguments, Questions questions) {
    String value = fault.context().get("value");
    Optional<String> name =
        arguments.entrySet().stream()
            .filter(argument -> argument.getValue().equals(value))
            .map(Map.Entry::getKey)
            .findFirst();
    Optional<String> chosen =
        name.isEmpty()
            ? Optional.empty()
            : questions.chosen(fault.sentence(), "In place of " + value, choices(fault));
    chosen.ifPresent(time -> arguments.put(name.orElseThrow(), time));
    return chosen.isPresent();
  }

  private static List<Choice> choices(AsofException fault) {
    return Stream.of("before", "after")
        .flatMap(name -> Stream.ofNullable(fault.context().get(name)))
        .map(time -> new Choice(time, time))
        .toList();
  }

  private Result of(AsofException fault) {
    Code code = fault.code();
    if (ABSENT.contains(code)) {
      return Result.notFound(code.word(), fault.sentence(), near(fault));
    }
    if (code == Code.FAULT) {
      return Result.failed(
          code.word(), fault.sentence() + "; " + means.keep(fault), false, Map.of());
    }
    if (code == Code.AMBIGUOUS_TIME) {
      return Result.askedBack(
          String.valueOf(fault.context().get("value")), fault.sentence(), choices(fault));
    }
    boolean retry = code.http() == 503;
    return Result.failed(code.word(), fault.sentence(), retry, fault.context());
  }

  private static List<String> near(AsofException fault) {
    return fault.context().getOrDefault("near", "").lines().toList();
  }
}
