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
      "Or, with --folder, that a reconstruction still is what its manifest says; that needs no"
          + " database. Ends with exit code 1 where something is wrong."
    },
    footer = {"  asof verify --tenant laws", "  asof verify --folder policies-2023"})
final class Verify extends AsofCommand {

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
      print(
          new Shown(found, List.of(found), sentences(name, found), Table.of(List.of()), List.of()));
      return found.isGood() ? DONE : NO;
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
      lines.add(
          "Keep that hash elsewhere: only it shows a ledger that was rewritten as a whole, or"
              + " cut.");
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
