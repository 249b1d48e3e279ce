package dev.asof.write;

import dev.asof.schema.generated.tables.records.WatchedPageRecord;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Watched pages as rows of their table.
final class WatchedPageRows {
  private WatchedPageRows() {}

  static void fill(WatchedPageRecord row, WatchedPage.Watch watch) {
    row.setUrl(watch.url().toString());
    row.setSelector(watch.selector());
    row.setWithout(watch.without());
    row.setMustContain(watch.mustContain());
    row.setTitle(watch.title());
    row.setLanguage(watch.language());
    row.setAllows(
        watch.allows().stream().map(WatchedPage.Allowance::word).sorted().toArray(String[]::new));
    row.setEverySeconds(Math.toIntExact(watch.every().toSeconds()));
  }

  static Change.Place placeOf(WatchedPageRecord row) {
    return new Change.Place(row.getDocumentKey(), row.getSource(), row.getScope());
  }

  static WatchedPage.Watch watchOf(WatchedPageRecord row) {
    return new WatchedPage.Watch(
        placeOf(row),
        URI.create(row.getUrl()),
        row.getSelector(),
        row.getWithout(),
        row.getMustContain(),
        row.getTitle(),
        row.getLanguage(),
        Arrays.stream(row.getAllows())
            .map(WatchedPage.Allowance::of)
            .collect(Collectors.toUnmodifiableSet()),
        Duration.ofSeconds(row.getEverySeconds()));
  }

  static WatchedPage pageOf(WatchedPageRecord row, Instant now) {
    String outcome = row.getOutcome();
    Instant leased = row.getLeasedUntil();
    return new WatchedPage(
        watchOf(row),
        new WatchedPage.Standing(
            row.getLooked(),
            outcome == null ? null : WatchedPage.Outcome.of(outcome),
            row.getNote(),
            row.getFinalUrl(),
            row.getMovedTo(),
            row.getFailures(),
            row.getNextDue(),
            leased != null && leased.isAfter(now)));
  }
}
