package dev.asof.mcp;

import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.AskedTimes;
import dev.asof.time.TimeInput;
import org.jspecify.annotations.Nullable;

/// One call of a tool.
///
/// @param database of the caller, who is fixed
/// @param fixedZone in which all local times are read; null: the call may name one
record Call(
    Means means,
    Database database,
    TenantId tenant,
    @Nullable String fixedZone,
    Arguments arguments,
    Questions questions) {

  History history() {
    return new History(database);
  }

  AskedTimes times() {
    return times(arguments.text(Common.KNOWN_AT));
  }

  AskedTimes times(@Nullable String known) {
    return new AskedTimes(known, fixedZone == null ? arguments.text(Common.ZONE) : fixedZone);
  }

  Known known() {
    return times().knownOrLatest();
  }

  /// Null where none was given.
  @Nullable TimeInput about() {
    return about(arguments.text(Common.AS_OF));
  }

  @Nullable TimeInput about(@Nullable String text) {
    return text == null ? null : times().about(text);
  }

  Filter filter() {
    return new Filter(
        arguments.text(Common.DOCUMENT),
        arguments.text(Common.SOURCE),
        arguments.text(Common.SCOPE));
  }
}
