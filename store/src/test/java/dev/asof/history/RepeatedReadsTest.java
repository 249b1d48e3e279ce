package dev.asof.history;

import static dev.asof.history.Story.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import dev.asof.write.SourceKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A token repeats every read to the byte, whatever is written later.
class RepeatedReadsTest {

  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  @Test
  void everyReadAtATokenIsTheSameToTheByteAfterEveryKindOfWrite() {
    List<Runnable> writes = new ArrayList<>();
    Receipt[] recalled = new Receipt[1];
    story.source("crawler", "Europe/London", 2);
    story.states("gov", "act", "v1", "# A\n\none\n", "2024-01-01", null);
    Receipt wrong =
        story.corrects("gov", "act", "vx", "# A\n\nwrong\n", "2024-02-01", "2024-05-01");
    story.shows("crawler", "act", "2024-02-01T00:00:00Z", "s1", "seen");
    story.puts("gov", "undated", "u", "when, nobody says");
    Receipt token = story.corrects("gov", "act", "v2", "# A\n\ntwo\n", "2024-03-01", null);

    writes.add(() ->
        recalled[0] = story.corrects("gov", "act", "v3", "# A\n\nthree\n", "2023-01-01", null));
    writes.add(() ->
        story.write(
            "recall",
            new Change.Recall(new StatementId(recalled[0].opened().getFirst().statement()))));
    writes.add(() -> story.shows("crawler", "act", "2024-04-01T00:00:00Z", "s2", "seen"));
    writes.add(() -> story.shows("crawler", "act", "2024-03-01T00:00:00Z", "s3", "otherwise"));
    writes.add(() -> story.showsNothing("crawler", "act", "2024-06-01T00:00:00Z"));
    writes.add(() -> story.retracts("gov", "act", "2024-02-10", "2024-02-20"));
    writes.add(() -> story.terminates("gov", "act", "2024-12-01"));
    writes.add(() -> story.puts("gov", "undated", "u2", "still nobody says"));
    writes.add(() -> story.asserts("gov", "another", "w", "another", "2020-01-01", null));
    writes.add(() -> story.source("crawler", "Asia/Tokyo", 0));
    writes.add(() ->
        story.write(
            "set",
            new Change.SetSource(
                "gov",
                SourceKind.PAGE,
                "Asia/Tokyo",
                9,
                null,
                null,
                null,
                Story.time("2024-01-15"))));
    writes.add(() -> story.write("set", new Change.Set("zone", "Pacific/Auckland")));
    writes.add(() -> story.write("mark", new Change.Mark("act", "gov", "v2", true)));

    Map<String, Function<Known, Object>> reads = reads(wrong);
    Map<String, String> before = new LinkedHashMap<>();
    reads.forEach((name, read) -> before.put(name, AnswerJson.line(read.apply(Story.at(token)))));
    for (Runnable write : writes) {
      write.run();
      reads.forEach((name, read) ->
          assertThat(AnswerJson.line(read.apply(Story.at(token))))
              .as("%s after write %d", name, writes.indexOf(write))
              .isEqualTo(before.get(name)));
    }
  }

  private Map<String, Function<Known, Object>> reads(Receipt wrong) {
    History history = story.history;
    Filter act = Filter.document("act");
    Known first = Known.token(wrong.sequence());
    long version = Story.there(story.inForce("act", "2024-02-15").results().getFirst().version());
    Map<String, Function<Known, Object>> reads = new LinkedHashMap<>();
    for (String day : List.of("2024-02-15", "2024-03-01", "2024-07-01")) {
      reads.put(
          "in-force " + day,
          known -> history.inForce(story.tenant, Filter.all(), about(day), known));
    }
    reads.put("in-force of one", known -> story.inForce("act", "2024-03-01", known));
    reads.put("undated", known -> story.inForce("undated", "2024-03-01", known));
    reads.put("history", known -> history.history(story.tenant, act, known, false));
    reads.put("history raw", known -> history.history(story.tenant, act, known, true));
    reads.put("timeline", known -> history.timeline(story.tenant, act, known));
    reads.put("learned", known -> history.learned(story.tenant, act, about("2024-03-15"), known));
    reads.put("changes", known -> history.changes(story.tenant, Filter.all(), first, known));
    reads.put(
        "diff",
        known ->
            history.diff(
                story.tenant,
                Filter.all(),
                new History.Asked(about("2024-01-15"), first),
                new History.Asked(about("2024-04-15"), known)));
    reads.put(
        "diff of sources",
        known ->
            history.diff(
                story.tenant,
                act,
                new History.Asked(about("2024-01-15"), known),
                new History.Asked(about("2024-04-15"), known)));
    reads.put("exposure", known -> history.exposure(story.tenant, wrong.sequence(), known));
    reads.put("text", known -> history.text(story.tenant, new VersionId(version), known));
    reads.put(
        "document", known -> history.documentAt(story.tenant, act, about("2024-03-15"), known));
    reads.put("documents", known -> history.documents(story.tenant, null, known, Page.ALL));
    reads.put(
        "sources",
        known ->
            history
                .reader()
                .snapshot(
                    story.tenant,
                    known,
                    snapshot ->
                        Sources.in(snapshot).settings().stream()
                            .map(setting -> setting.source().toString() + setting.during())
                            .toList()));
    return reads;
  }
}
