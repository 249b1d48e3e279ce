package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.cli.print.Times;
import dev.asof.history.ReconstructionCheck;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.verify.Verification;
import dev.asof.verify.Verifier;
import dev.asof.write.Store;
import java.nio.file.Path;
import java.time.Instant;
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
      "Everything is verified whoever asks; what was counted is told to callers that may see"
          + " everything.",
      "Or, with --folder, that a reconstruction still is what its manifest says; that needs no"
          + " database. Ends with exit code 1 where something is wrong."
    },
    footer = {
      "  asof verify --tenant laws",
      "  asof verify --tenant laws --labels \"*\"",
      "  asof verify --folder policies-2023"})
final class Verify extends AsofCommand {

  private static final String KEEP =
      "Keep that hash elsewhere: only it shows a ledger that was rewritten as a whole, or cut.";

  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      names = "--folder",
      order = 1,
      paramLabel = "FOLDER",
      description = "A folder that reconstruct wrote.")
  private @Nullable Path folder;

  @Override
  public Integer call() {
    return folder != null ? check(folder) : verify();
  }

  private int verify() {
    try (Database database = open()) {
      String name = tenant.name(edge());
      TenantId id = new Store(database).tenant(name);
      Verification found = new Verifier(database).verify(id);
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
                verdict.sentences(name),
                Table.of(List.of()),
                List.of()));
      }
      return found.isGood() ? DONE : NO;
    }
  }

  /// What is told to a caller from whom documents may be hidden: counts, and the names of rows, could
  /// be of these.
  ///
  /// @param wrong sequence of the first bad transaction; null where there is none
  /// @param token the last transaction checked, which `head` is the hash of
  record Verdict(
      boolean good,
      @Nullable Long wrong,
      long token,
      @Nullable String head,
      @Nullable Instant headTime) {
    static Verdict of(Verification found) {
      return new Verdict(
          found.isGood(),
          found.finding().map(Verification.Finding::transaction).orElse(null),
          found.transactions(),
          found.head(),
          found.headTime());
    }

    List<String> sentences(String tenant) {
      List<String> lines = new ArrayList<>();
      lines.add(
          good
              ? "Verified tenant " + tenant + "; all is as it was written."
              : "WRONG"
                  + (wrong == null ? "" : " in transaction @" + wrong)
                  + ": tenant "
                  + tenant
                  + " is not as it was written.");
      lines.add("A caller that may see everything is told more: --labels \"*\"");
      if (head != null) {
        lines.add("Head @" + token + ": " + head);
        lines.add(KEEP);
      }
      return lines;
    }
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
    lines.add(
        String.format(
            Locale.ROOT,
            "%s tenant %s: %,d transactions, %,d rows, %,d texts, %,d versions, %,d beliefs%s.",
            found.isGood() ? "Verified" : "Checked",
            tenant,
            found.transactions(),
            found.rows(),
            found.texts(),
            found.versions(),
            found.beliefs(),
            found.isGood() ? "; all is as it was written" : ", up to there"));
    if (found.head() != null) {
      lines.add("Head @" + found.transactions() + ": " + found.head());
      lines.add(KEEP);
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
                    + found.files()
                    + " files of "
                    + reconstruction
                    + " against their manifest."
                    + (found.strangers() == 0
                        ? ""
                        : " It does not list " + found.strangers() + " more that are there."))));
    return found.passed() ? DONE : NO;
  }
}
