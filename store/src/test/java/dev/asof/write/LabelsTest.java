package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT_LABEL;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.history.DocumentLabels;
import dev.asof.history.Documents;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Page;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.time.TimeRange;
import dev.asof.verify.Verifier;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Access labels as callers meet them.
class LabelsTest {

  private static final String SHARED = "# Shared\n\nwords that both have\n";

  private static TestDatabase home;
  private static int tenants;

  private TenantId tenant;
  private Database nobody;
  private Database hr;
  private Receipt asserted;

  @BeforeAll
  static void open() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    home.close();
  }

  @BeforeEach
  void tell() {
    nobody = home.database();
    hr = nobody.as(Caller.holding("hr"));
    tenant = new Store(nobody).createTenant("labels-" + tenants++);
    write(nobody, "put", new Change.Put(place("handbook"), version("Handbook\n")));
    asserted =
        write(nobody, "assert", asserts("salaries", SHARED + "\n# Own\n\nSalaries are secret.\n"));
    write(hr, "label", label("salaries", "hr"));
  }

  private static Change label(String document, String... add) {
    return new Change.Label(document, List.of(add), List.of());
  }

  private static Change unlabel(String document, String... remove) {
    return new Change.Label(document, List.of(), List.of(remove));
  }

  private static Change asserts(String document, String text) {
    return new Change.Assert(
        place(document),
        new Change.Wanted.New(version(text)),
        LocalTimes.parseStated("2024-01-01", ZoneId.of("UTC"), false),
        null,
        false);
  }

  private Receipt write(Database database, String kind, Change change) {
    return new Store(database).write(tenant, intent(kind), List.of(change));
  }

  private static Intent intent(String kind) {
    return Intent.of(kind, "ada").because("of the story");
  }

  private static Change.Place place(String document) {
    return Change.Place.of(document, "office");
  }

  private static NewVersion version(String text) {
    return new NewVersion(
        null, null, null, null, null, false, null, PreparedText.of(Format.MARKDOWN, text));
  }

  private Stream<String> keys(Database database, Known known) {
    return new History(database)
        .documents(tenant, null, known, Page.ALL).results().stream().map(Documents.Key::document);
  }

  private List<String> labels(Database database, String document) {
    return new History(database)
        .reader()
        .snapshot(tenant, Known.latest(), snapshot -> DocumentLabels.of(snapshot, document))
        .labels();
  }

  private static void refused(Code code, String sentence, ThrowingCallable call) {
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code))
        .withMessageContaining(sentence);
  }

  @Test
  void aLabelHidesADocumentFromWhoDoesNotHoldItAtEveryTimeAskedAbout() {
    for (Known known : List.of(Known.latest(), Known.token(2), Known.token(3))) {
      assertThat(keys(nobody, known)).containsExactly("handbook");
      assertThat(keys(nobody.as(Caller.holding("legal")), known)).containsExactly("handbook");
      assertThat(keys(hr, known)).containsExactly("handbook", "salaries");
    }
    refused(
        Code.UNKNOWN_DOCUMENT,
        "no document \"salaries\" was known",
        () -> new History(nobody).timeline(tenant, Filter.document("salaries"), Known.token(2)));
  }

  @Test
  void takingTheLabelBackShowsTheDocumentAgain() {
    write(hr, "label", unlabel("salaries", "hr"));
    assertThat(keys(nobody, Known.latest())).containsExactly("handbook", "salaries");
    assertThat(keys(nobody, Known.token(3))).containsExactly("handbook", "salaries");
  }

  @Test
  void everyLabelOfADocumentHasToBeHeld() {
    Database both = nobody.as(Caller.holding("hr", "board"));
    write(both, "label", label("salaries", "board"));
    assertThat(keys(hr, Known.latest())).containsExactly("handbook");
    assertThat(keys(both, Known.latest())).containsExactly("handbook", "salaries");
    assertThat(labels(both, "salaries")).containsExactly("board", "hr");
  }

  @Test
  void whatIsSoAlreadyWritesNothing() {
    for (Change same : List.of(label("salaries", "hr"), unlabel("handbook", "hr"))) {
      assertThat(write(hr, "label", same).outcome()).isEqualTo(Receipt.Outcome.UNCHANGED);
    }
    assertThat(hr.<Integer>read(tenant, sql -> sql.fetchCount(DOCUMENT_LABEL))).isEqualTo(1);
  }

  @Test
  void aLabelAddedAndTakenBackInOneTransactionWritesNothing() {
    Receipt receipt =
        new Store(hr)
            .write(
                tenant,
                intent("label"),
                List.of(label("handbook", "hr"), unlabel("handbook", "hr")));
    assertThat(receipt.outcome()).isEqualTo(Receipt.Outcome.UNCHANGED);
  }

  @Test
  void aDryRunLabelsNothing() {
    new Store(hr).write(tenant, intent("label").dry(true), List.of(label("handbook", "hr")));
    assertThat(labels(hr, "handbook")).isEmpty();
  }

  @Test
  void onlyLabelsThatAreHeldAreAddedOrRemoved() {
    refused(
        Code.NOT_ALLOWED,
        "you may not add or remove the label board",
        () -> write(hr, "label", label("salaries", "board")));
    refused(
        Code.NOT_ALLOWED,
        "you may not add or remove the label hr",
        () -> write(nobody, "label", label("handbook", "hr")));
    refused(
        Code.UNKNOWN_DOCUMENT,
        "there is no document salaries",
        () -> write(nobody.as(Caller.holding("legal")), "label", label("salaries", "legal")));
    refused(
        Code.BAD_INPUT,
        "cannot be an access label",
        () -> write(hr, "label", label("salaries", "*")));
    refused(
        Code.BAD_INPUT,
        "both added and removed",
        () -> write(hr, "label", new Change.Label("salaries", List.of("hr"), List.of("hr"))));
  }

  @Test
  void labelsThatMovedOnAreNotChangedBlindly() {
    refused(
        Code.MOVED_ON,
        "the labels of salaries changed in transaction 3",
        () ->
            new Store(hr)
                .write(tenant, intent("label").expecting(2L), List.of(unlabel("salaries", "hr"))));
  }

  @Test
  void aWriterIsToldThatThereIsNoSuchDocumentOrThatItsKeyCannotBeUsed() {
    for (Change change :
        List.of(
            new Change.Terminate(
                place("salaries"), LocalTimes.parseStated("2025-01-01", ZoneId.of("UTC"), false)),
            new Change.Retract(
                place("salaries"), TimeRange.from(Instant.parse("2025-01-01T00:00:00Z"))))) {
      refused(
          Code.UNKNOWN_DOCUMENT,
          "there is no document salaries",
          () -> write(nobody, "change", change));
    }
    for (Change change :
        List.of(
            new Change.Put(place("salaries"), version("x")),
            asserts("salaries", "x"),
            new Change.Observe(
                place("salaries"), Instant.EPOCH, new Change.Seen.Failed("no answer")))) {
      assertThatExceptionOfType(AsofException.class)
          .isThrownBy(() -> write(nobody, "change", change))
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED))
          .withMessage("you may not write a document with the key salaries; use another key");
    }
    long statement = asserted.opened().getFirst().statement();
    refused(
        Code.UNKNOWN_STATEMENT,
        "there is no statement " + statement,
        () -> write(nobody, "recall", new Change.Recall(new StatementId(statement))));
  }

  @Test
  void wordsThatOnlyAHiddenDocumentHasCanBeWrittenAndAreStoredOnce() {
    write(
        nobody,
        "put",
        new Change.Put(place("own"), version(SHARED + "\n# Mine\n\nwords of my own\n")));
    assertThat(
            new History(nobody)
                .documentAt(tenant, Filter.document("own"), null, Known.latest())
                .results())
        .isNotEmpty()
        .allSatisfy(text -> assertThat(text.toString()).contains("words that both have"));
    assertThat(
            nobody.<List<String>>read(
                tenant,
                sql -> sql.select(SECTION_TEXT.BODY).from(SECTION_TEXT).fetchInto(String.class)))
        .hasSize(3)
        .noneSatisfy(body -> assertThat(body).contains("secret"));
    assertThat(
            hr.<Integer>read(
                tenant,
                sql -> sql.fetchCount(SECTION_TEXT, SECTION_TEXT.BODY.contains("both have"))))
        .isEqualTo(1);
    assertThat(new Verifier(nobody).verify(tenant).finding()).isEmpty();
  }

  @Test
  void anImportIsRefusedAtTheLineOfAHiddenDocumentBeforeAnythingIsWritten() {
    Importer importer = new Importer(nobody);
    String lines = line("other", "v1") + line("salaries", "v1");
    refused(
        Code.NOT_ALLOWED,
        "file line 2: you may not write a document with the key salaries",
        () -> run(importer, lines, ImportOptions.NOW));
    assertThat(keys(hr, Known.latest())).containsExactly("handbook", "salaries");
    ImportReport report = run(importer, lines, ImportOptions.NOW.skippingBad(true));
    assertThat(report.written()).isEqualTo(1);
    assertThat(report.refused()).hasSize(1);
    assertThat(keys(nobody, Known.latest())).containsExactly("handbook", "other");
  }

  private ImportReport run(Importer importer, String lines, ImportOptions options) {
    return importer.run(
        tenant,
        List.of(
            Importer.Input.file(
                "file", () -> new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)))),
        options,
        Intent.of("import", "ada"),
        Importer.Progress.NONE);
  }

  private static String line(String document, String label) {
    return """
    {"source":"office","document_key":"%s","version_label":"%s","seq":1,"format":"text","valid_from":"2024-01-01","validity_state":"asserted","recorded_at":"2024-02-01T00:00:00Z","body":"words of %s"}
    """
        .formatted(document, label, document);
  }

  @Test
  void aTokenMeansTheSameTimeForEverybody() {
    Known hidden = Known.token(3);
    assertThat(
            new History(nobody)
                .reader()
                .<Object>snapshot(
                    tenant, hidden, snapshot -> snapshot.known() + "@" + snapshot.token()))
        .isEqualTo(
            new History(hr)
                .reader()
                .<Object>snapshot(
                    tenant, hidden, snapshot -> snapshot.known() + "@" + snapshot.token()));
  }

  @Test
  void anIdempotencyKeyOfAHiddenTransactionIsUsedAndSaysNoMore() {
    useTheKeyOfAHiddenTransaction();
  }

  private void useTheKeyOfAHiddenTransaction() {
    new Store(hr).write(tenant, intent("assert").under("k"), List.of(asserts("salaries", "more")));
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() ->
            new Store(nobody)
                .write(tenant, intent("put").under("k"), List.of(asserts("handbook", "x"))))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.IDEMPOTENCY_MISMATCH))
        .withMessage("the idempotency key k was used for another request; use a new key");
  }

  /// As Citus names the constraints of a shard.
  @Test
  void anIdempotencyKeyIsKnownToBeUsedWhereTheConstraintHasTheSuffixOfAShard() {
    String name = "transaction_idempotency_key_is_used_once";
    rename(name, name + "_102008");
    try {
      useTheKeyOfAHiddenTransaction();
    } finally {
      rename(name + "_102008", name);
    }
  }

  private static void rename(String constraint, String to) {
    home.asOwner(sql ->
        sql.execute("alter table asof.transaction rename constraint " + constraint + " to " + to));
  }

  @Test
  void theLedgerCoversLabels() {
    home.asOwner(sql ->
        sql.execute(
            "update asof.document_label set label = 'hq' where tenant = " + tenant.value()));
    assertThat(new Verifier(nobody).verify(tenant).finding()).isPresent();
  }
}
