package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Counted;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.Owner;
import dev.asof.shown.Times;
import dev.asof.write.Backup;
import dev.asof.write.Register;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "backup",
    description = {
      "Writes every table of every tenant into a folder, as of one moment.",
      "With a manifest that counts and hashes the files and names the head of each ledger. The"
          + " folder is complete or not there. On a given server the login has to be a member of"
          + " asof_owner."
    },
    footer = {"  asof backup /backups/2026-05-01", "  asof restore /backups/2026-05-01"})
final class BackupCommand extends AsofCommand {

  @Parameters(
      paramLabel = "FOLDER",
      description = "Where to write; it must be empty or not exist yet.")
  private Path folder = Path.of("");

  @Override
  public Integer call() {
    DatabaseSettings settings = settings();
    Path target = folder.toAbsolutePath().normalize();
    // Opened first, so that a database that is missing or old is said in the same words as ever.
    Database.open(settings).close();
    Backup.Manifest manifest = Backup.take(Owner.of(settings), target);
    Register.in(settings.home())
        .add(new Register.Copy(manifest.taken(), "backup", target, null, null));
    print(
        new Shown(
            manifest,
            manifest.tables(),
            List.of(
                String.format(
                    Locale.ROOT,
                    "Wrote %s of %s to %s, as of %s.",
                    Counted.of(
                        manifest.tables().stream().mapToLong(Backup.Table::rows).sum(), "row"),
                    Counted.of(manifest.tables().size(), "table"),
                    target,
                    Times.shown(manifest.taken()))),
            Table.of(
                manifest.tenants(),
                column("tenant", Backup.Checkpoint::tenant),
                column("head", tenant -> "@" + tenant.sequence()),
                column("hash", Backup.Checkpoint::hash)),
            List.of(
                "Restoring it erases again what the erasures.jsonl of this home says was erased"
                    + " since.")));
    return DONE;
  }
}
