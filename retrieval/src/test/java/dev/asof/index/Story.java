package dev.asof.index;

import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.Database;
import dev.asof.split.Format;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
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
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Histories in a few lines, written through the store as any caller would.
public final class Story {
  private final Store store;
  private final TenantId tenant;

  public Story(Database database, String tenant) {
    this.store = new Store(database);
    this.tenant = store.createTenant(tenant);
  }

  public TenantId tenant() {
    return tenant;
  }

  public Receipt write(Change... changes) {
    return store.write(tenant, Intent.of("test", "test").because("a story"), List.of(changes));
  }

  /// `source` asserts that `text` applies from a day on, or between two days.
  public Receipt asserts(
      String document, String source, String label, String text, String from, @Nullable String to) {
    return write(
        new Change.Assert(
            Change.Place.of(document, source),
            new Change.Wanted.New(version(label, text)),
            day(from),
            to == null ? null : day(to),
            false));
  }

  public Receipt corrects(
      String document, String source, String label, String from, @Nullable String to) {
    return write(
        new Change.Correct(
            Change.Place.of(document, source),
            new Change.Wanted.Labelled(label),
            day(from),
            to == null ? null : day(to)));
  }

  public Receipt puts(String document, String source, String label, String text) {
    return write(new Change.Put(Change.Place.of(document, source), version(label, text)));
  }

  public Receipt sees(String document, String source, String label, String text, String looked) {
    return write(
        new Change.Observe(
            Change.Place.of(document, source),
            at(looked),
            new Change.Seen.Text(version(label, text))));
  }

  public Receipt findsGone(String document, String source, String looked) {
    return write(
        new Change.Observe(
            Change.Place.of(document, source), at(looked), new Change.Seen.Gone(null)));
  }

  public Receipt terminates(String document, String source, String from) {
    return write(new Change.Terminate(Change.Place.of(document, source), day(from)));
  }

  public Receipt recalls(long statement) {
    return write(new Change.Recall(new StatementId(statement)));
  }

  public Receipt source(String name, @Nullable String zone, @Nullable Integer rank) {
    return write(new Change.SetSource(name, null, zone, rank, null, null, null));
  }

  /// A record as an import brings it, with the validity that one of its sections states itself.
  public Receipt records(
      String document,
      String source,
      String label,
      String text,
      String from,
      @Nullable String to,
      List<Change.SectionDate> dates) {
    return write(
        new Change.Recorded(
            Change.Place.of(document, source),
            SourceKind.ARCHIVE,
            label,
            ValidityState.ASSERTED,
            Change.Shows.TEXT,
            version(label, text),
            null,
            day(from),
            to == null ? null : day(to),
            at(from),
            dates,
            Hash.wrap(Sha256.of((label + text).getBytes(StandardCharsets.UTF_8)))));
  }

  public static NewVersion version(String label, String text) {
    return new NewVersion(
        label, null, "en", null, null, false, null, PreparedText.of(Format.MARKDOWN, text));
  }

  public static StatedTime day(String day) {
    return new StatedTime(day, ZoneOffset.UTC, false, Precision.DAY, at(day), null);
  }

  /// A day's midnight in UTC, or an instant.
  public static Instant at(String time) {
    return Instant.parse(time.length() == 10 ? time + "T00:00:00Z" : time);
  }
}
