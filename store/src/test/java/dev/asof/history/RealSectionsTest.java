package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.time;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.fold.Why;
import dev.asof.time.LocalTimes;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// Real documents whose parts have dates of their own: a page of terms with a part for each region,
/// and a code whose articles say since when they read as they do.
class RealSectionsTest {

  private static final Path SHARED = Path.of("../../shared/data");
  private static final String TERMS = "x/terms-of-service";
  private static final String PACS = "fr-code-civil/titre-13-du-pacs";

  private final Story story = new Story();

  @AfterEach
  void dropAfterEverythingVerified() {
    try {
      assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
    } finally {
      story.close();
    }
  }

  @Test
  void aPageThatAnnouncesNewTermsKeepsTheOldOnesUntilTheyStart() throws IOException {
    records("ota", TERMS);
    Known announced = knownOn("2024-10-18");

    assertThat(sections(TERMS, "2024-11-14", announced))
        .containsExactlyInAnyOrder(
            "outside-eu-efta-uk@2023-09-29 2024-02-21-282e7cbd",
            "eu-efta-uk@2023-09-29 2024-02-21-282e7cbd");
    assertThat(sections(TERMS, "2024-11-15", announced))
        .containsExactlyInAnyOrder(
            "outside-eu-efta-uk@2024-11-15 2024-10-17-190ca8ff",
            "eu-efta-uk@2024-11-15 2024-10-17-190ca8ff");
    assertThat(documentAt(TERMS, "2024-11-15", announced).absent())
        .extracting(Citation::section, Citation::why)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("outside-eu-efta-uk@2023-09-29", "ended"),
            org.assertj.core.groups.Tuple.tuple("eu-efta-uk@2023-09-29", "ended"));
  }

  @Test
  void onePartOfAPageMayChangeWhileAnotherStays() throws IOException {
    records("ota", TERMS);

    assertThat(sections(TERMS, "2026-04-10", Known.latest()))
        .containsExactlyInAnyOrder(
            "outside-eu-efta-uk@2026-04-10 2026-04-11-256cc33c",
            "eu-efta-uk@2026-01-15 2026-04-11-256cc33c");

    // A regulator suspends the part for its own territory for a month.
    story.write(
        "override",
        new Change.OverrideSection(
            Change.Place.of(TERMS, "pga-versions").in("eu-efta-uk@2026-01-15"),
            new Change.Content.Nothing(Why.WITHDRAWN),
            time("2026-05-01"),
            time("2026-06-01")));
    assertThat(sections(TERMS, "2026-05-31T23:59:59.999999Z", Known.latest()))
        .containsExactly("outside-eu-efta-uk@2026-04-10 2026-04-11-256cc33c");
    assertThat(sections(TERMS, "2026-06-01", Known.latest())).hasSize(2);
  }

  @Test
  void anArticleWhoseTextIsOlderThanItsCodeIsNoOverrideUntilSomebodyStatesOne() throws IOException {
    records("codecivil", PACS);

    assertThat(
            story.history.timeline(story.tenant, Filter.document(PACS), Known.latest()).results())
        .allMatch(line -> line.section() == null);
    DocumentText base = documentAt(PACS, "2010-01-01", Known.latest());
    assertThat(base.exact()).isTrue();
    assertThat(base.sections())
        .extracting(section -> section.citation().section())
        .contains("art-515-4");

    // The article as it read in the version of 2009 goes on beside a later version.
    String later = label(PACS, "2020-01-01");
    story.write(
        "override",
        new Change.OverrideSection(
            Change.Place.of(PACS, "legalize-fr").in("art-515-4"),
            new Change.Wanted.Labelled("2009-01-01-ac5a6938"),
            time("2020-01-01"),
            time("2020-07-01")));
    assertThat(sections(PACS, "2020-03-01", Known.latest()))
        .contains("art-515-4 2009-01-01-ac5a6938")
        .contains("art-515-1 " + later);
    assertThat(sections(PACS, "2020-07-01", Known.latest())).contains("art-515-4 " + later);
    Compared<DocumentDiff> diff =
        story.history.diff(
            story.tenant,
            Filter.document(PACS).from("legalize-fr"),
            new History.Asked(about("2020-03-01"), Known.latest()),
            new History.Asked(about("2020-07-01"), Known.latest()));
    assertThat(diff.results().stream().flatMap(one -> one.sections().stream()))
        .extracting(DocumentDiff.SectionDiff::section)
        .containsExactly("art-515-4");
  }

  private String label(String document, String about) {
    return String.valueOf(
        story.inForce(document, about).results().stream()
            .filter(result -> result.source().equals("legalize-fr"))
            .findFirst()
            .orElseThrow()
            .label());
  }

  private List<String> sections(String document, String about, Known known) {
    return documentAt(document, about, known).sections().stream()
        .map(section -> section.citation().section() + " " + section.citation().label())
        .toList();
  }

  private DocumentText documentAt(String document, String about, Known known) {
    return story
        .history
        .documentAt(story.tenant, Filter.document(document), about(about), known)
        .results()
        .stream()
        .filter(text ->
            text.sections().stream()
                .anyMatch(section ->
                    List.of("pga-versions", "legalize-fr").contains(section.citation().source())))
        .findFirst()
        .orElseThrow();
  }

  private static Known knownOn(String day) {
    return Known.at(LocalTimes.parseStated(day, ZoneOffset.UTC, false).instant());
  }

  /// Imports what a set holds about one document, with the times at which it was recorded.
  private void records(String set, String document) throws IOException {
    Path file = SHARED.resolve(set).resolve("versions.jsonl.gz");
    Assumptions.assumeTrue(Files.exists(file), "the set " + set + " is not beside this checkout");
    byte[] lines;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      lines =
          reader
              .lines()
              .filter(line -> line.contains('"' + document + '"'))
              .collect(Collectors.joining("\n"))
              .getBytes(StandardCharsets.UTF_8);
    }
    new Importer(story.database)
        .run(
            story.tenant,
            List.of(Importer.Input.file(set, () -> new ByteArrayInputStream(lines))),
            ImportOptions.CARRIED,
            Intent.of("import", "test"),
            Importer.Progress.NONE);
  }
}
