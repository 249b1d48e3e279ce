package dev.asof.intake.folder;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.Near;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What is stated about a file, field by field, and where it stands.
///
/// @param where such as `front matter`, for messages and provenance
record Stated(String where, Map<Field, String> fields) {

  /// What can be stated, and the names it goes by in front matter and in `asof.csv`.
  enum Field {
    DOCUMENT("document", "document_key"),
    SOURCE("source"),
    LABEL("version", "label", "version_label"),
    TITLE("title"),
    LANGUAGE("language", "lang"),
    VALID_FROM("valid_from", "effective", "effective_date", "effective_from", "in_force"),
    VALID_TO("valid_to", "expires", "effective_until", "effective_to"),
    ZONE("zone", "valid_tz", "time_zone"),
    PUBLISHED("published", "published_at"),
    URL("url"),
    SCOPE("scope"),
    CHANGE("change");

    private final String names;

    Field(String... names) {
      this.names = String.join(" ", names);
    }

    private List<String> names() {
      return List.of(names.split(" "));
    }

    /// The name in messages and in the record's provenance.
    String named() {
      return names().getFirst();
    }

    static Optional<Field> of(String name) {
      String plain = name.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
      return Stream.of(values()).filter(field -> field.names().contains(plain)).findFirst();
    }
  }

  Stated {
    fields = Map.copyOf(fields);
  }

  static Stated nothing(String where) {
    return new Stated(where, Map.of());
  }

  /// @throws CallerFault where a field is stated twice under two of its names
  static Stated of(String where, Map<String, String> named) {
    Map<Field, String> fields = new EnumMap<>(Field.class);
    named.forEach((name, value) ->
        Field.of(name)
            .filter(field -> !value.isBlank())
            .ifPresent(field -> {
              if (fields.put(field, value.strip()) != null) {
                throw new CallerFault(
                    Code.BAD_RECORD,
                    where
                        + " states "
                        + field.named()
                        + " twice, under two of its names; leave one out");
              }
            }));
    return new Stated(where, fields);
  }

  Optional<String> value(Field field) {
    return Optional.ofNullable(fields.get(field));
  }

  /// The names of all fields, and those like `name`.
  static String mend(String name) {
    List<String> all = Stream.of(Field.values()).flatMap(field -> field.names().stream()).toList();
    List<String> near = Near.of(name, all);
    return near.isEmpty()
        ? "known: " + String.join(", ", all)
        : "did you mean " + String.join(" or ", near) + "?";
  }
}
