package dev.asof.cli;

import dev.asof.schema.Database;
import dev.asof.time.Spans;
import dev.asof.write.Store;
import dev.asof.write.token.ApiTokens;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "rotate",
    description = {
      "Makes a token that takes the place of another, and shows it, once.",
      "It has the name, role and labels of the old one, which stays good for a while, so that its"
          + " holder can change over."
    },
    footer = "  asof token rotate 3 --overlap 24h")
final class TokenRotate extends AsofCommand {

  @Parameters(
      paramLabel = "NUMBER",
      converter = TokenNumber.class,
      description = "Number of the token; asof token list shows it.")
  private int token;

  @Option(
      names = "--overlap",
      order = 1,
      paramLabel = "TIME",
      description = "How long the old one stays good; default 24h.")
  private String overlap = "24h";

  @Option(
      names = "--expires-in",
      order = 2,
      paramLabel = "TIME",
      description = "How long the new one is good; default: until it is revoked.")
  private @Nullable String expiresIn;

  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    try (Database database = open()) {
      print(
          TokenShown.issued(
              new ApiTokens(database)
                  .rotate(
                      new Store(database).tenant(tenant.name(edge())),
                      token,
                      Spans.read("--overlap", overlap),
                      expiresIn == null ? null : Spans.read("--expires-in", expiresIn))));
      return DONE;
    }
  }
}
