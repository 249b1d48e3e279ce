package dev.asof.write;

import dev.asof.fold.Why;
import dev.asof.id.StatementId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Changes of every kind, drawn by chance: two documents, two sources, two sections, few days.
final class RandomChanges {

  private static final int DAYS = 14;

  private final Random random;
  private int number;

  RandomChanges(Random random) {
    this.random = random;
  }

  /// @param recallable statements that may be taken back
  Change next(List<Long> recallable) {
    number++;
    Change.Place place =
        Change.Place.of(
            random.nextBoolean() ? "terms" : "privacy", random.nextBoolean() ? "site" : "crawler");
    Change.Place section = place.in(random.nextBoolean() ? "fees" : "law");
    StatedTime from = at(random.nextInt(DAYS));
    StatedTime to =
        random.nextBoolean()
            ? null
            : LocalTimes.parseStated(day(DAYS + random.nextInt(DAYS)), ZoneOffset.UTC, false);
    return switch (random.nextInt(18)) {
      case 0 -> new Change.Put(place, version());
      case 1, 2, 3 -> new Change.Assert(place, wanted(), from, to, random.nextInt(4) == 0);
      case 4 -> new Change.Correct(place, wanted(), from, to);
      case 5 -> new Change.Terminate(place, from);
      case 6 ->
          new Change.Retract(place, TimeRange.of(from.instant(), to == null ? null : to.instant()));
      case 7 ->
          recallable.isEmpty()
              ? new Change.Put(place, version())
              : new Change.Recall(
                  new StatementId(recallable.get(random.nextInt(recallable.size()))));
      case 8 -> restate(place);
      case 9 ->
          new Change.OverrideSection(
              section,
              random.nextBoolean()
                  ? new Change.Content.Nothing(Why.REPEALED)
                  : new Change.Wanted.New(version("own", "# Own\n\nOwn " + random.nextInt(3))),
              from,
              to);
      case 10 -> new Change.Assert(section, wanted(), from, to, false);
      case 11 -> new Change.Correct(section, wanted(), from, to);
      case 12 -> new Change.Terminate(section, from);
      case 13 ->
          new Change.Retract(
              section, TimeRange.of(from.instant(), to == null ? null : to.instant()));
      case 14 -> look(place);
      case 15, 16 -> record(place, from, to);
      default ->
          random.nextBoolean()
              ? new Change.Set("zone", random.nextBoolean() ? "Asia/Seoul" : "Europe/London")
              : new Change.SetSource(
                  place.source(), null, null, random.nextInt(3) + 1, null, null, null);
    };
  }

  private Change restate(Change.Place place) {
    List<Change.Restate.Entry> entries = new ArrayList<>();
    int day = random.nextInt(3);
    while (day < DAYS && entries.size() < 4) {
      entries.add(
          new Change.Restate.Entry(
              random.nextInt(4) == 0 ? new Change.Content.Nothing(Why.WITHDRAWN) : wanted(),
              at(day),
              null));
      day += 1 + random.nextInt(4);
    }
    return new Change.Restate(place, entries);
  }

  Change look(Change.Place place) {
    Instant looked = at(random.nextInt(DAYS)).instant().plusSeconds(number);
    return new Change.Observe(
        place,
        looked,
        switch (random.nextInt(4)) {
          case 0 -> new Change.Seen.Gone(null);
          case 1 -> new Change.Seen.Failed("timeout");
          default -> new Change.Seen.Text(version());
        });
  }

  /// A record as an import brings it, of any state.
  Change record(Change.Place place, StatedTime from, @Nullable StatedTime to) {
    String label = "record-" + number;
    int version = random.nextInt(4);
    Instant looked = at(random.nextInt(DAYS)).instant().plusSeconds(number);
    ValidityState state = List.of(ValidityState.values()).get(random.nextInt(3));
    boolean nothing = state != ValidityState.UNKNOWN && random.nextInt(4) == 0;
    return new Change.Recorded(
        place,
        random.nextBoolean() ? SourceKind.PAGE : SourceKind.ARCHIVE,
        label,
        state,
        nothing ? Change.Shows.NOTHING : Change.Shows.TEXT,
        nothing ? null : version(label, text(version)),
        nothing ? Why.WITHDRAWN : null,
        state == ValidityState.ASSERTED ? from : null,
        state == ValidityState.ASSERTED ? to : null,
        looked,
        nothing || random.nextBoolean()
            ? List.of()
            : List.of(
                new Change.SectionDate(
                    "fees",
                    random.nextBoolean() ? at(random.nextInt(DAYS)) : null,
                    random.nextBoolean()
                        ? LocalTimes.parseStated(
                            day(DAYS + random.nextInt(DAYS)), ZoneOffset.UTC, false)
                        : null)),
        Hash.wrap(Sha256.of((label + version).getBytes(StandardCharsets.UTF_8))));
  }

  private Change.Wanted wanted() {
    return new Change.Wanted.New(version());
  }

  private NewVersion version() {
    int version = random.nextInt(4);
    return version("v" + version, text(version));
  }

  private static NewVersion version(String label, String text) {
    return new NewVersion(
        label, null, "en", null, null, false, null, PreparedText.of(Format.MARKDOWN, text));
  }

  private static String text(int version) {
    return "# Scope\n\nAll.\n"
        + (version == 3 ? "" : "\n# Fees\n\nThe fee is " + version + ".\n")
        + "\n# Law\n\nLaw of "
        + version
        + ".\n";
  }

  static StatedTime at(int day) {
    return LocalTimes.parseStated(day(day), ZoneOffset.UTC, false);
  }

  private static String day(int day) {
    return LocalDate.of(2024, 1, 1).plusDays(day).toString();
  }
}
