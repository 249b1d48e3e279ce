package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.history.AnswerJson;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Page;
import dev.asof.history.Snapshot;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.ingest.Original;
import dev.asof.ingest.RecordFile;
import dev.asof.schema.Caller;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.Owner;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.verify.VerifiedRestore;
import dev.asof.verify.Verifier;
import dev.asof.write.export.Export;
import dev.asof.write.export.ExportImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A tenant exported and imported is the same tenant.
class ExportTest {
  private static final long SEED =
      Long.getLong("asof.test.seed", new Random().nextLong(1_000_000_000));
  private static final int POINTS = 1_000;
  private static final Path SHARED = Path.of("../../shared/data");
  private static final Path BUNDLED =
      Path.of("../tools/src/main/resources/dev/asof/cli/demo/githubpolicy.jsonl.gz");

  private static TestDatabase home;
  private static TestDatabase other;

  @BeforeAll
  static void open() {
    home = TestDatabases.create();
    other = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    home.close();
    other.close();
  }

  private static Owner owner(TestDatabase database) {
    return Owner.of(database.ownerSettings());
  }

  private static byte[] exported(TestDatabase database, String tenant, boolean withRestricted) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Export.write(owner(database), tenant, withRestricted, out, done -> {});
    return out.toByteArray();
  }

  private static ExportImport.Report imported(String tenant, byte[] file) {
    new Store(other.database()).createTenant(tenant);
    try (RecordFile lines = RecordFile.open("the file", new ByteArrayInputStream(file))) {
      return ExportImport.run(
          owner(other), tenant, "the file", lines, VerifiedRestore::requireImported, done -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines after the header, which names the tenant and what was settled by reading.
  private static String rows(byte[] export) {
    String all = new String(export, StandardCharsets.UTF_8);
    return all.substring(all.indexOf('\n'));
  }

  private static void asksTheSame(String tenant, Random random, int points) {
    History here = new History(home.database());
    History there = new History(other.database());
    TenantId one = new Store(home.database()).tenant(tenant);
    TenantId two = new Store(other.database()).tenant(tenant);
    List<String> documents =
        here.documents(one, null, Known.latest(), Page.ALL).results().stream()
            .map(key -> key.document())
            .toList();
    long last = here.reader().snapshot(one, Known.latest(), Snapshot::token);
    int held = 0;
    for (int point = 0; point < points; point++) {
      Known known = Known.token(last - random.nextLong(Math.max(1, last / 2)));
      TimeInput about =
          new TimeInput.Moment(
              StatedTime.of(
                  Instant.parse("2003-01-01T00:00:00Z").plusSeconds(random.nextLong(757_000_000))));
      Filter filter = Filter.document(documents.get(random.nextInt(documents.size())));
      boolean withTexts = point % 10 == 0;
      String asked = answer(here, one, filter, about, known, withTexts);
      assertThat(answer(there, two, filter, about, known, withTexts))
          .as("seed %s, %s about %s known %s", SEED, filter, about, known)
          .isEqualTo(asked);
      held += asked.contains("\"sha256\":\"") ? 1 : 0;
    }
    assertThat(held).as("points at which a text applied").isPositive();
  }

  private static String answer(
      History history,
      TenantId tenant,
      Filter filter,
      TimeInput about,
      Known known,
      boolean withTexts) {
    try {
      return AnswerJson.line(history.inForce(tenant, filter, about, known))
          + (withTexts ? AnswerJson.line(history.documentAt(tenant, filter, about, known)) : "");
    } catch (CallerFault fault) {
      return fault.code().word();
    }
  }

  @Test
  void aHistoryOfEveryKindOfChangeComesBackHashForHash() {
    Random random = new Random(SEED);
    Store store = new Store(home.database());
    TenantId tenant = store.createTenant("random");
    RandomChanges changes = new RandomChanges(random);
    List<Long> recallable = new ArrayList<>();
    for (int number = 0; number < 120; number++) {
      Intent intent =
          number % 10 == 0
              ? Intent.of("history", "random").because("by chance").under("key-" + number)
              : Intent.of("history", "random").because("by chance");
      try {
        Receipt receipt = store.write(tenant, intent, List.of(changes.next(recallable)));
        receipt.opened().forEach(row -> recallable.add(row.statement()));
      } catch (CallerFault refused) {
        // What matches nothing is refused.
      }
    }
    Intent why = Intent.of("tidy", "random").because("for the test");
    store.write(tenant, why, List.of(said("secret", "v1", "quokka doubloons")));
    store.write(tenant, why, List.of(said("held", "v1", "kept for a matter")));
    store.write(tenant, why, List.of(scanned("scan", "words of a scan")));
    store.write(tenant, why, List.of(new Change.Mark("held", "site", "v1", true)));
    store.write(tenant, why, List.of(new Change.Hold("held", "case 7")));
    store.write(tenant, why, List.of(new Change.Hold("held", "case 8")));
    store.write(tenant, why, List.of(new Change.Release("held", "case 8")));
    store.write(
        tenant,
        why,
        List.of(
            new Change.SetSource(
                "site",
                null,
                null,
                null,
                null,
                null,
                null,
                new Change.SetSource.Reading("en", "day_first", null),
                RandomChanges.at(5))));
    store.write(tenant, why, List.of(scanned("shredded", "what the file says")));
    Eraser eraser = new Eraser(home.open(DatabaseRole.ERASER));
    eraser.erase(tenant, why, "secret", new Eraser.Which.All(), "order 66");
    eraser.erase(tenant, why, "shredded", new Eraser.Which.All(), "order 67");
    new Store(home.database().as(Caller.holding("hr")))
        .write(tenant, why, List.of(new Change.Label("held", List.of("hr"), List.of())));

    byte[] export = exported(home, "random", false);
    ExportImport.Report report = imported("random", export);

    assertThat(new String(export, StandardCharsets.UTF_8)).doesNotContain("quokka");
    assertThat(report.held()).isFalse();
    assertThat(rows(exported(other, "random", false))).isEqualTo(rows(export));
    asksTheSame("random", random, POINTS);
    TenantId copy = new Store(other.database()).tenant("random");
    assertThat(new Verifier(other.database()).verify(copy).finding()).isEmpty();
    assertThat(imported("random", export).held()).isTrue();
    assertThat(scan(other, copy)).isEqualTo(SCAN);
    Change back = scanned("shredded", "what another extractor reads in it");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> new Store(other.database()).write(copy, why, List.of(back)))
        .withMessageContaining("order 67");

    // It goes on as the other would.
    Change next = said("next", "v1", "what comes after");
    assertThat(new Store(other.database()).write(copy, why, List.of(next)).sequence())
        .isEqualTo(store.write(tenant, why, List.of(next)).sequence());
    assertThat(new Verifier(other.database()).verify(copy).finding()).isEmpty();
  }

  /// Two pieces.
  private static final byte[] SCAN = new byte[300_000];

  static {
    new Random(1).nextBytes(SCAN);
  }

  private static Change scanned(String document, String text) {
    try {
      return new Change.Assert(
          Change.Place.of(document, "site"),
          new Change.Wanted.New(
              new NewVersion(
                  "v1",
                  null,
                  null,
                  null,
                  null,
                  false,
                  null,
                  PreparedText.of(Format.TEXT, text)
                      .from(Original.of("application/pdf", () -> new ByteArrayInputStream(SCAN))))),
          RandomChanges.at(1),
          null,
          false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] scan(TestDatabase database, TenantId tenant) {
    History history = new History(database.database());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    history.original(
        tenant,
        new VersionId(history.version(tenant, "scan", null, "v1", Known.latest()).version()),
        Known.latest(),
        out);
    return out.toByteArray();
  }

  private static Change said(String document, String label, String text) {
    return new Change.Assert(
        Change.Place.of(document, "site"),
        new Change.Wanted.New(
            new NewVersion(
                label,
                "Title",
                "en",
                null,
                null,
                false,
                "{\"from\":  \"somewhere\"}",
                PreparedText.of(Format.MARKDOWN, text))),
        RandomChanges.at(1),
        null,
        false);
  }

  @Test
  void theBundledCorpusComesBackHashForHash() {
    comesBack("bundled", BUNDLED, "recorded_at");
  }

  @ParameterizedTest
  @CsvSource({
    "githubpolicy, recorded_at",
    "ota, recorded_at",
    "dccode, recorded_at",
    "codecivil, recorded_at",
    "bopa, published_at",
    "bundesgesetze, recorded_at",
    "ota-bench, recorded_at"
  })
  void aRealSetComesBackHashForHash(String set, String carriedBy) {
    Path file = SHARED.resolve(set).resolve("versions.jsonl.gz");
    Assumptions.assumeTrue(Files.exists(file), "the set " + set + " is not beside this checkout");
    Assumptions.assumeTrue(
        System.getProperty("asof.test.postgres", "embedded").equals("embedded"),
        "the real sets take minutes and are tried on one server, the bundled corpus on each");
    Assumptions.assumeTrue(
        !set.equals("ota-bench") || Boolean.getBoolean("asof.test.large"),
        "ota-bench takes minutes: -Dasof.test.large=true tries it");
    comesBack(set, file, carriedBy);
  }

  private static void comesBack(String name, Path file, String carriedBy) {
    TenantId tenant = new Store(home.database()).createTenant(name);
    List<Importer.Input> inputs =
        List.of(Importer.Input.file(file.toString(), () -> Files.newInputStream(file)));
    ImportOptions options = ImportOptions.CARRIED.carriedBy(carriedBy);
    Intent intent = Intent.of("import", "test");
    new Importer(home.database()).run(tenant, inputs, options, intent, Importer.Progress.NONE);

    byte[] export = exported(home, name, false);
    ExportImport.Report report = imported(name, export);

    assertThat(report.hash()).isNotNull();
    assertThat(rows(exported(other, name, false))).isEqualTo(rows(export));
    asksTheSame(name, new Random(SEED), POINTS);
    ImportReport again =
        new Importer(other.database())
            .run(
                new Store(other.database()).tenant(name),
                inputs,
                options,
                intent,
                Importer.Progress.NONE);
    assertThat(again.written()).isZero();
  }

  @Test
  void whatIsNotWholeOrWasChangedIsNotImported() {
    Store store = new Store(home.database());
    TenantId tenant = store.createTenant("broken");
    Intent why = Intent.of("tidy", "random").because("for the test");
    store.write(tenant, why, List.of(said("act", "v1", "some words that matter")));
    String export = new String(exported(home, "broken", false), StandardCharsets.UTF_8);
    List<String> lines = export.lines().toList();

    refused(export.substring(0, export.length() - 20), "it is no JSON");
    refused(String.join("\n", lines.subList(0, lines.size() - 1)), "its last line is missing");
    List<String> fewer = new ArrayList<>(lines);
    fewer.remove(lines.size() - 2);
    refused(String.join("\n", fewer), "some are missing");
    refused(export.replace("words that matter", "words that mattered"), "does not verify");
    refused(export.replace("{\"document\":", "{\"papyrus\":"), "there is no table papyrus");
    refused(export.replace("\"kind\":\"page\"", "\"kind\":7"), "kind cannot be read: no text");
    refused(export.replace("\"display\":", "\"colour\":"), "has no column colour");
    refused(export.replace("\"version\":1", "\"version\":2"), "version 2 of its format");
    refused(export + "{\"more\":{}}\n", "lines after its last one");

    assertThat(imported("broken", export.getBytes(StandardCharsets.UTF_8)).held()).isFalse();
    store.write(tenant, why, List.of(said("act", "v2", "more")));
    byte[] later = exported(home, "broken", false);
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> imported("broken", later))
        .withMessageContaining("is not empty");
  }

  private static void refused(String file, String why) {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> imported("broken", file.getBytes(StandardCharsets.UTF_8)))
        .withMessageContaining(why);
    TenantId copy = new Store(other.database()).tenant("broken");
    long last =
        new History(other.database()).reader().snapshot(copy, Known.latest(), Snapshot::token);
    assertThat(last).isZero();
  }

  @Test
  void textsThatMayNotBeShownAreLeftOutUnlessTheyAreAskedFor() {
    Store store = new Store(home.database());
    TenantId tenant = store.createTenant("restricted");
    Intent why = Intent.of("tidy", "random").because("for the test");
    store.write(tenant, why, List.of(said("act", "v1", "quagga words")));
    store.write(
        tenant,
        why,
        List.of(
            new Change.Assert(
                Change.Place.of("free", "gazette"),
                new Change.Wanted.New(
                    new NewVersion(
                        "v1",
                        null,
                        null,
                        null,
                        null,
                        false,
                        null,
                        PreparedText.of(Format.MARKDOWN, "words for everybody"))),
                RandomChanges.at(1),
                null,
                false)));
    store.write(
        tenant, why, List.of(new Change.SetSource("site", null, null, null, "link", null, null)));

    byte[] without = exported(home, "restricted", false);
    assertThat(new String(without, StandardCharsets.UTF_8))
        .doesNotContain("quagga", "pepper")
        .contains(
            "words for everybody", "\"left_out\":{\"site\":\"link\"}", "\"texts_left_out\":1");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> imported("restricted", without))
        .withMessageContaining("leaves out the texts of site");

    byte[] all = exported(home, "restricted", true);
    assertThat(imported("restricted", all).held()).isFalse();
    assertThat(rows(exported(other, "restricted", true))).isEqualTo(rows(all));
  }
}
