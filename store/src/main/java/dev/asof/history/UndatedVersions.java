package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.SourceId;
import dev.asof.id.VersionId;
import dev.asof.schema.generated.tables.Statement;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jooq.Condition;
import org.jooq.JSON;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The versions of which nobody has stated when they apply, in order of recording. Memory does not
/// grow with their number.
public final class UndatedVersions {
  private static final int PAGE = 100;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// Characters of `2024-03-01`.
  private static final int DAY = 10;

  private static final Statement DATED = STATEMENT.as("dated");

  private UndatedVersions() {}

  /// A version without an effective date.
  ///
  /// @param published the day on which it was published, as is stated of it; null: nobody states it
  /// @param whole its text, for a search in it; what is shown of it has to go through `rights`
  /// @param rights what may be shown of it
  public record Undated(
      String document,
      String source,
      SourceId sourceId,
      String scope,
      long version,
      @Nullable String label,
      @Nullable String language,
      @Nullable String url,
      @Nullable LocalDate published,
      String whole,
      Rights rights) {}

  /// Hands on those that `filter` leaves.
  public static void forEach(Snapshot snapshot, Filter filter, Consumer<Undated> each) {
    Manifests manifests = new Manifests(snapshot);
    DisplayRights rights = DisplayRights.in(snapshot.sql(), snapshot.tenant());
    VersionId after = new VersionId(0);
    for (Optional<VersionId> next = Optional.of(after); next.isPresent(); ) {
      next = page(snapshot, filter, next.get(), manifests, rights, each);
    }
  }

  /// The day that a record states as that of its publication, as it is written; of a time its day
  /// at the offset that stands with it.
  private static @Nullable LocalDate published(@Nullable JSON provenance) {
    if (provenance == null) {
      return null;
    }
    String stated = MAPPER.readTree(provenance.data()).path("published_at").asString("").strip();
    try {
      return stated.length() < DAY ? null : LocalDate.parse(stated.substring(0, DAY));
    } catch (DateTimeException e) {
      return null;
    }
  }

  /// @return the last version of the page; empty: there are no more
  private static Optional<VersionId> page(
      Snapshot snapshot,
      Filter filter,
      VersionId after,
      Manifests manifests,
      DisplayRights rights,
      Consumer<Undated> each) {
    Condition wanted =
        VERSION
            .TENANT
            .eq(snapshot.tenant())
            .and(VERSION.VERSION_ID.gt(after))
            .and(VERSION.SYSTEM_FROM.le(snapshot.known()))
            .and(VERSION.SALT.isNotNull());
    if (filter.document() != null) {
      wanted = wanted.and(DOCUMENT.KEY.eq(filter.document()));
    }
    if (filter.source() != null) {
      wanted = wanted.and(SOURCE.NAME.eq(filter.source()));
    }
    if (filter.scope() != null) {
      wanted = wanted.and(STATEMENT.SCOPE.eq(filter.scope()));
    }
    List<Undated> found = new ArrayList<>();
    Map<VersionId, String> scopes = new HashMap<>();
    Map<VersionId, List<String>> names = new LinkedHashMap<>();
    snapshot
        .sql()
        .select(VERSION.VERSION_ID, DOCUMENT.KEY, SOURCE.NAME, DSL.max(STATEMENT.SCOPE))
        .from(VERSION)
        .join(DOCUMENT)
        .on(DOCUMENT.TENANT.eq(VERSION.TENANT), DOCUMENT.DOCUMENT_ID.eq(VERSION.DOCUMENT_ID))
        .join(SOURCE)
        .on(SOURCE.TENANT.eq(VERSION.TENANT), SOURCE.SOURCE_ID.eq(VERSION.SOURCE_ID))
        .join(STATEMENT)
        .on(
            STATEMENT.TENANT.eq(VERSION.TENANT),
            STATEMENT.DOCUMENT_ID.eq(VERSION.DOCUMENT_ID),
            STATEMENT.VERSION_ID.eq(VERSION.VERSION_ID),
            STATEMENT.SECTION_ID.isNull(),
            STATEMENT.SYSTEM_FROM.le(snapshot.known()))
        .where(
            wanted,
            DSL.notExists(
                DSL.selectOne()
                    .from(DATED)
                    .where(
                        DATED.TENANT.eq(VERSION.TENANT),
                        DATED.DOCUMENT_ID.eq(VERSION.DOCUMENT_ID),
                        DATED.VERSION_ID.eq(VERSION.VERSION_ID),
                        DATED.STATE.eq(ValidityState.ASSERTED),
                        DATED.SYSTEM_FROM.le(snapshot.known()))))
        .groupBy(VERSION.VERSION_ID, DOCUMENT.KEY, SOURCE.NAME)
        .orderBy(VERSION.VERSION_ID)
        .limit(PAGE)
        .forEach(row -> {
          names.put(row.value1(), List.of(row.value2(), row.value3()));
          scopes.put(row.value1(), row.value4());
        });
    var versions = manifests.versions(names.keySet());
    names.forEach((id, name) -> {
      var version = versions.get(id);
      if (version != null) {
        found.add(
            new Undated(
                name.getFirst(),
                name.getLast(),
                version.getSourceId(),
                scopes.getOrDefault(id, ""),
                id.value(),
                version.getLabel(),
                version.getLanguage(),
                version.getUrl(),
                published(version.getProvenance()),
                manifests.exact(version),
                rights.of(version.getSourceId(), TimeRange.always())));
      }
    });
    found.forEach(each);
    return names.keySet().stream().reduce((one, other) -> other);
  }
}
