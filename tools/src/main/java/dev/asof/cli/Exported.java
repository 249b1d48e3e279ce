package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Counted;
import dev.asof.ingest.RecordFile;
import dev.asof.ingest.RecordReader;
import dev.asof.schema.Owner;
import dev.asof.verify.VerifiedRestore;
import dev.asof.write.Importer;
import dev.asof.write.export.ExportImport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A file given to asof import that asof export wrote.
///
/// @param name of the file
/// @param bytes opens it from its beginning
record Exported(String name, Importer.Bytes bytes) {

  /// Null where no file is one. Throws a [CallerFault] where one is among others.
  static @Nullable Exported of(List<String> files, StandardInput standard) {
    Exported found = null;
    for (String file : files) {
      if (file.equals("-")) {
        if (ExportImport.begins(StandardInput.NAME, new ByteArrayInputStream(standard.head()))) {
          found = new Exported(StandardInput.NAME, standard::whole);
        }
      } else if (begins(file)) {
        found = new Exported(file, () -> Files.newInputStream(Import.readable(file)));
      }
    }
    if (found != null && files.size() > 1) {
      throw new CallerFault(
          Code.BAD_INPUT,
          found.name()
              + " is an export, which fills a tenant alone; import it by itself, into a tenant of"
              + " its own");
    }
    return found;
  }

  private static boolean begins(String file) {
    try (InputStream in = Files.newInputStream(Import.readable(file))) {
      return ExportImport.begins(file, in);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  ExportImport.Report into(Owner owner, String tenant, WorkProgress progress) {
    try (InputStream in = bytes.open();
        RecordReader lines = RecordFile.open(name, in)) {
      return ExportImport.run(
          owner,
          tenant,
          name,
          lines,
          VerifiedRestore::requireImported,
          done -> progress.at("transactions read", done, 0));
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  private static CallerFault unreadable(String name, IOException e) {
    return new CallerFault(
        Code.BAD_INPUT, name + " cannot be read (" + Texts.reason(e) + "); name another file", e);
  }

  static Shown shown(ExportImport.Report report, String tenant) {
    String said =
        report.held()
            ? "Tenant " + tenant + " holds just this already; nothing was written."
            : String.format(
                Locale.ROOT,
                "Imported and verified %s with %s of tenant %s into %s.",
                Counted.of(report.sequence(), "transaction"),
                Counted.of(report.rows(), "row"),
                report.from(),
                tenant);
    return new Shown(
        report,
        List.of(report),
        List.of(said),
        Table.of(List.of()),
        report.hash() == null
            ? List.of()
            : List.of("Its ledger has the hash " + report.hash() + "."));
  }
}
