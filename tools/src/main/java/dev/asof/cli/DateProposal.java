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
/// @param from the day, as 2024-03-01; null: it needs the date of publication, which nobody stated
/// @param rule how it follows from the publication; null: the text says the day
/// @param published the stated date of publication; null: none
/// @param phrase the day, or what is counted, as the text writes it
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
    @Nullable String from,
    @Nullable String rule,
    @Nullable String published,
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
          "rule",
          "published",
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
        dayOf(date.day()),
        date.rule() == null ? null : date.rule().words(),
        date.rule() == null ? null : dayOf(version.published()),
        date.phrase(),
        version.rights().of(date.sentence()),
        date.span().start(),
        version.url());
  }

  private static @Nullable String dayOf(@Nullable LocalDate day) {
    return day == null ? null : day.toString();
  }

  /// The day for a table of people.
  String shownFrom() {
    return from == null ? "needs the publication date" : from;
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
            one.rule(),
            one.published(),
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
        row.isMapped("rule") ? row.get("rule") : null,
        row.isMapped("published") ? row.get("published") : null,
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
      String day = Objects.requireNonNullElse(one.from(), "").strip();
      boolean needed = one.isAccepted() || !day.isEmpty();
      try {
        if (needed) {
          LocalDate.parse(day);
        }
      } catch (DateTimeException e) {
        wrong =
            "from is \""
                + day
                + "\"; write a day such as 2024-03-01"
                + (day.isEmpty() && one.rule() != null ? ", which is " + one.rule() : "");
      }
    }
    if (wrong != null) {
      throw new CallerFault(
          Code.BAD_RECORD, file + " line " + line + ": " + wrong + "; nothing was asserted");
    }
    return one;
  }
}
