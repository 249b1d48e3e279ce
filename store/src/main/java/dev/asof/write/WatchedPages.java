package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.ORIGINAL;
import static dev.asof.schema.generated.Tables.WATCHED_PAGE;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.id.DocumentId;
import dev.asof.id.ObservationId;
import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.WatchedPageRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// The pages that a tenant watches. They are work to be done, not knowledge: the list is outside
/// the ledger, and each look is an observation in it.
///
/// Pages of documents that the caller may not see are not there for him. All times are by the clock
/// of the database.
public final class WatchedPages {

  /// A page is asked for as a whole at least this often, in case its server is wrong about what
  /// changed.
  private static final Duration WHOLE = Duration.ofDays(7);

  private final Database database;
  private final Store store;

  public WatchedPages(Database database) {
    this.database = database;
    this.store = new Store(database);
  }

  /// Which pages are to be looked at.
  ///
  /// @param document null: of all documents
  /// @param due only those whose next look is due
  /// @param before each once in a run that began then: claimed, and due, no later
  public record Which(@Nullable String document, boolean due, Instant before) {}

  /// What a look leaves behind for the next one.
  ///
  /// @param page what was sent, where a text was found, or found again
  /// @param movedTo where the page says that it has moved for good; null: nowhere
  /// @param next how long after this look the next one is due
  public record Left(
      WatchedPage.Outcome outcome,
      @Nullable String note,
      @Nullable String movedTo,
      Duration next,
      @Nullable Sent page) {}

  /// The page as it was sent.
  ///
  /// @param payload hash of the bytes; null: it was not sent again, and has not changed
  /// @param extractor that took the text, and how it was set
  public record Sent(
      String finalUrl,
      @Nullable String etag,
      @Nullable String lastModified,
      @Nullable Hash payload,
      String extractor) {}

  /// Adds a page, due at once. Throws a [Conflict] where the document has a page of that source and
  /// scope already.
  public WatchedPage add(TenantId tenant, WatchedPage.Watch watch) {
    return database.write(
        tenant,
        sql -> {
          new Hidden(sql).requireFree(watch.place().document());
          WatchedPageRecord row = new WatchedPageRecord();
          row.setTenant(tenant);
          row.setDocumentKey(watch.place().document());
          row.setSource(watch.place().source());
          row.setScope(watch.place().scope());
          WatchedPageRows.fill(row, watch);
          row.setNextDue(clock(sql));
          row.setDocumentId(documentOf(sql, tenant, watch.place().document()));
          if (sql.insertInto(WATCHED_PAGE).set(row).onConflictDoNothing().execute() == 0) {
            throw new Conflict(
                Code.BAD_INPUT,
                "a page of "
                    + described(watch.place())
                    + " is watched already; change it with asof watch set");
          }
          return one(sql, tenant, watch.place());
        });
  }

  /// Changes how a page is watched; where it is another page or another text now, it is due at
  /// once.
  public WatchedPage set(
      TenantId tenant, Change.Place place, UnaryOperator<WatchedPage.Watch> change) {
    return database.write(
        tenant,
        sql -> {
          WatchedPageRecord row =
              sql.selectFrom(WATCHED_PAGE)
                  .where(is(tenant, place))
                  .forUpdate()
                  .fetchOptional()
                  .orElseThrow(() -> unknown(place));
          WatchedPage.Watch before = WatchedPageRows.watchOf(row);
          WatchedPage.Watch after = change.apply(before);
          WatchedPageRecord changed = new WatchedPageRecord();
          WatchedPageRows.fill(changed, after);
          if (!after.url().equals(before.url())) {
            changed.setFinalUrl(null);
            changed.setMovedTo(null);
          }
          Instant looked = row.getLooked();
          changed.setNextDue(
              looked == null || !after.equals(with(before, after.every()))
                  ? clock(sql)
                  : looked.plus(after.every()));
          sql.update(WATCHED_PAGE).set(changed).where(is(tenant, place)).execute();
          return one(sql, tenant, place);
        });
  }

  private static WatchedPage.Watch with(WatchedPage.Watch watch, Duration every) {
    return new WatchedPage.Watch(
        watch.place(),
        watch.url(),
        watch.selector(),
        watch.without(),
        watch.mustContain(),
        watch.title(),
        watch.language(),
        watch.allows(),
        every);
  }

  /// Watches it no longer; what was recorded stays.
  public WatchedPage remove(TenantId tenant, Change.Place place) {
    return database.write(
        tenant,
        sql -> {
          WatchedPage removed = one(sql, tenant, place);
          sql.deleteFrom(WATCHED_PAGE).where(is(tenant, place)).execute();
          return removed;
        });
  }

  /// By document, source and scope.
  ///
  /// @param document null: of all
  /// @param source null: of all
  public List<WatchedPage> list(
      TenantId tenant, @Nullable String document, @Nullable String source) {
    return database.read(
        tenant,
        sql -> {
          Instant now = clock(sql);
          return sql.selectFrom(WATCHED_PAGE)
              .where(WATCHED_PAGE.TENANT.eq(tenant))
              .and(document == null ? DSL.noCondition() : WATCHED_PAGE.DOCUMENT_KEY.eq(document))
              .and(source == null ? DSL.noCondition() : WATCHED_PAGE.SOURCE.eq(source))
              .orderBy(WATCHED_PAGE.DOCUMENT_KEY, WATCHED_PAGE.SOURCE, WATCHED_PAGE.SCOPE)
              .fetch(row -> WatchedPageRows.pageOf(row, now));
        });
  }

  /// The present by the clock of the database.
  public Instant now(TenantId tenant) {
    return database.read(tenant, WatchedPages::clock);
  }

  /// How long until a page is due that nobody looks at; zero: now. Empty: there is none.
  public Optional<Duration> untilDue(TenantId tenant) {
    return database.read(
        tenant,
        sql -> {
          Instant now = clock(sql);
          Instant due =
              sql.select(
                      DSL.min(
                          DSL.greatest(
                              WATCHED_PAGE.NEXT_DUE,
                              DSL.coalesce(WATCHED_PAGE.LEASED_UNTIL, WATCHED_PAGE.NEXT_DUE))))
                  .from(WATCHED_PAGE)
                  .where(WATCHED_PAGE.TENANT.eq(tenant))
                  .fetchSingle()
                  .value1();
          return due == null
              ? Optional.empty()
              : Optional.of(due.isBefore(now) ? Duration.ZERO : Duration.between(now, due));
        });
  }

  /// Takes the page that is due first and that no other process has. Empty: there is none.
  public Optional<WatchedPage.Claimed> claim(TenantId tenant, Which which, Duration lease) {
    return database.write(
        tenant,
        sql -> {
          Instant now = clock(sql);
          WatchedPageRecord row =
              sql.selectFrom(WATCHED_PAGE)
                  .where(WATCHED_PAGE.TENANT.eq(tenant))
                  .and(WATCHED_PAGE.LEASED_UNTIL.isNull().or(WATCHED_PAGE.LEASED_UNTIL.le(now)))
                  .and(wanted(which))
                  .orderBy(
                      WATCHED_PAGE.NEXT_DUE,
                      WATCHED_PAGE.DOCUMENT_KEY,
                      WATCHED_PAGE.SOURCE,
                      WATCHED_PAGE.SCOPE)
                  .limit(1)
                  .forUpdate()
                  .skipLocked()
                  .fetchOne();
          if (row == null) {
            return Optional.empty();
          }
          UUID name = UUID.randomUUID();
          sql.update(WATCHED_PAGE)
              .set(WATCHED_PAGE.LEASE, name)
              .set(WATCHED_PAGE.LEASED_UNTIL, now.plus(lease))
              .set(WATCHED_PAGE.CLAIMED, now)
              .where(is(tenant, WatchedPageRows.placeOf(row)))
              .execute();
          Instant fetched = row.getFetched();
          return Optional.of(
              new WatchedPage.Claimed(
                  WatchedPageRows.watchOf(row),
                  name,
                  row.getDocumentId(),
                  row.getFailures(),
                  row.getOutcome() == null ? null : WatchedPage.Outcome.of(row.getOutcome()),
                  seen(sql, tenant, row),
                  fetched == null || fetched.plus(WHOLE).isBefore(now)));
        });
  }

  private static Condition wanted(Which which) {
    Condition once =
        which.due()
            ? WATCHED_PAGE.NEXT_DUE.le(which.before())
            : WATCHED_PAGE.CLAIMED.isNull().or(WATCHED_PAGE.CLAIMED.lt(which.before()));
    return which.document() == null
        ? once
        : once.and(WATCHED_PAGE.DOCUMENT_KEY.eq(which.document()));
  }

  private static WatchedPage.@Nullable Seen seen(
      DSLContext sql, TenantId tenant, WatchedPageRecord row) {
    VersionId version = row.getVersionId();
    String extractor = row.getExtractor();
    if (version == null || extractor == null) {
      return null;
    }
    byte[] original =
        sql.select(ORIGINAL.SHA256)
            .from(ORIGINAL)
            .where(ORIGINAL.TENANT.eq(tenant), ORIGINAL.VERSION_ID.eq(version))
            .fetchOne(ORIGINAL.SHA256);
    return new WatchedPage.Seen(
        version,
        extractor,
        row.getFinalUrl(),
        row.getEtag(),
        row.getLastModified(),
        original != null
            && Arrays.equals(
                row.getPayload(), keyed(Store.pepper(sql, tenant), Hash.wrap(original))));
  }

  private static byte[] keyed(byte[] pepper, Hash payload) {
    return RecordKeys.keyed(pepper, payload).bytes();
  }

  /// Goes on looking at it for another span. False: another process has it, or it is watched no
  /// longer.
  public boolean renew(TenantId tenant, WatchedPage.Claimed claimed, Duration lease) {
    return database.write(
        tenant,
        sql ->
            sql.update(WATCHED_PAGE)
                    .set(WATCHED_PAGE.LEASED_UNTIL, clock(sql).plus(lease))
                    .where(isHeld(tenant, claimed))
                    .execute()
                == 1);
  }

  /// Gives a page back that was not looked at.
  ///
  /// @param wait how long nobody is to look at it; zero: as if it had not been taken
  public void release(TenantId tenant, WatchedPage.Claimed claimed, Duration wait) {
    database.write(
        tenant,
        sql ->
            sql.update(WATCHED_PAGE)
                .setNull(WATCHED_PAGE.LEASE)
                .setNull(WATCHED_PAGE.LEASED_UNTIL)
                .set(
                    WATCHED_PAGE.NEXT_DUE,
                    wait.isZero()
                        ? WATCHED_PAGE.NEXT_DUE
                        : DSL.val(clock(sql).plus(wait), WATCHED_PAGE.NEXT_DUE))
                .where(isHeld(tenant, claimed))
                .execute());
  }

  /// Logs the look and brings the page up to date, in one transaction: both or neither.
  ///
  /// Throws a [Conflict] with [Code#MOVED_ON] where another process has the page by now, or it is
  /// watched no longer; else as [Store#write].
  public Receipt finish(
      TenantId tenant, Intent intent, WatchedPage.Claimed claimed, Change.Seen seen, Left left) {
    return store.write(
        tenant,
        intent,
        List.of(new Change.Observe(claimed.watch().place(), null, seen)),
        (sql, receipt) -> finish(sql, tenant, claimed, left, receipt.sequence()));
  }

  private static void finish(
      DSLContext sql, TenantId tenant, WatchedPage.Claimed claimed, Left left, long sequence) {
    var look =
        sql.select(OBSERVATION.DOCUMENT_ID, OBSERVATION.VERSION_ID, OBSERVATION.LOOKED)
            .from(OBSERVATION)
            .where(
                OBSERVATION.TENANT.eq(tenant),
                OBSERVATION.OBSERVATION_ID.ge(new ObservationId(RowIds.firstOf(sequence))),
                OBSERVATION.OBSERVATION_ID.lt(new ObservationId(RowIds.firstOf(sequence + 1))))
            .fetchSingle();
    Instant looked = Objects.requireNonNull(look.value3());
    WatchedPageRecord row = new WatchedPageRecord();
    row.setDocumentId(look.value1());
    row.setLease(null);
    row.setLeasedUntil(null);
    row.setLooked(looked);
    row.setOutcome(left.outcome().word());
    row.setNote(left.note());
    row.setMovedTo(left.movedTo());
    row.setNextDue(looked.plus(left.next()));
    row.setFailures(left.outcome() == WatchedPage.Outcome.FAILED ? claimed.failures() + 1 : 0);
    Sent page = left.page();
    if (page != null) {
      row.setVersionId(look.value2());
      row.setFinalUrl(page.finalUrl());
      row.setEtag(page.etag());
      row.setLastModified(page.lastModified());
      row.setExtractor(page.extractor());
      Hash payload = page.payload();
      if (payload != null) {
        row.setFetched(looked);
        row.setPayload(keyed(Store.pepper(sql, tenant), payload));
      }
    }
    if (sql.update(WATCHED_PAGE).set(row).where(isHeld(tenant, claimed)).execute() != 1) {
      throw new Conflict(
          Code.MOVED_ON,
          "the page of "
              + described(claimed.watch().place())
              + " was taken by another process, or is watched no longer; this look is given up");
    }
  }

  // Rows

  private static Condition is(TenantId tenant, Change.Place place) {
    return WATCHED_PAGE
        .TENANT
        .eq(tenant)
        .and(WATCHED_PAGE.DOCUMENT_KEY.eq(place.document()))
        .and(WATCHED_PAGE.SOURCE.eq(place.source()))
        .and(WATCHED_PAGE.SCOPE.eq(place.scope()));
  }

  private static Condition isHeld(TenantId tenant, WatchedPage.Claimed claimed) {
    return is(tenant, claimed.watch().place()).and(WATCHED_PAGE.LEASE.eq(claimed.lease()));
  }

  private static Instant clock(DSLContext sql) {
    return Objects.requireNonNull(
        sql.select(DSL.field("asof.clock()", SQLDataType.INSTANT)).fetchSingle().value1());
  }

  private static @Nullable DocumentId documentOf(DSLContext sql, TenantId tenant, String key) {
    return sql.select(DOCUMENT.DOCUMENT_ID)
        .from(DOCUMENT)
        .where(DOCUMENT.TENANT.eq(tenant), DOCUMENT.KEY.eq(key))
        .fetchOne(DOCUMENT.DOCUMENT_ID);
  }

  private static WatchedPage one(DSLContext sql, TenantId tenant, Change.Place place) {
    Instant now = clock(sql);
    return sql.selectFrom(WATCHED_PAGE)
        .where(is(tenant, place))
        .fetchOptional(row -> WatchedPageRows.pageOf(row, now))
        .orElseThrow(() -> unknown(place));
  }

  private static CallerFault unknown(Change.Place place) {
    return new CallerFault(
        Code.NOTHING_MATCHES,
        "no page of " + described(place) + " is watched; asof watch list shows those that are",
        Map.of("document", place.document(), "source", place.source()));
  }

  private static String described(Change.Place place) {
    return place.document()
        + " at "
        + place.source()
        + (place.scope().isEmpty() ? "" : " for " + place.scope());
  }
}
