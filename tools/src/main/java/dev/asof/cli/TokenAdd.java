package dev.asof.cli;

import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.time.Spans;
import dev.asof.write.Store;
import dev.asof.write.token.ApiTokens;
import dev.asof.write.token.TokenRole;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "add",
    description = {
      "Makes a token and shows it, once.",
      "What is kept is its hash: who loses it is given another."
    },
    footer = {
      "  asof token add alice --role writer --tenant laws",
      "  asof token add dashboard --role reader --labels-of-token hr,board --expires-in P90D"
    })
final class TokenAdd extends AsofCommand {

  @Parameters(
      paramLabel = "NAME",
      description = "For whom it is; the actor of what is written with it.")
  private String name = "";

  @Option(
      names = "--role",
      order = 1,
      required = true,
      paramLabel = "ROLE",
      description = {
        "reader (asks), writer (and writes), auditor (asks, verifies and exports) or admin (all of",
        "it)."
      })
  private String role = "";

  @Option(
      names = "--labels-of-token",
      order = 2,
      paramLabel = "LABELS",
      description = "Access labels it holds, with commas between, or \"*\" for all; default none.")
  private String labels = "";

  @Option(
      names = "--expires-in",
      order = 3,
      paramLabel = "TIME",
      description = "How long it is good, such as P90D or 8h; default: until it is revoked.")
  private @Nullable String expiresIn;

  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    ApiTokens.Wanted wanted =
        new ApiTokens.Wanted(
            name,
            TokenRole.ofWord(role),
            Caller.parse(labels),
            expiresIn == null ? null : Spans.read("--expires-in", expiresIn));
    try (Database database = open()) {
      print(
          TokenShown.issued(
              new ApiTokens(database)
                  .issue(new Store(database).tenant(tenant.name(edge())), wanted)));
      return DONE;
    }
  }
}
