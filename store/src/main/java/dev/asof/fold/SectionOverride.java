package dev.asof.fold;

import dev.asof.id.SectionId;
import dev.asof.id.StatementId;
import dev.asof.time.TimeRange;

/// That for one section, during `during`, something else applies than its document's version says.
public record SectionOverride(
    SectionId section, TimeRange during, Holding holding, StatementId by) {}
