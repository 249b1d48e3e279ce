package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.EmbeddedServer;
import dev.asof.schema.Migrations;
import dev.asof.write.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "init",
    description = {
      "Makes a database ready.",
      "Starts the embedded server or, given --jdbc-url, creates or renews the schema on "
          + "that server; then creates the tenant. Safe to run again."
    },
    footer = {
      "  asof init",
      "  asof init --jdbc-url jdbc:postgresql://db.example.org/asof --db-user owner --login"
          + " asof_service"
    })
final class Init extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      names = "--login",
      order = 1,
      paramLabel = "LOGIN",
      description =
          "Login of the given server that asof will use, for every tenant; default the one that"
              + " connects.")
  private @Nullable String login;

  /// @param database where it is
  /// @param done what was done, in order
  record Value(String database, String tenant, List<String> done) {}

  @Override
  public Integer call() {
    DatabaseSettings settings = settings();
    String url = settings.jdbcUrl();
    List<String> done = new ArrayList<>();
    if (url == null) {
      if (login != null) {
        throw usage("--login is for a server given with --jdbc-url; the embedded one has its own");
      }
      start(settings, done);
    } else {
      migrate(settings, url, done);
    }
    String name = tenant.name(edge());
    if (url == null || login == null) {
      try (Database database = Database.open(settings)) {
        createTenant(new Store(database), name, done);
      }
    } else {
      done.add("the tenant " + name + " is left to login " + login + ": asof tenant add " + name);
    }
    String place = settings.shown().getFirst().value();
    print(
        new Shown(
            new Value(place, name, done),
            done,
            List.of("Database: " + place),
            Table.of(List.of()),
            done.stream().map(step -> "  " + step).toList()));
    return DONE;
  }

  private static void start(DatabaseSettings settings, List<String> done) {
    EmbeddedServer embedded = EmbeddedServer.in(settings.home());
    EmbeddedServer.Status before = embedded.status();
    EmbeddedServer.Running server = embedded.start();
    EmbeddedServer.Running ran = before.server();
    done.add(
        ran != null && ran.pid() == server.pid()
            ? "the embedded server was running, process " + server.pid() + ", port " + server.port()
            : (before.initialised() ? "started" : "created and started")
                + " the embedded server, process "
                + server.pid()
                + ", port "
                + server.port());
  }

  private void migrate(DatabaseSettings settings, String url, List<String> done) {
    int applied = Migrations.migrate(url, settings.user(), settings.password());
    done.add(
        applied == 0
            ? "the schema was at its newest version"
            : "applied " + applied + " migrations of the schema");
    String admitted = login != null ? login : connecting(settings, url);
    Migrations.admit(url, settings.user(), settings.password(), admitted);
    done.add(
        "login "
            + admitted
            + " may act as asof_app, asof_auditor and asof_eraser, for every tenant");
  }

  /// The login that connects, by the driver's own rule.
  private String connecting(DatabaseSettings settings, String url) {
    String user = settings.user();
    Properties given = Driver.parseURL(url, null);
    String inUrl = given == null ? null : given.getProperty("user");
    return user != null ? user : inUrl != null ? inUrl : edge().user();
  }

  private static void createTenant(Store store, String name, List<String> done) {
    if (store.findTenant(name).isPresent()) {
      done.add("the tenant " + name + " was there");
    } else {
      store.createTenant(name);
      done.add("created the tenant " + name);
    }
  }
}
