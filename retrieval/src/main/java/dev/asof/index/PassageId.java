package dev.asof.index;

import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.TextId;

/// Names an indexed passage in its tenant.
///
/// @param passage number of the passage in its text, from 0
public record PassageId(DocumentId document, SectionId section, TextId text, int passage) {}
