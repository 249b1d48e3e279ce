package dev.asof.erasure;

import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.schema.Owner;
import dev.asof.schema.Purge;
import dev.asof.schema.ServerCopies;
import dev.asof.write.Eraser;
import dev.asof.write.ErasureReport;
import dev.asof.write.Intent;
import dev.asof.write.Receipt;
import dev.asof.write.Register;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Legal erasure to its end: one transaction; then a note in the home and an index that forgets;
/// then the disk. Each step can be made again where it was interrupted.
public final class Erasure {
  private final Database database;
  private final Owner owner;
  private final Register register;

  /// @param database opened in the role that may erase
  public Erasure(Database database) {
    this.database = database;
    this.owner = Owner.of(database.settings());
    this.register = Register.in(database.settings().home());
  }

  /// As [Eraser#erase].
  public ErasureReport erase(
      TenantId tenant, Intent intent, String document, Eraser.Which which, String order) {
    return new Eraser(database).erase(tenant, intent, document, which, order);
  }

  /// Whether something is gone, and not only would be.
  public static boolean isDone(@Nullable ErasureReport report) {
    return report == null || report.outcome() != Receipt.Outcome.DRY_RUN;
  }

  /// Notes what was ever erased of a tenant, here or by an erasure that was interrupted, and lets
  /// the index forget it. An index that holds nothing of the tenant has nothing to forget.
  public void note(TenantId tenant, String name, Supplier<PassageIndex> indexes) {
    List<Register.Erased> erased = new Eraser(database).erased(tenant, name);
    register.addMissing(erased);
    if (erased.isEmpty()) {
      return;
    }
    try (PassageIndex index = indexes.get()) {
      if (index.status(tenant).passages() > 0) {
        index.catchUp(tenant, erased.getLast().transaction());
        // Lets go of the files that it had open.
        index.status(tenant);
      }
    }
  }

  /// Takes what was erased off the disk of the embedded server; as [Purge#embedded]. A given
  /// server's is its operator's, by [Purge#statements].
  public void purge() {
    if (owner.isEmbedded()) {
      Purge.embedded(owner);
    }
  }

  /// @param report null: only earlier erasures are finished
  /// @param tenant whose copies are named; of those of others nobody is told here
  public ErasureValue value(@Nullable ErasureReport report, String tenant) {
    boolean done = isDone(report);
    return new ErasureValue(
        report == null ? "finished" : report.outcome().name().toLowerCase(Locale.ROOT),
        report,
        done && owner.isEmbedded(),
        done && !owner.isEmbedded() ? Purge.statements() : List.of(),
        unreached(tenant));
  }

  /// Those of the tenant and those of all tenants; a file that was written anew stands here once.
  private Collection<Register.Copy> copies(String tenant) {
    Map<Path, Register.Copy> last = new LinkedHashMap<>();
    for (Register.Copy copy : register.copies()) {
      if (copy.tenant() == null || copy.tenant().equals(tenant)) {
        last.put(copy.path(), copy);
      }
    }
    return last.values();
  }

  private List<ErasureValue.Unreached> unreached(String tenant) {
    List<ErasureValue.Unreached> found = new ArrayList<>();
    ServerCopies.of(database)
        .forEach(copy ->
            found.add(
                new ErasureValue.Unreached(
                    copy.kind(),
                    copy.last() == null ? null : copy.last().toString(),
                    copy.sentence())));
    for (Register.Copy copy : copies(tenant)) {
      found.add(
          new ErasureValue.Unreached(
              copy.kind(),
              copy.made().toString(),
              "the "
                  + copy.kind()
                  + " in "
                  + copy.path()
                  + " was made at "
                  + copy.made()
                  + (copy.tenant() == null ? "" : " of tenant " + copy.tenant())
                  + (copy.token() == null ? "" : " as of @" + copy.token())
                  + (copy.kind().equals("backup")
                      ? ": restoring it erases again; delete it all the same if the order says so"
                      : ": delete it, or make it again")));
    }
    found.add(
        new ErasureValue.Unreached(
            "others",
            null,
            "copies that asof does not know: backups of the disk or of a virtual machine, what"
                + " was printed, sent or piped, answers kept by others"
                + (owner.isEmbedded()
                    ? ""
                    : ", index folders of other machines until they next follow the ledger, and"
                        + " dumps of the server")));
    return found;
  }
}
