package dev.asof.conformance;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.split.Format;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Store;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// This store, through its own doors.
final class AsofPeer implements Peer {

  private static final String SOURCE = "office";

  private final Store store;
  private final History history;
  private final TenantId tenant;

  /// System time from which each number of changes was held.
  private final List<Instant> times = new ArrayList<>();

  AsofPeer(Database database) {
    this.store = new Store(database);
    this.history = new History(database);
    this.tenant = store.createTenant("differential");
    times.add(Instant.parse("2000-01-01T00:00:00Z"));
  }

  @Override
  public String name() {
    return "asof";
  }

  @Override
  public void replace(
      String document, @Nullable String text, @Nullable Instant from, @Nullable Instant to) {
    Change.Place place = Change.Place.of(document, SOURCE);
    Change change =
        text == null
            ? new Change.Retract(place, TimeRange.of(from, to))
            : new Change.Assert(
                place,
                new Change.Wanted.New(
                    new NewVersion(
                        text,
                        null,
                        "en",
                        null,
                        null,
                        false,
                        null,
                        PreparedText.of(Format.TEXT, text))),
                stated(Objects.requireNonNull(from)),
                to == null ? null : stated(to),
                true);
    try {
      Instant at =
          store
              .write(
                  tenant,
                  Intent.of("replace", "stream").because("the stream says so"),
                  List.of(change))
              .systemTime();
      times.add(at == null ? times.getLast() : at);
    } catch (CallerFault nothingThere) {
      if (nothingThere.code() != Code.NOTHING_MATCHES
          && nothingThere.code() != Code.UNKNOWN_DOCUMENT
          && nothingThere.code() != Code.UNKNOWN_SOURCE) {
        throw nothingThere;
      }
      // Nothing was to be given up; the others take that for a change of nothing.
      times.add(times.getLast());
    }
  }

  private static StatedTime stated(Instant at) {
    return new StatedTime(at.toString(), ZoneOffset.UTC, false, Precision.INSTANT, at, null);
  }

  @Override
  public boolean expresses(Instant about) {
    return true;
  }

  @Override
  public @Nullable String text(String document, Instant about, int changes, Edge edge) {
    Instant known = times.get(changes);
    for (int next = changes + 1; edge == Edge.LAST && next < times.size(); next++) {
      if (times.get(next).isAfter(known)) {
        known = times.get(next).minus(1, ChronoUnit.MICROS);
        break;
      }
    }
    try {
      Answer<Citation> answer =
          history.inForce(
              tenant,
              Filter.document(document),
              new TimeInput.Moment(stated(about)),
              Known.at(known));
      return answer.results().isEmpty() || answer.results().getFirst().version() == null
          ? null
          : answer.results().getFirst().label();
    } catch (CallerFault unknownYet) {
      if (unknownYet.code() == Code.UNKNOWN_DOCUMENT) {
        return null;
      }
      throw unknownYet;
    }
  }

  @Override
  public void close() {}
}
