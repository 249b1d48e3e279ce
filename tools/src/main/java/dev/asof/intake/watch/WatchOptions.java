package dev.asof.intake.watch;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How pages are looked at.
///
/// @param agent the name by which robots.txt may speak of us: letters, hyphens and underscores
/// @param contact whom the owner of a site may write to, an address or a page; null: nobody is
///   named
/// @param connect longest wait for a connection
/// @param silence longest wait for the next bytes
/// @param whole longest time that the requests of one look may take
/// @param mostBytes of a page, as sent and unpacked
/// @param delay shortest time between the end of a request to a host and the next one
/// @param allowPrivate whether addresses of this machine and of private networks may be asked
/// @param parallel how many pages are looked at at once, each of another host
/// @param poll how long a loop rests before it looks whether pages were added
public record WatchOptions(
    String agent,
    @Nullable String contact,
    Duration connect,
    Duration silence,
    Duration whole,
    int mostBytes,
    Duration delay,
    boolean allowPrivate,
    int parallel,
    Duration poll) {

  public static final WatchOptions DEFAULT =
      new WatchOptions(
          "asof",
          null,
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(60),
          16 * 1024 * 1024,
          Duration.ofSeconds(1),
          false,
          4,
          Duration.ofSeconds(10));

  private static final int MOST_PARALLEL = 64;
  private static final int MOST_BYTES = 128 * 1024 * 1024;

  public WatchOptions {
    if (!agent.matches("[A-Za-z_-]+")) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "\"" + agent + "\" cannot name a robot: use letters, hyphens and underscores");
    }
    if (contact != null && !contact.matches("[\\x21-\\x7e&&[^()\\\\]]+")) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "\"" + contact + "\" is no contact: give an address or a page, without spaces");
    }
    if (parallel < 1 || parallel > MOST_PARALLEL) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "pages cannot be looked at " + parallel + " at once; give a number from 1 to 64");
    }
    if (mostBytes < 1 || mostBytes > MOST_BYTES) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "a page cannot have " + mostBytes + " bytes; give a number up to " + MOST_BYTES);
    }
    if (whole.isNegative() || whole.isZero() || delay.isNegative()) {
      throw new CallerFault(
          Code.BAD_INPUT, "a request needs some time, and a delay cannot be negative");
    }
  }

  /// As it is sent with each request: `asof (+https://example.org/about)`.
  String userAgent() {
    return contact == null ? agent : agent + " (+" + contact + ")";
  }

  /// How long a page is taken for: its look may wait for others of its host and for robots.txt.
  Duration lease() {
    return whole.multipliedBy(parallel + 2L).plus(Duration.ofMinutes(2));
  }
}
