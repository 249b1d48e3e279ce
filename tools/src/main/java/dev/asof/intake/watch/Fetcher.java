package dev.asof.intake.watch;

import dev.asof.fault.CallerFault;
import dev.asof.write.WatchedPage;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hc.client5.http.utils.URIUtils;
import org.jspecify.annotations.Nullable;

/// Asks for a page and follows its redirects by hand, so that each step is held against robots.txt
/// and against what is allowed.
final class Fetcher {

  private static final int MOST_REDIRECTS = 10;
  private static final int LONGEST_VALIDATOR = 1_024;
  private static final Duration LONGEST_RETRY = Duration.ofDays(7);
  private static final Duration RETRY = Duration.ofMinutes(5);
  private static final String ACCEPT =
      "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,*/*;q=0.1";

  private final WatchOptions options;
  private final Web web;
  private final Robots robots;
  private final Hosts hosts = new Hosts();
  private final Clock clock;

  Fetcher(WatchOptions options, Web web, Clock clock) {
    this.options = options;
    this.web = web;
    this.robots = new Robots(web, options);
    this.clock = clock;
  }

  /// @param seen whose validators make the request conditional; null: ask for the whole page
  Fetched fetch(WatchedPage.Watch watch, WatchedPage.@Nullable Seen seen)
      throws InterruptedException {
    return new Way(watch, seen).go();
  }

  /// One page, from where it is said to be to where it is.
  private final class Way {
    private final WatchedPage.Watch watch;
    private final WatchedPage.@Nullable Seen seen;
    private final Set<URI> met = new HashSet<>();
    private Duration within = options.whole();
    private boolean isForGood = true;
    private @Nullable URI movedTo;

    Way(WatchedPage.Watch watch, WatchedPage.@Nullable Seen seen) {
      this.watch = watch;
      this.seen = seen;
    }

    Fetched go() throws InterruptedException {
      URI at = watch.url();
      try {
        while (true) {
          Duration alone = hosts.leftAlone(at.getHost());
          if (!alone.isZero()) {
            return new Fetched.PutOff(alone);
          }
          Web.Answer answer = ask(at);
          URI next = redirect(at, answer);
          if (next == null) {
            return found(at, answer);
          }
          at = next;
        }
      } catch (Unusable e) {
        return failed(e.why(), null);
      } catch (IOException e) {
        return failed("the request failed: " + e.getMessage(), null);
      }
    }

    private Web.Answer ask(URI at) throws IOException, InterruptedException {
      if (!met.add(at)) {
        throw new Unusable("its redirects lead in a circle, to " + at);
      }
      if (met.size() > MOST_REDIRECTS + 1) {
        throw new Unusable("it redirects more than " + MOST_REDIRECTS + " times");
      }
      Duration asked = robots.pause(at);
      Duration pause = asked.compareTo(options.delay()) > 0 ? asked : options.delay();
      return hosts.inTurn(
          at.getHost(),
          pause,
          () -> {
            String refusal = robots.refusal(at);
            if (refusal != null) {
              throw new Unusable(refusal);
            }
            long start = System.nanoTime();
            try {
              return web.get(at, headers(at), new Web.Most(options.mostBytes(), false), within);
            } finally {
              within = within.minusNanos(System.nanoTime() - start);
            }
          });
    }

    /// Validators are those of the place where the page was found.
    private Map<String, String> headers(URI at) {
      Map<String, String> headers = new HashMap<>();
      headers.put("Accept", ACCEPT);
      if (seen != null && at.toString().equals(seen.finalUrl())) {
        put(headers, "If-None-Match", seen.etag());
        put(headers, "If-Modified-Since", seen.lastModified());
      }
      return headers;
    }

    private static void put(Map<String, String> headers, String name, @Nullable String value) {
      if (value != null) {
        headers.put(name, value);
      }
    }

    /// Where the answer leads; null: nowhere, it is of the page.
    private @Nullable URI redirect(URI at, Web.Answer answer) throws Unusable {
      boolean forGood = answer.status() == 301 || answer.status() == 308;
      if (!forGood && answer.status() != 302 && answer.status() != 303 && answer.status() != 307) {
        return null;
      }
      String location = answer.header("Location");
      if (location == null || location.isBlank()) {
        throw new Unusable(answer.said() + " without saying where to");
      }
      URI to;
      try {
        to = WatchedPage.Watch.url(URIUtils.resolve(at, location.strip()).toString());
      } catch (CallerFault | IllegalArgumentException e) {
        throw new Unusable(
            "it redirects to what is no address of a page: " + shortened(location), e);
      }
      isForGood &= forGood;
      if (isForGood) {
        movedTo = to;
      }
      String refusal = refusal(watch, at, to);
      if (refusal != null) {
        throw new Unusable(refusal);
      }
      return to;
    }

    private Fetched found(URI at, Web.Answer answer) {
      return switch (answer.status()) {
        case 200 ->
            new Fetched.Page(
                answer.body(),
                at,
                movedTo,
                answer.header("Content-Type"),
                validator(answer.header("ETag")),
                validator(answer.header("Last-Modified")));
        case 304 ->
            seen == null
                ? failed("304 Not Modified, although it was asked for as a whole", null)
                : new Fetched.NotModified(at, movedTo);
        case 404, 410 -> new Fetched.Gone(answer.said(), movedTo);
        case 429, 503 -> {
          Duration span = retryAfter(answer.header("Retry-After"));
          hosts.leaveAlone(at.getHost(), span);
          yield failed(answer.said(), span);
        }
        default -> failed(answer.said(), null);
      };
    }

    private Fetched.Failed failed(String why, @Nullable Duration retryAfter) {
      return new Fetched.Failed(why, retryAfter, movedTo);
    }
  }

  /// Why a redirect is not followed; null: it is.
  static @Nullable String refusal(WatchedPage.Watch watch, URI at, URI to) {
    if (at.getScheme().equals("https")
        && to.getScheme().equals("http")
        && !watch.allows().contains(WatchedPage.Allowance.HTTP)) {
      return "it redirects from https to " + to + ", which is not followed without --allow http";
    }
    if (!isSameSite(watch.url(), to)
        && !watch.allows().contains(WatchedPage.Allowance.OTHER_HOST)) {
      return "it redirects to another host, "
          + to
          + ", which is not followed without --allow other-host";
    }
    return null;
  }

  private static String shortened(String location) {
    return location.length() > 200 ? location.substring(0, 200) + "..." : location;
  }

  /// The same host and port, or each with the port of its scheme.
  private static boolean isSameSite(URI one, URI other) {
    return one.getHost().equalsIgnoreCase(other.getHost())
        && (port(one) == port(other) || (isDefault(one) && isDefault(other)));
  }

  private static int port(URI url) {
    return url.getPort() >= 0 ? url.getPort() : url.getScheme().equals("https") ? 443 : 80;
  }

  private static boolean isDefault(URI url) {
    return port(url) == (url.getScheme().equals("https") ? 443 : 80);
  }

  /// What could be sent back as it came; null: it cannot.
  private static @Nullable String validator(@Nullable String sent) {
    return sent == null
            || sent.isBlank()
            || sent.length() > LONGEST_VALIDATOR
            || !sent.chars().allMatch(c -> c >= ' ' && c < 0x7f)
        ? null
        : sent;
  }

  /// From a second to a week; where the server does not say, five minutes.
  private Duration retryAfter(@Nullable String sent) {
    Duration span = sent == null ? RETRY : span(sent.strip());
    if (span.compareTo(LONGEST_RETRY) > 0) {
      return LONGEST_RETRY;
    }
    return span.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : span;
  }

  private Duration span(String sent) {
    if (sent.matches("\\d+")) {
      return sent.length() > 9 ? LONGEST_RETRY : Duration.ofSeconds(Long.parseLong(sent));
    }
    try {
      return Duration.between(
          clock.instant(),
          DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT).parse(sent, Instant::from));
    } catch (DateTimeException | ArithmeticException e) {
      return RETRY;
    }
  }
}
