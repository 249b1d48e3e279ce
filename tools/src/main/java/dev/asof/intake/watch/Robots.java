package dev.asof.intake.watch;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.utils.URIUtils;
import org.jspecify.annotations.Nullable;

/// What the robots.txt of a site lets us do, by RFC 9309: 4xx forbids nothing; 5xx, 429 and no
/// answer forbid everything until there is one. Kept for a day, what could not be had for ten
/// minutes.
final class Robots {

  private static final Duration KEPT = Duration.ofDays(1);
  private static final Duration TRIED_AGAIN = Duration.ofMinutes(10);
  private static final int MOST_BYTES = 500 * 1024;
  private static final int MOST_REDIRECTS = 5;
  private static final int TOO_MANY_REQUESTS = 429;

  /// What holds for a site.
  ///
  /// @param rules null: all is forbidden, or all allowed
  /// @param unreachable why everything is forbidden; null: it is not
  private record Held(@Nullable BaseRobotRules rules, @Nullable String unreachable, long until) {}

  private final Web web;
  private final String agent;
  private final Duration within;
  private final Map<String, Held> sites = new ConcurrentHashMap<>();

  Robots(Web web, WatchOptions options) {
    this.web = web;
    this.agent = options.agent().toLowerCase(Locale.ROOT);
    this.within = options.whole();
  }

  /// Why a page may not be asked for; null: it may. To be called in the turn of its host.
  @Nullable String refusal(URI url) {
    Held held = of(url);
    if (held.unreachable() != null) {
      return held.unreachable();
    }
    BaseRobotRules rules = held.rules();
    return rules == null || rules.isAllowed(url.toString())
        ? null
        : "its site does not let " + agent + " read it (robots.txt)";
  }

  /// The pause that the site asks for, as far as it is known; zero: none.
  Duration pause(URI url) {
    Held held = sites.get(site(url));
    long millis = held == null || held.rules() == null ? 0 : held.rules().getCrawlDelay();
    return millis > 0 ? Duration.ofMillis(millis) : Duration.ZERO;
  }

  private static String site(URI url) {
    return url.getScheme() + "://" + url.getRawAuthority();
  }

  private Held of(URI url) {
    String site = site(url);
    Held held = sites.get(site);
    if (held == null || held.until() - System.nanoTime() < 0) {
      held = ask(URI.create(site + "/robots.txt"));
      sites.put(site, held);
    }
    return held;
  }

  private Held ask(URI first) {
    URI at = first;
    try {
      for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
        Web.Answer answer = web.get(at, Map.of(), new Web.Most(MOST_BYTES, true), within);
        String location = answer.header("Location");
        if (answer.status() / 100 == 3 && location != null) {
          at = URIUtils.resolve(at, location);
          if (!List.of("http", "https").contains(at.getScheme()) || at.getHost() == null) {
            return allowed(null);
          }
          continue;
        }
        return held(first, answer);
      }
      return allowed(null);
    } catch (Unusable e) {
      return unreachable(e.why());
    } catch (IllegalArgumentException e) {
      return allowed(null);
    }
  }

  private Held held(URI first, Web.Answer answer) {
    if (answer.status() == TOO_MANY_REQUESTS || answer.status() / 100 == 5) {
      return unreachable(answer.said());
    }
    if (answer.status() / 100 != 2) {
      return allowed(null);
    }
    SimpleRobotRulesParser parser = new SimpleRobotRulesParser(Long.MAX_VALUE, 0);
    String type = answer.header("Content-Type");
    return allowed(
        parser.parseContent(
            first.toString(), answer.body(), type == null ? "text/plain" : type, List.of(agent)));
  }

  private static Held allowed(@Nullable BaseRobotRules rules) {
    return new Held(rules, null, System.nanoTime() + KEPT.toNanos());
  }

  private static Held unreachable(String why) {
    return new Held(
        null,
        "the robots.txt of its site cannot be had, which forbids everything: " + why,
        System.nanoTime() + TRIED_AGAIN.toNanos());
  }
}
