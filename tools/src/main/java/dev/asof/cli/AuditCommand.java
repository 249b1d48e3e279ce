package dev.asof.cli;

import dev.asof.audit.Audit;
import dev.asof.audit.Auditor;
import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.AnswerJson;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "audit",
    description = {
      "Answers a question as a record that can be filed.",
      "Question, how it was read, answer, citations, what was believed before and after, how much"
          + " of it is presumed, and the ledger entries that prove it. Ends with exit code 1 where"
          + " nothing applied."
    },
    footer = {
      "  asof audit \"may I scrape public profiles\" --about 2023-06-01 --known 2023-05-15",
      "  asof audit \"retention of logs\" --about 2023-06-01 --file audit.txt",
      "  asof audit \"retention of logs\" --about 2023-06-01 --file audit.json"
    })
final class AuditCommand extends ReadCommand {

  @Mixin private final QuestionOptions question = new QuestionOptions();

  @Option(
      names = {"-f", "--file"},
      order = 12,
      paramLabel = "FILE",
      description = "Write the record there: as JSON where the name ends in .json, else as text.")
  private @Nullable Path file;

  @Override
  int answer(Database database, TenantId tenant) {
    try (PassageIndex index = index(database)) {
      Audit audit =
          new Auditor(database, index)
              .audit(
                  tenant,
                  question.question(),
                  question.about(times()),
                  times().known(),
                  question.top(),
                  question.filter(),
                  question.states());
      if (file != null) {
        write(file, audit);
        Register.in(database.settings().home())
            .add(
                new Register.Copy(
                    edge().clock().instant(),
                    "audit",
                    file.toAbsolutePath().normalize(),
                    tenantName(),
                    audit.answer().token()));
      }
      print(shown(audit));
      return audit.answer().results().isEmpty() ? NO : DONE;
    }
  }

  private Shown shown(Audit audit) {
    List<String> text =
        file == null
            ? audit.text().lines().toList()
            : List.of(
                "Wrote the record of "
                    + audit.answer().results().size()
                    + " passages, as of @"
                    + audit.answer().token()
                    + ", to "
                    + file
                    + ".");
    return new Shown(audit, List.of(audit), List.of(), Table.of(List.of()), text, List.of());
  }

  /// Whole or not at all.
  private static void write(Path file, Audit audit) {
    String record =
        file.toString().endsWith(".json")
            ? AnswerJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(audit) + "\n"
            : audit.text();
    Path target = file.toAbsolutePath();
    Path unfinished = target.resolveSibling("." + target.getFileName() + ".partial");
    try {
      try {
        Files.writeString(unfinished, record, StandardCharsets.UTF_8);
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
