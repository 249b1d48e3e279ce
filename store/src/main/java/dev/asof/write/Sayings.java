package dev.asof.write;

import static dev.asof.schema.generated.Tables.STATEMENT;

import dev.asof.fold.Effect;
import dev.asof.fold.Holding;
import dev.asof.fold.Statement;
import dev.asof.id.SectionId;
import dev.asof.id.StatementId;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.StatementRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.util.List;
import org.jooq.JSON;
import org.jspecify.annotations.Nullable;

/// Statements opened and closed, in a lane and in the buffer.
final class Sayings {

  private final Buffer buffer;
  private final Lanes lanes;

  Sayings(Buffer buffer, Lanes lanes) {
    this.buffer = buffer;
    this.lanes = lanes;
  }

  /// Ends live statements of a lane with this transaction.
  void close(Lanes.Held held, List<Statement> statements) {
    statements.forEach(statement -> buffer.close(Ledgered.of(STATEMENT), statement.id().value()));
    held.remove(statements);
  }

  /// Adds a statement to a lane, and its row.
  ///
  /// @param operation what made it
  /// @param written start and end as they were written; null for none
  void open(
      Lanes.LaneKey key,
      Lanes.Held held,
      Statement statement,
      String operation,
      @Nullable String label,
      @Nullable JSON written) {
    buffer.open(row(key, statement, operation, label, written));
    held.add(statement);
  }

  /// Adds a statement about one section to a lane, and its row.
  void open(
      Lanes.LaneKey key,
      Lanes.Held held,
      SectionId section,
      Statement statement,
      String operation,
      @Nullable JSON written) {
    StatementRecord row = row(key, statement, operation, null, written);
    row.setSectionId(section);
    buffer.open(row);
    held.add(section, statement);
  }

  private static StatementRecord row(
      Lanes.LaneKey key,
      Statement statement,
      String operation,
      @Nullable String label,
      @Nullable JSON written) {
    StatementRecord row = new StatementRecord();
    row.setStatementId(statement.id());
    row.setDocumentId(key.document());
    row.setSourceId(key.source());
    row.setState(key.state());
    row.setScope(key.scope());
    row.setOperation(operation);
    row.setEffect(statement.effect().word());
    row.setVersionId(Statements.versionOf(statement.holding()));
    row.setNothing(Statements.nothingOf(statement.holding()));
    row.setValidFrom(statement.stated().fromOrNull());
    row.setValidTo(statement.stated().toOrNull());
    row.setPage(statement.page());
    row.setLooked(statement.looked());
    row.setLabel(label);
    row.setWritten(written);
    return row;
  }

  /// The version becomes what the unknown lane holds: at most one, the one recorded last.
  void standUnknown(Lanes.Pair pair, String scope, VersionRecord version, String operation) {
    Lanes.LaneKey key =
        new Lanes.LaneKey(pair.document(), pair.source(), ValidityState.UNKNOWN, scope);
    Lanes.Held held = lanes.lane(key);
    close(held, List.copyOf(held.live));
    open(
        key,
        held,
        new Statement(
            new StatementId(buffer.nextId()),
            Effect.REPLACES,
            new Holding.Text(version.getVersionId()),
            TimeRange.always(),
            false,
            null),
        operation,
        version.getLabel(),
        null);
  }
}
