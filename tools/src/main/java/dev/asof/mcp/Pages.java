package dev.asof.mcp;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.Compared;
import dev.asof.history.Page;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which page is asked for, and of how many results. The total is counted once, with the first
/// page, up to [#COUNTED] further ones; the cursors of the protocol carry it in front of those of
/// the store: `20.57.CURSOR`, with a plus after a total that is a least one.
final class Pages {

  /// The most results that are counted behind the first page.
  static final int COUNTED = 1_000;

  private static final Pattern CURSOR =
      Pattern.compile("(\\d{1,9})\\.(\\d{1,9})(\\+?)\\.(.+)", Pattern.DOTALL);

  /// How many results a further page has, and whether there are more.
  record Count(int results, boolean isMore) {}

  private final Page page;
  private final int before;
  private final int total;
  private final boolean exact;

  private Pages(Page page, int before, int total, boolean exact) {
    this.page = page;
    this.before = before;
    this.total = total;
    this.exact = exact;
  }

  static Pages of(Arguments arguments) {
    int limit = arguments.whole(Common.LIMIT, Common.RESULTS);
    String cursor = arguments.text(Common.CURSOR);
    if (cursor == null) {
      return new Pages(new Page(limit, null), 0, 0, false);
    }
    Matcher read = CURSOR.matcher(cursor);
    if (!read.matches()) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the cursor is damaged; copy the whole of page.next, or start again without it",
          Map.of("argument", Common.CURSOR));
    }
    return new Pages(
        new Page(limit, read.group(4)),
        Integer.parseInt(read.group(1)),
        Integer.parseInt(read.group(2)),
        read.group(3).isEmpty());
  }

  Page page() {
    return page;
  }

  /// Offers each result of a further page, and says where that ended.
  @FunctionalInterface
  interface Offering {
    /// @return the store's cursor; null: there are no more
    @Nullable String offer(Page page, Consumer<Object> each);
  }

  /// Says which part the answer's results are.
  ///
  /// @param more a further page
  Result add(Result result, Answer<?> answer, Function<Page, Answer<?>> more) {
    return add(
        result,
        answer.results().size(),
        answer.next(),
        rest -> {
          Answer<?> further = more.apply(rest);
          return new Count(further.results().size(), further.next() != null);
        });
  }

  /// The same, where a further page need not be held.
  Result add(Result result, Compared<?> answer, Offering more) {
    return add(
        result,
        answer.results().size(),
        answer.next(),
        rest -> {
          int[] found = {0};
          String next = more.offer(rest, one -> found[0]++);
          return new Count(found[0], next != null);
        });
  }

  /// Says which part `results` are.
  ///
  /// @param next the store's cursor; null: there are no more
  /// @param count counts a further page
  Result add(Result result, int results, @Nullable String next, Function<Page, Count> count) {
    int so = before + results;
    int all = so;
    boolean sure = true;
    if (next != null && page.after() == null) {
      Count rest = count.apply(new Page(COUNTED, next));
      all = so + rest.results();
      sure = !rest.isMore();
    } else if (next != null) {
      all = Math.max(total, so);
      sure = exact;
    }
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("results", results);
    shown.put("total", all);
    shown.put("exact", sure);
    shown.put("next", next == null ? null : so + "." + all + (sure ? "" : "+") + "." + next);
    return result
        .with("page", shown)
        .line(
            results == 0
                ? "No results."
                : "Results "
                    + (before + 1)
                    + " to "
                    + so
                    + " of "
                    + (sure ? "" : "at least ")
                    + all
                    + (next == null ? "." : "; page.next has the cursor of the next."));
  }
}
