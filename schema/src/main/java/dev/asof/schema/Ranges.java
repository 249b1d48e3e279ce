package dev.asof.schema;

import dev.asof.time.BitemporalPoint;
import dev.asof.time.TimeRange;
import java.time.Instant;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The only place where PostgreSQL's range operators appear. Instants are bound as `timestamptz`,
/// so that the index over the ranges is used.
public final class Ranges {
  private Ranges() {}

  /// `valid @> about and system @> known`
  public static Condition holds(
      Field<TimeRange> valid, Field<TimeRange> system, BitemporalPoint at) {
    return holds(valid, at.about()).and(holds(system, at.known()));
  }

  /// `range @> point`
  public static Condition holds(Field<TimeRange> range, Instant point) {
    return DSL.condition("{0} @> {1}", range, DSL.val(point, SQLDataType.INSTANT));
  }

  /// `range @> point`
  public static Condition holds(Field<TimeRange> range, Field<Instant> point) {
    return DSL.condition("{0} @> {1}", range, point);
  }

  /// `range && other`
  public static Condition overlaps(Field<TimeRange> range, TimeRange other) {
    return DSL.condition("{0} && {1}", range, DSL.val(other, range.getDataType()));
  }
}
