package dev.asof.cli;

import dev.asof.schema.Database;
import dev.asof.write.Store;
import dev.asof.write.token.ApiTokens;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    description = "Lists the tokens of a tenant, those that are good no longer too.",
    footer = "  asof token list --tenant laws")
final class TokenList extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    try (Database database = open()) {
      print(
          TokenShown.of(
              new ApiTokens(database).list(new Store(database).tenant(tenant.name(edge())))));
      return DONE;
    }
  }
}
