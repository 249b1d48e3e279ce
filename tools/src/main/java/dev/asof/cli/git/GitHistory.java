package dev.asof.cli.git;

import dev.asof.history.BeliefChange;
import dev.asof.history.Citation;
import dev.asof.history.Documents;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.InForceText;
import dev.asof.history.Known;
import dev.asof.history.Page;
import dev.asof.history.Recorded;
import dev.asof.history.Span;
import dev.asof.id.TenantId;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.write.NewFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Writes a history along one axis as a git repository: the texts in force, a file each as in a
/// reconstruction, and a commit for each instant at which they change. The other axis stands still,
/// so that the last commit is the reconstruction of one point.
///
/// A commit has whole seconds from 1970 on. A time before that can be written and makes the
/// repository one that `git fsck` calls broken and that servers refuse (git 2.39: badDateOverflow),
/// so such a commit is dated 1970 and its trailer alone says when.
///
/// Memory holds what each document consists of at one point, and where it changes; never its texts.
public final class GitHistory {

  /// Along which axis.
  public enum Per {
    /// Valid time, as known at one time: one commit for each instant at which some text begins or
    /// ends to apply, dated with it, and with a trailer `Valid-From` that has it exactly.
    VALIDITY,
    /// System time, about one time: one commit for each transaction after which some text differs,
    /// dated with it, and with a trailer `Asof-System-Time` that has it exactly.
    TRANSACTION
  }

  /// @param commits that were made
  /// @param files in the last of them
  /// @param restricted texts without a file, because their source does not let them be shown in
  ///   full
  /// @param erased texts without a file, because they were legally erased
  public record Outcome(
      Path folder,
      Instant about,
      long token,
      long commits,
      long files,
      long restricted,
      long erased) {}

  private final History history;
  private final TenantId tenant;
  private final BiConsumer<Long, Long> progress;
  private final Map<String, Set<String>> filesOf = new HashMap<>();
  private final Map<String, List<InForceText>> withoutFile = new TreeMap<>();

  private GitHistory(History history, TenantId tenant, BiConsumer<Long, Long> progress) {
    this.history = history;
    this.tenant = tenant;
    this.progress = progress;
  }

  /// Writes into `folder`, which must be empty or not exist yet; the repository is whole or not
  /// there.
  ///
  /// @param asked about: the only time of valid time, along system time
  /// @param about the same as an instant: the last one along valid time
  /// @param token the last transaction, or the only one that is known
  /// @param progress told how many commits are looked into, and of how many
  public static Outcome write(
      History history,
      TenantId tenant,
      Per per,
      TimeInput asked,
      Instant about,
      long token,
      Path folder,
      BiConsumer<Long, Long> progress) {
    Path target = folder.toAbsolutePath().normalize();
    return NewFolder.build(
        target,
        "repository",
        building -> {
          try (Commits commits = new Commits(building)) {
            GitHistory writing = new GitHistory(history, tenant, progress);
            switch (per) {
              case VALIDITY -> writing.alongValidTime(commits, about, token);
              case TRANSACTION -> writing.alongSystemTime(commits, asked, token);
            }
            commits.finish();
            return writing.outcome(target, about, token, commits.commits());
          }
        });
  }

  private Outcome outcome(Path target, Instant about, long token, long commits) {
    List<InForceText> without = withoutFile.values().stream().flatMap(List::stream).toList();
    return new Outcome(
        target,
        about,
        token,
        commits,
        filesOf.values().stream().mapToLong(Set::size).sum(),
        without.stream().filter(InForceText.Withheld.class::isInstance).count(),
        without.stream().filter(InForceText.Gone.class::isInstance).count());
  }

  private void alongValidTime(Commits commits, Instant about, long token) throws IOException {
    Known known = Known.token(token);
    TreeMap<Instant, Set<String>> changing = new TreeMap<>();
    TreeSet<String> fromTheBeginning = new TreeSet<>();
    for (String document : documents(known)) {
      for (Citation belief : history.timeline(tenant, Filter.document(document), known).results()) {
        Span valid = belief.valid();
        if (valid.from() == null) {
          fromTheBeginning.add(document);
        } else {
          changing.computeIfAbsent(valid.from(), none -> new TreeSet<>()).add(document);
        }
        if (valid.to() != null) {
          changing.computeIfAbsent(valid.to(), none -> new TreeSet<>()).add(document);
        }
      }
    }
    if (!fromTheBeginning.isEmpty()) {
      Instant before =
          (changing.isEmpty() ? about : changing.firstKey()).minus(1, ChronoUnit.MICROS);
      Map<String, String> said = put(commits, fromTheBeginning, moment(before), known);
      commits.commit(before, "asof", message("In force from the beginning", said, known, null));
    }
    long done = 0;
    var upTo = changing.headMap(about, true);
    for (Map.Entry<Instant, Set<String>> change : upTo.entrySet()) {
      Map<String, String> said = put(commits, change.getValue(), moment(change.getKey()), known);
      commits.commit(
          change.getKey(),
          "asof",
          message(
              "In force from " + change.getKey(), said, known, "Valid-From: " + change.getKey()));
      progress.accept(++done, (long) upTo.size());
    }
  }

  private void alongSystemTime(Commits commits, TimeInput asked, long token) throws IOException {
    for (long sequence = 1; sequence <= token; sequence++) {
      Known known = Known.token(sequence);
      Set<String> documents = new LinkedHashSet<>();
      @Nullable Recorded[] recorded = new Recorded[1];
      history.changes(
          tenant,
          Filter.all(),
          Known.token(sequence - 1),
          known,
          head -> {},
          change -> {
            documents.add(change.document());
            recorded[0] = lastOf(change, recorded[0]);
          });
      Recorded by = recorded[0];
      if (!documents.isEmpty() && by != null) {
        Map<String, String> said = put(commits, documents, asked, known);
        commits.commit(
            by.systemTime(),
            by.actor() == null || by.actor().isBlank() ? "asof" : by.actor(),
            message(
                by.kind()
                    + (by.reason() == null
                        ? ""
                        : ": " + by.reason().lines().findFirst().orElse("")),
                said,
                known,
                "Asof-System-Time: " + by.systemTime()));
      }
      progress.accept(sequence, token);
    }
  }

  private static @Nullable Recorded lastOf(BeliefChange change, @Nullable Recorded known) {
    return change.recorded().isEmpty() ? known : change.recorded().getLast();
  }

  private List<String> documents(Known known) {
    return history.documents(tenant, null, known, Page.ALL).results().stream()
        .map(Documents.Key::document)
        .toList();
  }

  /// Brings the files of these documents to a point.
  ///
  /// @return what is to be said of each
  private Map<String, String> put(
      Commits commits, Set<String> documents, TimeInput about, Known known) throws IOException {
    Map<String, String> said = new LinkedHashMap<>();
    for (String document : documents) {
      List<InForceText> texts = history.texts(tenant, document, about, known);
      Map<String, @Nullable String> changed = new HashMap<>();
      filesOf.getOrDefault(document, Set.of()).forEach(file -> changed.put(file, null));
      Set<String> files = new TreeSet<>();
      List<InForceText> without = new ArrayList<>();
      for (InForceText text : texts) {
        if (text instanceof InForceText.Shown shown) {
          changed.put(shown.file(), shown.text());
          files.add(shown.file());
        } else {
          without.add(text);
        }
      }
      commits.put(changed);
      filesOf.put(document, files);
      withoutFile.put(document, without);
      said.put(document, sentence(texts));
    }
    return said;
  }

  private static TimeInput moment(Instant instant) {
    return new TimeInput.Moment(StatedTime.of(instant));
  }

  private static String sentence(List<InForceText> texts) {
    if (texts.isEmpty()) {
      return "nothing applies";
    }
    List<String> all = new ArrayList<>();
    for (InForceText text : texts) {
      Citation cited = text.citation();
      String label = cited.label() == null ? String.valueOf(cited.version()) : cited.label();
      all.add(
          switch (text) {
            case InForceText.Shown shown -> label + " (" + cited.source() + ")";
            case InForceText.Gone gone -> "erased (" + cited.source() + ")";
            case InForceText.Withheld withheld ->
                label + " (" + cited.source() + "), whose text may not be shown";
          });
    }
    return String.join("; ", all);
  }

  /// @param when trailer with the exact time of the commit; null: it has none
  private static String message(
      String subject, Map<String, String> said, Known known, @Nullable String when) {
    StringBuilder message = new StringBuilder(subject).append("\n\n");
    said.forEach(
        (document, what) -> message.append(document).append(": ").append(what).append('\n'));
    if (known instanceof Known.Token token) {
      message.append("\nAsof-Known: @").append(token.sequence()).append('\n');
    }
    if (when != null) {
      message.append(when).append('\n');
    }
    return message.toString();
  }
}
