package dev.asof.cli;

import dev.asof.cli.resident.ResidentLog;
import dev.asof.embed.EmbedderSettings;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.mcp.Asker;
import dev.asof.mcp.McpDoor;
import dev.asof.mcp.Means;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.time.LocalTimes;
import dev.asof.write.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "mcp",
    description = {
      "Answers a model over standard input and output, by the Model Context Protocol.",
      "A client such as a chat program or an editor starts it and calls its tools, which only read."
          + " Tenant, labels and, where --zone is given, the zone are those of this command line:"
          + " the model cannot choose them. It ends when its input does. A line for each call,"
          + " without a word of it, goes to ASOF_HOME/log/mcp.log."
    },
    footer = {
      "  asof mcp",
      "  asof mcp --tenant acme --zone Europe/London",
      "  asof mcp --labels hr,legal --jdbc-url jdbc:postgresql://db/asof --db-role auditor"
    })
final class McpCommand extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      names = "--zone",
      order = 502,
      paramLabel = "ZONE",
      description =
          "Zone of a time of day that names none, as in asof ask --zone, for every call; default:"
              + " the variable ASOF_ZONE, else the model may name one, else UTC.")
  private @Nullable String zone;

  @Mixin private final EmbedderOptions embedders = new EmbedderOptions();

  @Override
  public Integer call() {
    String fixed = fixedZone();
    DatabaseSettings settings = settings();
    EmbedderSettings embedder = embedders.settings(edge(), settings);
    ResidentLog log = log(settings.home());
    Kept kept = new Kept();
    Host process = kept.in(host().folder());
    try (Database held = process.open(settings)) {
      TenantId asked = new Store(held).tenant(tenant.name(edge()));
      McpDoor.serve(
          new McpMeans(this, process, settings, embedder, log),
          new Asker(settings.caller(), asked),
          fixed,
          edge().in(),
          edge().bytes());
    } finally {
      kept.close();
    }
    return DONE;
  }

  private @Nullable String fixedZone() {
    String set = zone == null ? edge().environment().getOrDefault("ASOF_ZONE", "") : zone;
    if (set.isBlank()) {
      return null;
    }
    return LocalTimes.zone(set).getId();
  }

  private ResidentLog log(Path home) {
    try {
      Path folder =
          Files.createDirectories(
              home.resolve("log"),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return new ResidentLog(folder.resolve("mcp.log"), edge().clock());
    } catch (IOException e) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the folder "
              + home.resolve("log")
              + " cannot be made ("
              + Texts.reason(e)
              + "); name a home that can be written with --home",
          e);
    }
  }

  private static final class McpMeans extends Lent implements Means {
    private final ResidentLog log;

    McpMeans(
        AsofCommand command,
        Host process,
        DatabaseSettings settings,
        EmbedderSettings embedder,
        ResidentLog log) {
      super(command, process, settings, embedder);
      this.log = log;
    }

    @Override
    public void log(String line) {
      log.say(line);
    }
  }
}
