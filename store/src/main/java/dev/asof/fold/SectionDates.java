package dev.asof.fold;

import dev.asof.id.SectionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The validity that a section states inside a version; null where it states none.
public record SectionDates(SectionId section, @Nullable Instant from, @Nullable Instant to) {}
