package dev.asof.write.token;

import dev.asof.id.TenantId;
import dev.asof.ledger.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A token as its holder has it: `asof_`, the number of its tenant, and 256 random bits. It says
/// itself for which tenant it is, so that it is looked for nowhere else. It is shown once and never
/// printed: its text has to be asked for.
public final class TokenSecret {

  /// By which scanners for leaked secrets, and people, know one.
  public static final String PREFIX = "asof_";

  private static final int RANDOM_BYTES = 32;
  private static final Pattern FORM =
      Pattern.compile(PREFIX + "([1-9][0-9]{0,8})_([A-Za-z0-9_-]{43})");
  private static final SecureRandom RANDOM = new SecureRandom();

  private final TenantId tenant;
  private final String text;

  private TokenSecret(TenantId tenant, String text) {
    this.tenant = tenant;
    this.text = text;
  }

  static TokenSecret random(TenantId tenant) {
    byte[] bytes = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(bytes);
    return new TokenSecret(
        tenant,
        PREFIX
            + tenant.value()
            + "_"
            + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /// Empty where `text` can be none.
  public static Optional<TokenSecret> of(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new TokenSecret(new TenantId(Integer.parseInt(form.group(1))), text))
        : Optional.empty();
  }

  public TenantId tenant() {
    return tenant;
  }

  /// The secret itself.
  public String reveal() {
    return text;
  }

  byte[] hash() {
    return Sha256.of(text.getBytes(StandardCharsets.US_ASCII));
  }

  /// Not the secret.
  @Override
  public String toString() {
    return PREFIX + tenant.value() + "_...";
  }
}
