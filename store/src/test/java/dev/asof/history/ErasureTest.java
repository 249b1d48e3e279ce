package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static dev.asof.history.Story.there;
import static dev.asof.history.Story.time;
import static dev.asof.history.Story.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.generated.Asof;
import dev.asof.schema.generated.Tables;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.Eraser;
import dev.asof.write.ErasureReport;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jooq.Table;
import org.jooq.TableOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/// Legal erasure and legal hold, against a real database.
class ErasureTest {

  private static final String ORDER = "court order 12/2026";
  private static final String SHARED = "## Shared\n\nThe same everywhere.\n";
  private static final String SECRET =
      "# Terms\n\nIntro.\n\n## Zebrafish quarantine\n\nThe quokka owes nine doubloons.\n\n"
          + SHARED;
  private static final String CLEAN = "# Terms\n\nIntro.\n\n" + SHARED;

  private final Story story = new Story();
  private final Database erasing = story.home.open(DatabaseRole.ERASER);

  @AfterEach
  void drop() {
    story.close();
  }

  private ErasureReport erase(String document, Eraser.Which which) {
    return new Eraser(erasing)
        .erase(
            story.tenant,
            Intent.of("erase", "clerk").because("ordered to"),
            document,
            which,
            ORDER);
  }

  private ErasureReport eraseSecret() {
    return erase("terms", new Eraser.Which.Labelled(List.of("secret-label")));
  }

  private Receipt tell() {
    story.asserts("office", "terms", "clean-label", CLEAN, "2023-01-01", null);
    Receipt secret =
        story.asserts("office", "terms", "secret-label", SECRET, "2024-01-01", "2025-01-01");
    story.asserts("other", "copy", "kept-label", "# Copy\n\n" + SHARED, "2024-01-01", null);
    return secret;
  }

  /// Every table as text, past every policy: what a dump of the database would hold.
  private String dump() {
    StringWriter dump = new StringWriter();
    story.home.asOwner(sql ->
        sql.connection(connection -> {
          PGConnection server = connection.unwrap(PGConnection.class);
          for (Table<?> table : Asof.ASOF.getTables()) {
            if (table.getOptions().type() == TableOptions.TableType.TABLE) {
              server
                  .getCopyAPI()
                  .copyOut("copy (select * from asof." + table.getName() + ") to stdout", dump);
            }
          }
        }));
    return dump.toString();
  }

  private static List<String> traces() {
    return List.of(
        "quokka",
        "doubloons",
        "Zebrafish",
        "zebrafish",
        "secret-label",
        "Title of secret",
        Hash.wrap(Sha256.of(SECRET.getBytes(StandardCharsets.UTF_8))).hex());
  }

  @Test
  void whatWasErasedIsInNoTableAndTheLedgerVerifies() {
    tell();
    assertThat(dump()).contains(traces());

    ErasureReport report = eraseSecret();

    assertThat(report.versions())
        .singleElement()
        .satisfies(gone -> {
          assertThat(gone.label()).isEqualTo("secret-label");
        });
    assertThat(dump()).doesNotContain(traces()).contains("The same everywhere", "clean-label");
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
  }

  @Test
  void aTextThatAnotherVersionHoldsStaysAndIsNotReadThroughTheErasedOne() {
    tell();
    ErasureReport report = erase("terms", new Eraser.Which.All());

    assertThat(report.kept()).extracting(ErasureReport.Kept::document).containsExactly("copy");
    assertThat(
            story
                .history
                .documentAt(
                    story.tenant, Filter.document("copy"), about("2024-06-01"), Known.latest())
                .results()
                .getFirst()
                .sections())
        .anySatisfy(section -> assertThat(section.text()).contains("The same everywhere"));
    DocumentText erased =
        story
            .history
            .documentAt(story.tenant, Filter.document("terms"), about("2024-06-01"), Known.latest())
            .results()
            .getFirst();
    assertThat(erased.sections())
        .isNotEmpty()
        .allSatisfy(section -> {
          assertThat(section.text()).isNull();
          assertThat(section.title()).isNull();
          assertThat(there(section.citation().erased()).order()).isEqualTo(ORDER);
        });
  }

  @Test
  void aTextThatAHiddenDocumentHoldsTooStaysForItAndTheEraserIsNotToldOfIt() {
    tell();
    Database everything = story.home.database().as(Caller.everything());
    new Store(everything)
        .write(
            story.tenant,
            Intent.of("label", "clerk"),
            List.of(new Change.Label("copy", List.of("secret"), List.of())));

    ErasureReport report = erase("terms", new Eraser.Which.All());

    assertThat(report.kept()).isEmpty();
    assertThat(dump()).contains("The same everywhere").doesNotContain("quokka");
    assertThat(
            new History(everything)
                .documentAt(
                    story.tenant, Filter.document("copy"), about("2024-06-01"), Known.latest())
                .results()
                .getFirst()
                .sections())
        .anySatisfy(section -> assertThat(section.text()).contains("The same everywhere"));
    assertThat(new Verifier(everything).verify(story.tenant).finding()).isEmpty();
  }

  @Test
  void everyAnswerSaysErasedSinceWhenAndUnderWhichOrderAsKnownBeforeToo() {
    Receipt secret = tell();
    ErasureReport report = eraseSecret();

    for (Known known : List.of(Known.latest(), at(secret))) {
      Answer<Citation> answer = story.inForce("terms", "2024-06-01", known);
      Citation cited = answer.results().getFirst();
      assertThat(cited.erased()).isEqualTo(new Erased(there(report.systemTime()), ORDER));
      assertThat(cited.sha256()).isNull();
      assertThat(cited.label()).isNull();
      assertThat(cited.title()).isNull();
      assertThat(cited.url()).isNull();
      assertThat(Story.codes(answer)).contains("erased");
      assertThat(answer.notices().toString()).contains(ORDER, "whatever it is known at");
      assertThat(story.history.timeline(story.tenant, Filter.document("terms"), known).results())
          .anySatisfy(belief -> assertThat(belief.erased()).isNotNull());
      assertThat(
              story
                  .history
                  .history(story.tenant, Filter.document("terms"), known, true)
                  .results()
                  .toString())
          .contains(ORDER)
          .doesNotContain("secret");
    }
    VersionId version = new VersionId(report.versions().getFirst().version());
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> story.history.text(story.tenant, version, at(secret)))
        .withMessageContaining(ORDER)
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.ERASED));
  }

  @Test
  void aDifferenceSaysWhichSideIsErased() {
    tell();
    eraseSecret();
    DocumentDiff diff =
        story
            .history
            .diff(
                story.tenant,
                Filter.document("terms"),
                new History.Asked(about("2023-06-01"), Known.latest()),
                new History.Asked(about("2024-06-01"), Known.latest()))
            .results()
            .getFirst();
    assertThat(there(diff.before()).erased()).isNull();
    assertThat(there(diff.after()).erased()).isNotNull();
    assertThat(diff.sections()).isEmpty();
  }

  @Test
  void aReconstructionWritesTheRestAndSaysWhatIsErased(@TempDir Path folder) throws Exception {
    tell();
    eraseSecret();
    Path target = folder.resolve("then");
    Reconstruction.Outcome outcome =
        story.history.reconstruct(story.tenant, about("2024-06-01"), Known.latest(), target);
    assertThat(outcome.files()).isEqualTo(1);
    assertThat(outcome.erased()).isEqualTo(1);
    assertThat(Files.readString(target.resolve("manifest.json"))).contains(ORDER, "\"erased\":1}");
    assertThat(ReconstructionCheck.of(target).faults()).isEmpty();
    Files.writeString(target.resolve("stranger"), "");
    assertThat(ReconstructionCheck.of(target).faults()).isNotEmpty();
  }

  @Test
  void theSameTextOfTheDocumentIsNotStoredAgain() {
    tell();
    eraseSecret();
    Change.Place place = Change.Place.of("terms", "office");
    for (Change again :
        List.of(
            new Change.Put(place, version("anew", SECRET)),
            new Change.Put(Change.Place.of("terms", "elsewhere"), version("anew", SECRET)),
            new Change.Assert(
                place,
                new Change.Wanted.New(version("anew", SECRET)),
                time("2024-01-01"),
                null,
                false),
            new Change.Correct(
                place, new Change.Wanted.New(version("anew", SECRET)), time("2024-01-01"), null),
            new Change.Observe(
                place,
                Story.instant("2024-02-01T00:00:00Z"),
                new Change.Seen.Text(version("anew", SECRET))))) {
      assertThatExceptionOfType(CallerFault.class)
          .as(again.toString())
          .isThrownBy(() -> story.write("again", again))
          .withMessageContaining(ORDER)
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.ERASED));
    }
    story.asserts("office", "terms", "amended", CLEAN + "\nMore.\n", "2024-01-01", null);
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
  }

  @Test
  void importingTheRecordAgainIsSkippedAndCounted() {
    String first = record("secret-label", SECRET);
    assertThat(imports(first).written()).isEqualTo(1);
    eraseSecret();

    ImportReport again = imports(first + record("another-label", SECRET) + record("b", CLEAN));

    assertThat(again.held()).isEqualTo(1);
    assertThat(again.erased()).isEqualTo(1);
    assertThat(again.written()).isEqualTo(1);
    assertThat(dump()).doesNotContain("quokka", "another-label");
  }

  private ImportReport imports(String lines) {
    return new Importer(story.database)
        .run(
            story.tenant,
            List.of(
                Importer.Input.file(
                    "lines",
                    () -> new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)))),
            ImportOptions.NOW,
            Intent.of("import", "ada"),
            Importer.Progress.NONE);
  }

  private static String record(String label, String body) {
    return """
    {"document_key":"terms","source":"crawler","version_label":"%s","title":"T","body":%s,\
    "format":"markdown","valid_from":"2024-01-01","valid_to":null,"validity_state":"asserted",\
    "recorded_at":"2024-01-02T00:00:00Z","change":"amendment","url":"https://example.org/%s"}
    """
        .formatted(label, AnswerJson.line(body), label);
  }

  @Test
  void aHoldBlocksErasureUntilItIsReleased() {
    tell();
    story.write("hold", new Change.Hold("terms", "Smith v Jones"));
    story.write("hold", new Change.Hold("terms", "Tax audit"));
    assertThatExceptionOfType(Conflict.class)
        .isThrownBy(this::eraseSecret)
        .withMessageContaining("Smith v Jones")
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.UNDER_HOLD));
    story.write("release", new Change.Release("terms", "Smith v Jones"));
    assertThatExceptionOfType(Conflict.class)
        .isThrownBy(this::eraseSecret)
        .withMessageContaining("Tax audit");
    story.write("release", new Change.Release("terms", "Tax audit"));
    eraseSecret();
    assertThat(dump()).doesNotContain(traces());
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
  }

  @Test
  void aHoldThatIsThereWritesNothingAndOneThatIsNotCannotBeReleased() {
    tell();
    assertThat(story.write("hold", new Change.Hold("terms", "m")).outcome())
        .isEqualTo(Receipt.Outcome.WRITTEN);
    assertThat(story.write("hold", new Change.Hold("terms", "m")).outcome())
        .isEqualTo(Receipt.Outcome.UNCHANGED);
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> story.write("release", new Change.Release("terms", "n")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOTHING_MATCHES));
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> story.write("hold", new Change.Hold("nowhere", "m")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.UNKNOWN_DOCUMENT));
  }

  @Test
  void theDatabaseItselfRefusesToEraseUnderAHold() {
    tell();
    story.write("hold", new Change.Hold("terms", "m"));
    long version = there(story.inForce("terms", "2024-06-01").results().getFirst().version());
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() ->
            erasing.write(
                story.tenant,
                sql -> {
                  var opened =
                      sql.fetchSingle(
                          "select * from asof.open_transaction(?)", story.tenant.value());
                  return sql.execute(
                      "insert into asof.erasure (tenant, erasure_id, document_id, version_id,"
                          + " legal_order, content_key, system_from) select tenant, ?::bigint <<"
                          + " 24, document_id, version_id, 'forged', sha256, ?::timestamptz from"
                          + " asof.version where version_id = ?",
                      opened.get("first_sequence", Long.class),
                      opened.get("first_system_time", java.time.OffsetDateTime.class),
                      version);
                }))
        .withMessageContaining("row-level security");
  }

  @Test
  void theEraserCannotRemoveWordsWithoutAnErasure() {
    tell();
    for (String statement :
        List.of(
            "update asof.section_text set sha256 = null, title = null, body = null, salt = null",
            "update asof.version set label = null, title = null, url = null, sha256 = null,"
                + " normalised_sha256 = null, provenance = null, salt = null",
            "update asof.statement set label = null, written = null, salt = null",
            "update asof.observation set label = null, note = null, salt = null",
            "update asof.section set key = 'erased-' || section_id, salt = null")) {
      assertThat(erasing.<Integer>write(story.tenant, sql -> sql.execute(statement)))
          .as(statement)
          .isZero();
    }
    for (String statement :
        List.of(
            "update asof.transaction set reason = null, salt = null",
            "update asof.document set key = 'x'",
            "delete from asof.version",
            "update asof.hold set system_to = now()",
            "update asof.erasure set legal_order = 'other'",
            "delete from asof.erasure")) {
      assertThatExceptionOfType(AsofException.class)
          .as(statement)
          .isThrownBy(() -> erasing.write(story.tenant, sql -> sql.execute(statement)));
    }
    assertThat(dump()).contains(traces());
  }

  @Test
  void wordsThatAnOwnerRemovedOrPutBackAreFound() {
    tell();
    ErasureReport report = erase("copy", new Eraser.Which.All());
    for (String tampering :
        List.of(
            "update asof.section_text set sha256 = null, title = null, body = null, salt = null"
                + " where body like '%quokka%'",
            "update asof.version set label = null, title = null, url = null, sha256 = null,"
                + " normalised_sha256 = null, provenance = null, salt = null where label ="
                + " 'secret-label'",
            "update asof.section set key = 'erased-' || section_id, salt = null where key like"
                + " '%zebrafish%'",
            "update asof.statement set label = null, written = null, salt = null where salt is not"
                + " null",
            "update asof.section_text set salt = null",
            "update asof.version set salt = null where label = 'secret-label'",
            "update asof.version set label = 'again' where version_id = "
                + report.versions().getFirst().version(),
            "delete from asof.erasure",
            "update asof.transaction set salt = null, reason = 'other'")) {
      story.home.asOwner(sql ->
          sql.connection(connection -> {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
              statement.execute("set session_replication_role = replica");
              assertThat(statement.executeUpdate(tampering)).as(tampering).isPositive();
              assertThat(
                      Verifier.verify(org.jooq.impl.DSL.using(connection), story.tenant).finding())
                  .as(tampering)
                  .isPresent();
            } finally {
              connection.rollback();
              connection.setAutoCommit(true);
            }
          }));
    }
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
  }

  @Test
  void aDryRunErasesNothingAndASecondErasureFindsNothing() {
    tell();
    ErasureReport dry =
        new Eraser(erasing)
            .erase(
                story.tenant,
                Intent.of("erase", "clerk").because("ordered to").dry(true),
                "terms",
                new Eraser.Which.All(),
                ORDER);
    assertThat(dry.outcome()).isEqualTo(Receipt.Outcome.DRY_RUN);
    assertThat(dry.versions()).hasSize(2);
    assertThat(dry.sequence()).isNull();
    assertThat(dry.checkedAt()).isPositive();
    assertThat(dump()).contains(traces());
    ErasureReport done = erase("terms", new Eraser.Which.All());
    assertThat(done.versions()).isEqualTo(dry.versions());
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> erase("terms", new Eraser.Which.All()))
        .withMessageContaining(ORDER)
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOTHING_MATCHES));
  }

  @Test
  void runsOfLooksStayAsTheyAreWhenALateLookArrivesAfterAnErasure() {
    story.shows("crawler", "page", "2024-01-01", "a", "Text A of the quokka");
    story.shows("crawler", "page", "2024-03-01", "a2", "Text A of the quokka");
    story.shows("crawler", "page", "2024-05-01", "b", "Text B");
    List<Span> before =
        story.inForce("page", "2024-04-01").results().stream().map(Citation::valid).toList();
    erase("page", new Eraser.Which.Labelled(List.of("a", "a2")));
    story.shows("crawler", "page", "2024-06-01", "b2", "Text B");
    Citation run = story.inForce("page", "2024-04-01").results().getFirst();
    assertThat(List.of(run.valid())).isEqualTo(before);
    assertThat(there(run.seen()).last()).isEqualTo(Story.instant("2024-03-01T00:00:00Z"));
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
  }

  @Test
  void theEraserMayChangeOnlyTheColumnsOfWords() {
    Set<String> allowed =
        Set.of(
            "version.label",
            "version.title",
            "version.url",
            "version.sha256",
            "version.normalised_sha256",
            "version.provenance",
            "version.salt",
            "section_text.sha256",
            "section_text.title",
            "section_text.body",
            "section_text.salt",
            "section.key",
            "section.salt",
            "statement.label",
            "statement.written",
            "statement.salt",
            "observation.label",
            "observation.note",
            "observation.salt",
            "original.sha256",
            "original.salt",
            "watched_page.note",
            "watched_page.final_url",
            "watched_page.etag",
            "watched_page.last_modified",
            "watched_page.payload",
            "watched_page.version_id");
    story.home.asOwner(sql ->
        assertThat(
                sql.fetch(
                        "select c.relname || '.' || a.attname from pg_class c join pg_attribute a"
                            + " on a.attrelid = c.oid and a.attnum > 0 where c.relnamespace ="
                            + " 'asof'::regnamespace and c.relkind in ('r', 'p') and"
                            + " has_column_privilege('asof_eraser', c.oid, a.attnum, 'update')")
                    .getValues(0, String.class))
            .containsExactlyInAnyOrderElementsOf(allowed));
    assertThat(story.database.<Integer>read(story.tenant, sql -> sql.fetchCount(Tables.ERASURE)))
        .isZero();
  }
}
