package dev.asof.write;

import dev.asof.fold.Why;
import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What can be done to a store. Every change names its lane (document, source, scope; empty scope:
/// everyone).
public sealed interface Change {

  /// Whether a reason has to be given for it, because it gives up or rewrites what was believed.
  default boolean needsReason() {
    return false;
  }

  /// A lane without its state, as callers name it.
  ///
  /// @param section key of the one section the change is about; null: the whole document. Only
  ///   [Assert], [Correct], [Terminate], [Retract] and [OverrideSection] can be about one
  record Place(String document, String source, String scope, @Nullable String section) {
    public Place(String document, String source, String scope) {
      this(document, source, scope, null);
    }

    public static Place of(String document, String source) {
      return new Place(document, source, "");
    }

    /// The same lane, for one of the document's sections.
    public Place in(@Nullable String sectionKey) {
      return new Place(document, source, scope, sectionKey);
    }
  }

  /// A record of a source, as an import brings it: one text, or that there is none.
  ///
  /// @param version the text; null where `shows` is not [Shows#TEXT]
  /// @param why why nothing applies, where `shows` is [Shows#NOTHING]
  /// @param from stated start; null where none is stated
  /// @param looked when the source was looked at: stated, else when the record was made
  /// @param dates the validity that sections of the text state themselves
  /// @param note what a look that failed met; null: nothing is noted
  record Recorded(
      Place place,
      SourceKind kind,
      String label,
      ValidityState state,
      Shows shows,
      @Nullable NewVersion version,
      @Nullable Why why,
      @Nullable StatedTime from,
      @Nullable StatedTime to,
      Instant looked,
      List<SectionDate> dates,
      Hash contentHash,
      @Nullable String note)
      implements Change {

    /// Without a note.
    public Recorded(
        Place place,
        SourceKind kind,
        String label,
        ValidityState state,
        Shows shows,
        @Nullable NewVersion version,
        @Nullable Why why,
        @Nullable StatedTime from,
        @Nullable StatedTime to,
        Instant looked,
        List<SectionDate> dates,
        Hash contentHash) {
      this(
          place,
          kind,
          label,
          state,
          shows,
          version,
          why,
          from,
          to,
          looked,
          dates,
          contentHash,
          null);
    }
  }

  /// What a record shows.
  enum Shows {
    TEXT,
    /// The source holds that nothing applies.
    NOTHING,
    /// A snapshot lacked the document, which states nothing.
    ABSENT,
    /// The look failed, which says nothing about the document.
    FAILED
  }

  /// The validity that a section states inside a version.
  record SectionDate(String section, @Nullable StatedTime from, @Nullable StatedTime to) {}

  /// Stores a version without a statement of validity: it becomes what the unknown lane holds.
  record Put(Place place, NewVersion version) implements Change {}

  /// Places a version from a start to an end, or without an end; replaces what was believed there
  /// where it holds until further notice.
  record Assert(
      Place place,
      Wanted wanted,
      StatedTime from,
      @Nullable StatedTime to,
      boolean untilFurtherNotice)
      implements Change {}

  /// Replaces what is believed during a range, retroactively.
  record Correct(Place place, Wanted wanted, StatedTime from, @Nullable StatedTime to)
      implements Change {
    @Override
    public boolean needsReason() {
      return true;
    }
  }

  /// Replaces everything that a source asserts about a document in one scope. What an entry repeats
  /// stays, everything else is given up.
  record Restate(Place place, List<Entry> entries) implements Change {
    public Restate {
      entries = List.copyOf(entries);
    }

    /// What applies from a start to an end, or without an end until the next entry.
    public record Entry(Content content, StatedTime from, @Nullable StatedTime to) {}
  }

  /// States for one section what applies to it, whatever is said about its document. Without an end
  /// it holds for as long as the belief about the document that it departs from.
  record OverrideSection(Place place, Content content, StatedTime from, @Nullable StatedTime to)
      implements Change {}

  /// Nothing applies from an instant on.
  record Terminate(Place place, StatedTime from) implements Change {}

  /// Gives up what is believed during a range.
  record Retract(Place place, TimeRange during) implements Change {
    @Override
    public boolean needsReason() {
      return true;
    }
  }

  /// Takes back a statement as if it had not been made.
  record Recall(StatementId statement) implements Change {
    @Override
    public boolean needsReason() {
      return true;
    }
  }

  /// Logs a look at a source.
  ///
  /// @param looked not after the present by the database's clock; null: now, by that clock
  record Observe(Place place, @Nullable Instant looked, Seen seen) implements Change {}

  /// How a source is to be read; null leaves a part as it is.
  ///
  /// @param display full, excerpt or link: what may be shown of its texts
  /// @param excerptWords number of words an excerpt may have
  /// @param from the start of the valid time for which it is set so; null: all of valid time
  record SetSource(
      String source,
      @Nullable SourceKind kind,
      @Nullable String zone,
      @Nullable Integer authorityRank,
      @Nullable String display,
      @Nullable Integer excerptWords,
      @Nullable String publisher,
      @Nullable Reading reading,
      @Nullable StatedTime from)
      implements Change {
    /// For all of valid time.
    public SetSource(
        String source,
        @Nullable SourceKind kind,
        @Nullable String zone,
        @Nullable Integer authorityRank,
        @Nullable String display,
        @Nullable Integer excerptWords,
        @Nullable String publisher) {
      this(source, kind, zone, authorityRank, display, excerptWords, publisher, null);
    }

    public SetSource(
        String source,
        @Nullable SourceKind kind,
        @Nullable String zone,
        @Nullable Integer authorityRank,
        @Nullable String display,
        @Nullable Integer excerptWords,
        @Nullable String publisher,
        @Nullable StatedTime from) {
      this(source, kind, zone, authorityRank, display, excerptWords, publisher, null, from);
    }

    /// In which language and with which dates a source writes, and how long its texts are kept;
    /// null leaves a part as it is.
    ///
    /// @param language BCP 47; of the versions recorded from then on that name none
    /// @param numericDates how it writes a date such as 03/04/2024: day_first or month_first
    /// @param retention in words; nothing acts on it
    public record Reading(
        @Nullable String language, @Nullable String numericDates, @Nullable String retention) {}
  }

  /// Says of a version, after it was recorded, that it is technical (the extractor changed, not the
  /// meaning) or that it is not. Answers as known before keep what was said then.
  ///
  /// @param label of a version that the source has of the document
  record Mark(String document, String source, String label, boolean technical) implements Change {
    @Override
    public boolean needsReason() {
      return true;
    }
  }

  /// Access labels that a document carries from now on, or no longer. A writer adds and removes
  /// only labels it holds itself.
  record Label(String document, List<String> add, List<String> remove) implements Change {
    public Label {
      add = List.copyOf(add);
      remove = List.copyOf(remove);
    }
  }

  /// A setting of the tenant; a null value unsets it.
  record Set(String name, @Nullable String value) implements Change {}

  /// Holds a document for a matter: until it is released nothing of it can be erased.
  record Hold(String document, String matter) implements Change {}

  /// Releases a document from a matter.
  record Release(String document, String matter) implements Change {}

  /// What shall apply: a version, or nothing.
  sealed interface Content {
    /// @param why withdrawn, repealed, retracted or terminated
    record Nothing(Why why) implements Content {}
  }

  /// The version that shall apply: a new text, or one that is stored, by its label or id. For a
  /// section, a new text is that of the section alone.
  sealed interface Wanted extends Content {
    record New(NewVersion version) implements Wanted {}

    record Labelled(String label) implements Wanted {}

    /// By its id, where a label may name several.
    record Held(VersionId version) implements Wanted {}
  }

  /// What a look found.
  sealed interface Seen {
    record Text(NewVersion version) implements Seen {}

    /// The source says that the document is gone (404, 410, or in words).
    record Gone(@Nullable String note) implements Seen {}

    /// Anything else that went wrong, which says nothing about the document.
    record Failed(String note) implements Seen {}
  }
}
