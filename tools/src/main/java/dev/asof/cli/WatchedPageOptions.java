package dev.asof.cli;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.intake.Html;
import dev.asof.time.Spans;
import dev.asof.write.Change;
import dev.asof.write.WatchedPage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How a page is to be watched, as far as it is given; an empty word unsets.
final class WatchedPageOptions {

  private static final Duration DAILY = Duration.ofDays(1);

  @Option(
      names = "--select",
      order = 10,
      paramLabel = "CSS",
      description =
          "Elements whose text is wanted; default: main, else article, else the page without its"
              + " head, foot and navigation.")
  private @Nullable String selector;

  @Option(
      names = "--without",
      order = 11,
      paramLabel = "CSS",
      description = "Elements that are left out, such as a banner or a list of related pages.")
  private @Nullable String without;

  @Option(
      names = "--must-contain",
      order = 12,
      paramLabel = "WORDS",
      description =
          "Words that the text always has. Without them the look fails: a page that asks to sign"
              + " in, or says in words that there is none, is else taken for a new text.")
  private @Nullable String mustContain;

  @Option(
      names = "--every",
      order = 13,
      paramLabel = "SPAN",
      description =
          "How long after a look the next one is due, from a minute to 366 days, such as PT6H, 12h"
              + " or 7d; default 1d.")
  private @Nullable String every;

  @Option(
      names = "--title",
      order = 14,
      paramLabel = "WORDS",
      description = "Title of the document; default: that of the page.")
  private @Nullable String title;

  @Option(
      names = "--language",
      order = 15,
      paramLabel = "TAG",
      description = "Language where the page states none, such as en or ko.")
  private @Nullable String language;

  @Option(
      names = "--allow",
      order = 16,
      split = ",",
      paramLabel = "WHAT",
      description =
          "Where redirects may lead: other-host, http (from https). Default: neither. none unsets.")
  private @Nullable List<String> allowed;

  boolean isGiven() {
    return selector != null
        || without != null
        || mustContain != null
        || every != null
        || title != null
        || language != null
        || allowed != null;
  }

  WatchedPage.Watch watch(Change.Place place, String url) {
    return over(
        new WatchedPage.Watch(
            place, WatchedPage.Watch.url(url), null, null, null, null, null, Set.of(), DAILY),
        null);
  }

  /// What is given in place of what was so before.
  WatchedPage.Watch over(WatchedPage.Watch before, @Nullable String url) {
    check(selector);
    check(without);
    return new WatchedPage.Watch(
        before.place(),
        url == null ? before.url() : WatchedPage.Watch.url(url),
        given(selector, before.selector()),
        given(without, before.without()),
        given(mustContain, before.mustContain()),
        given(title, before.title()),
        given(language, before.language()),
        allowed == null ? before.allows() : allowances(allowed),
        every == null ? before.every() : Spans.read("--every", every));
  }

  private static void check(@Nullable String css) {
    if (css != null && !css.isBlank()) {
      Html.check(css);
    }
  }

  private static @Nullable String given(@Nullable String value, @Nullable String before) {
    return value == null ? before : value.isBlank() ? null : value;
  }

  private static Set<WatchedPage.Allowance> allowances(List<String> words) {
    Set<WatchedPage.Allowance> allows = EnumSet.noneOf(WatchedPage.Allowance.class);
    for (String word : words) {
      switch (word.strip()) {
        case "other-host" -> allows.add(WatchedPage.Allowance.OTHER_HOST);
        case "http" -> allows.add(WatchedPage.Allowance.HTTP);
        case "none" -> {}
        default ->
            throw new CallerFault(
                Code.BAD_INPUT,
                "\"" + word + "\" is nothing that --allow knows; give other-host, http or none");
      }
    }
    return allows;
  }
}
