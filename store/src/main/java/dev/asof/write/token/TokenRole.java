package dev.asof.write.token;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// What a token may do in its tenant.
public enum TokenRole {
  /// Asks.
  READER,
  /// Asks and writes.
  WRITER,
  /// Asks, verifies the ledger and takes the tenant out.
  AUDITOR,
  /// All of it.
  ADMIN;

  /// What a request needs.
  public enum Right {
    READ,
    WRITE,
    AUDIT,
    ADMINISTER
  }

  public boolean may(Right right) {
    return switch (right) {
      case READ -> true;
      case WRITE -> this == WRITER || this == ADMIN;
      case AUDIT -> this == AUDITOR || this == ADMIN;
      case ADMINISTER -> this == ADMIN;
    };
  }

  /// The word in the database, in JSON and on the command line: `reader`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Throws a [CallerFault] where there is no such role.
  public static TokenRole ofWord(String word) {
    return Arrays.stream(values())
        .filter(role -> role.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new CallerFault(
                Code.BAD_INPUT,
                "the role is '"
                    + word
                    + "'; it has to be "
                    + Arrays.stream(values())
                        .map(TokenRole::word)
                        .collect(Collectors.joining(", "))));
  }
}
