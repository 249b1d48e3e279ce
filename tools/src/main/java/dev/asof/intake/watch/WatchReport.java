package dev.asof.intake.watch;

import java.util.ArrayList;
import java.util.List;

/// What a run came to.
///
/// @param looked pages that were looked at
/// @param changed with a text, or another than before
/// @param technical of these, those whose text differs because the extractor changed
/// @param gone pages that are no longer there
/// @param failed looks that say nothing about their page
/// @param putOff pages that were not asked for, because their host wants to be left alone
/// @param looks each page, in the order in which they were done
public record WatchReport(
    int looked,
    int changed,
    int technical,
    int unchanged,
    int gone,
    int failed,
    int putOff,
    List<Look> looks) {
  public WatchReport {
    looks = List.copyOf(looks);
  }

  static WatchReport of(List<Look> looks) {
    List<Look> done = new ArrayList<>(looks);
    int putOff = count(done, Look.PUT_OFF);
    int technical = count(done, "technical");
    return new WatchReport(
        done.size() - putOff - count(done, Look.GIVEN_UP),
        count(done, "changed") + technical,
        technical,
        count(done, "unchanged"),
        count(done, "gone"),
        count(done, "failed"),
        putOff,
        done);
  }

  private static int count(List<Look> looks, String found) {
    return Math.toIntExact(looks.stream().filter(look -> look.found().equals(found)).count());
  }
}
