package dev.asof.index;

import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Where in the plane the texts of documents are in force: what the index holds of them, read from
/// the database, for whoever has to know times of passages that are not in force at a point.
public final class PassageTimes {
  private final Ledger ledger;

  /// Reads in the snapshot of one transaction, and sees what its caller may see.
  public PassageTimes(DSLContext sql, TenantId tenant) {
    this.ledger = new Ledger(sql, tenant);
  }

  /// A text in its section.
  public record Place(SectionId section, TextId text) {
    public static Place of(PassageId passage) {
      return new Place(passage.section(), passage.text());
    }
  }

  /// A rectangle of the plane in which a text is in force, according to one source in one state.
  public record Held(SourceId source, ValidityState state, TimeRange valid, TimeRange system) {}

  /// Every text of the document with its rectangles, in a fixed order; one that was never in force
  /// has none. Five statements.
  public Map<Place, List<Held>> of(DocumentId document) {
    Ledger.Sheet sheet = ledger.sheet(document);
    Map<Place, List<Held>> times = new HashMap<>();
    Projection.of(sheet.beliefs(), sheet.overrides(), sheet.versions())
        .forEach((unit, boxes) -> {
          List<Held> held = new ArrayList<>();
          for (Projection.Box box : boxes) {
            Rectangle during = box.during();
            held.add(
                new Held(
                    box.source(),
                    box.state(),
                    range(during.validFrom(), during.validTo()),
                    range(during.systemFrom(), during.systemTo())));
          }
          times.put(new Place(unit.section(), unit.text()), held);
        });
    return times;
  }

  private static TimeRange range(long from, long to) {
    return TimeRange.of(
        from == Long.MIN_VALUE ? null : instant(from), to == Long.MAX_VALUE ? null : instant(to));
  }

  private static @Nullable Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
