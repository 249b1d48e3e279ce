package dev.asof.verify;

import static dev.asof.schema.generated.Tables.TENANT;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.schema.Owner;
import dev.asof.write.Backup;
import java.nio.file.Path;
import org.jooq.DSLContext;

/// A backup back into an empty database, and nothing of it where it does not verify.
public final class VerifiedRestore {
  private VerifiedRestore() {}

  /// Restores as [Backup#restore] does, and commits once every tenant verified. Throws a
  /// [CallerFault] that names what is wrong.
  public static void restore(Owner owner, Path folder, Backup.Manifest manifest) {
    Backup.restore(owner, folder, manifest, VerifiedRestore::verify);
  }

  private static void verify(DSLContext sql) {
    for (TenantId tenant :
        sql.select(TENANT.TENANT_).from(TENANT).orderBy(TENANT.TENANT_).fetch(TENANT.TENANT_)) {
      require(
          sql, tenant, "nothing was restored: the backup does not verify", "use another backup");
    }
  }

  /// For what was taken in from an export, before it is committed: throws a [CallerFault] where it
  /// does not verify.
  public static void requireImported(DSLContext sql, TenantId tenant) {
    require(sql, tenant, "nothing was imported: the export does not verify", "export it again");
  }

  private static void require(DSLContext sql, TenantId tenant, String what, String mend) {
    Verifier.verify(sql, tenant)
        .finding()
        .ifPresent(wrong -> {
          throw new CallerFault(Code.BAD_INPUT, what + ", " + wrong.what() + "; " + mend);
        });
  }
}
