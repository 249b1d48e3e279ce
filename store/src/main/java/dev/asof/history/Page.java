package dev.asof.history;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which part of a long answer is asked for.
///
/// @param limit the most results, 1 or more; null: all. Where results of one document belong
///   together, as in [History#inForce], it counts documents
/// @param after the `next` of the page before, which carries as of when that was answered; null:
///   from the start
public record Page(@Nullable Integer limit, @Nullable String after) {

  /// Everything at once.
  public static final Page ALL = new Page(null, null);

  /// Throws a [CallerFault] where the limit is not positive.
  public Page {
    if (limit != null && limit < 1) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "a page has 1 result or more, not " + limit + "; give a greater limit, or none for all",
          Map.of("limit", Integer.toString(limit)));
    }
  }

  public static Page first(int most) {
    return new Page(most, null);
  }
}
