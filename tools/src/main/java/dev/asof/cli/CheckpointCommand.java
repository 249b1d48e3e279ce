package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.id.TenantId;
import dev.asof.ledger.Checkpoint;
import dev.asof.schema.Database;
import dev.asof.shown.CheckpointValue;
import dev.asof.verify.Verifier;
import dev.asof.write.Store;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "checkpoint",
    description = {
      "Writes the hash that seals the ledger now, to be kept and signed elsewhere.",
      "Only against a checkpoint that the owner of the database cannot reach does asof verify find"
          + " a ledger that was recomputed as a whole, cut, or restored from an older backup."
    },
    footer = {
      "  asof checkpoint --tenant laws --to laws-2024-06-30.checkpoint",
      "  ssh-keygen -Y sign -f ~/.ssh/id_ed25519 -n asof laws-2024-06-30.checkpoint",
      "  asof verify --tenant laws --checkpoint laws-2024-06-30.checkpoint"
    })
final class CheckpointCommand extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      names = "--to",
      order = 1,
      paramLabel = "FILE",
      description = "Write it to a new file; default: standard output.")
  private @Nullable Path to;

  @Override
  public Integer call() {
    try (Database database = open()) {
      TenantId id = new Store(database).tenant(tenant.name(edge()));
      Checkpoint checkpoint = new Verifier(database).checkpoint(id);
      if (to != null) {
        Checkpoints.write(checkpoint, to);
      }
      CheckpointValue value = CheckpointValue.of(checkpoint, to);
      print(
          new Shown(
              value,
              List.of(value),
              List.of(),
              Table.of(List.of()),
              to == null
                  ? checkpoint.text().lines().toList()
                  : List.of(
                      "Wrote the checkpoint of transaction @"
                          + checkpoint.sequence()
                          + " to "
                          + to
                          + ". Keep it where whoever owns the database cannot reach it."),
              List.of()));
      return DONE;
    }
  }
}
