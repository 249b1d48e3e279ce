package dev.asof.cli;

import dev.asof.answer.WordsSettings;
import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.embed.EmbedderSettings;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.http.Engine;
import dev.asof.http.HttpServer;
import dev.asof.http.Limits;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.time.Spans;
import dev.asof.write.token.ApiTokens;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    description = {
      "Serves the page and an HTTP interface until it is stopped.",
      "It listens on this machine only, as the local user, unless --host says otherwise; what can"
          + " be reached from elsewhere knows its callers by tokens (asof token add). Everything"
          + " that it answers, and how, is in /v1/openapi.json. Ctrl-C or a SIGTERM ends it once"
          + " the requests under way are answered."
    },
    footer = {
      "  asof serve",
      "  asof serve --port 0 --access-log access.jsonl",
      "  asof serve --watch default",
      "  asof token add alice --role reader && asof serve --host 0.0.0.0"
    })
final class ServeCommand extends AsofCommand {

  @Option(
      names = "--host",
      order = 1,
      paramLabel = "ADDRESS",
      description = "Where to listen; default 127.0.0.1, which other machines do not reach.")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      order = 2,
      paramLabel = "PORT",
      description = "Port, 0 for any that is free; default 8765.")
  private int port = 8765;

  @Option(
      names = "--access-log",
      order = 3,
      paramLabel = "FILE",
      description =
          "Add a line of JSON for each request to this file; - is standard error, which is the"
              + " default; off for none.")
  private String accessLog = "-";

  @Option(
      names = "--max-requests",
      order = 10,
      paramLabel = "N",
      description = "Most requests at once; default 64. Others are told to come back.")
  private int requests = Limits.DEFAULT.requests();

  @Option(
      names = "--max-requests-per-token",
      order = 11,
      paramLabel = "N",
      description = "Most requests at once with one token; default 32.")
  private int perToken = Limits.DEFAULT.perToken();

  @Option(
      names = "--request-timeout",
      order = 12,
      paramLabel = "TIME",
      description = "Longest time for a request that is no stream; default 60s.")
  private @Nullable String timeout;

  @Option(
      names = "--max-body",
      order = 13,
      paramLabel = "BYTES",
      description = "Longest JSON body; default 41943040.")
  private long body = Limits.DEFAULT.bodyBytes();

  @Option(
      names = "--max-import",
      order = 14,
      paramLabel = "BYTES",
      description = "Longest import; default 4294967296.")
  private long importBytes = Limits.DEFAULT.importBytes();

  @Option(
      names = "--watch",
      order = 15,
      split = ",",
      paramLabel = "TENANT",
      description =
          "Look at the watched pages of this tenant when they are due, as asof watch run --loop"
              + " does; several with commas. The variable ASOF_CONTACT says whom the owner of a"
              + " site may write to.")
  private List<String> watch = List.of();

  @Mixin private final EmbedderOptions embedders = new EmbedderOptions();
  @Mixin private final WordsOptions wording = new WordsOptions();

  /// @param url where it listens
  /// @param needsToken whether every request needs a token; without one, from the first on that is
  ///   made
  record Value(String url, String host, int port, boolean needsToken) {}

  @Override
  public Integer call() {
    if (port < 0 || port > 65_535) {
      throw usage("--port is " + port + "; it has to be from 0 to 65535");
    }
    DatabaseSettings settings = settings();
    EmbedderSettings embedder = embedders.settings(edge(), settings);
    WordsSettings words = words(settings);
    Host process = new Kept().in(host().folder());
    // So that a database that is missing or old is said before anything listens.
    process.open(settings).close();
    CountDownLatch end = new CountDownLatch(1);
    try (OutputStream log = log();
        ServedWatches watches =
            ServedWatches.start(process.open(settings), watch, WatchRun.usual(edge()), edge());
        HttpServer server =
            HttpServer.start(
                new ServedEngine(this, process, settings, embedder, words),
                new HttpServer.Address(host, port, edge().user()),
                limits(),
                lines(log))) {
      Thread hook = Thread.ofPlatform().unstarted(() -> end(server, watches));
      Runtime.getRuntime().addShutdownHook(hook);
      say(server.port(), needsToken(process, settings));
      try {
        end.await();
      } catch (InterruptedException e) {
        // Whoever runs the command in a thread of its own ends it so.
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return DONE;
  }

  private static void end(HttpServer server, ServedWatches watches) {
    server.close();
    watches.close();
  }

  private static boolean needsToken(Host process, DatabaseSettings settings) {
    try (Database database = process.open(settings)) {
      return new ApiTokens(database).any();
    }
  }

  private void say(int listening, boolean needsToken) {
    String named = host.contains(":") ? "[" + host + "]" : host;
    Value value = new Value("http://" + named + ":" + listening, host, listening, needsToken);
    print(
        new Shown(
            value,
            List.of(value),
            List.of(
                "Serving on " + value.url() + " until Ctrl-C.",
                needsToken
                    ? "Every request needs a token, from this machine too; asof token list shows"
                        + " which there are."
                    : "There is no token: whoever asks from this machine is answered as "
                        + edge().user()
                        + ". From the first on (asof token add) every request needs one."),
            Table.of(List.of()),
            List.of()));
    edge().out().flush();
  }

  /// A model that is waited for longer than a request may take would take its passages with it.
  private WordsSettings words(DatabaseSettings settings) {
    WordsSettings words = wording.settings(edge(), settings);
    Duration request = limits().time();
    if (words.isConfigured() && words.timeout().compareTo(request) >= 0) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "words-timeout is "
              + words.timeout()
              + " and a request ends after "
              + request
              + "; make it shorter than --request-timeout");
    }
    return words;
  }

  private Limits limits() {
    if (requests < 1 || perToken < 1 || body < 1 || importBytes < 1) {
      throw usage(
          "--max-requests, --max-requests-per-token, --max-body and --max-import are 1 or more");
    }
    return Limits.DEFAULT
        .timed(timeout == null ? Limits.DEFAULT.time() : spanOf(timeout))
        .atOnce(requests, perToken)
        .ofBody(body)
        .ofImport(importBytes);
  }

  private Duration spanOf(String text) {
    Duration span = Spans.read("--request-timeout", text);
    if (!span.isPositive()) {
      throw usage("--request-timeout is '" + text + "'; it has to be longer than 0s");
    }
    return span;
  }

  private OutputStream log() {
    if (accessLog.equals("-") || accessLog.equals("off")) {
      return OutputStream.nullOutputStream();
    }
    Path file = host().folder().resolve(accessLog);
    try {
      return Files.newOutputStream(
          file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the file " + file + " cannot be written (" + Texts.reason(e) + "); name another",
          e);
    }
  }

  private Consumer<String> lines(OutputStream log) {
    if (accessLog.equals("off")) {
      return line -> {};
    }
    if (accessLog.equals("-")) {
      return line -> {
        synchronized (log) {
          edge().say(line);
        }
      };
    }
    return line -> {
      synchronized (log) {
        try {
          log.write((line + "\n").getBytes(StandardCharsets.UTF_8));
          log.flush();
        } catch (IOException e) {
          // A full disk must not end what the log is only about.
          edge().say("asof: the access log cannot be written (" + e.getMessage() + ")");
        }
      }
    };
  }

  private static final class ServedEngine extends Lent implements Engine {
    private final WordsSettings words;

    ServedEngine(
        AsofCommand command,
        Host process,
        DatabaseSettings settings,
        EmbedderSettings embedder,
        WordsSettings words) {
      super(command, process, settings, embedder);
      this.words = words;
    }

    @Override
    public WordsSettings words() {
      return words;
    }
  }
}
