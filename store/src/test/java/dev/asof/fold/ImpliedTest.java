package dev.asof.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.SectionId;
import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ImpliedTest {

  private static final SectionId SECTION = new SectionId(7);

  @Test
  void whatOutlastsAVersionAndWhatHasEndedInItAreTwoOverridesThoughOneStatementImpliesBoth() {
    // The act comes back on 1 April, when its section has ended; in between another text without
    // the section applies, and there the section goes on.
    Statement act = statement(1, 1, "2024-01-01", null);
    Statement between = statement(2, 2, "2024-03-01", "2024-04-01");

    List<SectionOverride> overrides =
        Implied.overrides(
            Fold.of(List.of(act, between)),
            version ->
                version.value() == 1
                    ? List.of(new SectionDates(SECTION, null, at("2024-04-01")))
                    : List.of(),
            (version, section) -> version.value() == 1);

    assertThat(overrides)
        .containsExactly(
            new SectionOverride(
                SECTION,
                TimeRange.between(at("2024-03-01"), at("2024-04-01")),
                new Holding.Text(new VersionId(1)),
                act.id()),
            new SectionOverride(
                SECTION,
                TimeRange.from(at("2024-04-01")),
                new Holding.Nothing(Why.ENDED),
                act.id()));
  }

  private static Statement statement(long id, long version, String from, @Nullable String to) {
    return new Statement(
        new StatementId(id),
        Effect.PLACES,
        new Holding.Text(new VersionId(version)),
        TimeRange.of(at(from), to == null ? null : at(to)),
        false,
        null);
  }

  private static Instant at(String day) {
    return Instant.parse(day + "T00:00:00Z");
  }
}
