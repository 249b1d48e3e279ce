package dev.asof.http;

import dev.asof.id.TenantId;
import dev.asof.schema.Caller;
import dev.asof.write.token.TokenRole;
import org.jspecify.annotations.Nullable;

/// Who asks.
///
/// @param actor by which name the ledger knows what is written
/// @param tenant the one that may be asked; null: any that the database's login reaches
/// @param token number of the token; null: the local user, without one
record Principal(
    String actor,
    TokenRole role,
    Caller caller,
    @Nullable TenantId tenant,
    @Nullable Integer token) {

  /// Whoever can reach a server that listens on this machine only, and has no tokens.
  static Principal local(String user, Caller caller) {
    return new Principal(user, TokenRole.ADMIN, caller, null, null);
  }
}
