package dev.asof.write;

import static dev.asof.schema.generated.Tables.OPEN_TRANSACTION;
import static dev.asof.schema.generated.Tables.TENANT;
import static dev.asof.schema.generated.Tables.TRANSACTION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.Database;
import dev.asof.schema.Together;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Result;
import org.jooq.Select;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The door for writing: every call is one transaction under the tenant's head row, with one ledger
/// entry, or nothing at all.
public final class Store {

  private static final String IDEMPOTENCY_KEY_IS_USED_ONCE =
      "transaction_idempotency_key_is_used_once";

  private final Database database;

  public Store(Database database) {
    this.database = database;
  }

  /// The number of the tenant with this name. Throws a [CallerFault] where there is none.
  public TenantId tenant(String name) {
    return findTenant(name)
        .orElseThrow(() ->
            new CallerFault(
                Code.UNKNOWN_TENANT,
                "there is no tenant " + name + "; create it with: asof tenant add " + name));
  }

  public Optional<TenantId> findTenant(String name) {
    return database.readGlobal(sql ->
        sql.select(TENANT.TENANT_)
            .from(TENANT)
            .where(TENANT.NAME.eq(name))
            .fetchOptional(TENANT.TENANT_));
  }

  /// The names of the tenants this login may reach, in order.
  public List<String> tenants() {
    return database.readGlobal(
        sql -> sql.select(TENANT.NAME).from(TENANT).orderBy(TENANT.NAME).fetch(TENANT.NAME));
  }

  /// Creates the tenant, or finds it. Its name is at most 63 lower-case letters, digits, dots,
  /// underscores and hyphens.
  public TenantId createTenant(String name) {
    if (!name.matches("[a-z0-9][a-z0-9._-]{0,62}")) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "\""
              + name
              + "\" cannot name a tenant: use up to 63 lower-case letters, digits, dots,"
              + " underscores and hyphens");
    }
    return new TenantId(
        database.global(sql ->
            Objects.requireNonNull(
                sql.select(DSL.field("asof.create_tenant({0})", Integer.class, DSL.val(name)))
                    .fetchSingle()
                    .value1())));
  }

  /// Carries out `changes` as one transaction. A dry run does everything and is taken back.
  ///
  /// Throws a [CallerFault] where a change matches nothing, is wrong in itself or needs a reason
  /// that is not given (a dry run needs none), a [Conflict] where the idempotency key was used for
  /// another request or the lanes moved on after the expected transaction.
  public Receipt write(TenantId tenant, Intent intent, List<? extends Change> changes) {
    requireReason(intent, changes);
    byte[] request = fingerprint(intent, changes);
    Receipt[] dry = new Receipt[1];
    try {
      return database.write(tenant, sql -> write(sql, tenant, intent, changes, request, dry));
    } catch (TakenBack taken) {
      return Objects.requireNonNull(dry[0]);
    }
  }

  /// As [#write(TenantId, Intent, List)], and does `beside` in the same database transaction, once
  /// the changes are written: both, or nothing.
  Receipt write(
      TenantId tenant,
      Intent intent,
      List<? extends Change> changes,
      BiConsumer<DSLContext, Receipt> beside) {
    requireReason(intent, changes);
    byte[] request = fingerprint(intent, changes);
    return database.write(
        tenant,
        sql -> {
          Receipt receipt = write(sql, tenant, intent, changes, request, new Receipt[1]);
          beside.accept(sql, receipt);
          return receipt;
        });
  }

  private static void requireReason(Intent intent, List<? extends Change> changes) {
    String reason = intent.reason();
    if (intent.dryRun() || (reason != null && !reason.isBlank())) {
      return;
    }
    for (Change change : changes) {
      if (!change.needsReason()) {
        continue;
      }
      throw new CallerFault(
          Code.BAD_INPUT,
          change.getClass().getSimpleName().toLowerCase(Locale.ROOT)
              + " needs a reason, which the ledger keeps for those who ask why an answer changed;"
              + " give it with --reason");
    }
  }

  private static Receipt write(
      DSLContext sql,
      TenantId tenant,
      Intent intent,
      List<? extends Change> changes,
      byte[] request,
      Receipt[] dry) {
    Together together = new Together(sql);
    Supplier<Result<Record>> head = together.fetch(opening(sql, tenant, null));
    Supplier<Result<Record>> peppered = together.fetch(pepperOf(sql, tenant));
    together.run();
    Opened opened = opened(head.get().getFirst());
    byte[] pepper = Objects.requireNonNull(peppered.get().getFirst().get(0, byte[].class));
    Receipt repeated = repeated(sql, tenant, intent, request, pepper);
    if (repeated != null) {
      dry[0] = repeated;
      throw new TakenBack();
    }
    Buffer buffer = new Buffer(tenant, opened.previousHash());
    buffer.begin(opened.sequence(), opened.systemTime());
    Work work = new Work(sql, tenant, buffer, pepper, Map.of());
    Long expected = intent.expected();
    try {
      changes.forEach(work::apply);
    } catch (CallerFault fault) {
      // That a change matches nothing any more is no surprise where the belief moved on: say that.
      if (expected != null) {
        work.requireUnmoved(expected);
      }
      throw fault;
    }
    if (expected != null) {
      work.requireUnmoved(expected);
    }
    work.settle();
    if (buffer.isIdle()) {
      dry[0] = work.receipt(Receipt.Outcome.UNCHANGED).at(opened.sequence() - 1, null);
      throw new TakenBack();
    }
    Receipt receipt =
        work.receipt(intent.dryRun() ? Receipt.Outcome.DRY_RUN : Receipt.Outcome.WRITTEN);
    if (intent.dryRun()) {
      dry[0] = receipt.at(opened.sequence() - 1, null);
      throw new TakenBack();
    }
    buffer.seal(intent, false, sealed(intent, request, pepper));
    flush(sql, buffer, intent);
    return receipt;
  }

  private static void flush(DSLContext sql, Buffer buffer, Intent intent) {
    try {
      buffer.flush(sql);
    } catch (IntegrityConstraintViolationException e) {
      // The entry that has the key is of documents which this writer does not see.
      if (String.valueOf(e.getMessage()).contains(IDEMPOTENCY_KEY_IS_USED_ONCE)) {
        throw new Conflict(
            Code.IDEMPOTENCY_MISMATCH,
            "the idempotency key "
                + intent.idempotencyKey()
                + " was used for another request; use a new key",
            e);
      }
      throw e;
    }
  }

  /// The head moved on by this database transaction.
  record Opened(long sequence, Instant systemTime, Hash previousHash) {}

  static Opened open(DSLContext sql, TenantId tenant, OffsetDateTime @Nullable [] carried) {
    return opened(opening(sql, tenant, carried).fetchSingle());
  }

  private static Select<? extends Record> opening(
      DSLContext sql, TenantId tenant, OffsetDateTime @Nullable [] carried) {
    var call = OPEN_TRANSACTION.call(tenant.value(), carried);
    return sql.select(call.FIRST_SEQUENCE, call.FIRST_SYSTEM_TIME, call.PREVIOUS_HASH).from(call);
  }

  private static Opened opened(Record row) {
    return new Opened(
        row.get(0, Long.class),
        Objects.requireNonNull(row.get(1, Instant.class)),
        Hash.wrap(Objects.requireNonNull(row.get(2, byte[].class))));
  }

  /// Ends an import that carried recorded times.
  static void end(DSLContext sql, TenantId tenant) {
    sql.selectFrom(OPEN_TRANSACTION.call(tenant.value(), new OffsetDateTime[0])).fetch();
  }

  static byte[] pepper(DSLContext sql, TenantId tenant) {
    return Objects.requireNonNull(pepperOf(sql, tenant).fetchSingle().value1());
  }

  private static Select<Record1<byte[]>> pepperOf(DSLContext sql, TenantId tenant) {
    return sql.select(TENANT.PEPPER).from(TENANT).where(TENANT.TENANT_.eq(tenant));
  }

  /// What the ledger keeps of a request with an idempotency key: keyed, because the request names
  /// the hash of its text, which may have to be erased one day.
  static byte @Nullable [] sealed(Intent intent, byte[] request, byte[] pepper) {
    return intent.idempotencyKey() == null
        ? null
        : RecordKeys.keyed(pepper, Hash.wrap(request)).bytes();
  }

  static @Nullable Receipt repeated(
      DSLContext sql, TenantId tenant, Intent intent, byte[] request, byte[] pepper) {
    String key = intent.idempotencyKey();
    if (key == null) {
      return null;
    }
    TransactionRecord entry =
        sql.selectFrom(TRANSACTION)
            .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.IDEMPOTENCY_KEY.eq(key))
            .fetchOne();
    if (entry == null) {
      return null;
    }
    // Ledgers of earlier versions hold the request's hash as it is.
    if (!Arrays.equals(entry.getRequestHash(), request)
        && !Arrays.equals(entry.getRequestHash(), sealed(intent, request, pepper))) {
      throw new Conflict(
          Code.IDEMPOTENCY_MISMATCH,
          "the idempotency key "
              + key
              + " was used in transaction "
              + entry.getSequence()
              + " for another request; use a new key");
    }
    return new Receipt(
        Receipt.Outcome.REPEATED,
        entry.getSequence(),
        entry.getSystemTime(),
        List.of(),
        List.of(),
        List.of());
  }

  /// A hash over what was asked for, the same for the same request.
  private static byte[] fingerprint(Intent intent, List<? extends Change> changes) {
    StringBuilder content = new StringBuilder(intent.kind());
    for (Change change : changes) {
      content.append('\0').append(change);
    }
    return Sha256.of(content.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// Takes a database transaction back without an error.
  static final class TakenBack extends RuntimeException {
    TakenBack() {
      super(null, null, false, false);
    }
  }
}
