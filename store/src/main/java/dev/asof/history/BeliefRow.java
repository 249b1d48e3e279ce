package dev.asof.history;

import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SourceId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.time.State;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A row of `document_validity` as known at T, with what an answer shows of its version and
/// statement.
///
/// @param system its end is missing where it was recorded after T
/// @param version null where `nothing` says why nothing applies
/// @param firstSeen first sight of the text in its run, known at T; null unless it is an observed
///   text
/// @param earlier number of earlier statements in an unknown lane; null in others
/// @param rights what its source lets be shown today
record BeliefRow(
    long id,
    DocumentId documentId,
    String document,
    SourceId sourceId,
    String source,
    String scope,
    ValidityState state,
    TimeRange valid,
    TimeRange system,
    @Nullable VersionId version,
    @Nullable String nothing,
    Text text,
    Stated stated,
    @Nullable Instant firstSeen,
    @Nullable Instant lastSeen,
    @Nullable Integer earlier,
    DisplayRights.OfSource rights) {

  /// What is shown of the version; all null where there is none, or where it was erased.
  ///
  /// @param erased since when and under which order; null: it was not
  /// @param erasedContent what an erased text of the document is known by; null: it was not erased
  record Text(
      @Nullable String label,
      @Nullable String title,
      @Nullable String language,
      @Nullable String url,
      @Nullable Hash sha256,
      @Nullable Hash normalised,
      boolean technical,
      @Nullable Erased erased,
      @Nullable Hash erasedContent) {}

  /// What is shown of the statement.
  ///
  /// @param to stated end; null: none
  /// @param looked when the source was looked at; null: an operator stated it
  record Stated(
      long statement,
      String operation,
      @Nullable String label,
      @Nullable Instant to,
      @Nullable Instant looked,
      @Nullable Written written) {}

  /// Beliefs of one lane family are weighed together: one document, one source, one scope.
  record Voice(DocumentId document, SourceId source, String scope) {}

  Voice voice() {
    return new Voice(documentId, sourceId, scope);
  }

  boolean holdsText() {
    return version != null;
  }

  long transaction() {
    return RowIds.sequenceOf(id);
  }

  /// Both hold the same text, or both hold nothing. A text that was erased equals only what was
  /// erased with it.
  boolean saysTheSameAs(BeliefRow other) {
    if (!holdsText() || !other.holdsText()) {
      return holdsText() == other.holdsText();
    }
    Hash mine = text.sha256();
    Hash gone = text.erasedContent();
    return Objects.equals(version, other.version)
        || (mine != null && mine.equals(other.text.sha256()))
        || (gone != null && gone.equals(other.text.erasedContent()));
  }

  boolean saysTheSameUpToTypography(BeliefRow other) {
    Hash mine = text.normalised();
    return mine != null && mine.equals(other.text.normalised());
  }

  /// Cited as it reads at `about`.
  Citation citedAt(Instant about) {
    if (!holdsText()) {
      return cited(State.WITHDRAWN, null, null);
    }
    Rights today = rights.at(about);
    return switch (state) {
      case ASSERTED -> cited(State.ASSERTED, null, today);
      case UNKNOWN -> cited(State.UNKNOWN, null, today);
      case OBSERVED -> {
        Instant first = firstSeen == null ? valid.start().orElse(about) : firstSeen;
        Instant last = lastSeen == null ? first : lastSeen;
        yield about.isAfter(last)
            ? cited(State.PRESUMED, new Seen(first, last, Duration.between(last, about)), today)
            : cited(State.OBSERVED, new Seen(first, last, null), today);
      }
    };
  }

  /// Cited without a point: an observed run is observed, with its first and last sight.
  Citation cited() {
    Citation cited = citedAt(firstSeen == null ? system.start().orElse(Instant.MIN) : firstSeen);
    return holdsText() ? cited.showing(rights.during(valid)) : cited;
  }

  /// Cited as it reads, with the looks it rests on; at no instant, so that its source may show
  /// least.
  Citation cited(State reading, @Nullable Seen seen) {
    return cited(reading, seen, holdsText() ? rights.during(valid) : null);
  }

  private Citation cited(State reading, @Nullable Seen seen, @Nullable Rights today) {
    Hash sha256 = text.sha256();
    return new Citation(
        document,
        version == null ? null : version.value(),
        null,
        null,
        source,
        scope,
        reading,
        nothing,
        Span.of(valid),
        Span.of(system),
        sha256 == null ? null : sha256.hex(),
        version == null ? stated.label() : text.label(),
        text.title(),
        text.url(),
        text.language(),
        transaction(),
        stated.statement(),
        stated.written(),
        seen,
        earlier,
        text.erased(),
        today == null ? null : today.orNullIfFull());
  }

  /// The version's name, or why nothing applies, in a sentence.
  String named() {
    return cited().named();
  }

  BeliefRow during(TimeRange validPart, TimeRange systemPart) {
    return new BeliefRow(
        id,
        documentId,
        document,
        sourceId,
        source,
        scope,
        state,
        validPart,
        systemPart,
        version,
        nothing,
        text,
        stated,
        firstSeen,
        lastSeen,
        earlier,
        rights);
  }

  BeliefRow seen(@Nullable Instant first, @Nullable Instant last) {
    return new BeliefRow(
        id,
        documentId,
        document,
        sourceId,
        source,
        scope,
        state,
        valid,
        system,
        version,
        nothing,
        text,
        stated,
        first,
        last,
        earlier,
        rights);
  }
}
