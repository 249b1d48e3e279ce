package dev.asof.verify;

import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Ledgered;
import dev.asof.ledger.Sha256;
import dev.asof.schema.generated.tables.records.SectionTextRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.write.PreparedText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// Hashes every section text and every version's rebuilt text again. Memory holds the texts of one
/// window of versions, and as much again of those read lately.
final class ContentCheck {

  /// Characters in memory are two bytes each.
  static final Field<Long> SIZE_OF_TEXT =
      DSL.field(
          "coalesce(octet_length({0}), 0)::bigint * 2 + 500",
          SQLDataType.BIGINT, SECTION_TEXT.BODY);

  /// The manifest's ids, boxed, and the words.
  static final Field<Long> SIZE_OF_VERSION =
      DSL.field(
          "cardinality({0})::bigint * 60 + coalesce(octet_length({1}::text), 0)"
              + " + coalesce(octet_length({2}::text), 0) + 1000",
          SQLDataType.BIGINT, VERSION.TEXTS, VERSION.PROVENANCE, VERSION.SECTION_DATES);

  private static final Field<Long> SIZE_OF_VERSION_WITH_TEXT =
      DSL.field("{0} + {1}::bigint * 2", SQLDataType.BIGINT, SIZE_OF_VERSION, VERSION.BYTE_LENGTH);

  private static final int LOOKUP = 1_000;
  private static final long REMEMBERED_CHARACTERS = 2_000_000;

  private final DSLContext sql;
  private final TenantId tenant;
  private final long firstSequence;
  private Verification.@Nullable Finding first;
  private long texts;
  private long versions;

  /// Bodies read lately: neighbouring versions share most of their texts.
  private final Map<Long, String> bodies = new LinkedHashMap<>(16, 0.75f, true);

  private long characters;

  ContentCheck(DSLContext sql, TenantId tenant, Against against) {
    Against.Kept from = against.from();
    this.sql = sql;
    this.tenant = tenant;
    this.firstSequence = from == null ? 1 : from.checkpoint().sequence() + 1;
  }

  long texts() {
    return texts;
  }

  long versions() {
    return versions;
  }

  /// Checks everything; returns the finding of the earliest transaction, or null.
  Verification.@Nullable Finding run() {
    checkTexts();
    checkVersions();
    new OriginalCheck(sql, tenant, firstSequence).run(this::found);
    return first;
  }

  private void checkTexts() {
    Field<Long> id = Windows.idOf(Ledgered.of(SECTION_TEXT));
    Condition which = SECTION_TEXT.SHA256.isNotNull().and(recorded(id));
    try (Windows<SectionTextRecord> windows =
        new Windows<>(sql, tenant, SECTION_TEXT, SIZE_OF_TEXT, which, List.of(id.asc()))) {
      windows
          .rows()
          .forEachRemaining(row -> {
            Hash address =
                PreparedText.address(row.getTitle(), Objects.requireNonNull(row.getBody()));
            if (!Arrays.equals(address.bytes(), row.getSha256())) {
              found(
                  "section text " + row.getTextId().value() + " is not what its hash says",
                  row.getTextId().value());
            }
            texts++;
          });
    }
  }

  private void checkVersions() {
    Field<Long> id = Windows.idOf(Ledgered.of(VERSION));
    Condition which = VERSION.SHA256.isNotNull().and(recorded(id));
    try (Windows<VersionRecord> windows =
        new Windows<>(
            sql,
            tenant,
            VERSION,
            SIZE_OF_VERSION_WITH_TEXT,
            which,
            List.of(VERSION.DOCUMENT_ID.asc(), id.asc()))) {
      while (windows.hasNext()) {
        check(windows.next());
      }
    }
  }

  private Condition recorded(Field<Long> id) {
    return id.ge(RowIds.firstOf(firstSequence));
  }

  private void check(List<VersionRecord> window) {
    Set<Long> ids = new LinkedHashSet<>();
    window.forEach(row -> ids.addAll(partsOf(row)));
    Map<Long, String> found = bodiesOf(ids);
    for (VersionRecord row : window) {
      StringBuilder text = new StringBuilder();
      partsOf(row).forEach(id -> text.append(found.getOrDefault(id, "")));
      if (!Arrays.equals(
          Sha256.of(text.toString().getBytes(StandardCharsets.UTF_8)), row.getSha256())) {
        found(
            "version " + row.getLabel() + " cannot be rebuilt to what its hash says",
            row.getVersionId().value());
      }
      versions++;
    }
  }

  private static List<Long> partsOf(VersionRecord row) {
    TextId whole = row.getBodyText();
    return whole == null ? List.of(row.getTexts()) : List.of(whole.value());
  }

  private Map<Long, String> bodiesOf(Set<Long> ids) {
    Map<Long, String> found = new HashMap<>();
    List<TextId> missing = new ArrayList<>();
    for (Long id : ids) {
      String body = bodies.get(id);
      if (body == null) {
        missing.add(new TextId(id));
      } else {
        found.put(id, body);
      }
    }
    for (int from = 0; from < missing.size(); from += LOOKUP) {
      sql.select(SECTION_TEXT.TEXT_ID, SECTION_TEXT.BODY)
          .from(SECTION_TEXT)
          .where(
              SECTION_TEXT.TENANT.eq(tenant),
              SECTION_TEXT.TEXT_ID.in(
                  missing.subList(from, Math.min(from + LOOKUP, missing.size()))),
              SECTION_TEXT.BODY.isNotNull())
          .forEach(text -> {
            found.put(text.value1().value(), text.value2());
            remember(text.value1().value(), text.value2());
          });
    }
    return found;
  }

  private void remember(long id, String body) {
    bodies.put(id, body);
    characters += body.length();
    var eldest = bodies.entrySet().iterator();
    while (characters > REMEMBERED_CHARACTERS && eldest.hasNext()) {
      characters -= eldest.next().getValue().length();
      eldest.remove();
    }
  }

  private void found(String what, long id) {
    long sequence = RowIds.sequenceOf(id);
    Verification.Finding before = first;
    Long earliest = before == null ? null : before.transaction();
    if (earliest == null || sequence < earliest) {
      first = new Verification.Finding(sequence, null, what);
    }
  }
}
