package dev.asof.mcp;

import dev.asof.resolve.AskBack;
import dev.asof.resolve.Choice;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Exceptions;

/// Asks the person behind a client what only a person can say, where the client can ask. What was
/// asked and chosen is kept, for the result says it.
final class Questions {

  /// The most that one call asks.
  static final int MOST = 5;

  private static final Logger LOG = LoggerFactory.getLogger(Questions.class);
  private static final String FIELD = "reading";
  private static final int LONGEST = 200;

  private final McpSyncServerExchange exchange;
  private final List<Elicited> asked = new ArrayList<>();

  /// @param chosen what to write; null: the person did not say
  record Elicited(String asked, @Nullable String chosen) {}

  Questions(McpSyncServerExchange exchange) {
    this.exchange = exchange;
  }

  List<Elicited> asked() {
    return List.copyOf(asked);
  }

  /// The question with the unclear phrase written as the person chose; empty where the client
  /// cannot ask, or the person did not choose.
  Optional<String> mended(String question, AskBack ask) {
    return chosen(ask.sentence(), "In place of \"" + ask.text() + "\"", ask.choices())
        .map(write ->
            question.substring(0, ask.span().start())
                + write
                + question.substring(Math.min(ask.span().end(), question.length())));
  }

  /// What the person chose.
  ///
  /// @param choices empty: the person writes it
  Optional<String> chosen(String sentence, String title, List<Choice> choices) {
    if (!canAsk() || asked.size() >= MOST) {
      return Optional.empty();
    }
    Optional<String> chosen = ask(sentence, title, choices);
    asked.add(new Elicited(sentence, chosen.orElse(null)));
    return chosen;
  }

  private boolean canAsk() {
    ClientCapabilities can = exchange.getClientCapabilities();
    ClientCapabilities.Elicitation elicitation = can == null ? null : can.elicitation();
    // A client that says neither how means forms, as the first version of the protocol had it.
    return elicitation != null && (elicitation.form() != null || elicitation.url() == null);
  }

  private Optional<String> ask(String sentence, String title, List<Choice> choices) {
    Cancellation cancellation = Cancellation.of(exchange);
    if (!cancellation.ask()) {
      return Optional.empty();
    }
    ElicitResult answer;
    try {
      answer =
          exchange.createElicitation(
              ElicitFormRequest.builder(sentence, form(title, choices)).build());
    } catch (McpError e) {
      LOG.warn("the client could not ask", e);
      return Optional.empty();
    } catch (RuntimeException e) {
      if (Exceptions.unwrap(e) instanceof TimeoutException) {
        return Optional.empty();
      }
      throw e;
    } finally {
      cancellation.asked();
    }
    if (answer.action() != ElicitResult.Action.ACCEPT || answer.content() == null) {
      return Optional.empty();
    }
    return answer.content().get(FIELD) instanceof String text && isOne(text, choices)
        ? Optional.of(text.strip())
        : Optional.empty();
  }

  private static boolean isOne(String text, List<Choice> choices) {
    return choices.isEmpty()
        ? !text.isBlank() && text.length() <= LONGEST
        : choices.stream().anyMatch(choice -> choice.write().equals(text));
  }

  private static Map<String, Object> form(String title, List<Choice> choices) {
    Map<String, Object> field = new LinkedHashMap<>();
    field.put("type", "string");
    field.put("title", title);
    if (choices.isEmpty()) {
      field.put("description", "A time that can be read for certain, such as 2024-03-01");
      field.put("maxLength", LONGEST);
    } else {
      field.put("enum", choices.stream().map(Choice::write).toList());
      field.put("enumNames", choices.stream().map(Choice::label).toList());
    }
    return Map.of("type", "object", "properties", Map.of(FIELD, field), "required", List.of(FIELD));
  }
}
