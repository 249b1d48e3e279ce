package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.id.TenantId;
import dev.asof.schema.Caller;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import dev.asof.write.token.ApiToken;
import dev.asof.write.token.ApiTokens;
import dev.asof.write.token.TokenRole;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who is let in, to which tenant, for what; and what is kept of a token.
class TokensTest {
  private static final String ASSERTION =
      "{\"document\":\"pay\",\"source\":\"hr\",\"text\":\"Paid on the"
          + " 25th.\",\"from\":\"2024-01-01\"}";

  private TestDatabase test;
  private Served served;
  private TenantId acme;

  @BeforeEach
  void open() {
    test = TestDatabases.create();
    served = Served.on(test);
    acme = new Store(served.database()).createTenant("acme");
    new Store(served.database()).createTenant("other");
    assertThat(served.post("acme", "assert", ASSERTION).status()).isEqualTo(200);
  }

  @AfterEach
  void close() {
    served.close();
    test.close();
  }

  @Test
  void fromTheFirstTokenOnEveryRequestNeedsOne() {
    assertThat(served.get("/v1/tenants/acme/documents").status()).isEqualTo(200);
    String secret = served.token("acme", "alice", TokenRole.READER, "");

    Served.Got refused = served.get("/v1/tenants/acme/documents");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.code()).isEqualTo("no-token");
    assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer");
    assertThat(served.get("/v1/tenants/other/documents").status()).isEqualTo(401);
    assertThat(served.get("/v1/tenants").status()).isEqualTo(401);
    assertThat(served.get("/metrics").status()).isEqualTo(401);
    assertThat(served.get("/healthz").status()).isEqualTo(200);
    assertThat(served.with(secret).get("/v1/tenants/acme/documents").status()).isEqualTo(200);
    // A revoked one does not open the door for everybody again.
    new ApiTokens(served.database()).revoke(acme, 1);
    assertThat(served.with(null).get("/v1/tenants/acme/documents").status()).isEqualTo(401);
  }

  @Test
  void whatIsNoTokenIsRefusedWhateverItLooksLike() {
    String secret = served.token("acme", "alice", TokenRole.READER, "");
    for (String given :
        List.of(
            "Bearer",
            "Bearer ",
            "Bearer x",
            "Basic " + secret,
            secret,
            "Bearer " + secret + "x",
            "Bearer " + secret.substring(0, secret.length() - 1),
            "Bearer " + secret.replaceFirst("asof_\\d+_", "asof_999_"),
            "Bearer " + secret.replaceFirst("asof_\\d+_", "asof_99999999999_"),
            "Bearer asof_" + acme.value() + "_" + "A".repeat(43),
            "Bearer " + secret + " " + secret)) {
      Served.Got got = served.get("/v1/tenants/acme/documents", "Authorization", given);
      assertThat(got.status()).as(given).isEqualTo(401);
    }
  }

  @Test
  void aTokenReachesItsOwnTenantAndDoesNotTellOthersFromNone() {
    served.with(served.token("acme", "alice", TokenRole.ADMIN, "*"));
    assertThat(served.get("/v1/tenants").json().findValuesAsString("tenant"))
        .containsExactly("acme");
    Served.Got other = served.get("/v1/tenants/other/documents");
    Served.Got none = served.get("/v1/tenants/nobody/documents");
    assertThat(other.status()).isEqualTo(404);
    assertThat(other.body().replace("other", "T")).isEqualTo(none.body().replace("nobody", "T"));
    assertThat(served.post("other", "assert", ASSERTION).status()).isEqualTo(404);
  }

  @Test
  void eachRoleMayWhatItMay() {
    Map<TokenRole, List<Integer>> may =
        Map.of(
            TokenRole.READER, List.of(200, 403, 403),
            TokenRole.WRITER, List.of(200, 200, 403),
            TokenRole.AUDITOR, List.of(200, 403, 200),
            TokenRole.ADMIN, List.of(200, 200, 200));
    may.forEach((role, statuses) -> {
      served.with(served.token("acme", role.word(), role, ""));
      long before = served.head("acme");
      assertThat(served.get("/v1/tenants/acme/documents").status())
          .as(role + " reads")
          .isEqualTo(statuses.get(0));
      Served.Got written =
          served.post("acme", "assert", ASSERTION.replace("pay", "pay-" + role.word()));
      assertThat(written.status()).as(role + " writes").isEqualTo(statuses.get(1));
      assertThat(served.head("acme")).isEqualTo(before + (statuses.get(1) == 200 ? 1 : 0));
      assertThat(served.get("/v1/tenants/acme/verify").status())
          .as(role + " verifies")
          .isEqualTo(statuses.get(2));
      int administers = role == TokenRole.ADMIN ? 200 : 403;
      for (String operation : List.of("settings", "sources", "erase", "erase/finish")) {
        assertThat(served.post("acme", operation, administering(operation, role)).status())
            .as(role + " " + operation)
            .isEqualTo(administers);
      }
      assertThat(served.post("acme", "hold", held("pay-" + role.word())).status())
          .as(role + " holds")
          .isEqualTo(statuses.get(1));
      // Every document of the tenant goes out, so it takes all labels.
      assertThat(served.get("/v1/tenants/acme/export").status()).isEqualTo(403);
    });
  }

  private static String held(String document) {
    return "{\"document\":\"" + document + "\",\"matter\":\"m\"}";
  }

  private static String administering(String operation, TokenRole role) {
    return switch (operation) {
      case "settings" -> "{\"recent\":\"P90D\"}";
      case "sources" -> "{\"source\":\"hr\",\"authority_rank\":1}";
      case "erase" ->
          "{\"document\":\"pay-"
              + role.word()
              + "\",\"all_versions\":true,\"order\":\"o\",\"reason\":\"r\",\"dry_run\":true}";
      default -> "{}";
    };
  }

  @Test
  void theActorIsTheTokensNameAndNobodyCanSayAnother() {
    served.with(served.token("acme", "alice", TokenRole.WRITER, ""));
    assertThat(
            served.post("acme", "assert", ASSERTION.replace("{", "{\"actor\":\"bob\",")).status())
        .isEqualTo(400);
    served.post("acme", "assert", ASSERTION.replace("pay", "travel"));
    assertThat(
            served
                .get("/v1/tenants/acme/transactions?order=newest&limit=1")
                .json()
                .path("results")
                .get(0)
                .path("actor")
                .asString())
        .isEqualTo("alice");
  }

  @Test
  void labelsOfATokenDecideWhatItSees() {
    new Store(served.database().as(Caller.everything()))
        .write(
            acme,
            Intent.of("label", "t"),
            List.of(new Change.Label("pay", List.of("hr"), List.of())));
    String blind = served.token("acme", "blind", TokenRole.READER, "");
    String seeing = served.token("acme", "seeing", TokenRole.READER, "hr,board");
    assertThat(served.with(blind).get("/v1/tenants/acme/in-force?document=pay").status())
        .isEqualTo(404);
    assertThat(served.with(seeing).get("/v1/tenants/acme/in-force?document=pay").status())
        .isEqualTo(200);
  }

  @Test
  void aRotatedTokenIsGoodForTheOverlapAndARevokedOneAtOnceNoMore() {
    ApiTokens tokens = new ApiTokens(served.database());
    String old = served.token("acme", "alice", TokenRole.READER, "");
    String fresh = tokens.rotate(acme, 1, Duration.ofHours(1), null).secret().reveal();
    assertThat(served.with(old).get("/v1/tenants/acme/documents").status()).isEqualTo(200);
    assertThat(served.with(fresh).get("/v1/tenants/acme/documents").status()).isEqualTo(200);
    List<ApiToken> listed = tokens.list(acme);
    assertThat(listed.get(0).expires()).isNotNull();
    assertThat(listed.get(1).replaces()).isEqualTo(1);
    assertThat(listed.get(1).name()).isEqualTo("alice");

    String last = tokens.rotate(acme, 2, Duration.ZERO, Duration.ofDays(1)).secret().reveal();
    Served.Got expired = served.with(fresh).get("/v1/tenants/acme/documents");
    assertThat(expired.status()).isEqualTo(401);
    assertThat(expired.body()).contains("expired");
    tokens.revoke(acme, 3);
    assertThat(served.with(last).get("/v1/tenants/acme/documents").body()).contains("revoked");
    assertThatThrownBy(() -> tokens.rotate(acme, 3, Duration.ZERO, null))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("revoked");
    assertThatThrownBy(() -> tokens.revoke(acme, 9)).hasMessageContaining("no token 9");
  }

  @Test
  void nothingButTheHashOfATokenIsKeptAndNothingOfItIsLogged() {
    String secret = served.token("acme", "alice", TokenRole.READER, "");
    served.with(secret).get("/v1/tenants/acme/ask?q=my+secret+question");
    String random = secret.substring(secret.lastIndexOf('_') + 1);
    test.asOwner(sql -> {
      String row =
          String.valueOf(sql.fetchValue("select row_to_json(api_token)::text from asof.api_token"));
      assertThat(row).doesNotContain(random).contains("alice");
      assertThat(
              sql.fetchValue(
                  "select hash = sha256(convert_to({0}, 'UTF8')) from asof.api_token",
                  DSL.val(secret)))
          .isEqualTo(true);
    });
    assertThat(served.log)
        .isNotEmpty()
        .noneMatch(line -> line.contains(random) || line.contains("secret"))
        .anyMatch(line -> line.contains("\"token\":1") && line.contains("\"tenant\":\"acme\""));
  }

  @Test
  void theLastUseIsShownAndNotedOnceAMinuteAtMost() {
    ApiTokens tokens = new ApiTokens(served.database());
    served.with(served.token("acme", "alice", TokenRole.READER, ""));
    assertThat(tokens.list(acme).getFirst().lastUsed()).isNull();
    served.get("/v1/tenants/acme/documents");
    var first = tokens.list(acme).getFirst().lastUsed();
    assertThat(first).isNotNull();
    served.get("/v1/tenants/acme/documents");
    tokens.used(acme, 1);
    assertThat(tokens.list(acme).getFirst().lastUsed()).isEqualTo(first);
  }
}
