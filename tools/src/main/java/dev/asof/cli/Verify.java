package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Counted;
import dev.asof.history.ReconstructionCheck;
import dev.asof.id.TenantId;
import dev.asof.ledger.Checkpoint;
import dev.asof.schema.Database;
import dev.asof.shown.Times;
import dev.asof.shown.Verdict;
import dev.asof.verify.Against;
import dev.asof.verify.Verification;
import dev.asof.verify.Verifier;
import dev.asof.write.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "verify",
    description = {
      "Verifies the ledger's hash chain, every content hash and every belief.",
      "With --checkpoint also that the ledger still holds what it held when that was kept: without"
          + " one, a ledger that its owner recomputed as a whole, cut, or restored from an older"
          + " backup cannot be told from a true one.",
      "Everything is verified whoever asks; what was counted is told to callers that may see"
          + " everything.",
      "Or, with --folder, that a reconstruction still is what its manifest says; that needs no"
          + " database. Ends with exit code 1 where something is wrong."
    },
    footer = {
      "  asof verify --tenant laws",
      "  asof verify --tenant laws --checkpoint march.checkpoint --checkpoint june.checkpoint",
      "  asof verify --tenant laws --from-checkpoint june.checkpoint",
      "  asof verify --tenant laws --labels \"*\"",
      "  asof verify --folder policies-2023"
    })
final class Verify extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      names = "--folder",
      order = 1,
      paramLabel = "FOLDER",
      description = "A folder that reconstruct wrote.")
  private @Nullable Path folder;

  @Option(
      names = {"-c", "--checkpoint"},
      order = 2,
      paramLabel = "FILE",
      description = "A checkpoint that the ledger has to hold still; can be repeated.")
  private List<Path> checkpoints = List.of();

  @Option(
      names = "--from-checkpoint",
      order = 3,
      paramLabel = "FILE",
      description =
          "Verify only what was recorded after this checkpoint; what was before is taken as it"
              + " stands.")
  private @Nullable Path from;

  @Override
  public Integer call() {
    if (folder != null && (from != null || !checkpoints.isEmpty())) {
      throw usage("a reconstruction has no ledger; --folder goes with no checkpoint");
    }
    return folder != null ? check(folder) : verify();
  }

  private int verify() {
    Against against =
        new Against(
            from == null ? null : Checkpoints.read(from),
            checkpoints.stream().map(Checkpoints::read).toList());
    try (Database database = open()) {
      String name = tenant.name(edge());
      TenantId id = new Store(database).tenant(name);
      Verification found = new Verifier(database).verify(id, against);
      if (database.caller().seesEverything()) {
        print(
            new Shown(
                found, List.of(found), sentences(name, found), Table.of(List.of()), List.of()));
      } else {
        Verdict verdict = Verdict.of(found);
        print(
            new Shown(
                verdict,
                List.of(verdict),
                sentences(name, verdict, found),
                Table.of(List.of()),
                List.of()));
      }
      return found.isGood() ? DONE : NO;
    }
  }

  private static List<String> sentences(String tenant, Verdict verdict, Verification found) {
    List<String> lines = new ArrayList<>();
    lines.add(
        verdict.good()
            ? "Verified tenant "
                + tenant
                + (verdict.from() == null ? "" : " after transaction @" + verdict.from().sequence())
                + "; all is as it was written."
            : "WRONG"
                + (verdict.wrong() == null ? "" : " in transaction @" + verdict.wrong())
                + ": tenant "
                + tenant
                + " is not as it was written.");
    lines.add("A caller that may see everything is told more: --labels \"*\"");
    lines.addAll(checkpoints(found));
    return lines;
  }

  private static List<String> sentences(String tenant, Verification found) {
    List<String> lines = new ArrayList<>();
    found
        .finding()
        .ifPresent(wrong ->
            lines.add(
                "WRONG"
                    + (wrong.transaction() == null ? "" : " in transaction @" + wrong.transaction())
                    + (wrong.systemTime() == null ? "" : " of " + Times.shown(wrong.systemTime()))
                    + ": "
                    + wrong.what()));
    Checkpoint start = found.from();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s tenant %s%s: %s, %s, %s, %s, %s%s.",
            found.isGood() ? "Verified" : "Checked",
            tenant,
            start == null ? "" : " after transaction @" + start.sequence(),
            Counted.of(found.transactions(), "transaction"),
            Counted.of(found.rows(), "row"),
            Counted.of(found.texts(), "text"),
            Counted.of(found.versions(), "version"),
            Counted.of(found.beliefs(), "belief"),
            found.isGood() ? "; all is as it was written" : ", up to there"));
    lines.addAll(checkpoints(found));
    return lines;
  }

  private static List<String> checkpoints(Verification found) {
    List<String> lines = new ArrayList<>();
    for (Verification.Compared one : found.compared()) {
      lines.add(
          "Checkpoint "
              + one.name()
              + " (@"
              + one.checkpoint().sequence()
              + " of "
              + Times.shown(one.checkpoint().time())
              + "): "
              + switch (one.standing()) {
                case HELD -> "holds";
                case DIFFERS -> "the ledger holds another hash there";
                case CUT -> "the ledger ends before it";
                case NOT_REACHED -> "not compared";
              });
    }
    Checkpoint head = found.checkpoint();
    if (head != null) {
      lines.add("Head @" + head.sequence() + ": " + head.hash());
      if (found.isGood() && found.compared().isEmpty() && found.from() == null) {
        lines.add(
            "A ledger that was recomputed as a whole, cut, or restored from an older backup shows"
                + " only against a checkpoint kept elsewhere: asof checkpoint --to FILE");
      }
    }
    return lines;
  }

  private int check(Path reconstruction) {
    ReconstructionCheck found = ReconstructionCheck.of(reconstruction);
    print(
        new Shown(
            found,
            List.of(found),
            found.faults().stream().map(fault -> "WRONG: " + fault).toList(),
            Table.of(List.of()),
            List.of(
                (found.passed() ? "Verified " : "Checked ")
                    + Counted.of(found.files(), "file")
                    + " of "
                    + reconstruction
                    + " against the manifest."
                    + (found.strangers() == 0
                        ? ""
                        : " It does not list "
                            + Counted.of(found.strangers(), "entry")
                            + " more, which are there."))));
    return found.passed() ? DONE : NO;
  }
}
