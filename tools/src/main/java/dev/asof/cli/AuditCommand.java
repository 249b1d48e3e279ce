package dev.asof.cli;

import dev.asof.ask.Ask;
import dev.asof.ask.Request;
import dev.asof.audit.Audit;
import dev.asof.audit.Auditor;
import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.filed.FileFormat;
import dev.asof.filed.FiledRecord;
import dev.asof.filed.Recheck;
import dev.asof.filed.Rechecked;
import dev.asof.history.Counted;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.Register;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "audit",
    description = {
      "Answers a question as a record that can be filed.",
      "Question, how it was read, answer, citations, what was believed before and after, how much"
          + " of it is presumed, what was corrected since and how long the old belief was the"
          + " answer, and the ledger entries that prove it. Ends with exit code 1 where nothing"
          + " applied. With --output csv a row for each citation, with the reading and the token"
          + " beside it.",
      "With --recheck, filed records are asked again: at their token, where everything has to be"
          + " the same (else exit code 65 where the file was changed, 70 where the store answers"
          + " something else), and as known now: exit code 1 where the belief was corrected since."
          + " A page or a PDF was changed where it is not what the record in it makes: its words,"
          + " fonts, style, links and attachments are compared, whatever way they are packed; of"
          + " JSON the data are compared, whatever its white space. Exit code 77: the record is of"
          + " a document that is not known to you, such as one with --labels."
    },
    footer = {
      "  asof audit \"may I scrape public profiles\" --about 2023-06-01 --known 2023-05-15",
      "  asof audit \"retention of logs\" --about 2023-06-01 --file audit.pdf",
      "  asof audit \"retention of logs\" --about 2023-06-01 --format json",
      "  asof audit \"retention of logs\" --about 2023-06-01 --output csv",
      "  asof audit --recheck audit.pdf --quiet"
    })
final class AuditCommand extends QuestionCommand {

  @Option(
      names = {"-f", "--file"},
      order = 20,
      paramLabel = "FILE",
      description = "Write the record there, in the format that the end of its name says.")
  private @Nullable Path file;

  @Option(
      names = "--format",
      order = 21,
      paramLabel = "FORMAT",
      description =
          "text, json, html (one page that needs nothing else) or pdf; default: by the name of the"
              + " file, else text. A text cannot be checked again.")
  private @Nullable FileFormat format;

  @Option(
      names = "--learned",
      order = 22,
      paramLabel = "TIME",
      description =
          "Tell later beliefs and corrections up to this time, or to a token such as @12; default:"
              + " all. With --known and this, the record is the same to the byte.")
  private @Nullable String learned;

  @Option(
      names = "--recheck",
      order = 23,
      arity = "1..*",
      paramLabel = "FILE",
      description = "Ask these filed records again: json, html or pdf, or folders of them.")
  private List<Path> recheck = List.of();

  @Option(
      names = {"-q", "--quiet"},
      order = 24,
      description = "With --recheck: print nothing of records that stand.")
  private boolean quiet;

  @Override
  boolean isAsking() {
    return recheck.isEmpty();
  }

  @Override
  void check() {
    super.check();
    if (isAsking() ? quiet : file != null || format != null || learned != null) {
      throw usage(
          isAsking()
              ? "--quiet is for --recheck"
              : "--recheck takes neither --file nor --format nor --learned");
    }
  }

  @Override
  int answer(Database database) {
    return isAsking() ? super.answer(database) : asking(database, ask -> recheck(database, ask));
  }

  private int recheck(Database database, Ask ask) {
    Recheck again = new Recheck(database, ask);
    List<Rechecked> all =
        RecheckedShown.files(recheck).stream()
            .map(each -> again.recheck(each, each.toString()))
            .toList();
    List<Rechecked> told =
        quiet
            ? all.stream().filter(one -> one.outcome() != Rechecked.Outcome.STANDS).toList()
            : all;
    if (!quiet || !told.isEmpty()) {
      print(RecheckedShown.of(told));
    }
    return RecheckedShown.exit(all);
  }

  @Override
  int answer(Database database, TenantId tenant, Ask ask, Request request) {
    Known upTo = learned == null ? Known.latest() : times().known(learned);
    Audit audit = new Auditor(database, ask).audit(tenant, request, upTo);
    FiledRecord record = FiledRecord.of(audit, tenantName());
    if (file != null) {
      write(file, (format == null ? FileFormat.of(file) : format).bytes(audit, record));
      Register.in(database.settings().home())
          .add(
              new Register.Copy(
                  edge().clock().instant(),
                  "audit",
                  file.toAbsolutePath().normalize(),
                  tenantName(),
                  audit.answer().token()));
    }
    if (file == null && format != null) {
      write(format, format.bytes(audit, record));
    } else {
      print(shown(audit, record));
    }
    return audit.answer().results().isEmpty() ? NO : DONE;
  }

  private Shown shown(Audit audit, FiledRecord record) {
    List<String> text =
        file == null
            ? audit.text().lines().toList()
            : List.of(
                "Wrote the record of "
                    + Counted.of(audit.answer().results().size(), "passage")
                    + ", as of @"
                    + audit.answer().token()
                    + ", to "
                    + file
                    + ".");
    // People read the record; the table is for programs.
    Table table = output().isCsv() ? AuditTable.of(audit.answer()) : Table.of(List.of());
    return new Shown(record.json(), List.of(record.json()), List.of(), table, text, List.of());
  }

  /// The file itself, on standard output.
  private void write(FileFormat as, byte[] bytes) {
    if (as != FileFormat.PDF) {
      edge().out().print(new String(bytes, StandardCharsets.UTF_8));
      edge().out().flush();
      return;
    }
    try {
      edge().bytes().write(bytes);
      edge().bytes().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whole or not at all.
  private static void write(Path file, byte[] record) {
    Path target = file.toAbsolutePath();
    Path unfinished = target.resolveSibling("." + target.getFileName() + ".partial");
    try {
      try {
        Files.write(unfinished, record);
        Files.move(
            unfinished,
            target,
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(unfinished);
      }
    } catch (IOException e) {
      if (Faults.isDiskFull(e)) {
        throw new UncheckedIOException(e);
      }
      throw new CallerFault(
          Code.BAD_INPUT,
          "the file "
              + file
              + " cannot be written ("
              + Texts.reason(e)
              + "); name one in a folder that can",
          e);
    }
  }
}
