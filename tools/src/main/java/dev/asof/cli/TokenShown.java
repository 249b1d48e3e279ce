package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.shown.Times;
import dev.asof.write.token.ApiToken;
import dev.asof.write.token.ApiTokens;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Tokens as every format shows them.
final class TokenShown {
  private static final int FIRST = 1;

  private TokenShown() {}

  /// A token that was made, with its secret, which is shown here and never again.
  record Issued(ApiToken token, String secret) {}

  static Shown issued(ApiTokens.Issued issued) {
    Issued value = new Issued(issued.token(), issued.secret().reveal());
    return new Shown(
        value,
        List.of(value),
        List.of(
            "Token "
                + issued.token().token()
                + " of "
                + issued.token().name()
                + ", "
                + issued.token().role().word()
                + ". It is shown this once; keep it as a password:"),
        Table.of(List.of()),
        List.of(value.secret()),
        below(issued.token()));
  }

  private static List<String> below(ApiToken token) {
    String sent = "Send it as: Authorization: Bearer TOKEN";
    return token.token() == FIRST
        ? List.of(
            sent,
            "It is the first of its tenant. Where there is any token, every request to asof serve"
                + " needs one, from this machine and from the page too; that holds from now on, in"
                + " servers that run as well, and stays when tokens are revoked.")
        : List.of(sent);
  }

  static Shown of(List<ApiToken> tokens) {
    return new Shown(
        tokens,
        tokens,
        tokens.isEmpty()
            ? List.of("The tenant has no token; make one with: asof token add NAME --role reader")
            : List.of(),
        Table.of(
            tokens,
            column("token", ApiToken::token),
            column("name", ApiToken::name),
            column("role", token -> token.role().word()),
            column("labels", token -> String.join(",", token.labels())),
            column("standing", token -> token.standing().name().toLowerCase(Locale.ROOT)),
            column("created", token -> shown(token.created())),
            column("expires", token -> shown(token.expires())),
            column("revoked", token -> shown(token.revoked())),
            column("last used", token -> shown(token.lastUsed())),
            column("replaces", ApiToken::replaces)),
        List.of());
  }

  private static @Nullable String shown(@Nullable Instant instant) {
    return instant == null ? null : Times.shown(instant);
  }
}
