/// Files in, text with its structure out; the importers make records of it, and commands versions.
///
/// [Extractor] is the way in. What a file is follows from its content; its name only tells apart
/// what content cannot, such as Markdown from text.
@NullMarked
package dev.asof.intake.extract;

import org.jspecify.annotations.NullMarked;
