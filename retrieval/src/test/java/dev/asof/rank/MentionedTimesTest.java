package dev.asof.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.time.TimeRange;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MentionedTimesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "in 1999 it began             | 1999-01-01 2000-01-01",
        "from 1916 to 1920            | 1916-01-01 1921-01-01",
        "( 1916 – 1920 )              | 1916-01-01 1921-01-01",
        "in 1916–20                   | 1916-01-01 1921-01-01",
        "the 1980s                    | 1980-01-01 1990-01-01",
        "August 1995                  | 1995-08-01 1995-09-01",
        "from Aug 1995 to Aug 2002    | 1995-08-01 2002-09-01",
        "on 14 May 1990               | 1990-05-14 1990-05-15",
        "on May 14 , 1990             | 1990-05-14 1990-05-15",
        "on 1990-05-14 at noon        | 1990-05-14 1990-05-15",
        "between March and June 2004  | 2004-06-01 2004-07-01"
      })
  void aTimeIsReadAsARange(String text, String range) {
    List<String> days = List.of(range.split(" ", 2));
    assertThat(MentionedTimes.of(text))
        .containsExactly(
            TimeRange.between(
                LocalDate.parse(days.get(0)).atStartOfDay(ZoneOffset.UTC).toInstant(),
                LocalDate.parse(days.get(1)).atStartOfDay(ZoneOffset.UTC).toInstant()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "section 230 of the act",
        "form 10994",
        "1,999 dollars",
        "1999.5 metres",
        "31 February 2001",
        "v2.2001 of it"
      })
  void aNumberThatIsNoTimeIsNotOne(String text) {
    assertThat(MentionedTimes.of(text)).isEmpty();
  }

  @Test
  void eachTimeIsReadOnceInTheOrderOfTheText() {
    assertThat(MentionedTimes.of("In 2004, after 1999, and again in 2004.")).hasSize(2);
  }
}
