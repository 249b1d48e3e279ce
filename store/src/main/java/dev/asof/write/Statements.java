package dev.asof.write;

import dev.asof.fold.Effect;
import dev.asof.fold.Holding;
import dev.asof.fold.Statement;
import dev.asof.fold.Why;
import dev.asof.id.VersionId;
import dev.asof.schema.generated.tables.records.StatementRecord;
import dev.asof.time.TimeRange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Rows to what the fold works on, and back.
public final class Statements {
  private Statements() {}

  public static Statement of(StatementRecord row) {
    return new Statement(
        row.getStatementId(),
        Effect.ofWord(row.getEffect()),
        holding(row.getVersionId(), row.getNothing()),
        TimeRange.of(row.getValidFrom(), row.getValidTo()),
        row.getPage(),
        row.getLooked());
  }

  /// What a row holds: a version, or the reason why nothing applies.
  public static Holding holding(@Nullable VersionId version, @Nullable String nothing) {
    return version != null
        ? new Holding.Text(version)
        : new Holding.Nothing(Why.ofWord(Objects.requireNonNull(nothing)));
  }

  /// The version of a holding; null where nothing applies.
  public static @Nullable VersionId versionOf(Holding holding) {
    return holding instanceof Holding.Text text ? text.version() : null;
  }

  /// The reason of a holding, as a row keeps it; null where a version applies.
  public static @Nullable String nothingOf(Holding holding) {
    return holding instanceof Holding.Nothing nothing ? nothing.why().word() : null;
  }
}
