package dev.asof.verify;

import static dev.asof.schema.generated.Tables.TENANT;
import static dev.asof.schema.generated.Tables.TRANSACTION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.ledger.Chain;
import dev.asof.ledger.Checkpoint;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Verifies a tenant: the hash chain against every table, both ways; that what was erased is gone
/// and nothing else is; every content hash; every fold. Reads one snapshot, with nothing hidden:
/// its counts and words are for callers that see everything. Streams: memory does not grow with the
/// number of transactions, only with the largest document.
///
/// Someone who can rewrite the whole chain, cut its tail, or restore an older backup, is found only
/// by a [Checkpoint] that was kept elsewhere.
public final class Verifier {
  private final Database database;

  public Verifier(Database database) {
    this.database = database;
  }

  public Verification verify(TenantId tenant) {
    return verify(tenant, Against.NOTHING);
  }

  /// As [#verify(TenantId)], against checkpoints that were kept elsewhere.
  ///
  /// Throws a [CallerFault] where one is of another tenant, or lies before the one to start from.
  public Verification verify(TenantId tenant, Against against) {
    return database.readEverything(tenant, "verifying", sql -> verify(sql, tenant, against));
  }

  /// As [#verify(TenantId)], in a transaction that is open.
  public static Verification verify(DSLContext sql, TenantId tenant) {
    return verify(sql, tenant, Against.NOTHING);
  }

  /// As [#verify(TenantId, Against)], in a transaction that is open.
  public static Verification verify(DSLContext sql, TenantId tenant, Against against) {
    String name = nameOf(sql, tenant);
    refuseForeign(name, against);
    ChainCheck chain = new ChainCheck(sql, tenant, against);
    ContentCheck content = new ContentCheck(sql, tenant, against);
    FoldCheck folds = new FoldCheck(sql, tenant, against);
    TransactionRecord start = startOf(sql, tenant, against);
    Verification.Finding finding = start(sql, tenant, against, start);
    if (finding == null) {
      finding = chain.run();
    }
    if (finding == null) {
      finding = new ErasureCheck(sql, tenant).run();
    }
    if (finding == null) {
      finding = content.run();
    }
    if (finding == null) {
      finding = folds.run();
    }
    List<Verification.Compared> compared = chain.compared();
    if (finding == null) {
      finding = finding(sql, tenant, compared);
    }
    TransactionRecord last = chain.last() != null ? chain.last() : start;
    Against.Kept from = against.from();
    return new Verification(
        chain.transactions(),
        chain.rows(),
        content.texts(),
        content.versions(),
        folds.beliefs(),
        last == null ? null : HexFormat.of().formatHex(last.getHash()),
        last == null ? null : last.getSystemTime(),
        from == null ? null : from.checkpoint(),
        last == null ? null : checkpoint(name, last),
        compared,
        Optional.ofNullable(finding));
  }

  /// The last transaction as a checkpoint. Checks nothing but that one entry.
  ///
  /// Throws a [CallerFault] where nothing was recorded yet.
  public Checkpoint checkpoint(TenantId tenant) {
    return database.readEverything(
        tenant,
        "making a checkpoint",
        sql -> {
          String name = nameOf(sql, tenant);
          TransactionRecord last =
              sql.selectFrom(TRANSACTION)
                  .where(TRANSACTION.TENANT.eq(tenant))
                  .orderBy(TRANSACTION.SEQUENCE.desc())
                  .limit(1)
                  .fetchOne();
          if (last == null) {
            throw new CallerFault(
                Code.NOTHING_MATCHES,
                "nothing was recorded in tenant " + name + " yet; there is no checkpoint of it");
          }
          if (!Arrays.equals(Chain.hashOf(last), last.getHash())) {
            throw new CallerFault(
                Code.NOTHING_MATCHES,
                "the last entry of the ledger of tenant "
                    + name
                    + " is not what its hash says; see what is wrong with asof verify");
          }
          return checkpoint(name, last);
        });
  }

  static Checkpoint checkpoint(String tenant, TransactionRecord entry) {
    return new Checkpoint(
        tenant,
        entry.getSequence(),
        entry.getSystemTime(),
        HexFormat.of().formatHex(entry.getHash()));
  }

  static String nameOf(DSLContext sql, TenantId tenant) {
    return Objects.requireNonNull(
        sql.select(TENANT.NAME)
            .from(TENANT)
            .where(TENANT.TENANT_.eq(tenant))
            .fetchSingle(TENANT.NAME));
  }

  private static void refuseForeign(String tenant, Against against) {
    Against.Kept from = against.from();
    if (from != null) {
      refuseForeign(tenant, from);
    }
    for (Against.Kept one : against.kept()) {
      refuseForeign(tenant, one);
      if (from != null && one.checkpoint().sequence() < from.checkpoint().sequence()) {
        throw new CallerFault(
            Code.BAD_INPUT,
            one.name()
                + " is of transaction "
                + one.checkpoint().sequence()
                + ", before the start of this verification, "
                + from.checkpoint().sequence()
                + "; verify from an earlier checkpoint, or from the first transaction");
      }
    }
  }

  static void refuseForeign(String tenant, Against.Kept kept) {
    if (!kept.checkpoint().tenant().equals(tenant)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          kept.name()
              + " is a checkpoint of tenant "
              + kept.checkpoint().tenant()
              + ", not of "
              + tenant
              + "; name that tenant, or another checkpoint");
    }
  }

  private static @Nullable TransactionRecord startOf(
      DSLContext sql, TenantId tenant, Against against) {
    Against.Kept from = against.from();
    return from == null ? null : entry(sql, tenant, from.checkpoint().sequence());
  }

  private static @Nullable TransactionRecord entry(DSLContext sql, TenantId tenant, long sequence) {
    return sql.selectFrom(TRANSACTION)
        .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.eq(sequence))
        .fetchOne();
  }

  private static Verification.@Nullable Finding start(
      DSLContext sql, TenantId tenant, Against against, @Nullable TransactionRecord entry) {
    Against.Kept from = against.from();
    if (from == null) {
      return null;
    }
    Checkpoint checkpoint = from.checkpoint();
    if (entry == null) {
      return cut(sql, tenant, from.name(), checkpoint);
    }
    if (!checkpoint.hash().equals(HexFormat.of().formatHex(entry.getHash()))
        || !checkpoint.time().equals(entry.getSystemTime())) {
      return differs(from.name(), checkpoint, HexFormat.of().formatHex(entry.getHash()), null);
    }
    return Arrays.equals(Chain.hashOf(entry), entry.getHash())
        ? null
        : new Verification.Finding(
            entry.getSequence(), entry.getSystemTime(), "the entry itself was changed");
  }

  private static Verification.@Nullable Finding finding(
      DSLContext sql, TenantId tenant, List<Verification.Compared> compared) {
    Optional<Verification.Compared> wrong =
        compared.stream()
            .filter(one -> one.standing() != Verification.Standing.HELD)
            .min(Comparator.comparingLong(one -> one.checkpoint().sequence()));
    if (wrong.isEmpty()) {
      return null;
    }
    Checkpoint checkpoint = wrong.get().checkpoint();
    TransactionRecord entry = entry(sql, tenant, checkpoint.sequence());
    return entry == null
        ? cut(sql, tenant, wrong.get().name(), checkpoint)
        : differs(
            wrong.get().name(),
            checkpoint,
            HexFormat.of().formatHex(entry.getHash()),
            compared.stream()
                .filter(one -> one.standing() == Verification.Standing.HELD)
                .filter(one -> one.checkpoint().sequence() < checkpoint.sequence())
                .max(Comparator.comparingLong(one -> one.checkpoint().sequence()))
                .orElse(null));
  }

  private static Verification.Finding differs(
      String name,
      Checkpoint checkpoint,
      String holds,
      Verification.@Nullable Compared heldBefore) {
    return new Verification.Finding(
        checkpoint.sequence(),
        checkpoint.time(),
        "the checkpoint "
            + name
            + " has the hash "
            + checkpoint.hash()
            + ", the ledger holds "
            + holds
            + ": it was recomputed"
            + (heldBefore == null
                ? ""
                : " after transaction "
                    + heldBefore.checkpoint().sequence()
                    + ", where "
                    + heldBefore.name()
                    + " still holds")
            + ", or it went on from an older backup");
  }

  private static Verification.Finding cut(
      DSLContext sql, TenantId tenant, String name, Checkpoint checkpoint) {
    TransactionRecord last =
        sql.selectFrom(TRANSACTION)
            .where(TRANSACTION.TENANT.eq(tenant))
            .orderBy(TRANSACTION.SEQUENCE.desc())
            .limit(1)
            .fetchOne();
    long sequence = last == null ? 0 : last.getSequence();
    if (sequence > checkpoint.sequence()) {
      return new Verification.Finding(
          checkpoint.sequence(),
          checkpoint.time(),
          "its entry is missing from the ledger, and the checkpoint " + name + " is of it");
    }
    return new Verification.Finding(
        sequence + 1,
        null,
        "the checkpoint "
            + name
            + " is of transaction "
            + checkpoint.sequence()
            + " of "
            + checkpoint.time()
            + ", but the ledger "
            + (last == null
                ? "is empty"
                : "ends with transaction " + sequence + " of " + last.getSystemTime())
            + ": its end was cut off, or an older backup was restored");
  }
}
