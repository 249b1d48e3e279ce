package dev.asof.schema;

import dev.asof.time.TimeRange;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoEra;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Objects;
import org.jooq.Binding;
import org.jooq.BindingGetResultSetContext;
import org.jooq.BindingGetSQLInputContext;
import org.jooq.BindingGetStatementContext;
import org.jooq.BindingRegisterContext;
import org.jooq.BindingSQLContext;
import org.jooq.BindingSetSQLOutputContext;
import org.jooq.BindingSetStatementContext;
import org.jooq.Converter;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Maps PostgreSQL's `tstzrange` to [TimeRange]. Without it jOOQ types such a column as `Object`.
///
/// An empty range, an infinite bound and a bound of the wrong kind are refused in both directions:
/// the schema forbids them, so one that arrives here means that somebody worked around it.
public final class RangeBinding implements Binding<Object, TimeRange> {

  private static final DateTimeFormatter BOUND = bound(IsoEra.CE);

  /// PostgreSQL writes and reads a year before the first without a sign, and `BC` at the end.
  private static final DateTimeFormatter BOUND_BEFORE_CHRIST = bound(IsoEra.BCE);

  private static DateTimeFormatter bound(IsoEra era) {
    return new DateTimeFormatterBuilder()
        .appendPattern("yyyy-MM-dd HH:mm:ss")
        .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
        .appendOffset("+HH:mm:ss", "+00")
        .parseDefaulting(ChronoField.ERA, era.getValue())
        .toFormatter(Locale.ROOT);
  }

  @Override
  public Converter<Object, TimeRange> converter() {
    return Converter.ofNullable(
        Object.class, TimeRange.class, o -> parse(o.toString()), RangeBinding::format);
  }

  /// The text of a range as PostgreSQL reads it: `[2024-01-01T00:00:00Z,)`, and a year before the
  /// first as `0044-03-15 00:00:00+00 BC`.
  static String format(TimeRange range) {
    return (range.isStartUnbounded() ? "(" : "[" + text(range.fromOrNull()))
        + ","
        + (range.isEndUnbounded() ? "" : text(range.toOrNull()))
        + ")";
  }

  private static String text(@Nullable Instant bound) {
    OffsetDateTime at = Objects.requireNonNull(bound).atOffset(ZoneOffset.UTC);
    return at.getYear() > 0 ? at.toInstant().toString() : BOUND_BEFORE_CHRIST.format(at) + " BC";
  }

  /// Reads the text of a range as PostgreSQL prints it in ISO date style.
  static TimeRange parse(String text) {
    int comma = text.indexOf(',');
    if (comma < 0 || !text.endsWith(")") || !(text.startsWith("[") || text.startsWith("(,"))) {
      throw new IllegalArgumentException("the range " + text + " is not half-open");
    }
    return TimeRange.of(
        bound(text.substring(1, comma)), bound(text.substring(comma + 1, text.length() - 1)));
  }

  private static @Nullable Instant bound(String text) {
    String bare = text.replace("\"", "");
    if (bare.isEmpty()) {
      return null;
    }
    boolean beforeChrist = bare.endsWith(" BC");
    return beforeChrist
        ? OffsetDateTime.parse(bare.substring(0, bare.length() - 3), BOUND_BEFORE_CHRIST)
            .toInstant()
        : OffsetDateTime.parse(bare, BOUND).toInstant();
  }

  @Override
  public void sql(BindingSQLContext<TimeRange> ctx) throws SQLException {
    if (ctx.render().paramType() == org.jooq.conf.ParamType.INLINED) {
      ctx.render()
          .visit(
              DSL.inline(
                  ctx.convert(converter()).value() == null
                      ? null
                      : String.valueOf(ctx.convert(converter()).value())))
          .sql("::tstzrange");
    } else {
      ctx.render().sql(ctx.variable()).sql("::tstzrange");
    }
  }

  @Override
  public void register(BindingRegisterContext<TimeRange> ctx) throws SQLException {
    ctx.statement().registerOutParameter(ctx.index(), Types.VARCHAR);
  }

  @Override
  public void set(BindingSetStatementContext<TimeRange> ctx) throws SQLException {
    Object value = ctx.convert(converter()).value();
    ctx.statement().setString(ctx.index(), value == null ? null : value.toString());
  }

  @Override
  public void get(BindingGetResultSetContext<TimeRange> ctx) throws SQLException {
    ctx.convert(converter()).value(ctx.resultSet().getString(ctx.index()));
  }

  @Override
  public void get(BindingGetStatementContext<TimeRange> ctx) throws SQLException {
    ctx.convert(converter()).value(ctx.statement().getString(ctx.index()));
  }

  @Override
  public void set(BindingSetSQLOutputContext<TimeRange> ctx) throws SQLException {
    throw new SQLFeatureNotSupportedException("PostgreSQL has no SQLOutput");
  }

  @Override
  public void get(BindingGetSQLInputContext<TimeRange> ctx) throws SQLException {
    throw new SQLFeatureNotSupportedException("PostgreSQL has no SQLInput");
  }
}
