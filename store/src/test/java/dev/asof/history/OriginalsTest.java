package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.there;
import static dev.asof.history.Story.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.VersionId;
import dev.asof.ingest.Original;
import dev.asof.ingest.RecordReader;
import dev.asof.ledger.Hash;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.split.Format;
import dev.asof.verify.Verification;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.Eraser;
import dev.asof.write.HeldRecords;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Originals kept beside the texts that were taken from them, against a real database.
class OriginalsTest {

  /// Three pieces, the last one short.
  private static final int LONG = 2 * 256 * 1024 + 17;

  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static Original original(byte[] bytes) {
    try {
      return Original.of("application/pdf", () -> new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static NewVersion version(@Nullable String label, String text, byte[] bytes) {
    return new NewVersion(
        label,
        null,
        null,
        null,
        null,
        false,
        null,
        PreparedText.of(Format.TEXT, text).from(original(bytes)));
  }

  private Receipt asserts(String label, String text, byte[] bytes) {
    return story.write(
        "assert",
        new Change.Assert(
            Change.Place.of("act", "gazette"),
            new Change.Wanted.New(version(label, text, bytes)),
            time("2024-01-01"),
            null,
            false));
  }

  private VersionId labelled(String label) {
    return new VersionId(
        story.history.version(story.tenant, "act", null, label, Known.latest()).version());
  }

  private byte[] read(VersionId version, Known known) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    story.history.original(story.tenant, version, known, out);
    return out.toByteArray();
  }

  private Verification verified() {
    return new Verifier(story.database).verify(story.tenant);
  }

  @Test
  void theBytesComeBackExactlyAndTheLedgerCoversTheirHash() {
    byte[] bytes = bytes(LONG, 1);
    asserts("1", "The text.", bytes);

    HeldVersion held = story.history.version(story.tenant, "act", "gazette", "1", Known.latest());
    HeldOriginal original = there(held.original());
    assertThat(original.mediaType()).isEqualTo("application/pdf");
    assertThat(original.bytes()).isEqualTo(LONG);
    assertThat(original.sha256()).isEqualTo(original(bytes).sha256().hex());
    assertThat(read(labelled("1"), Known.latest())).isEqualTo(bytes);
    assertThat(verified().finding()).isEmpty();
  }

  @Test
  void theSameTextWithOtherBytesIsAnotherVersionAndWithTheSameBytesIsNot() {
    asserts("1", "The text.", bytes(100, 1));
    assertThat(asserts("1", "The text.", bytes(100, 1)).outcome())
        .isEqualTo(Receipt.Outcome.UNCHANGED);
    VersionId first = labelled("1");
    asserts("1", "The text.", bytes(100, 2));

    assertThat(labelled("1")).isNotEqualTo(first);
    assertThat(read(first, Known.latest())).isEqualTo(bytes(100, 1));
    assertThat(read(labelled("1"), Known.latest())).isEqualTo(bytes(100, 2));
  }

  @Test
  void bytesThatChangeWhileTheyAreWrittenLeaveNothingBehind() {
    Original first = original(bytes(100, 1));
    Original changed =
        new Original(
            first.mediaType(),
            first.sha256(),
            first.length(),
            () -> new ByteArrayInputStream(bytes(100, 2)));
    NewVersion version =
        new NewVersion(
            "1",
            null,
            null,
            null,
            null,
            false,
            null,
            PreparedText.of(Format.TEXT, "The text.").from(changed));
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(
            () -> story.write("put", new Change.Put(Change.Place.of("act", "gazette"), version)))
        .withMessageContaining("changed while it was read");
    assertThat(count("version")).isZero();
    assertThat(count("original")).isZero();
    assertThat(verified().finding()).isEmpty();
  }

  private int count(String table) {
    return story
        .home
        .database()
        .as(Caller.everything())
        .<Integer>read(story.tenant, sql -> sql.fetchCount(DSL.table("asof." + table)));
  }

  @Test
  void anErasureTakesTheBytesAndNothingIsReadAnyMore() {
    byte[] bytes = bytes(LONG, 3);
    asserts("1", "The text.", bytes);
    asserts("2", "Another text.", bytes);
    VersionId gone = labelled("1");

    erase("1");

    assertThat(count("original_piece")).isEqualTo(3);
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> read(gone, Known.latest()))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.ERASED));
    assertThat(read(labelled("2"), Known.latest())).isEqualTo(bytes);
    assertThat(story.history.version(story.tenant, gone, Known.latest()).original()).isNull();
    assertThat(verified().finding()).isEmpty();
  }

  private void erase(String label) {
    Database erasing = story.home.open(DatabaseRole.ERASER);
    new Eraser(erasing)
        .erase(
            story.tenant,
            Intent.of("erase", "clerk").because("ordered to"),
            "act",
            new Eraser.Which.Labelled(List.of(label)),
            "order 1");
  }

  @Test
  void theDatabaseKeepsTheBytesOfWhatIsNotErasedFromTheEraserAndFromEverybodyElse() {
    asserts("1", "The text.", bytes(100, 4));
    Database erasing = story.home.open(DatabaseRole.ERASER);
    for (String statement :
        List.of(
            "delete from asof.original_piece",
            "update asof.original set sha256 = null, salt = null")) {
      assertThat(erasing.<Integer>write(story.tenant, sql -> sql.execute(statement))).isZero();
    }
    assertThatExceptionOfType(AsofException.class)
        .as("bytes are added to an original of an earlier transaction")
        .isThrownBy(() ->
            story.database.write(
                story.tenant,
                sql -> {
                  sql.fetch("select * from asof.open_transaction(?)", story.tenant.value());
                  return sql.execute(
                      "insert into asof.original_piece select tenant, original_id, 7, bytes from"
                          + " asof.original_piece");
                }))
        .withMessageContaining("row-level security");
  }

  @Test
  void bytesThatAnOwnerEditsAddsOrRemovesAreFound() {
    asserts("1", "The text.", bytes(LONG, 5));
    asserts("2", "Another text.", bytes(100, 6));
    erase("2");
    for (String tampering :
        List.of(
            "update asof.original_piece set bytes = 'x' where piece = 2",
            "delete from asof.original_piece where piece = 1",
            "delete from asof.original_piece where piece = 2",
            "insert into asof.original_piece select tenant, original_id, 3, 'x' from asof.original",
            "insert into asof.original_piece select tenant, original_id, 0, 'x' from asof.original"
                + " where sha256 is null",
            "insert into asof.original_piece select tenant, original_id + 5, 0, 'x' from"
                + " asof.original",
            "update asof.original set media_type = 'text/html'",
            "update asof.original set byte_length = byte_length + 1",
            "update asof.original set sha256 = null, salt = null",
            "delete from asof.original_piece; delete from asof.original")) {
      story.home.asOwner(sql ->
          sql.connection(connection -> {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
              statement.execute("set session_replication_role = replica");
              statement.execute(tampering);
              assertThat(Verifier.verify(DSL.using(connection), story.tenant).finding())
                  .as(tampering)
                  .isPresent();
            } finally {
              connection.rollback();
              connection.setAutoCommit(true);
            }
          }));
    }
    assertThat(verified().finding()).isEmpty();
  }

  @Test
  void aSourceThatAllowsAnExcerptDoesNotHandOutTheWhole() {
    asserts("1", "The text.", bytes(100, 7));
    story.write(
        "source set", new Change.SetSource("gazette", null, null, null, "excerpt", 10, null));
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> read(labelled("1"), Known.latest()))
        .withMessageContaining("excerpt")
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED));
  }

  @Test
  void aReconstructionNamesTheHashOfTheOriginal(@TempDir Path folder) throws Exception {
    asserts("1", "The text.", bytes(100, 8));
    story.history.reconstruct(
        story.tenant, about("2024-06-01"), Known.latest(), folder.resolve("then"));
    assertThat(Files.readString(folder.resolve("then/manifest.json")))
        .contains(original(bytes(100, 8)).sha256().hex(), "application/pdf");
    assertThat(ReconstructionCheck.of(folder.resolve("then")).faults()).isEmpty();
  }

  @Test
  void anImportStagesOriginalsAndKnowsThemAgainWhateverTextIsTakenFromThem() {
    byte[] bytes = bytes(LONG, 10);
    assertThat(imports("2024-01-01", "The text.", bytes).written()).isEqualTo(1);
    assertThat(imports("2024-01-01", "The text, read better.", bytes).held()).isEqualTo(1);
    assertThat(read(labelled("1"), Known.latest())).isEqualTo(bytes);
    assertThat(
            new HeldRecords(story.database, story.tenant)
                .holds(Change.Place.of("act", "gazette"), "1", original(bytes).sha256()))
        .isTrue();
    assertThat(
            new HeldRecords(story.database, story.tenant)
                .holds(Change.Place.of("act", "gazette"), "2", original(bytes).sha256()))
        .isFalse();
    assertThat(imports("2024-02-01", "The text.", bytes(10, 11)).written()).isEqualTo(1);
    assertThat(verified().finding()).isEmpty();
  }

  @Test
  void anErasedOriginalDoesNotComeBackWhateverTextIsTakenFromItAndUnderWhichLabel() {
    byte[] bytes = bytes(LONG, 12);
    imports("2024-01-01", "The text.", bytes);
    erase("1");

    assertThat(imports("2024-01-01", "The text, read better.", bytes).written()).isZero();
    ImportReport again = importsLabelled("2", "The text, read better.", bytes);
    assertThat(again.erased()).isEqualTo(1);
    assertThat(again.held()).isZero();
    assertThat(again.written()).isZero();
    assertThat(importsLabelled("2", "The text.", bytes(10, 13)).erased())
        .as("its text from another file")
        .isEqualTo(1);
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> asserts("3", "The text, read better.", bytes))
        .withMessageContaining("the original of this text of act was erased")
        .withMessageContaining("order 1")
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.ERASED));
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            story.write(
                "put",
                new Change.Put(Change.Place.of("act", "elsewhere"), version("4", "Put.", bytes))))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.ERASED));
    assertThat(count("original_piece")).isZero();
    assertThat(importsLabelled("5", "Amended.", bytes(10, 14)).written()).isEqualTo(1);
    assertThat(verified().finding()).isEmpty();
  }

  @Test
  void whatWasErasedAsAnOriginalIsNotStoredAsATextNorTheOtherWayRound() {
    byte[] page = "<p>The quokka.</p>".getBytes(StandardCharsets.UTF_8);
    asserts("1", "The quokka.", page);
    erase("1");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(
            () -> story.asserts("gazette", "act", "2", "<p>The quokka.</p>", "2024-01-01", null))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.ERASED));

    story.asserts("gazette", "act", "3", "<p>The numbat.</p>", "2024-01-01", null);
    erase("3");
    byte[] other = "<p>The numbat.</p>".getBytes(StandardCharsets.UTF_8);
    assertThat(importsLabelled("4", "The numbat.", other).erased()).isEqualTo(1);
  }

  @Test
  void theKeyOfAnErasedOriginalIsUnderTheChain() {
    imports("2024-01-01", "The text.", bytes(10, 15));
    erase("1");
    story.home.asOwner(
        sql -> sql.execute("update asof.erasure set original_key = sha256('another')"));

    assertThat(verified().finding()).isPresent();
  }

  @Test
  void anOriginalThatCannotBeReadIsRefusedWithItsReasonAndTheOthersGoIn() {
    RecordReader.Item broken =
        RecordReader.Item.of(
            1,
            "broken.pdf",
            json("2024-01-01", "The text."),
            new Original(
                "application/pdf",
                Hash.wrap(new byte[32]),
                300_000,
                () ->
                    new SequenceInputStream(
                        new ByteArrayInputStream(new byte[200_000]),
                        new InputStream() {
                          @Override
                          public int read() throws IOException {
                            throw new IOException("the disk is gone");
                          }

                          @Override
                          public int read(byte[] into, int from, int length) throws IOException {
                            return read();
                          }
                        })));
    RecordReader.Item whole =
        RecordReader.Item.of(
            2, "whole.pdf", json("2024-02-01", "More text."), original(bytes(10, 1)));
    ImportReport report = imports(List.of(broken, whole), ImportOptions.NOW.skippingBad(true));
    assertThat(report.written()).isEqualTo(1);
    assertThat(report.refused())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.place()).isEqualTo("broken.pdf");
          assertThat(one.reason()).contains("the disk is gone");
        });
    assertThat(count("original")).isEqualTo(1);
  }

  private ImportReport imports(String from, String text, byte[] bytes) {
    return imports(
        List.of(RecordReader.Item.of(1, "one", json(from, text), original(bytes))),
        ImportOptions.NOW);
  }

  private ImportReport importsLabelled(String label, String text, byte[] bytes) {
    String json =
        json("2024-01-01", text)
            .replace("\"version_label\":\"1\"", "\"version_label\":\"" + label + "\"");
    return imports(
        List.of(RecordReader.Item.of(1, "one", json, original(bytes))), ImportOptions.NOW);
  }

  private ImportReport imports(List<RecordReader.Item> items, ImportOptions options) {
    return new Importer(story.database)
        .run(
            story.tenant,
            List.of(new Importer.Input("items", () -> reader(items))),
            options,
            Intent.of("import", "ada"),
            Importer.Progress.NONE);
  }

  private static RecordReader reader(List<RecordReader.Item> items) {
    var left = items.iterator();
    return new RecordReader() {
      @Override
      public Optional<Item> next() {
        return left.hasNext() ? Optional.of(left.next()) : Optional.empty();
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  private static String json(String from, String text) {
    return """
    {"document_key":"act","source":"gazette","version_label":"1","body":"%s","format":"text",\
    "valid_from":"%s","recorded_at":"2024-03-01T00:00:00Z"}
    """
        .formatted(text, from)
        .strip();
  }

  @Test
  void anOriginalOfNothingIsRefused() {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> Original.of("text/html", InputStream::nullInputStream))
        .withMessageContaining("empty");
  }
}
