package dev.asof.fault;

import java.util.Locale;

/// The one table from what went wrong to the exit code of the command line and the HTTP status.
/// Codes are stable: they may be added to, never renamed.
public enum Code {
  BAD_INPUT(Exit.BAD_DATA, 400),
  BAD_TIME(Exit.BAD_DATA, 400),
  AMBIGUOUS_TIME(Exit.BAD_DATA, 400),
  KNOWN_IN_FUTURE(Exit.BAD_DATA, 400),
  BAD_RECORD(Exit.BAD_DATA, 400),
  TOO_LARGE(Exit.BAD_DATA, 413),
  USAGE(Exit.USAGE, 400),
  NO_ROUTE(Exit.USAGE, 404),
  WRONG_METHOD(Exit.USAGE, 405),
  NOT_ACCEPTABLE(Exit.USAGE, 406),
  WRONG_MEDIA_TYPE(Exit.USAGE, 415),
  URL_TOO_LONG(Exit.USAGE, 414),
  HEADERS_TOO_LARGE(Exit.USAGE, 431),
  UNKNOWN_DOCUMENT(Exit.BAD_DATA, 404),
  UNKNOWN_SOURCE(Exit.BAD_DATA, 404),
  UNKNOWN_TENANT(Exit.BAD_DATA, 404),
  UNKNOWN_VERSION(Exit.BAD_DATA, 404),
  UNKNOWN_SECTION(Exit.BAD_DATA, 404),
  UNKNOWN_STATEMENT(Exit.BAD_DATA, 404),
  UNKNOWN_TRANSACTION(Exit.BAD_DATA, 404),
  NOTHING_MATCHES(Exit.BAD_DATA, 409),
  MOVED_ON(Exit.TRY_AGAIN, 409),
  IDEMPOTENCY_MISMATCH(Exit.BAD_DATA, 409),
  RECORDED_TOO_LATE(Exit.BAD_DATA, 409),
  CLOCK_AHEAD(Exit.TRY_AGAIN, 409),
  RETRY(Exit.TRY_AGAIN, 503),
  BUSY(Exit.TRY_AGAIN, 503),
  TOO_MANY_REQUESTS(Exit.TRY_AGAIN, 429),
  TIMED_OUT(Exit.TRY_AGAIN, 503),
  DATABASE_UNREACHABLE(Exit.UNAVAILABLE, 503),
  EMBEDDED_FAILED(Exit.UNAVAILABLE, 503),
  MODEL_UNREACHABLE(Exit.UNAVAILABLE, 503),
  DISK_FULL(Exit.UNAVAILABLE, 507),
  ERASED(Exit.BAD_DATA, 451),
  UNDER_HOLD(Exit.NOT_ALLOWED, 409),
  NOT_ALLOWED(Exit.NOT_ALLOWED, 403),
  NO_TOKEN(Exit.NOT_ALLOWED, 401),
  UNKNOWN_TOKEN(Exit.BAD_DATA, 404),
  BAD_PASSWORD(Exit.NOT_ALLOWED, 401),
  CONFIGURATION(Exit.CONFIGURATION, 500),
  NOT_INITIALISED(Exit.CONFIGURATION, 503),
  FAULT(Exit.FAULT, 500);

  private final int exit;
  private final int http;

  Code(int exit, int http) {
    this.exit = exit;
    this.http = http;
  }

  /// The exit code of the command line, after sysexits.h.
  public int exit() {
    return exit;
  }

  /// The HTTP status.
  public int http() {
    return http;
  }

  /// The stable word, as in JSON: `known-in-future`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static final class Exit {
    static final int USAGE = 64;
    static final int BAD_DATA = 65;
    static final int UNAVAILABLE = 69;
    static final int FAULT = 70;
    static final int TRY_AGAIN = 75;
    static final int NOT_ALLOWED = 77;
    static final int CONFIGURATION = 78;
  }
}
