package dev.asof.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedTest {

  @Test
  void oneThingIsSingularAndAnyOtherNumberIsNot() {
    assertThat(Counted.of(1, "version")).isEqualTo("1 version");
    assertThat(Counted.of(0, "version")).isEqualTo("0 versions");
    assertThat(Counted.of(12_345, "ledger entry")).isEqualTo("12,345 ledger entries");
    assertThat(Counted.of(2, "match")).isEqualTo("2 matches");
    assertThat(Counted.of(2, "day")).isEqualTo("2 days");
  }
}
