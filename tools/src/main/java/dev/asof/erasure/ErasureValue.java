package dev.asof.erasure;

import dev.asof.write.ErasureReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an erasure came to.
///
/// @param outcome written, dry_run, repeated or finished
/// @param erasure null: only earlier ones were finished
/// @param purged it is off the disk of this machine
/// @param statements what the owner of a given server has to run, in this order
/// @param unreached copies that this program cannot reach
public record ErasureValue(
    String outcome,
    @Nullable ErasureReport erasure,
    boolean purged,
    List<String> statements,
    List<Unreached> unreached) {
  public ErasureValue {
    statements = List.copyOf(statements);
    unreached = List.copyOf(unreached);
  }

  /// @param last when it was made or last written; null: not known
  public record Unreached(String kind, @Nullable String last, String sentence) {}
}
