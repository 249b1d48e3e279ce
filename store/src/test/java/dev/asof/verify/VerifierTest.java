package dev.asof.verify;

import static dev.asof.schema.generated.Tables.TRANSACTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.id.TenantId;
import dev.asof.ledger.Checkpoint;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.split.GivenSection;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.ValidityState;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.SourceKind;
import dev.asof.write.Store;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What whoever owns the database can do to it, and what a verification finds of that.
///
/// The story: @1 and @2 assert v1 and v2 of the rules, @3 corrects v1 into v2's first month, @4
/// imports a code in which one article starts later, @5 replaces it, @6 asserts v1 of a notice.
class VerifierTest {

  private static TestDatabase database;
  private static TenantId tenant;

  @BeforeAll
  static void story() {
    database = TestDatabases.create();
    tenant = tell(database, "story");
  }

  @AfterAll
  static void close() {
    database.close();
  }

  static TenantId tell(TestDatabase database, String name) {
    Store store = new Store(database.database());
    TenantId tenant = store.createTenant(name);
    write(store, tenant, asserted("rules", "v1", "Rule one.", "2024-01-01", null));
    write(store, tenant, asserted("rules", "v2", "Rule two.", "2024-07-01", null));
    write(
        store,
        tenant,
        new Change.Correct(
            Change.Place.of("rules", "office"),
            new Change.Wanted.Labelled("v1"),
            time("2024-07-01"),
            time("2024-08-01")));
    write(store, tenant, code("c1", "First.", "2024-01-01", "2024-03-01"));
    write(store, tenant, code("c2", "Second.", "2024-02-01", "2024-06-01"));
    write(store, tenant, asserted("notice", "v1", "Notice.", "2024-01-01", null));
    return tenant;
  }

  private static void write(Store store, TenantId tenant, Change change) {
    store.write(tenant, Intent.of("test", "ada").because("it is so"), List.of(change));
  }

  private static Change asserted(
      String document, String label, String text, String from, @Nullable String to) {
    return new Change.Assert(
        Change.Place.of(document, "office"),
        new Change.Wanted.New(
            new NewVersion(
                label, null, null, null, null, false, null, PreparedText.of(Format.TEXT, text))),
        time(from),
        to == null ? null : time(to),
        false);
  }

  /// A version of two articles, the second of which starts later.
  private static Change code(String label, String text, String from, String secondFrom) {
    String body = "1 " + text + "\n2 " + text + "\n";
    return new Change.Recorded(
        Change.Place.of("code", "gazette"),
        SourceKind.ARCHIVE,
        label,
        ValidityState.ASSERTED,
        Change.Shows.TEXT,
        new NewVersion(
            label,
            null,
            null,
            null,
            null,
            false,
            null,
            PreparedText.of(
                Format.TEXT,
                body,
                List.of(
                    new GivenSection("1", null, "1 " + text + "\n"),
                    new GivenSection("2", null, "2 " + text + "\n")))),
        null,
        time(from),
        null,
        time(from).instant(),
        List.of(new Change.SectionDate("2", time(secondFrom), null)),
        Hash.wrap(Sha256.of(body.getBytes(StandardCharsets.UTF_8))));
  }

  private static StatedTime time(String text) {
    return LocalTimes.parseStated(text, ZoneOffset.UTC, false);
  }

  /// Something planted in the data.
  ///
  /// @param transaction in which it first shows
  /// @param semantic also found where the whole chain is recomputed to fit: the statements, the
  ///   beliefs and the hashes of contents contradict each other
  record Planted(String what, long transaction, boolean semantic, List<String> sql) {
    Planted(String what, long transaction, boolean semantic, String... sql) {
      this(what, transaction, semantic, List.of(sql));
    }

    @Override
    public String toString() {
      return what;
    }
  }

  private static final String COPY_BELIEF =
      """
      insert into document_validity (tenant, validity_id, document_id, source_id, state, scope,
        version_id, nothing, statement_id, stated_from, valid_during, system_from, system_to)
      select b.tenant, 3 * 16777216 + 999, b.document_id, b.source_id, b.state, b.scope, b.version_id, b.nothing,
        b.statement_id, b.stated_from, %s, t.system_time, null
      from document_validity b join transaction t on t.tenant = b.tenant and t.sequence = 3
      where b.tenant = %%1$d and b.validity_id / 16777216 = 1
      """;

  static Stream<Planted> planted() {
    return Stream.of(
        new Planted(
            "an overlap",
            3,
            true,
            "alter table document_validity drop constraint document_validity_no_overlap",
            COPY_BELIEF.formatted("tstzrange('2024-07-10', '2024-07-20', '[)')")),
        new Planted(
            "the same belief twice",
            3,
            true,
            "alter table document_validity drop constraint document_validity_no_overlap",
            COPY_BELIEF.formatted("tstzrange('2024-01-01Z', '2024-07-01Z', '[)')")),
        new Planted(
            "a lost remainder",
            3,
            true,
            "delete from document_validity where tenant = %1$d and validity_id / 16777216 = 3"
                + " and lower(valid_during) = '2024-08-01Z'"),
        new Planted(
            "a stale override",
            5,
            true,
            "alter table section_validity drop constraint section_validity_no_overlap",
            "update section_validity set system_to = null where tenant = %1$d and"
                + " validity_id / 16777216 = 4 and system_to is not null"),
        new Planted(
            "a missing override",
            4,
            true,
            "delete from section_validity where tenant = %1$d and validity_id / 16777216 = 4"),
        new Planted(
            "an extra statement",
            6,
            true,
            """
            insert into statement (tenant, statement_id, document_id, source_id, state, operation, effect,
              version_id, valid_from, page, salt, digest, system_from)
            select s.tenant, s.statement_id + 500, s.document_id, s.source_id, s.state, s.operation, s.effect,
              s.version_id, '2030-01-01', s.page, s.salt, s.digest, s.system_from
            from statement s where s.tenant = %1$d and s.statement_id / 16777216 = 6
            """),
        new Planted(
            "a missing statement",
            2,
            true,
            "delete from statement where tenant = %1$d and statement_id / 16777216 = 2"),
        new Planted(
            "a row of no transaction",
            0,
            false,
            """
            insert into source (tenant, source_id, name, salt, digest, system_from)
            values (%1$d, 99 * 16777216::bigint, 'planted', '', '', now())
            """),
        new Planted(
            "a changed text",
            1,
            true,
            "update section_text set body = 'Rule nine.' where tenant = %1$d and body = 'Rule"
                + " one.'"),
        new Planted(
            "a changed text with its address",
            1,
            true,
            "update section_text set body = 'Rule nine.', sha256 = sha256('Rule nine.') where"
                + " tenant = %1$d and body = 'Rule one.'"),
        new Planted(
            "a changed label",
            2,
            false,
            "update version set label = 'v9' where tenant = %1$d and label = 'v2'"),
        new Planted(
            "a longer validity",
            3,
            true,
            "update document_validity set valid_during = tstzrange(lower(valid_during),"
                + " '2030-01-01', '[)') where tenant = %1$d and validity_id / 16777216 = 3 and"
                + " upper_inf(valid_during)"),
        new Planted(
            "another stated start",
            2,
            true,
            "update document_validity set stated_from = stated_from - interval '1 year' where"
                + " tenant = %1$d and validity_id / 16777216 = 2 and upper_inf(valid_during)"),
        new Planted(
            "a belief held longer",
            3,
            true,
            "alter table document_validity drop constraint document_validity_no_overlap",
            "update document_validity set system_to = (select system_time from transaction where"
                + " tenant = %1$d and sequence = 6) where tenant = %1$d and system_to = (select"
                + " system_time from transaction where tenant = %1$d and sequence = 3)"),
        new Planted(
            "a belief closed when nothing was written",
            3,
            true,
            "update document_validity set system_to = system_to - interval '1 microsecond' where"
                + " tenant = %1$d and system_to = (select system_time from transaction where tenant"
                + " = %1$d and sequence = 3)"),
        new Planted(
            "a belief that was given up and is open again",
            2,
            true,
            "alter table document_validity drop constraint document_validity_no_overlap",
            "update document_validity set system_to = null where tenant = %1$d and"
                + " validity_id / 16777216 = 1"),
        new Planted(
            "a back-dated row",
            4,
            false,
            "update observation set system_from = system_from - interval '1 day' where tenant ="
                + " %1$d and observation_id / 16777216 = 4"),
        new Planted(
            "another actor",
            2,
            false,
            "update transaction set actor = 'bob' where tenant = %1$d and sequence = 2"),
        new Planted(
            "another actor, as if erased",
            2,
            false,
            "update transaction set actor = 'bob', salt = null where tenant = %1$d and sequence"
                + " = 2"),
        new Planted(
            "words without their salt",
            2,
            false,
            "update version set label = 'v9', salt = null where tenant = %1$d and label = 'v2'"),
        new Planted(
            "an entry taken out",
            3,
            false,
            "delete from transaction where tenant = %1$d and sequence = 3"),
        new Planted(
            "an entry at another time",
            3,
            false,
            "update transaction set system_time = system_time + interval '1 microsecond' where"
                + " tenant = %1$d and sequence = 3"),
        new Planted(
            "a head set back", 6, false, "update head set sequence = 5 where tenant = %1$d"));
  }

  @ParameterizedTest
  @MethodSource("planted")
  void whatIsPlantedIsFoundInTheTransactionWhereItFirstShows(Planted planted) {
    Forger.rehearse(
        database,
        sql -> plant(sql, planted),
        sql -> {
          Verification found = Verifier.verify(sql, tenant);
          assertThat(found.finding()).as(planted.what()).isPresent();
          Verification.Finding finding = found.finding().orElseThrow();
          assertThat(finding.transaction())
              .as(finding.what())
              .isEqualTo(planted.transaction() == 0 ? null : planted.transaction());
        });
  }

  static Stream<Planted> contradicting() {
    return planted().filter(Planted::semantic);
  }

  @ParameterizedTest
  @MethodSource("contradicting")
  void whatContradictsItselfIsFoundEvenWhereTheWholeChainWasRecomputed(Planted planted) {
    Forger.rehearse(
        database,
        sql -> {
          plant(sql, planted);
          Forger.rechain(sql, tenant);
        },
        sql -> {
          Verification.Finding finding = Verifier.verify(sql, tenant).finding().orElseThrow();
          assertThat(finding.transaction()).as(finding.what()).isEqualTo(planted.transaction());
        });
  }

  private static void plant(DSLContext sql, Planted planted) {
    int changed = 0;
    for (String each : planted.sql()) {
      changed += sql.execute(String.format(Locale.ROOT, each, tenant.value()));
    }
    assertThat(changed).as(planted.what() + " is planted").isPositive();
  }

  @Test
  void anUntouchedLedgerVerifiesAndSaysWhatWasChecked() {
    Verification found = verifier().verify(tenant);
    assertThat(found.finding()).isEmpty();
    assertThat(found.transactions()).isEqualTo(6);
    assertThat(found.versions()).isEqualTo(5);
    assertThat(found.checkpoint()).isEqualTo(verifier().checkpoint(tenant));
  }

  @Test
  void aRecomputedLedgerIsFoundOnlyAgainstACheckpointWhichIsNamed() {
    Checkpoint third = checkpointOf(3);
    Checkpoint last = verifier().checkpoint(tenant);
    Forger.rehearse(
        database,
        sql -> {
          sql.execute(
              "update version set label = 'v9' where tenant = ? and label = 'c2'", tenant.value());
          Forger.rechain(sql, tenant);
        },
        sql -> {
          assertThat(Verifier.verify(sql, tenant).finding()).isEmpty();
          Verification found =
              Verifier.verify(sql, tenant, against(kept("march", third), kept("june", last)));
          assertThat(found.compared())
              .extracting(Verification.Compared::standing)
              .containsExactly(Verification.Standing.HELD, Verification.Standing.DIFFERS);
          Verification.Finding finding = found.finding().orElseThrow();
          assertThat(finding.transaction()).isEqualTo(6);
          assertThat(finding.what())
              .contains("checkpoint june", last.hash(), "after transaction 3, where march");
        });
  }

  @Test
  void aLedgerWhoseEndWasCutOffIsFoundOnlyAgainstACheckpoint() {
    Checkpoint last = verifier().checkpoint(tenant);
    Forger.rehearse(
        database,
        sql -> Forger.cutAfter(sql, tenant, 4),
        sql -> {
          assertThat(Verifier.verify(sql, tenant).finding()).isEmpty();
          Verification found = Verifier.verify(sql, tenant, against(kept("june", last)));
          assertThat(found.compared())
              .extracting(Verification.Compared::standing)
              .containsExactly(Verification.Standing.CUT);
          Verification.Finding finding = found.finding().orElseThrow();
          assertThat(finding.transaction()).isEqualTo(5);
          assertThat(finding.what())
              .contains("checkpoint june", "ends with transaction 4", "older backup was restored");
          assertThat(
                  Verifier.verify(sql, tenant, new Against(kept("june", last), List.of()))
                      .finding())
              .hasValueSatisfying(cut -> assertThat(cut.what()).contains("checkpoint june"));
        });
  }

  @Test
  void anOlderBackupThatWentOnIsFoundOnlyAgainstACheckpoint() {
    try (TestDatabase other = TestDatabases.create()) {
      TenantId restored = tell(other, "restored");
      Verifier verifier = new Verifier(other.database());
      Checkpoint last = verifier.checkpoint(restored);
      Forger.commit(other, sql -> Forger.cutAfter(sql, restored, 4));
      Store store = new Store(other.database());
      write(store, restored, asserted("notice", "n1", "Other.", "2024-01-01", null));
      write(store, restored, asserted("notice", "n2", "Others.", "2024-02-01", null));
      assertThat(verifier.verify(restored).finding()).isEmpty();
      assertThat(verifier.verify(restored, against(kept("june", last))).finding())
          .hasValueSatisfying(finding ->
              assertThat(finding.what()).contains("checkpoint june", "went on from an older"));
    }
  }

  @Test
  void fromACheckpointOnlyWhatCameAfterIsVerified() {
    Against after = new Against(kept("third", checkpointOf(3)), List.of());
    Verification whole = verifier().verify(tenant);
    Verification found = verifier().verify(tenant, after);
    assertThat(found.finding()).isEmpty();
    assertThat(found.transactions()).isEqualTo(3);
    assertThat(found.rows()).isPositive().isLessThan(whole.rows());
    assertThat(found.versions()).isEqualTo(3);
    assertThat(found.checkpoint()).isEqualTo(whole.checkpoint());
    Verification nothing =
        verifier()
            .verify(tenant, new Against(kept("last", verifier().checkpoint(tenant)), List.of()));
    assertThat(nothing.finding()).isEmpty();
    assertThat(nothing.transactions()).isZero();
    assertThat(nothing.rows()).isZero();
  }

  @ParameterizedTest
  @MethodSource("planted")
  void whatShowsAfterACheckpointIsFoundFromItOn(Planted planted) {
    Against after = new Against(kept("third", checkpointOf(3)), List.of());
    Forger.rehearse(
        database,
        sql -> plant(sql, planted),
        sql -> {
          Verification found = Verifier.verify(sql, tenant, after);
          if (planted.transaction() > 3) {
            assertThat(found.finding().orElseThrow().transaction())
                .isEqualTo(planted.transaction());
          } else if (planted.transaction() == 0) {
            assertThat(found.finding()).isPresent();
          }
        });
  }

  @Test
  void fromACheckpointTheLedgerBeforeItIsNotRead() {
    Against after = new Against(kept("third", checkpointOf(3)), List.of());
    Forger.rehearse(
        database,
        sql ->
            sql.execute(
                "delete from transaction where tenant = ? and sequence < 3", tenant.value()),
        sql -> {
          assertThat(Verifier.verify(sql, tenant).finding()).isPresent();
          assertThat(Verifier.verify(sql, tenant, after).finding()).isEmpty();
        });
  }

  @Test
  void aRowFromBeforeACheckpointCannotClaimToComeAfterIt() {
    Against after = new Against(kept("third", checkpointOf(3)), List.of());
    Forger.rehearse(
        database,
        sql ->
            sql.execute(
                """
                insert into source (tenant, source_id, name, salt, digest, system_from)
                select tenant, 2 * 16777216 + 999, 'planted', '', digest, system_time
                from transaction where tenant = ? and sequence = 5
                """,
                tenant.value()),
        sql ->
            assertThat(Verifier.verify(sql, tenant, after).finding())
                .hasValueSatisfying(
                    finding -> assertThat(finding.what()).contains("begins after the checkpoint")));
  }

  @Test
  void aCheckpointOfAnotherTenantOrFromBeforeTheStartIsRefused() {
    Checkpoint last = verifier().checkpoint(tenant);
    Checkpoint foreign = new Checkpoint("elsewhere", last.sequence(), last.time(), last.hash());
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> verifier().verify(tenant, against(kept("x.checkpoint", foreign))))
        .withMessageContaining("x.checkpoint is a checkpoint of tenant elsewhere, not of story");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            verifier()
                .verify(
                    tenant,
                    new Against(kept("last", last), List.of(kept("early", checkpointOf(2))))))
        .withMessageContaining("before the start");
  }

  @Test
  void anEmptyLedgerHasNoCheckpoint() {
    TenantId empty = new Store(database.database()).createTenant("empty");
    assertThat(verifier().verify(empty).finding()).isEmpty();
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> verifier().checkpoint(empty))
        .withMessageContaining("nothing was recorded");
  }

  private static Verifier verifier() {
    return new Verifier(database.database());
  }

  private static Checkpoint checkpointOf(long sequence) {
    List<Checkpoint> found = new ArrayList<>();
    database.asOwner(sql ->
        found.add(
            Verifier.checkpoint(
                "story",
                sql.selectFrom(TRANSACTION)
                    .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.eq(sequence))
                    .fetchSingle())));
    return found.getFirst();
  }

  private static Against against(Against.Kept... kept) {
    return new Against(null, List.of(kept));
  }

  private static Against.Kept kept(String name, Checkpoint checkpoint) {
    return new Against.Kept(name, checkpoint);
  }
}
