package dev.asof.history;

import dev.asof.fold.Why;
import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.Database;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.SourceKind;
import dev.asof.write.Store;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A history told line by line through the real store, and the questions asked of it. Each line is
/// one transaction.
final class Story implements AutoCloseable {

  final TestDatabase home = TestDatabases.create();
  final Database database = home.database();
  final Store store = new Store(database);
  final History history = new History(database);
  final TenantId tenant;

  Story() {
    tenant = store.createTenant("story");
  }

  @Override
  public void close() {
    home.close();
  }

  Receipt write(String kind, Change... changes) {
    return store.write(tenant, Intent.of(kind, "ada").because("because " + kind), List.of(changes));
  }

  Receipt source(String name, @Nullable String zone, @Nullable Integer rank) {
    return write(
        "source set", new Change.SetSource(name, SourceKind.PAGE, zone, rank, null, null, null));
  }

  /// A record that states a start, and perhaps an end, in UTC.
  Receipt states(
      String source, String document, String label, String text, String from, @Nullable String to) {
    return write(
        "import",
        new Change.Recorded(
            Change.Place.of(document, source),
            SourceKind.ARCHIVE,
            label,
            ValidityState.ASSERTED,
            Change.Shows.TEXT,
            version(label, text),
            null,
            time(from),
            to == null ? null : time(to),
            time(from).instant(),
            List.of(),
            hash(label + text)));
  }

  /// A look that shows a text.
  Receipt shows(String source, String document, String looked, String label, String text) {
    return write(
        "import",
        new Change.Recorded(
            Change.Place.of(document, source),
            SourceKind.PAGE,
            label,
            ValidityState.OBSERVED,
            Change.Shows.TEXT,
            version(label, text),
            null,
            null,
            null,
            time(looked).instant(),
            List.of(),
            hash(label + text + looked)));
  }

  /// A record that the document is gone, without a start.
  Receipt showsNothing(String source, String document, String looked) {
    return write(
        "import",
        new Change.Recorded(
            Change.Place.of(document, source),
            SourceKind.PAGE,
            "gone-" + looked,
            ValidityState.OBSERVED,
            Change.Shows.NOTHING,
            null,
            Why.WITHDRAWN,
            null,
            null,
            time(looked).instant(),
            List.of(),
            hash("gone" + looked)));
  }

  Receipt puts(String source, String document, String label, String text) {
    return write("put", new Change.Put(Change.Place.of(document, source), version(label, text)));
  }

  Receipt asserts(
      String source, String document, String label, String text, String from, @Nullable String to) {
    return write(
        "assert",
        new Change.Assert(
            Change.Place.of(document, source),
            new Change.Wanted.New(version(label, text)),
            time(from),
            to == null ? null : time(to),
            false));
  }

  Receipt corrects(
      String source, String document, String label, String text, String from, @Nullable String to) {
    return write(
        "correct",
        new Change.Correct(
            Change.Place.of(document, source),
            new Change.Wanted.New(version(label, text)),
            time(from),
            to == null ? null : time(to)));
  }

  Receipt terminates(String source, String document, String from) {
    return write("terminate", new Change.Terminate(Change.Place.of(document, source), time(from)));
  }

  Receipt retracts(String source, String document, String from, String to) {
    return write(
        "retract",
        new Change.Retract(
            Change.Place.of(document, source),
            TimeRange.between(time(from).instant(), time(to).instant())));
  }

  Answer<Citation> inForce(String document, String about) {
    return inForce(document, about, Known.latest());
  }

  Answer<Citation> inForce(String document, String about, Known known) {
    return history.inForce(tenant, Filter.document(document), about(about), known);
  }

  /// The labels in force, in order; a belief that nothing applies is named by why.
  List<String> labels(String document, String about) {
    return names(inForce(document, about));
  }

  static List<String> names(Answer<Citation> answer) {
    return answer.results().stream()
        .map(belief -> belief.state().word() + " " + belief.named())
        .toList();
  }

  static List<String> codes(Answer<?> answer) {
    return answer.notices().stream().map(notice -> notice.code().word()).toList();
  }

  static Known at(Receipt receipt) {
    return Known.token(receipt.sequence());
  }

  static TimeInput about(String text) {
    return LocalTimes.parseAbout(text, ZoneOffset.UTC, false);
  }

  static NewVersion version(String label, String text) {
    return new NewVersion(
        label,
        "Title of " + label,
        "en",
        "https://example.org/" + label,
        null,
        false,
        null,
        PreparedText.of(Format.MARKDOWN, text));
  }

  static StatedTime time(String text) {
    return LocalTimes.parseStated(text, ZoneOffset.UTC, false);
  }

  static StatedTime time(String text, String zone) {
    return LocalTimes.parseStated(text, ZoneId.of(zone), false);
  }

  static Instant instant(String text) {
    return Instant.parse(text);
  }

  /// A value that the story says is there.
  static <T> T there(@Nullable T value) {
    return Objects.requireNonNull(value);
  }

  private static Hash hash(String content) {
    return Hash.wrap(Sha256.of(content.getBytes(StandardCharsets.UTF_8)));
  }
}
