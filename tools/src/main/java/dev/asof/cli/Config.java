package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.schema.DatabaseSettings;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "config",
    description = {"Shows every setting and where its value comes from.", "Connects to nothing."},
    footer = {"  asof config", "  ASOF_POOL_SIZE=2 asof config --output json"})
final class Config extends AsofCommand {

  @Override
  public Integer call() {
    DatabaseSettings database = settings();
    List<DatabaseSettings.Shown> settings = new ArrayList<>();
    database.shown().forEach(setting -> settings.add(withFlagAsItIs(setting)));
    new EmbedderOptions()
        .settings(edge(), database)
        .shown()
        .forEach(setting ->
            settings.add(
                new DatabaseSettings.Shown(setting.key(), setting.value(), setting.origin())));
    new WordsOptions()
        .settings(edge(), database)
        .shown()
        .forEach(setting ->
            settings.add(
                new DatabaseSettings.Shown(setting.key(), setting.value(), setting.origin())));
    settings.addAll(ProcessSettings.shown(edge().environment()));
    print(
        new Shown(
            settings,
            settings,
            List.of(),
            Table.of(
                settings,
                column("setting", DatabaseSettings.Shown::key),
                column("value", DatabaseSettings.Shown::value),
                column("origin", DatabaseSettings.Shown::origin)),
            List.of()));
    return DONE;
  }

  /// The password has no flag, only a file has.
  private static DatabaseSettings.Shown withFlagAsItIs(DatabaseSettings.Shown shown) {
    return shown.origin().equals("flag --db-password")
        ? new DatabaseSettings.Shown(shown.key(), shown.value(), "flag --db-password-file")
        : shown;
  }
}
