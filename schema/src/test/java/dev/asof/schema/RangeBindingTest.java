package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.time.TimeRange;
import java.time.Instant;
import org.jooq.DataType;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a range becomes on its way to PostgreSQL and back.
class RangeBindingTest {

  private static final DataType<TimeRange> RANGE =
      SQLDataType.OTHER.asConvertedDataType(new RangeBinding());

  private static TestDatabase home;

  @BeforeAll
  static void open() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    home.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-4712-01-01T00:00:00Z",
        "-0043-03-15T12:00:00.000001Z",
        "-0004-02-29T00:00:00Z",
        "0000-12-31T23:59:59.999999Z",
        "0001-01-01T00:00:00Z",
        "2024-02-29T00:00:00.5Z",
        "9999-12-30T23:59:59.999999Z"
      })
  void anInstantOfAnyYearComesBackAsItWas(Instant bound) {
    for (TimeRange range : new TimeRange[] {TimeRange.from(bound), TimeRange.until(bound)}) {
      assertThat(thereAndBack(range)).isEqualTo(range);
    }
  }

  @Test
  void whatIsUnboundedStaysSo() {
    assertThat(thereAndBack(TimeRange.always())).isEqualTo(TimeRange.always());
  }

  private static TimeRange thereAndBack(TimeRange range) {
    return home.database()
        .read(new TenantId(1), sql -> sql.select(DSL.val(range, RANGE)).fetchSingle().value1());
  }
}
