package dev.asof.schema;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Who asks, by the access labels held. A document is seen by a caller that holds every label the
/// document carries now; one without labels is seen by everybody. What a login may hold at most is
/// for the database to say.
///
/// @param labels in order, without repetition; `*` alone: all of them
public record Caller(List<String> labels) {

  private static final String ALL = "*";
  private static final Pattern LABEL = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");
  private static final Caller NOBODY = new Caller(List.of());
  private static final Caller EVERYTHING = new Caller(List.of(ALL));

  /// Throws a [CallerFault] where one of `labels` can be none.
  public Caller {
    labels = List.copyOf(new TreeSet<>(labels));
    if (!labels.equals(List.of(ALL))) {
      labels.forEach(Caller::label);
    }
  }

  /// Sees what carries no label.
  public static Caller withoutLabels() {
    return NOBODY;
  }

  public static Caller holding(Collection<String> labels) {
    return new Caller(List.copyOf(labels));
  }

  /// Sees what carries these labels, or none.
  public static Caller holding(String... labels) {
    return new Caller(List.of(labels));
  }

  /// From whom nothing is hidden: for what keeps the store and its index in order, whose words go
  /// to nobody.
  public static Caller everything() {
    return EVERYTHING;
  }

  /// Reads labels with commas between them, or `*` for all.
  public static Caller parse(String text) {
    return new Caller(
        Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .filter(label -> !label.isEmpty())
            .toList());
  }

  /// `label`, if it can be one. Throws a [CallerFault] where it cannot.
  public static String label(String label) {
    if (!LABEL.matcher(label).matches()) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "\""
              + label
              + "\" cannot be an access label: use up to 63 lower-case letters, digits, dots,"
              + " underscores and hyphens");
    }
    return label;
  }

  public boolean seesEverything() {
    return labels.contains(ALL);
  }

  /// As in the session's setting, and as [#parse] reads it.
  String setting() {
    return String.join(",", labels);
  }

  @Override
  public String toString() {
    return labels.isEmpty() ? "no labels" : setting();
  }
}
