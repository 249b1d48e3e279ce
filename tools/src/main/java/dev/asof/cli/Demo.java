package dev.asof.cli;

import dev.asof.cli.demo.Tour;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.EmbeddedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = {
      "Shows the main job on real documents: nine years of one company's published policies.",
      "Works in a tenant of its own (demo, or demo-2, demo-3, ... where it was shown before) and"
          + " needs nothing but the store."
    },
    footer = {"  asof demo", "  asof demo --folder ./demo-files"})
final class Demo extends AsofCommand {

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description =
          "Where the files of the demo go; default: a folder demo in the home folder of asof.")
  private Path folder = Path.of("");

  @Override
  public Integer call() {
    Instant start = edge().clock().instant();
    DatabaseSettings settings = settings();
    try (Database database = open()) {
      Path files = folder.toString().isEmpty() ? settings.home().resolve("demo") : folder;
      boolean good =
          new Tour(
                  database,
                  settings.jdbcUrl() == null
                      ? Optional.of(EmbeddedServer.in(settings.home()))
                      : Optional.empty(),
                  files,
                  edge().user(),
                  edge().clock(),
                  edge().out())
              .run();
      edge()
          .say(
              "demo: "
                  + Duration.between(start, edge().clock().instant()).toSeconds()
                  + " s in all");
      return good ? DONE : NO;
    }
  }
}
