/// A folder of documents in, records with their originals out, one at a time; `dev.asof.write`
/// imports them.
///
/// What a file does not say of itself stands in `asof.csv` beside it: [FileTable] names its
/// columns, [FrontMatter] the keys that a Markdown file may begin with.
@NullMarked
package dev.asof.intake.folder;

import org.jspecify.annotations.NullMarked;
