package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.cli.resident.ResidentClient;
import dev.asof.erasure.Erasure;
import dev.asof.erasure.ErasureValue;
import dev.asof.history.Counted;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.Owner;
import dev.asof.shown.Times;
import dev.asof.write.Eraser;
import dev.asof.write.ErasureReport;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "erase",
    description = {
      "Erases versions under a legal order: their words, addresses and hashes, for good.",
      "The ledger stays and still verifies; answers say erased, since when and under which order,"
          + " whatever they are known at. A text that another version holds stays there. What was"
          + " erased is then taken off the disk: out of tables, log and index. A document on hold"
          + " is refused. On a given server use --db-role eraser, or a login that may; its owner"
          + " runs the statements that are printed."
    },
    footer = {
      "  asof erase --document acme/terms --version-label v7 --order \"court order 12/2026\" \\",
      "       --reason \"names a minor\" --dry-run",
      "  asof erase --document acme/terms --all-versions --order \"GDPR request 88\" --reason"
          + " asked",
      "  asof erase --finish"
    })
final class Erase extends AsofCommand {

  @ArgGroup(multiplicity = "1", order = 1)
  private What what = new What();

  static final class What {
    @ArgGroup(exclusive = false, multiplicity = "1")
    private @Nullable Versions versions;

    @Option(
        names = "--finish",
        order = 9,
        required = true,
        description =
            "Only take off the disk what earlier erasures left there, where that was interrupted.")
    boolean finish;
  }

  static final class Versions {
    @Option(
        names = {"-d", "--document"},
        order = 1,
        required = true,
        paramLabel = "KEY",
        description = "The document.")
    private String document = "";

    @ArgGroup(multiplicity = "1")
    private Which which = new Which();

    @Option(
        names = "--order",
        order = 4,
        required = true,
        paramLabel = "WORDS",
        description = "The order under which it is erased. It is kept and shown for good.")
    private String order = "";

    @Option(
        names = "--reason",
        order = 5,
        required = true,
        paramLabel = "WORDS",
        description = "Why; kept in the ledger.")
    private String reason = "";
  }

  static final class Which {
    @Option(
        names = "--version-label",
        order = 2,
        required = true,
        arity = "1..*",
        paramLabel = "LABEL",
        description = "Labels of the versions, of any source.")
    private List<String> labels = List.of();

    @Option(
        names = "--all-versions",
        order = 3,
        required = true,
        description = "Every version of the document.")
    private boolean all;

    Eraser.Which which() {
      return all ? new Eraser.Which.All() : new Eraser.Which.Labelled(List.copyOf(labels));
    }
  }

  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final ActorOption actor = new ActorOption();

  @Option(
      names = "--idempotency-key",
      order = 602,
      paramLabel = "KEY",
      description = "Do it once, however often it is asked for under this key.")
  private @Nullable String idempotencyKey;

  @Option(
      names = "--dry-run",
      order = 604,
      description = "Erase nothing; show what would go and what would stay.")
  private boolean dryRun;

  @Override
  public Integer call() {
    DatabaseSettings settings = settings();
    Owner owner = Owner.of(settings);
    DatabaseSettings erasing = owner.isEmbedded() ? settings.as(DatabaseRole.ERASER) : settings;
    Versions versions = what.versions;
    ErasureReport report = null;
    Erasure erasure;
    ErasureValue value;
    String asked = tenant.name(edge());
    try (Database database = Database.open(erasing)) {
      erasure = new Erasure(database);
      Store store = new Store(database);
      if (versions != null) {
        TenantId id = store.tenant(asked);
        Intent intent =
            Intent.of("erase", actor.name(edge()))
                .because(versions.reason)
                .under(idempotencyKey)
                .dry(dryRun);
        report =
            erasure.erase(id, intent, versions.document, versions.which.which(), versions.order);
        if (Erasure.isDone(report)) {
          erasure.note(id, asked, () -> PassageIndex.of(database));
        }
      } else {
        for (String name : store.tenants()) {
          erasure.note(store.tenant(name), name, () -> PassageIndex.of(database));
        }
      }
      value = erasure.value(report, asked);
    }
    if (Erasure.isDone(report)) {
      // It holds files of the index that are gone from the folder, and words in its memory.
      ResidentClient.stop(settings().home(), edge().environment());
      erasure.purge();
    }
    print(shown(value, Erasure.isDone(report)));
    return DONE;
  }

  private static Shown shown(ErasureValue value, boolean gone) {
    ErasureReport report = value.erasure();
    List<String> above = new ArrayList<>();
    if (report != null) {
      above.add(sentence(report));
      above.add(
          (gone ? "Gone: " : "Would go: ")
              + Counted.of(report.versions().size(), "version")
              + ", "
              + Counted.of(report.texts(), "stored text")
              + ", "
              + Counted.of(report.sections(), "section key")
              + ".");
      report
          .kept()
          .forEach(kept ->
              above.add(
                  (gone ? "Stays: " : "Would stay: ")
                      + Counted.of(kept.texts(), "text")
                      + " that versions of "
                      + kept.document()
                      + " hold too."));
    }
    if (value.purged()) {
      above.add(
          "It is off this disk: tables, statistics, log and index were written anew without it.");
    }
    List<String> below = new ArrayList<>();
    if (!value.statements().isEmpty()) {
      below.add(
          "The server's disk still holds it until its superuser has run, in this order (the last"
              + " two until every older file of the log is gone):");
      value.statements().forEach(statement -> below.add("  " + statement));
    }
    below.add("Out of reach of this command:");
    value.unreached().forEach(copy -> below.add("  " + copy.sentence()));
    List<ErasureReport.Gone> rows = report == null ? List.of() : report.versions();
    return new Shown(
        value,
        rows,
        above,
        Table.of(
            rows,
            column("source", ErasureReport.Gone::source),
            column("version", ErasureReport.Gone::label),
            column("id", ErasureReport.Gone::version),
            column("bytes", ErasureReport.Gone::bytes)),
        below);
  }

  private static String sentence(ErasureReport report) {
    String token = "@" + report.token();
    return switch (report.outcome()) {
      case DRY_RUN ->
          "Dry run as of " + token + ", nothing was erased of " + report.document() + ".";
      case REPEATED ->
          "Nothing was erased: this was done before under the same key, as transaction "
              + token
              + ".";
      case WRITTEN, UNCHANGED ->
          "Erased "
              + report.document()
              + " under "
              + report.order()
              + " as transaction "
              + token
              + (report.systemTime() == null ? "" : " at " + Times.shown(report.systemTime()))
              + ".";
    };
  }
}
