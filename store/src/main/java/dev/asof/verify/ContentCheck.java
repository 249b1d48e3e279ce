package dev.asof.verify;

import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.generated.tables.records.SectionTextRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.write.PreparedText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Hashes every section text and every version's rebuilt text again.
final class ContentCheck {
  private static final int FETCH = 100;
  private static final int REMEMBERED_TEXTS = 2_000;

  private final DSLContext sql;
  private final TenantId tenant;
  private long texts;
  private long versions;

  /// Bodies read lately: neighbouring versions share most of their texts.
  private final Map<Long, String> bodies =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
          return size() > REMEMBERED_TEXTS;
        }
      };

  ContentCheck(DSLContext sql, TenantId tenant) {
    this.sql = sql;
    this.tenant = tenant;
  }

  long texts() {
    return texts;
  }

  long versions() {
    return versions;
  }

  Verification.@Nullable Finding run() {
    try (Cursor<SectionTextRecord> rows =
        sql.selectFrom(SECTION_TEXT)
            .where(SECTION_TEXT.TENANT.eq(tenant), SECTION_TEXT.SHA256.isNotNull())
            .orderBy(SECTION_TEXT.TEXT_ID)
            .fetchSize(FETCH)
            .fetchLazy()) {
      for (SectionTextRecord row : rows) {
        Hash address = PreparedText.address(row.getTitle(), Objects.requireNonNull(row.getBody()));
        if (!Arrays.equals(address.bytes(), row.getSha256())) {
          return finding(
              row.getTextId().value(),
              "section text " + row.getTextId().value() + " is not what its hash says");
        }
        texts++;
      }
    }
    try (Cursor<VersionRecord> rows =
        sql.selectFrom(VERSION)
            .where(VERSION.TENANT.eq(tenant), VERSION.SHA256.isNotNull())
            .orderBy(VERSION.DOCUMENT_ID, VERSION.VERSION_ID)
            .fetchSize(FETCH)
            .fetchLazy()) {
      for (VersionRecord row : rows) {
        if (!Arrays.equals(
            Sha256.of(textOf(row).getBytes(StandardCharsets.UTF_8)), row.getSha256())) {
          return finding(
              row.getVersionId().value(),
              "version " + row.getLabel() + " cannot be rebuilt to what its hash says");
        }
        versions++;
      }
    }
    return null;
  }

  private String textOf(VersionRecord row) {
    TextId whole = row.getBodyText();
    List<Long> ids = whole == null ? List.of(row.getTexts()) : List.of(whole.value());
    List<TextId> missing = new ArrayList<>();
    Map<Long, String> found = new LinkedHashMap<>();
    for (Long id : ids) {
      String body = bodies.get(id);
      if (body == null) {
        missing.add(new TextId(id));
      } else {
        found.put(id, body);
      }
    }
    if (!missing.isEmpty()) {
      sql.select(SECTION_TEXT.TEXT_ID, SECTION_TEXT.BODY)
          .from(SECTION_TEXT)
          .where(SECTION_TEXT.TENANT.eq(tenant), SECTION_TEXT.TEXT_ID.in(missing))
          .forEach(text -> {
            found.put(text.value1().value(), text.value2());
            bodies.put(text.value1().value(), text.value2());
          });
    }
    StringBuilder text = new StringBuilder();
    ids.forEach(id -> text.append(found.getOrDefault(id, "")));
    return text.toString();
  }

  private static Verification.Finding finding(long id, String what) {
    return new Verification.Finding(RowIds.sequenceOf(id), null, what);
  }
}
