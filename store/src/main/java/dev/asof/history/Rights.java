package dev.asof.history;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a source lets be shown of its texts. Every text that leaves the store for people goes
/// through here, in whatever form; the text itself stays stored, hashed and searchable.
///
/// Rights are those of today, whatever time is asked about, as permission is: a source that takes
/// them back takes them back for every answer.
///
/// @param source name of the source
/// @param excerptWords most words of an excerpt; null unless display is excerpt
public record Rights(@JsonIgnore String source, Display display, @Nullable Integer excerptWords) {

  /// How much may be shown.
  public enum Display {
    FULL,
    EXCERPT,
    LINK;

    /// As it is kept and written: full, excerpt or link.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Display of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  public static Rights full(String source) {
    return new Rights(source, Display.FULL, null);
  }

  @JsonIgnore
  public boolean isFull() {
    return display == Display.FULL;
  }

  /// As much of a text as may be shown; null: none of it.
  public @Nullable String of(@Nullable String text) {
    return switch (display) {
      case FULL -> text;
      case EXCERPT -> text == null ? null : excerpt(text, most());
      case LINK -> null;
    };
  }

  private int most() {
    return excerptWords == null ? 0 : excerptWords;
  }

  /// As many words of a comparison as may be shown: those that went or came first, because the
  /// others are known from elsewhere or not wanted.
  List<WordChange> of(List<WordChange> changes) {
    return switch (display) {
      case FULL -> changes;
      case EXCERPT -> excerpt(changes);
      case LINK -> List.of();
    };
  }

  private List<WordChange> excerpt(List<WordChange> changes) {
    List<WordChange> shown = new ArrayList<>();
    int left = most();
    for (WordChange change : changes) {
      int words = count(change.text());
      if (change.kind() != WordChange.Kind.SAME && left > 0 && words > 0) {
        shown.add(new WordChange(change.kind(), excerpt(change.text(), left)));
        left -= Math.min(left, words);
      }
    }
    return shown;
  }

  private static int count(String text) {
    String stripped = text.strip();
    return stripped.isEmpty() ? 0 : stripped.split("\\s+").length;
  }

  private static String excerpt(String text, int words) {
    int at = 0;
    for (int word = 0; word < words && at < text.length(); word++) {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }
    return at < text.length() && !text.substring(at).isBlank()
        ? text.substring(0, at) + " ..."
        : text;
  }

  /// What a reader has to know of a text that is not shown in full; null where it is.
  @JsonProperty("remark")
  public @Nullable String remark() {
    return switch (display) {
      case FULL -> null;
      case EXCERPT ->
          "excerpt: "
              + source
              + " allows "
              + (most() == 1 ? "1 word" : most() + " words")
              + "; the linked page may have changed since";
      case LINK ->
          "link only: " + source + " allows no text; the linked page may have changed since";
    };
  }

  /// Of two, what shows less.
  public Rights stricter(Rights other) {
    int order = display.compareTo(other.display);
    boolean mine = order == 0 ? most() <= other.most() : order > 0;
    return mine ? this : other;
  }

  /// For an answer: null where the source shows its texts in full, so that nothing need be said.
  public @Nullable Rights orNullIfFull() {
    return isFull() ? null : this;
  }
}
