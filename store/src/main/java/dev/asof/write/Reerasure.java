package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.VersionRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a restored backup held and had been erased since, erased again under the same orders.
///
/// @param done versions erased again
/// @param unmatched erasures of versions that the backup does not hold
/// @param held one sentence for each document that a restored hold keeps from being erased again
public record Reerasure(List<Done> done, int unmatched, List<String> held) {
  public Reerasure {
    done = List.copyOf(done);
    held = List.copyOf(held);
  }

  /// @param version its id
  /// @param transaction the new one, after the backup's last
  public record Done(
      String tenant, String document, long version, String order, long transaction) {}

  private record Group(String tenant, long document, String order) {}

  /// Erases again, in the order in which it was erased first, and notes everything in the register
  /// of `home`, where it is not noted yet. The database has to be open in the role `eraser`.
  public static Reerasure of(
      Database database, List<Register.Erased> erased, Intent intent, Path home) {
    Map<Group, List<Register.Erased>> groups = new LinkedHashMap<>();
    erased.stream()
        .sorted(Comparator.comparing(Register.Erased::at))
        .forEach(one ->
            groups
                .computeIfAbsent(
                    new Group(one.tenant(), one.document(), one.order()), none -> new ArrayList<>())
                .add(one));
    List<Done> done = new ArrayList<>();
    List<String> held = new ArrayList<>();
    int unmatched = 0;
    String given = intent.reason();
    Intent why =
        given == null || given.isBlank()
            ? intent.because("restored from a backup that was taken before the erasure")
            : intent;
    Store store = new Store(database);
    for (Map.Entry<Group, List<Register.Erased>> entry : groups.entrySet()) {
      Group group = entry.getKey();
      Optional<TenantId> tenant = store.findTenant(group.tenant());
      Found found =
          tenant.isEmpty()
              ? new Found(null, Set.of(), entry.getValue().size())
              : find(database, tenant.get(), group.document(), entry.getValue());
      unmatched += found.missing();
      String key = found.key();
      if (tenant.isPresent() && key != null && !found.versions().isEmpty()) {
        try {
          ErasureReport report =
              new Eraser(database)
                  .erase(
                      tenant.get(),
                      why,
                      key,
                      new Eraser.Which.Ids(found.versions()),
                      group.order());
          report
              .versions()
              .forEach(gone ->
                  done.add(
                      new Done(
                          group.tenant(),
                          key,
                          gone.version(),
                          group.order(),
                          Objects.requireNonNull(report.sequence()))));
        } catch (Conflict e) {
          if (e.code() != Code.UNDER_HOLD) {
            throw e;
          }
          held.add(e.sentence());
        }
      }
    }
    Register.in(home).addMissing(erased);
    return new Reerasure(done, unmatched, held);
  }

  /// @param versions those that are there with their words
  /// @param missing number of versions that are not there, or are others
  private record Found(@Nullable String key, Set<VersionId> versions, int missing) {}

  private static Found find(
      Database database, TenantId tenant, long document, List<Register.Erased> wanted) {
    return database.read(
        tenant,
        sql -> {
          byte[] pepper = Store.pepper(sql, tenant);
          String key =
              sql.select(DOCUMENT.KEY)
                  .from(DOCUMENT)
                  .where(
                      DOCUMENT.TENANT.eq(tenant), DOCUMENT.DOCUMENT_ID.eq(new DocumentId(document)))
                  .fetchOne(DOCUMENT.KEY);
          if (key == null) {
            return new Found(null, Set.of(), wanted.size());
          }
          Set<VersionId> versions = new LinkedHashSet<>();
          int missing = 0;
          for (Register.Erased one : wanted) {
            VersionRecord row =
                sql.selectFrom(VERSION)
                    .where(
                        VERSION.TENANT.eq(tenant),
                        VERSION.DOCUMENT_ID.eq(new DocumentId(document)),
                        VERSION.VERSION_ID.eq(new VersionId(one.version())))
                    .fetchOne();
            byte[] sha256 = row == null ? null : row.getSha256();
            if (row == null) {
              missing++;
            } else if (sha256 != null) {
              boolean same =
                  RecordKeys.content(pepper, key, Hash.wrap(sha256)).hex().equals(one.contentKey());
              if (same) {
                versions.add(row.getVersionId());
              } else {
                missing++;
              }
            }
          }
          return new Found(key, versions, missing);
        });
  }
}
