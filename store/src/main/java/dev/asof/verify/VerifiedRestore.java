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
      Verification found = Verifier.verify(sql, tenant);
      found
          .finding()
          .ifPresent(wrong -> {
            throw new CallerFault(
                Code.BAD_INPUT,
                "nothing was restored: the backup does not verify, "
                    + wrong.what()
                    + "; use another backup");
          });
    }
  }
}
