package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.write.Store;
import dev.asof.write.token.ApiToken;
import dev.asof.write.token.ApiTokens;
import dev.asof.write.token.TokenRole.Right;
import dev.asof.write.token.TokenSecret;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Tells who asks.
final class Callers {

  private static final Duration NOTED = Duration.ofMinutes(1);

  private final String localUser;
  private final boolean loopback;
  private volatile boolean tokens;

  /// Those that were asked; a tenant keeps its name, and its number.
  private final Map<String, TenantId> tenants = new ConcurrentHashMap<>();

  /// When the use of a token was noted last, by the clock of this process.
  private final Map<String, Long> noted = new ConcurrentHashMap<>();

  /// @param localUser who is taken to ask where there are no tokens
  /// @param loopback it can be reached from this machine only
  Callers(String localUser, boolean loopback) {
    this.localUser = localUser;
    this.loopback = loopback;
  }

  /// Whether every request needs a token: from the first one that was ever made on.
  boolean needToken(Database database) {
    if (!tokens) {
      tokens = new ApiTokens(database).any();
    }
    return tokens || !loopback;
  }

  /// Throws a [CallerFault] where nobody is known by what the request says.
  Principal of(Context context, Database database) {
    return of(context.header("Authorization"), database);
  }

  /// @param given the header Authorization
  Principal of(@Nullable String given, Database database) {
    if (given == null) {
      if (needToken(database)) {
        throw unknown("this server asks for a token; send Authorization: Bearer asof_...");
      }
      return Principal.local(localUser, database.settings().caller());
    }
    String[] parts = given.strip().split(" +", 2);
    TokenSecret secret =
        parts.length == 2 && parts[0].equalsIgnoreCase("Bearer")
            ? TokenSecret.of(parts[1]).orElse(null)
            : null;
    if (secret == null) {
      throw unknown("Authorization holds no token of asof; it reads Bearer asof_...");
    }
    ApiTokens known = new ApiTokens(database);
    ApiToken token = known.find(secret).orElseThrow(() -> unknown("the token is not known here"));
    if (token.standing() != ApiToken.Standing.GOOD) {
      throw unknown(
          "the token is "
              + token.standing().name().toLowerCase(Locale.ROOT)
              + "; ask whoever looks after the server for another");
    }
    note(database, known, secret.tenant(), token.token());
    return new Principal(
        token.name(), token.role(), Caller.holding(token.labels()), secret.tenant(), token.token());
  }

  private static CallerFault unknown(String sentence) {
    return new CallerFault(Code.NO_TOKEN, sentence);
  }

  /// Whoever only reads the database cannot note it.
  private void note(Database database, ApiTokens known, TenantId tenant, int token) {
    String key = tenant.value() + "/" + token;
    long now = System.nanoTime();
    Long last = noted.get(key);
    if (database.settings().role() == DatabaseRole.APP
        && (last == null || now - last >= NOTED.toNanos())) {
      noted.put(key, now);
      known.used(tenant, token);
    }
  }

  static void require(Principal principal, @Nullable Right right) {
    if (right != null && !principal.role().may(right)) {
      throw new CallerFault(
          Code.NOT_ALLOWED,
          "this token's role is "
              + principal.role().word()
              + ", which may not "
              + switch (right) {
                case READ -> "read";
                case WRITE -> "write; use one of a writer";
                case AUDIT -> "do this; use one of an auditor";
                case ADMINISTER -> "do this; use one of an admin";
              });
    }
  }

  /// The tenant that is asked, if the caller may. One that is not this caller's is not told from
  /// one that is not there.
  TenantId tenant(Principal principal, String name, Store store) {
    TenantId found = tenants.get(name);
    if (found == null) {
      found = store.findTenant(name).orElse(null);
      if (found != null) {
        tenants.put(name, found);
      }
    }
    if (found == null
        || (principal.tenant() != null && !Objects.equals(principal.tenant(), found))) {
      throw new CallerFault(
          Code.UNKNOWN_TENANT,
          "there is no tenant " + Problem.shortened(name) + " that you may ask",
          Map.of("tenant", Problem.shortened(name)));
    }
    return found;
  }
}
