package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.fault.CallerFault;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.ledger.Sha256;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.LocalTimes;
import dev.asof.time.Precision;
import dev.asof.time.State;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The store's answer about the real record sets beside the reading rule that comes with them (of
/// what was known, the asserted record with the greatest start that covers the point, then the one
/// recorded last; else the latest look), at every time that a record names, as known at every time
/// at which one was recorded. Where the two differ it is for a reason that our rules mean.
class ReadingConformance {

  private static final Path SETS = Path.of("../../shared/data");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Why the store answers otherwise.
  private enum Reason {
    ABSENCE_SEEN("an absence was seen, without a stated start: `withdrawn` comes first"),
    TAKEN_BACK("a page no longer announces it: rule (c)"),
    END_CORRECTED("a page repeats the start with another end: rule (d)"),
    END_PASSED("the text that was seen stated an end, which has passed"),
    UNEXPLAINED("none of these");

    final String sentence;

    Reason(String sentence) {
      this.sentence = sentence;
    }
  }

  /// A record as the rule reads it.
  ///
  /// @param text SHA-256 of the body; null where it says that nothing applies
  private record Read(
      String source,
      String document,
      int number,
      String label,
      String state,
      @Nullable String text,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable Instant observed,
      Instant looked,
      Instant recorded) {

    boolean covers(Instant about) {
      return from != null && !from.isAfter(about) && (to == null || to.isAfter(about));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "githubpolicy, recorded_at",
    "ota, recorded_at",
    "dccode, recorded_at",
    "codecivil, recorded_at",
    "bopa, published_at",
    "bundesgesetze, recorded_at"
  })
  void whereTheStoreAnswersOtherwiseThanTheReadingRuleThereIsAReason(String set, String carriedBy)
      throws Exception {
    Path file = SETS.resolve(set).resolve("versions.jsonl.gz");
    Assumptions.assumeTrue(Files.exists(file), "the set " + set + " is not beside this checkout");
    Map<String, List<Read>> histories = new TreeMap<>();
    read(file, carriedBy)
        .forEach(record ->
            histories
                .computeIfAbsent(
                    record.source() + " " + record.document(), none -> new ArrayList<>())
                .add(record));
    try (TestDatabase home = TestDatabases.create()) {
      TenantId tenant = new Store(home.database()).createTenant(set);
      new Importer(home.database())
          .run(
              tenant,
              List.of(Importer.Input.file(set, () -> Files.newInputStream(file))),
              ImportOptions.CARRIED.carriedBy(carriedBy),
              Intent.of("import", "test"),
              Importer.Progress.NONE);
      History history = new History(home.database());
      AtomicLong points = new AtomicLong();
      Map<Reason, AtomicLong> reasons = new ConcurrentHashMap<>();
      List<String> unexplained = new ArrayList<>();
      histories.values().parallelStream()
          .forEach(records -> {
            TreeSet<Instant> abouts = new TreeSet<>();
            TreeSet<Instant> knowns = new TreeSet<>();
            for (Read record : records) {
              knowns.add(record.recorded());
              for (Instant at :
                  new @Nullable Instant[] {record.from(), record.to(), record.observed()}) {
                if (at != null) {
                  abouts.add(at);
                }
              }
            }
            for (Instant known : knowns) {
              for (Instant about : abouts) {
                points.incrementAndGet();
                Reason reason = compare(history, tenant, records, about, known, unexplained);
                if (reason != null) {
                  reasons.computeIfAbsent(reason, none -> new AtomicLong()).incrementAndGet();
                }
              }
            }
          });
      StringBuilder line = new StringBuilder(set + ", " + points + " points");
      for (Reason reason : Reason.values()) {
        if (reasons.containsKey(reason)) {
          line.append("; ").append(reasons.get(reason)).append(" ").append(reason.sentence);
        }
      }
      Figures.print("reading", line.toString());
      assertThat(unexplained).isEmpty();
    }
  }

  private static @Nullable Reason compare(
      History history,
      TenantId tenant,
      List<Read> records,
      Instant about,
      Instant known,
      List<String> unexplained) {
    List<Read> then = records.stream().filter(each -> !each.recorded().isAfter(known)).toList();
    Read chosen = chosen(then, about);
    Citation held = held(history, tenant, records.getFirst(), about, known);
    String wanted = chosen == null ? null : chosen.text();
    String told = held == null || held.version() == null ? null : held.sha256();
    if (Objects.equals(wanted, told)) {
      return null;
    }
    Reason reason = reason(then, chosen, held, about);
    if (reason == Reason.UNEXPLAINED) {
      synchronized (unexplained) {
        if (unexplained.size() < 20) {
          unexplained.add(
              records.getFirst().document()
                  + " about "
                  + about
                  + " known "
                  + known
                  + ": "
                  + chosen
                  + " but "
                  + held);
        }
      }
    }
    return reason;
  }

  /// The reading rule of the sets.
  private static @Nullable Read chosen(List<Read> records, Instant about) {
    Comparator<Read> recorded = Comparator.comparing(Read::recorded).thenComparingInt(Read::number);
    return records.stream()
        .filter(each -> each.state().equals("asserted") && each.covers(about))
        .max(
            Comparator.comparing((Read each) -> Objects.requireNonNull(each.from()))
                .thenComparing(recorded))
        .or(() ->
            records.stream()
                .filter(each ->
                    each.state().equals("observed")
                        && !Objects.requireNonNull(each.observed()).isAfter(about))
                .max(
                    Comparator.comparing((Read each) -> Objects.requireNonNull(each.observed()))
                        .thenComparing(recorded)))
        .orElse(null);
  }

  /// What the store answers first; a text of unknown validity is no answer by time.
  private static @Nullable Citation held(
      History history, TenantId tenant, Read first, Instant about, Instant known) {
    try {
      List<Citation> results =
          history
              .inForce(
                  tenant,
                  Filter.document(first.document()).from(first.source()),
                  new TimeInput.Moment(
                      new StatedTime(
                          about.toString(), ZoneOffset.UTC, false, Precision.INSTANT, about, null)),
                  Known.at(known))
              .results();
      return results.isEmpty() || results.getFirst().state() == State.UNKNOWN
          ? null
          : results.getFirst();
    } catch (CallerFault nothingKnownYet) {
      return null;
    }
  }

  private static Reason reason(
      List<Read> records, @Nullable Read chosen, @Nullable Citation held, Instant about) {
    if (held != null && held.state() == State.WITHDRAWN && chosen != null) {
      boolean seen =
          records.stream()
              .anyMatch(each ->
                  each.text() == null && each.from() == null && !each.looked().isAfter(about));
      if (seen) {
        return Reason.ABSENCE_SEEN;
      }
    }
    if (chosen != null && chosen.from() != null) {
      Instant from = chosen.from();
      if (records.stream()
          .anyMatch(each ->
              each.number() > chosen.number()
                  && from.equals(each.from())
                  && !Objects.equals(each.to(), chosen.to()))) {
        return Reason.END_CORRECTED;
      }
      if (records.stream()
          .anyMatch(each ->
              each.state().equals("asserted")
                  && each.looked().isAfter(chosen.looked())
                  && from.isAfter(each.looked())
                  && !from.equals(each.from()))) {
        return Reason.TAKEN_BACK;
      }
    }
    if (chosen != null
        && chosen.state().equals("observed")
        && chosen.to() != null
        && !chosen.to().isAfter(about)) {
      return Reason.END_PASSED;
    }
    return Reason.UNEXPLAINED;
  }

  private static List<Read> read(Path file, String carriedBy) throws Exception {
    List<Read> records = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode node = JSON.readTree(line);
        String named = text(node, "valid_tz");
        ZoneId zone = named == null ? ZoneOffset.UTC : ZoneId.of(named);
        String body = String.valueOf(text(node, "body"));
        Instant recorded = Objects.requireNonNull(instant(node, "recorded_at", zone));
        Instant observed = instant(node, "observed_at", zone);
        String change = String.valueOf(text(node, "change"));
        if (body.isBlank() && change.startsWith("absent")) {
          continue;
        }
        records.add(
            new Read(
                String.valueOf(text(node, "source")),
                String.valueOf(text(node, "document_key")),
                records.size(),
                String.valueOf(text(node, "version_label")),
                String.valueOf(text(node, "validity_state")),
                body.isBlank()
                    ? null
                    : HexFormat.of().formatHex(Sha256.of(body.getBytes(StandardCharsets.UTF_8))),
                instant(node, "valid_from", zone),
                instant(node, "valid_to", zone),
                observed,
                observed == null ? recorded : observed,
                Objects.requireNonNull(instant(node, carriedBy, zone))));
      }
    }
    return records;
  }

  private static @Nullable Instant instant(JsonNode node, String field, ZoneId zone) {
    String written = text(node, field);
    return written == null ? null : LocalTimes.parseStated(written, zone, false).instant();
  }

  private static @Nullable String text(JsonNode node, String field) {
    JsonNode value = node.get(field);
    return value == null || value.isNull() ? null : value.stringValue();
  }
}
