package dev.asof.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.asof.time.State;
import org.jspecify.annotations.Nullable;

/// A belief as an answer shows it: what is held, by whom, for when, since when, and what proves it.
/// Everything is as known at the T of its answer; an end of the system range that was recorded
/// later is null.
///
/// @param document key of the document
/// @param version id of the version; null where nothing applies
/// @param section key of the section cited; null: the whole document
/// @param passage number of the passage in its section; null: all of it
/// @param source name of who says so
/// @param scope for whom it holds; empty: everyone
/// @param state how the belief reads at the point
/// @param why why nothing applies: withdrawn, repealed, retracted, terminated, gone; null where a
///   version does
/// @param valid when it applies
/// @param system when this store held that
/// @param sha256 of the version's text, lower-case hexadecimal; null where nothing applies or the
///   text was erased
/// @param label name of the version, or of the record that says that nothing applies
/// @param language BCP 47
/// @param transaction the transaction that opened the belief
/// @param statement id of the statement it follows from
/// @param written start and end as the source wrote them; null where it wrote none
/// @param seen the looks it rests on; null unless it is observed or presumed
/// @param earlier number of texts without effective date that were recorded before this one; null
///   unless it is unknown
/// @param erased since when and under which order the version's words are gone; null: they are
///   there
/// @param rights what the source lets be shown of the text today, which is not all of it; null: it
///   shows it in full
public record Citation(
    String document,
    @Nullable Long version,
    @Nullable String section,
    @Nullable Integer passage,
    String source,
    String scope,
    State state,
    @Nullable String why,
    Span valid,
    Span system,
    @Nullable String sha256,
    @Nullable String label,
    @Nullable String title,
    @Nullable String url,
    @Nullable String language,
    long transaction,
    long statement,
    @Nullable Written written,
    @Nullable Seen seen,
    @Nullable Integer earlier,
    @Nullable Erased erased,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Rights rights) {

  /// The same belief, cited for one section and one of its passages.
  public Citation in(String sectionKey, @Nullable Integer passageNumber) {
    return copy(sectionKey, passageNumber, valid, rights);
  }

  /// The same belief, cited for a part of the time for which it is held.
  public Citation during(Span part) {
    return copy(section, passage, part, rights);
  }

  /// The same belief, of a text of which that may be shown.
  Citation showing(Rights today) {
    return copy(section, passage, valid, today.orNullIfFull());
  }

  private Citation copy(
      @Nullable String ofSection,
      @Nullable Integer ofPassage,
      Span during,
      @Nullable Rights today) {
    return new Citation(
        document,
        version,
        ofSection,
        ofPassage,
        source,
        scope,
        state,
        why,
        during,
        system,
        sha256,
        label,
        title,
        url,
        language,
        transaction,
        statement,
        written,
        seen,
        earlier,
        erased,
        today);
  }

  /// `label`, or what stands for it, in a sentence.
  String named() {
    if (why != null) {
      return why + (label == null ? "" : " (" + label + ")");
    }
    if (erased != null) {
      return "version " + version + ", " + erased.said();
    }
    return label == null ? "version " + version : label;
  }
}
