package dev.asof.write;

import dev.asof.fold.SectionDates;
import dev.asof.id.SectionId;
import dev.asof.time.StatedTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.JSON;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Stated times as JSON in a row: the dates of a version's sections, and a statement's start and
/// end as they were written.
public final class StatedTimesJson {
  private static final JsonMapper JSON_MAPPER = JsonMapper.builder().build();

  private StatedTimesJson() {}

  /// One object a section, with its id, the instants, and what was written; null where no section
  /// states a date.
  static @Nullable JSON write(List<Change.SectionDate> dates, Map<String, SectionId> sections) {
    List<Map<String, @Nullable Object>> entries = new ArrayList<>();
    for (Change.SectionDate date : dates) {
      SectionId section = sections.get(date.section());
      if (section != null && (date.from() != null || date.to() != null)) {
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        entry.put("section", section.value());
        entry.put("from", instantOf(date.from()));
        entry.put("to", instantOf(date.to()));
        entry.put("written", written(date.from(), date.to()));
        entries.add(entry);
      }
    }
    return entries.isEmpty() ? null : JSON.valueOf(JSON_MAPPER.writeValueAsString(entries));
  }

  /// The dates that the sections of a version state, as they were kept with it.
  public static List<SectionDates> read(@Nullable JSON json) {
    if (json == null) {
      return List.of();
    }
    List<SectionDates> dates = new ArrayList<>();
    for (Map<String, Object> entry :
        JSON_MAPPER.readValue(json.data(), new TypeReference<List<Map<String, Object>>>() {})) {
      dates.add(
          new SectionDates(
              new SectionId(((Number) required(entry.get("section"))).longValue()),
              instant(entry.get("from")),
              instant(entry.get("to"))));
    }
    return dates;
  }

  /// Start and end of a statement as they were written, with zone, precision and what had to be
  /// decided.
  static @Nullable JSON stated(@Nullable StatedTime from, @Nullable StatedTime to) {
    return from == null && to == null
        ? null
        : JSON.valueOf(JSON_MAPPER.writeValueAsString(written(from, to)));
  }

  /// Start and end as they were written; null where no start is.
  static HeldRecords.@Nullable Dates dates(@Nullable JSON written) {
    if (written == null) {
      return null;
    }
    Map<String, Map<String, Object>> both =
        JSON_MAPPER.readValue(written.data(), new TypeReference<>() {});
    Map<String, Object> from = both.get("from");
    Map<String, Object> to = both.get("to");
    return from == null
        ? null
        : new HeldRecords.Dates(
            String.valueOf(from.get("text")),
            to == null ? null : String.valueOf(to.get("text")),
            String.valueOf(from.get("zone")));
  }

  private static Map<String, @Nullable Object> written(
      @Nullable StatedTime from, @Nullable StatedTime to) {
    Map<String, @Nullable Object> both = new LinkedHashMap<>();
    both.put("from", from == null ? null : fields(from));
    both.put("to", to == null ? null : fields(to));
    return both;
  }

  private static Map<String, @Nullable Object> fields(StatedTime time) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("text", time.text());
    fields.put("zone", time.zone().getId());
    fields.put("zone_assumed", time.zoneAssumed());
    fields.put("precision", time.precision().word());
    fields.put("decision", time.decision());
    return fields;
  }

  private static @Nullable String instantOf(@Nullable StatedTime time) {
    return time == null ? null : time.instant().toString();
  }

  private static @Nullable Instant instant(@Nullable Object value) {
    return value == null ? null : Instant.parse(value.toString());
  }

  private static Object required(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException("section dates without a section");
    }
    return value;
  }
}
