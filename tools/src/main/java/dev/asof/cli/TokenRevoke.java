package dev.asof.cli;

import dev.asof.schema.Database;
import dev.asof.write.Store;
import dev.asof.write.token.ApiToken;
import dev.asof.write.token.ApiTokens;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "revoke",
    description = "Refuses a token from now on, in servers that run too.",
    footer = "  asof token revoke 3")
final class TokenRevoke extends AsofCommand {

  @Parameters(
      paramLabel = "NUMBER",
      converter = TokenNumber.class,
      description = "Number of the token; asof token list shows it.")
  private int token;

  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    try (Database database = open()) {
      ApiToken revoked =
          new ApiTokens(database).revoke(new Store(database).tenant(tenant.name(edge())), token);
      print(TokenShown.of(List.of(revoked)));
      return DONE;
    }
  }
}
