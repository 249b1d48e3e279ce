package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Counted;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.Owner;
import dev.asof.write.Register;
import dev.asof.write.export.Export;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "export",
    description = {
      "Writes everything of a tenant as JSON Lines, both axes, in the order of its ledger.",
      "asof import fills an empty tenant with it: the same answer at every point, the same tokens"
          + " and hashes. Vectors and the index are made again there; the logins of a server are"
          + " its own.",
      "It is for moving a store. Texts that their source does not let be shown in full are left out"
          + " and counted, and such an export cannot be imported, unless --with-restricted-texts"
          + " says otherwise. On a given server the login has to be a member of asof_owner."
    },
    footer = {
      "  asof export --tenant laws --to laws.export.jsonl.gz",
      "  asof export --tenant laws --with-restricted-texts | gzip > laws.export.jsonl.gz",
      "  asof import laws.export.jsonl.gz --tenant laws --home /srv/new"
    })
final class ExportCommand extends AsofCommand {

  @Option(
      names = "--to",
      order = 1,
      paramLabel = "FILE",
      description =
          "Where to write; compressed where it ends in .gz; whole or not there. Default: standard"
              + " output.")
  private @Nullable Path to;

  @Option(
      names = "--with-restricted-texts",
      order = 2,
      description =
          "Also the texts of which their source allows an excerpt or a link only: to move a store,"
              + " not to show them.")
  private boolean withRestricted;

  @Mixin private final TenantOption tenant = new TenantOption();

  /// @param file null: standard output
  record Value(@Nullable Path file, Export.Report export) {}

  @Override
  public Integer call() {
    DatabaseSettings settings = settings();
    // Opened first, so that a database that is missing or old is said in the same words as ever.
    Database.open(settings).close();
    Path file = to == null || to.equals(Path.of("-")) ? null : to.toAbsolutePath().normalize();
    try (WorkProgress progress = new WorkProgress(edge(), output().showsProgress(edge()))) {
      if (file == null) {
        Export.Report report = write(settings, edge().bytes(), progress);
        edge().bytes().flush();
        said(report, "standard output").forEach(edge()::say);
        return DONE;
      }
      Export.Report report = WholeFile.write(file, out -> write(settings, out, progress));
      Register.in(settings.home())
          .add(
              new Register.Copy(
                  edge().clock().instant(), "export", file, report.tenant(), report.sequence()));
      print(
          new Shown(
              new Value(file, report),
              List.of(report),
              said(report, file.toString()),
              Table.of(List.of()),
              List.of()));
      return DONE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Export.Report write(DatabaseSettings settings, OutputStream out, WorkProgress progress) {
    return Export.write(
        Owner.of(settings),
        tenant.name(edge()),
        withRestricted,
        out,
        done -> progress.at("transactions written", done, 0));
  }

  private static List<String> said(Export.Report report, String where) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Wrote %s with %s of tenant %s to %s.",
            Counted.of(report.sequence(), "transaction"),
            Counted.of(report.rows(), "row"),
            report.tenant(),
            where));
    if (report.hash() != null) {
      lines.add("Its ledger has the hash " + report.hash() + ".");
    }
    if (!report.sources().isEmpty()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "Left out: %s of %s. It cannot be imported; --with-restricted-texts writes" + " all.",
              Counted.of(report.leftOut(), "text"),
              String.join(
                  ", ",
                  report.sources().entrySet().stream()
                      .map(source -> source.getKey() + " (" + source.getValue() + ")")
                      .toList())));
    }
    return lines;
  }
}
