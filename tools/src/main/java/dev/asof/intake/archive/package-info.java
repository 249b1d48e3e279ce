/// Web archives in (WARC, WACZ, CDX), one record for each capture of a page out; `dev.asof.write`
/// imports them as looks that arrive late.
///
/// [ArchiveImport] is the way in.
@NullMarked
package dev.asof.intake.archive;

import org.jspecify.annotations.NullMarked;
