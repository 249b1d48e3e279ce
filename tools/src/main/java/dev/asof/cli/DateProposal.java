package dev.asof.cli;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.AnswerJson;
import dev.asof.history.UndatedVersions;
import dev.asof.resolve.EffectiveDates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// A day from which a version may apply, for a person to accept or refuse.
///
/// @param from the day, as 2024-03-01
/// @param phrase the day as the text writes it
/// @param sentence in which it does, as far as the source lets it be shown; null: not at all
/// @param at where the phrase begins in the text, in UTF-16 units
/// @param accept yes or no, of the person; null: not decided
record DateProposal(
    @Nullable String accept,
    String document,
    String source,
    String scope,
    long version,
    String label,
    String from,
    String phrase,
    @Nullable String sentence,
    int at,
    @Nullable String url) {

  private static final Set<String> YES = Set.of("yes", "y", "true", "1", "x");
  private static final Set<String> NO = Set.of("", "no", "n", "false", "0");
  private static final List<String> COLUMNS =
      List.of(
          "accept",
          "document",
          "source",
          "scope",
          "version",
          "label",
          "from",
          "phrase",
          "sentence",
          "at",
          "url");

  static DateProposal of(UndatedVersions.Undated version, EffectiveDates.Suggestion date) {
    return new DateProposal(
        null,
        version.document(),
        version.source(),
        version.scope(),
        version.version(),
        String.valueOf(version.label()),
        date.day().toString(),
        date.phrase(),
        version.rights().of(date.sentence()),
        date.span().start(),
        version.url());
  }

  boolean isAccepted() {
    return YES.contains(decision());
  }

  private String decision() {
    return accept == null ? "" : accept.strip().toLowerCase(Locale.ROOT);
  }

  static boolean isCsv(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
  }

  /// `out` stays open.
  static void write(List<DateProposal> proposals, boolean csv, OutputStream out)
      throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    if (csv) {
      CSVPrinter printer = new CSVPrinter(writer, CSVFormat.RFC4180);
      printer.printRecord(COLUMNS);
      for (DateProposal one : proposals) {
        printer.printRecord(
            one.accept(),
            one.document(),
            one.source(),
            one.scope(),
            one.version(),
            one.label(),
            one.from(),
            one.phrase(),
            one.sentence(),
            one.at(),
            one.url());
      }
    } else {
      for (DateProposal one : proposals) {
        writer.write(AnswerJson.line(one));
        writer.write('\n');
      }
    }
    writer.flush();
  }

  /// All proposals of a file; throws a [CallerFault] that names the line of one that is none, so
  /// that nothing is asserted of a file that cannot be read to its end.
  static List<DateProposal> read(Path file) {
    Path readable = Import.readable(file.toString());
    try (BufferedReader reader = Files.newBufferedReader(readable, StandardCharsets.UTF_8)) {
      List<DateProposal> proposals = new ArrayList<>();
      if (isCsv(file)) {
        var parser =
            CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get().parse(reader);
        for (CSVRecord row : parser) {
          proposals.add(checked(of(row), file, parser.getCurrentLineNumber()));
        }
      } else {
        long number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          number++;
          if (!line.isBlank()) {
            proposals.add(
                checked(AnswerJson.mapper().readValue(line, DateProposal.class), file, number));
          }
        }
      }
      return proposals;
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          file
              + " cannot be read as proposals ("
              + e.getMessage()
              + "); give back what asof suggest-dates --to wrote, with accept filled in",
          e);
    }
  }

  private static DateProposal of(CSVRecord row) {
    return new DateProposal(
        row.get("accept"),
        row.get("document"),
        row.get("source"),
        row.get("scope"),
        Long.parseLong(row.get("version")),
        row.get("label"),
        row.get("from"),
        row.get("phrase"),
        row.get("sentence"),
        Integer.parseInt(row.get("at")),
        row.get("url"));
  }

  private static DateProposal checked(DateProposal one, Path file, long line) {
    String wrong = null;
    if (!YES.contains(one.decision()) && !NO.contains(one.decision())) {
      wrong = "accept is \"" + one.accept() + "\"; write yes or no";
    } else {
      try {
        LocalDate.parse(Objects.requireNonNullElse(one.from(), ""));
      } catch (DateTimeException e) {
        wrong = "from is \"" + one.from() + "\"; write a day such as 2024-03-01";
      }
    }
    if (wrong != null) {
      throw new CallerFault(
          Code.BAD_RECORD, file + " line " + line + ": " + wrong + "; nothing was asserted");
    }
    return one;
  }
}
