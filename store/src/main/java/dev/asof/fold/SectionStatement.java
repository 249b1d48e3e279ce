package dev.asof.fold;

import dev.asof.id.SectionId;

/// What a source said about one section of a document.
public record SectionStatement(SectionId section, Statement statement) {}
