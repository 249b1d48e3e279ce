package dev.asof.cli;

import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs command lines as the process would, with everything around them captured.
final class Cli {

  /// @param out standard output
  /// @param err standard error
  record Ran(int exit, String out, String err) {}

  final Map<String, String> environment = new HashMap<>();
  Clock clock = Clock.systemUTC();
  boolean progress;

  private final Path home;
  private InputStream in = InputStream.nullInputStream();
  private @Nullable OutputStream out;

  private Cli(Path home) {
    this.home = home;
    environment.put("ASOF_HOME", home.resolve(".asof").toString());
    // Tests of it say otherwise.
    environment.put("ASOF_EMBEDDER", "none");
  }

  /// Without a database.
  static Cli in(Path home) {
    return new Cli(home);
  }

  /// With a given server.
  static Cli on(TestDatabase database, Path home) {
    Cli cli = new Cli(home);
    DatabaseSettings settings = database.settings();
    cli.environment.put("ASOF_JDBC_URL", String.valueOf(settings.jdbcUrl()));
    cli.environment.put("ASOF_DB_USER", String.valueOf(settings.user()));
    cli.environment.put("ASOF_DB_PASSWORD", String.valueOf(settings.password()));
    return cli;
  }

  /// What the next command reads from standard input.
  Cli reading(String text) {
    return reading(text.getBytes(StandardCharsets.UTF_8));
  }

  Cli reading(byte[] bytes) {
    in = new ByteArrayInputStream(bytes);
    return this;
  }

  /// Where the next command writes, in place of being captured.
  Cli writingTo(OutputStream stream) {
    out = stream;
    return this;
  }

  Ran run(String... args) {
    return in(Host.own(), args);
  }

  /// In this process.
  Ran in(Host host, String... args) {
    StringWriter captured = new StringWriter();
    StringWriter err = new StringWriter();
    OutputStream stream = out;
    PrintWriter to =
        stream == null
            ? new PrintWriter(captured)
            : new PrintWriter(
                new OutputStreamWriter(new Output(stream), StandardCharsets.UTF_8), false);
    int exit =
        Main.run(
            new Edge(
                in,
                to,
                stream == null ? OutputStream.nullOutputStream() : new Output(stream),
                new PrintWriter(err),
                environment,
                home,
                "tester",
                clock,
                false,
                () -> progress),
            host,
            args);
    in = InputStream.nullInputStream();
    out = null;
    return new Ran(exit, captured.toString(), err.toString());
  }
}
