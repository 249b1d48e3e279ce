package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Counted;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.Owner;
import dev.asof.schema.Purge;
import dev.asof.verify.VerifiedRestore;
import dev.asof.write.Backup;
import dev.asof.write.Reerasure;
import dev.asof.write.Register;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    description = {
      "Fills an empty database from a backup, verifies it, and erases again.",
      "All or nothing. What was erased since the backup was taken is read from erasures.jsonl in"
          + " this home, and from the file given, and erased again in new transactions under the"
          + " same orders. On a given server the login has to be a member of asof_owner."
    },
    footer = {
      "  asof restore /backups/2026-05-01 --home /srv/new",
      "  asof restore /backups/2026-05-01 --home /srv/new --erasures ~/.asof/erasures.jsonl"
    })
final class RestoreCommand extends AsofCommand {

  @Parameters(paramLabel = "FOLDER", description = "A folder that asof backup wrote.")
  private Path folder = Path.of("");

  @Option(
      names = "--erasures",
      order = 1,
      paramLabel = "FILE",
      description = "The erasures.jsonl of the home that the backup is of.")
  private @Nullable Path erasures;

  @Mixin private final ActorOptions actor = new ActorOptions();

  /// @param erasedAgain versions that the backup held and that were erased again
  /// @param unmatched erasures of versions that the backup does not hold: nothing to erase, but
  ///   their texts are not refused if they are imported again
  /// @param held what a restored hold keeps from being erased again
  record Value(
      List<Backup.Checkpoint> tenants,
      long rows,
      List<Reerasure.Done> erasedAgain,
      int unmatched,
      List<String> held) {}

  @Override
  public Integer call() {
    DatabaseSettings settings = settings();
    Owner owner = Owner.of(settings);
    Set<Register.Erased> wanted = new LinkedHashSet<>(Register.in(settings.home()).erasures());
    if (erasures != null) {
      wanted.addAll(Register.erasuresOf(erasures));
    }
    Backup.Manifest manifest = Backup.read(folder);
    Database.open(settings).close();
    VerifiedRestore.restore(owner, folder, manifest);
    Reerasure again;
    DatabaseSettings erasing = owner.isEmbedded() ? settings.as(DatabaseRole.ERASER) : settings;
    try (Database database = Database.open(erasing)) {
      again =
          Reerasure.of(
              database, List.copyOf(wanted), actor.intent("erase", edge()), settings.home());
    }
    if (!again.done().isEmpty() && owner.isEmbedded()) {
      Purge.embedded(owner);
    }
    print(shown(manifest, again, owner));
    return again.held().isEmpty() ? DONE : NO;
  }

  private static Shown shown(Backup.Manifest manifest, Reerasure again, Owner owner) {
    long rows = manifest.tables().stream().mapToLong(Backup.Table::rows).sum();
    List<String> above = new ArrayList<>();
    above.add(
        String.format(
            Locale.ROOT,
            "Restored and verified %s of %s, as of %s.",
            Counted.of(rows, "row"),
            Counted.of(manifest.tenants().size(), "tenant"),
            manifest.taken()));
    above.add(
        again.done().isEmpty()
            ? "Nothing that it held was erased since, by the registers read."
            : "Erased again "
                + Counted.of(again.done().size(), "version")
                + " under their orders:");
    List<String> below = new ArrayList<>();
    again.held().forEach(held -> below.add("NOT ERASED AGAIN: " + held));
    if (again.unmatched() > 0) {
      below.add(
          Counted.of(again.unmatched(), "erasure")
              + (again.unmatched() == 1 ? " is" : " are")
              + " of what came after the backup: there is nothing to erase, but importing the"
              + " records again is not refused here.");
    }
    if (!again.done().isEmpty() && !owner.isEmbedded()) {
      below.add("The server's disk holds it until its superuser has run, in this order:");
      Purge.statements().forEach(statement -> below.add("  " + statement));
    }
    return new Shown(
        new Value(manifest.tenants(), rows, again.done(), again.unmatched(), again.held()),
        again.done(),
        above,
        Table.of(
            again.done(),
            column("tenant", Reerasure.Done::tenant),
            column("document", Reerasure.Done::document),
            column("version", Reerasure.Done::version),
            column("order", Reerasure.Done::order),
            column("transaction", done -> "@" + done.transaction())),
        below);
  }
}
