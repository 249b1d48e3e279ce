/// Watched pages in, one look at each that is due out: an observation that `dev.asof.write` records
/// together with what the next look needs.
///
/// [Watcher] is the way in; [WatchLoop] keeps one going.
@NullMarked
package dev.asof.intake.watch;

import org.jspecify.annotations.NullMarked;
