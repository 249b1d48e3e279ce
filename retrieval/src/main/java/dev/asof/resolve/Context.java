package dev.asof.resolve;

import dev.asof.resolve.ReadTime.ZoneOrigin;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// What a phrase is read against.
///
/// @param language of the question
/// @param antecedent the time named before it; null: none
/// @param inheritedYear the year of a fuller date in the same question; null: none
/// @param mayShift a date without a year that is yet to come this year is last year's
record Context(
    Reference reference,
    ZoneOrigin zoneOrigin,
    ReadingSettings settings,
    Language language,
    @Nullable Meaning antecedent,
    @Nullable Integer inheritedYear,
    boolean mayShift) {

  Context in(ZoneId zone) {
    return new Context(
        new Reference(reference.now(), zone, false),
        ZoneOrigin.TEXT,
        settings,
        language,
        antecedent,
        inheritedYear,
        mayShift);
  }

  Context withYear(@Nullable Integer year) {
    return new Context(reference, zoneOrigin, settings, language, antecedent, year, mayShift);
  }

  Context after(@Nullable Meaning named) {
    return new Context(reference, zoneOrigin, settings, language, named, inheritedYear, mayShift);
  }

  Context shifting(boolean may) {
    return new Context(reference, zoneOrigin, settings, language, antecedent, inheritedYear, may);
  }
}
