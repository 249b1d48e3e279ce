package dev.asof.write.token;

import static dev.asof.schema.generated.Tables.API_TOKEN;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.ApiTokenRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// The tokens of tenants. They stand outside the ledger: who may ask is a matter of today.
public final class ApiTokens {

  private static final Duration NOTED = Duration.ofMinutes(1);
  private static final Field<Instant> CLOCK = DSL.field("asof.clock()", SQLDataType.INSTANT);

  private final Database database;

  public ApiTokens(Database database) {
    this.database = database;
  }

  /// A token that was made, with its secret, which is kept nowhere.
  public record Issued(ApiToken token, TokenSecret secret) {}

  /// What a token is to be.
  ///
  /// @param name letters, digits, `.`, `_`, `@` and `-`, at most 63
  /// @param valid how long it is good; null: until it is revoked
  public record Wanted(String name, TokenRole role, Caller labels, @Nullable Duration valid) {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    /// Throws a [CallerFault] where it cannot be.
    public Wanted {
      if (!name.matches("[a-zA-Z0-9][a-zA-Z0-9._@-]{0,62}")) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "\""
                + name
                + "\" cannot name a token: use up to 63 letters, digits, dots, underscores, hyphens"
                + " and @");
      }
      requirePositive(valid, "a token is good for some time");
    }

    private static void requirePositive(@Nullable Duration duration, String what) {
      if (duration != null
          && (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0)) {
        throw new CallerFault(
            Code.BAD_INPUT, what + ", not for " + duration + "; give at most P36500D");
      }
    }
  }

  /// Makes a token.
  public Issued issue(TenantId tenant, Wanted wanted) {
    TokenSecret secret = TokenSecret.random(tenant);
    return database.write(
        tenant,
        sql -> {
          Instant now = clock(sql);
          Duration valid = wanted.valid();
          ApiToken made =
              insert(
                  sql,
                  tenant,
                  secret,
                  wanted.name(),
                  wanted.role(),
                  wanted.labels().labels(),
                  now,
                  valid == null ? null : now.plus(valid),
                  null);
          return new Issued(made, secret);
        });
  }

  /// Makes a token that takes the place of `token`, with its name, role and labels; the old one is
  /// good for `overlap` longer, but not longer than it was.
  ///
  /// @param valid how long the new one is good; null: until it is revoked
  public Issued rotate(TenantId tenant, int token, Duration overlap, @Nullable Duration valid) {
    if (overlap.isNegative()) {
      throw new CallerFault(Code.BAD_INPUT, "an overlap lasts PT0S or longer, not " + overlap);
    }
    Wanted.requirePositive(valid, "a token is good for some time");
    TokenSecret secret = TokenSecret.random(tenant);
    return database.write(
        tenant,
        sql -> {
          Instant now = clock(sql);
          ApiToken old = good(sql, tenant, token, now);
          Instant end = now.plus(overlap);
          Instant before = old.expires();
          sql.update(API_TOKEN)
              .set(API_TOKEN.EXPIRES_AT, before != null && before.isBefore(end) ? before : end)
              .where(API_TOKEN.TENANT.eq(tenant), API_TOKEN.TOKEN_ID.eq(token))
              .execute();
          ApiToken made =
              insert(
                  sql,
                  tenant,
                  secret,
                  old.name(),
                  old.role(),
                  old.labels(),
                  now,
                  valid == null ? null : now.plus(valid),
                  token);
          return new Issued(made, secret);
        });
  }

  /// Refuses `token` from now on. One that is revoked already is left as it is.
  public ApiToken revoke(TenantId tenant, int token) {
    return database.write(
        tenant,
        sql -> {
          sql.update(API_TOKEN)
              .set(API_TOKEN.REVOKED_AT, CLOCK)
              .where(
                  API_TOKEN.TENANT.eq(tenant),
                  API_TOKEN.TOKEN_ID.eq(token),
                  API_TOKEN.REVOKED_AT.isNull())
              .execute();
          return byNumber(sql, tenant, token, clock(sql)).orElseThrow(() -> unknown(token));
        });
  }

  /// All of a tenant, those that are good no longer too, in the order in which they were made.
  public List<ApiToken> list(TenantId tenant) {
    return database.read(
        tenant,
        sql -> {
          Instant now = clock(sql);
          return sql.selectFrom(API_TOKEN)
              .where(API_TOKEN.TENANT.eq(tenant))
              .orderBy(API_TOKEN.TOKEN_ID)
              .fetch(row -> token(row, now));
        });
  }

  /// The token of this secret, good or not; empty where there is none.
  public Optional<ApiToken> find(TokenSecret secret) {
    return database.read(
        secret.tenant(),
        sql ->
            sql.select(API_TOKEN.fields())
                .select(CLOCK)
                .from(API_TOKEN)
                .where(API_TOKEN.TENANT.eq(secret.tenant()), API_TOKEN.HASH.eq(secret.hash()))
                .fetchOptional(row -> token(row.into(API_TOKEN), row.get(CLOCK))));
  }

  /// Notes that a token was used, once a minute at most.
  public void used(TenantId tenant, int token) {
    database.write(
        tenant,
        sql -> {
          Instant now = clock(sql);
          return sql.update(API_TOKEN)
              .set(API_TOKEN.LAST_USED_AT, now)
              .where(
                  API_TOKEN.TENANT.eq(tenant),
                  API_TOKEN.TOKEN_ID.eq(token),
                  API_TOKEN.LAST_USED_AT.isNull().or(API_TOKEN.LAST_USED_AT.le(now.minus(NOTED))))
              .execute();
        });
  }

  /// Whether any tenant in reach has a token, revoked ones too.
  public boolean any() {
    return Boolean.TRUE.equals(
        database.readGlobal(sql ->
            sql.select(DSL.field("asof.has_api_tokens()", SQLDataType.BOOLEAN))
                .fetchSingle()
                .value1()));
  }

  private static ApiToken insert(
      DSLContext sql,
      TenantId tenant,
      TokenSecret secret,
      String name,
      TokenRole role,
      List<String> labels,
      Instant now,
      @Nullable Instant expires,
      @Nullable Integer replaces) {
    // Two that count at once: the key refuses the second, which is told to try again.
    Integer last =
        sql.select(DSL.max(API_TOKEN.TOKEN_ID))
            .from(API_TOKEN)
            .where(API_TOKEN.TENANT.eq(tenant))
            .fetchSingle()
            .value1();
    ApiTokenRecord row = new ApiTokenRecord();
    row.setTenant(tenant);
    row.setTokenId(last == null ? 1 : last + 1);
    row.setName(name);
    row.setRole(role.word());
    row.setLabels(labels.toArray(String[]::new));
    row.setHash(secret.hash());
    row.setCreatedAt(now);
    row.setExpiresAt(expires);
    row.setReplaces(replaces);
    sql.insertInto(API_TOKEN).set(row).execute();
    return byNumber(sql, tenant, row.getTokenId(), now).orElseThrow();
  }

  private static ApiToken good(DSLContext sql, TenantId tenant, int token, Instant now) {
    ApiToken found = byNumber(sql, tenant, token, now).orElseThrow(() -> unknown(token));
    if (found.standing() != ApiToken.Standing.GOOD) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "token "
              + token
              + " is "
              + found.standing().name().toLowerCase(Locale.ROOT)
              + "; make a new one with: asof token add",
          Map.of("token", Integer.toString(token)));
    }
    return found;
  }

  private static Optional<ApiToken> byNumber(
      DSLContext sql, TenantId tenant, int token, Instant now) {
    return sql.selectFrom(API_TOKEN)
        .where(API_TOKEN.TENANT.eq(tenant), API_TOKEN.TOKEN_ID.eq(token))
        .fetchOptional(row -> token(row, now));
  }

  private static CallerFault unknown(int token) {
    return new CallerFault(
        Code.UNKNOWN_TOKEN,
        "there is no token " + token + "; asof token list shows them",
        Map.of("token", Integer.toString(token)));
  }

  private static Instant clock(DSLContext sql) {
    return sql.select(CLOCK).fetchSingle().value1();
  }

  private static ApiToken token(ApiTokenRecord row, Instant now) {
    Instant expires = row.getExpiresAt();
    return new ApiToken(
        row.getTokenId(),
        row.getName(),
        TokenRole.ofWord(row.getRole()),
        Arrays.asList(row.getLabels()),
        row.getCreatedAt(),
        expires,
        row.getRevokedAt(),
        row.getLastUsedAt(),
        row.getReplaces(),
        row.getRevokedAt() != null
            ? ApiToken.Standing.REVOKED
            : expires != null && !now.isBefore(expires)
                ? ApiToken.Standing.EXPIRED
                : ApiToken.Standing.GOOD);
  }
}
