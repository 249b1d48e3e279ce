package dev.asof.fold;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A successful look at a source: it showed a text, or that nothing applies.
///
/// @param order order of recording; decides between looks at the same instant
/// @param content what was seen, equal for equal texts
/// @param holding what a run opened by this sight holds
/// @param opens whether the sight makes runs; a text recorded with a stated or an unknown start
///   does not, it only ends a run of nothing
/// @param statedEnd an end that the text seen states itself; null for none
public record Sight(
    Instant looked,
    long order,
    String content,
    Holding holding,
    boolean opens,
    @Nullable Instant statedEnd) {}
