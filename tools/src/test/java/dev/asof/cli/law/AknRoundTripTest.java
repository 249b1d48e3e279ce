package dev.asof.cli.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.asof.fault.AsofException;
import dev.asof.fold.Why;
import dev.asof.history.Citation;
import dev.asof.history.DocumentText;
import dev.asof.history.Documents;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.InForceText;
import dev.asof.history.Known;
import dev.asof.history.Page;
import dev.asof.history.Reconstruction;
import dev.asof.history.Span;
import dev.asof.id.TenantId;
import dev.asof.intake.law.AknSchema;
import dev.asof.intake.law.LawOptions;
import dev.asof.intake.law.LawReader;
import dev.asof.intake.law.LawReport;
import dev.asof.schema.Database;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.split.GivenSection;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.write.Change;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.SourceKind;
import dev.asof.write.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is exported as Akoma Ntoso and imported again is in force as it was: texts, sections, their
/// keys, states and ranges.
class AknRoundTripTest {
  private static final Path SHARED = Path.of("../../shared/data");
  private static final int HISTORIES = 3;
  private static final int CHANGES = 60;
  private static final int POINTS = 6;

  private static TestDatabase database;
  private static Database store;
  private static int tenants;

  @TempDir private Path folder;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
    store = Database.open(database.settings());
  }

  @AfterAll
  static void close() {
    store.close();
    database.close();
  }

  private static TenantId tenant() {
    return new Store(store).createTenant("akn" + ++tenants);
  }

  /// A text in force, as an answer shows it.
  ///
  /// @param observed it is observed or presumed; else asserted
  private record Held(
      boolean observed,
      @Nullable Span valid,
      String text,
      List<String> sections,
      @Nullable String title,
      @Nullable String language) {
    /// None of its sections is in force: a valid file, which holds no text to import.
    boolean isEmpty() {
      return text.isBlank();
    }

    /// Where only sections are in force, their document comes back with the range of them all.
    Held during(@Nullable Span wanted) {
      return wanted == null ? new Held(observed, null, text, sections, title, language) : this;
    }
  }

  private static TimeInput moment(Instant at) {
    return new TimeInput.Moment(StatedTime.of(at));
  }

  private static List<String> documents(TenantId tenant, Known known) {
    return new History(store)
        .documents(tenant, null, known, Page.ALL).results().stream()
            .map(Documents.Key::document)
            .toList();
  }

  private static Map<String, Held> held(TenantId tenant, Instant about, Known known) {
    History history = new History(store);
    Map<String, Held> held = new TreeMap<>();
    for (String document : documents(tenant, known)) {
      List<DocumentText> parts =
          history.documentAt(tenant, Filter.document(document), moment(about), known).results();
      for (InForceText text : history.texts(tenant, document, moment(about), known)) {
        if (text instanceof InForceText.Shown shown) {
          Citation cited = shown.citation();
          DocumentText own =
              parts.stream().filter(part -> isOf(part, cited)).findFirst().orElseThrow();
          held.put(
              document + " of " + cited.source() + " for " + cited.scope(),
              new Held(
                  switch (cited.state()) {
                    case OBSERVED, PRESUMED -> true;
                    default -> false;
                  },
                  own.base() == null ? null : range(cited),
                  shown.text(),
                  own.sections().stream()
                      .map(section ->
                          section.citation().section()
                              + " ["
                              + section.title()
                              + "] "
                              + String.valueOf(section.text()).stripTrailing())
                      .toList(),
                  cited.title(),
                  cited.language()));
        }
      }
    }
    return held;
  }

  /// What was observed ends where another text was seen, which is not in the export.
  private static Span range(Citation cited) {
    return switch (cited.state()) {
      case OBSERVED, PRESUMED -> new Span(cited.valid().from(), null);
      default -> cited.valid();
    };
  }

  private static boolean isOf(DocumentText part, Citation cited) {
    Citation one = part.base() == null ? part.sections().getFirst().citation() : part.base();
    return one.source().equals(cited.source()) && one.scope().equals(cited.scope());
  }

  /// Exports a point, validates every file, and imports them into a tenant of their own.
  private TenantId again(TenantId tenant, Instant about, Known known, boolean exact) {
    Path out = folder.resolve("out" + ++tenants);
    new History(store).reconstruct(tenant, moment(about), known, new AkomaNtoso(), out);
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".xml")).toList()) {
        AknSchema.requireValid(Files.readString(file));
      }
      if (exact) {
        assertThat(Files.readString(out.resolve(Reconstruction.MANIFEST)))
            .doesNotContain("\"exact\":false");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    TenantId other = tenant();
    LawOptions options =
        new LawOptions(
            "import",
            LawOptions.Which.APPLIES,
            LawOptions.End.EXCLUDED,
            null,
            null,
            LawOptions.Keys.WID,
            null,
            false,
            null,
            Instant.parse("2026-01-01T00:00:00Z"));
    new Importer(store)
        .run(
            other,
            List.of(new Importer.Input("out", () -> new LawReader(out, options, new LawReport()))),
            ImportOptions.NOW
                .as(SourceKind.ARCHIVE)
                .skippingBad(held(tenant, about, known).values().stream().anyMatch(Held::isEmpty)),
            Intent.of("import", "test"),
            Importer.Progress.NONE);
    return other;
  }

  @Test
  void aRandomHistoryIsTheSameAtEveryPoint() {
    long seed = Long.getLong("asof.test.seed", new Random().nextLong());
    for (int number = 0; number < HISTORIES; number++) {
      Random random = new Random(seed + number);
      TenantId tenant = tenant();
      tell(tenant, random);
      for (int point = 0; point < POINTS; point++) {
        Instant about = day(random.nextInt(20)).plusSeconds(random.nextInt(86_400));
        Known known = random.nextInt(3) == 0 ? Known.token(2 + random.nextInt(20)) : Known.latest();
        Map<String, Held> before = held(tenant, about, known);

        TenantId other = again(tenant, about, known, true);

        String at =
            "seed " + seed + ", history " + number + ", about " + about + ", known " + known;
        requireSame(before, held(other, about, Known.latest()), at);
      }
    }
  }

  @Test
  void aTextNoneOfWhoseSectionsIsInForceIsAValidFileThatHoldsNothingToImport() {
    TenantId tenant = tenant();
    Store to = new Store(store);
    Change.Place place = new Change.Place("terms", "site", "", null);
    StatedTime from = StatedTime.of(day(1));
    NewVersion text =
        new NewVersion(
            "v1",
            null,
            null,
            null,
            null,
            false,
            null,
            PreparedText.of(Format.MARKDOWN, "# Fees\n\nAll of it.\n"));
    to.write(
        tenant,
        Intent.of("test", "test").because("first"),
        List.of(new Change.Assert(place, new Change.Wanted.New(text), from, null, false)));
    to.write(
        tenant,
        Intent.of("test", "test").because("repealed in part, which was all"),
        List.of(
            new Change.OverrideSection(
                place.in("fees"), new Change.Content.Nothing(Why.REPEALED), from, null)));
    Map<String, Held> before = held(tenant, day(2), Known.latest());

    TenantId other = again(tenant, day(2), Known.latest(), true);

    assertThat(before.values()).singleElement().matches(Held::isEmpty);
    assertThat(held(other, day(2), Known.latest())).isEmpty();
  }

  private static void requireSame(Map<String, Held> before, Map<String, Held> after, String at) {
    Map<String, Held> texts = new TreeMap<>(before);
    texts.values().removeIf(Held::isEmpty);
    assertThat(after.keySet()).as(at).isEqualTo(texts.keySet());
    texts.forEach((key, one) ->
        assertThat(Objects.requireNonNull(after.get(key)).during(one.valid()))
            .as(at + ", " + key)
            .isEqualTo(one));
  }

  private static Instant day(int number) {
    return Instant.parse("2024-01-01T00:00:00Z").plusSeconds(number * 86_400L);
  }

  private static void tell(TenantId tenant, Random random) {
    Store to = new Store(store);
    List<String> documents = List.of("terms", "§ 5/Größe <a> & b", "code civil", "x");
    for (int i = 0; i < CHANGES; i++) {
      Change.Place place =
          new Change.Place(
              documents.get(random.nextInt(documents.size())),
              random.nextBoolean() ? "site" : "Gazette & Co",
              random.nextInt(4) == 0 ? "France" : "",
              null);
      try {
        to.write(
            tenant, Intent.of("test", "test").because("chance"), List.of(change(place, random)));
      } catch (AsofException e) {
        // What matches nothing changes nothing.
        assertThat(e.sentence()).isNotBlank();
      }
    }
  }

  private static Change change(Change.Place place, Random random) {
    StatedTime from = StatedTime.of(day(random.nextInt(15)));
    StatedTime to =
        random.nextBoolean() ? null : StatedTime.of(day(15 + random.nextInt(10)).plusNanos(1_000));
    Change.Place section = place.in(List.of("fees", "own", "§ 1 Abs. 2").get(random.nextInt(3)));
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 ->
          new Change.Assert(place, new Change.Wanted.New(version(random)), from, to, false);
      case 4 -> new Change.Correct(place, new Change.Wanted.New(version(random)), from, to);
      case 5 -> new Change.Terminate(place, from);
      case 6, 7 ->
          new Change.OverrideSection(
              section,
              random.nextInt(3) == 0
                  ? new Change.Content.Nothing(Why.REPEALED)
                  : new Change.Wanted.New(version(random)),
              from,
              to);
      case 8 -> new Change.Put(place, version(random));
      default ->
          new Change.Observe(
              place,
              from.instant().plusSeconds(random.nextInt(1_000)),
              new Change.Seen.Text(version(random)));
    };
  }

  /// Texts with what is hard to keep: line ends of other systems, blank lines, spaces at the end,
  /// markup, and sections that do not end with a line.
  private static NewVersion version(Random random) {
    List<String> pieces =
        List.of(
            "Plain words.",
            "A <b> & \"c\" 'd' ]]> end",
            "two\nlines ",
            "tab\tand\u00A0space",
            "  indented",
            "windows\r\nline",
            "old\rmac",
            "𝒳 and é and \u2028 sep",
            "a\n\n\nb\n\n\n\nc",
            "# not a heading");
    StringBuilder text = new StringBuilder();
    List<GivenSection> sections = new ArrayList<>();
    String[] keys = {"fees", "own", "§ 1 Abs. 2", "art_1", "art_1__para_2", "~document", "last"};
    int count = 1 + random.nextInt(4);
    boolean given = random.nextBoolean();
    for (int i = 0; i < count; i++) {
      String key = keys[random.nextInt(keys.length)];
      String title = random.nextInt(4) == 0 ? null : "Title of " + key;
      String end = List.of("\n\n", "\n", "", "\n\n\n", " \n").get(random.nextInt(5));
      String one =
          (title == null
                  ? ""
                  : (given ? "" : "## ") + title + (random.nextBoolean() ? "\n\n" : "\n"))
              + pieces.get(random.nextInt(pieces.size()))
              + (random.nextBoolean() ? "\n\n" + pieces.get(random.nextInt(pieces.size())) : "")
              + end;
      text.append(one);
      sections.add(new GivenSection(key, title, one));
    }
    Format format = given ? Format.TEXT : Format.MARKDOWN;
    String body = given && random.nextInt(4) == 0 ? "In other words: " + text : text.toString();
    if (given && random.nextInt(4) == 0) {
      body = "Only the words.";
    }
    return new NewVersion(
        "v" + random.nextInt(1_000_000),
        random.nextBoolean() ? null : "Of <terms>",
        random.nextBoolean() ? null : "de",
        random.nextBoolean() ? null : "https://example.org/?a=b&c",
        null,
        false,
        null,
        given ? PreparedText.of(format, body, sections) : PreparedText.of(format, body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"codecivil", "dccode", "bundesgesetze", "bopa"})
  void aRealSetIsTheSameAtEveryPoint(String set) throws IOException {
    Path file = SHARED.resolve(set).resolve("versions.jsonl.gz");
    assumeTrue(Files.exists(file), "the real sets are not here");
    TenantId tenant = tenant();
    new Importer(store)
        .run(
            tenant,
            List.of(Importer.Input.file(set, () -> Files.newInputStream(file))),
            ImportOptions.NOW.as(SourceKind.ARCHIVE),
            Intent.of("import", "test"),
            Importer.Progress.NONE);
    long texts = 0;
    for (String about :
        List.of("2005-07-01T10:00:00Z", "2016-10-02T10:00:00Z", "2024-06-01T10:00:00Z")) {
      Instant at = Instant.parse(about);
      Map<String, Held> before = held(tenant, at, Known.latest());
      texts += before.size();

      TenantId other = again(tenant, at, Known.latest(), false);

      requireSame(before, held(other, at, Known.latest()), about);
    }
    assertThat(texts).isPositive();
  }
}
