package dev.asof.index;

import de.danielnaber.jwordsplitter.AbstractWordSplitter;
import de.danielnaber.jwordsplitter.GermanWordSplitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.jspecify.annotations.Nullable;

/// After each German compound its parts, at the same place: `urlaubsgesetz` is also `urlaubs` and
/// `gesetz`.
final class GermanCompoundFilter extends TokenFilter {
  private static final int SHORTEST = 7;

  /// The splitter refuses what is much longer.
  private static final int LONGEST = 60;

  private static final int SHORTEST_PART = 3;

  /// The dictionary is read when the first German word is.
  private static final class Splitting {
    static final AbstractWordSplitter SPLITTER = splitter();

    private static AbstractWordSplitter splitter() {
      try {
        GermanWordSplitter splitter = new GermanWordSplitter(true);
        splitter.setStrictMode(true);
        return splitter;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final PositionIncrementAttribute step = addAttribute(PositionIncrementAttribute.class);
  private final Deque<String> parts = new ArrayDeque<>();
  private @Nullable State whole;

  GermanCompoundFilter(TokenStream in) {
    super(in);
  }

  @Override
  public boolean incrementToken() throws IOException {
    String part = parts.poll();
    if (part != null) {
      restoreState(whole);
      term.setEmpty().append(part);
      step.setPositionIncrement(0);
      return true;
    }
    if (!input.incrementToken()) {
      return false;
    }
    if (term.length() >= SHORTEST && term.length() <= LONGEST && isAllLetters()) {
      List<String> found = Splitting.SPLITTER.splitWord(term.toString());
      if (found.size() > 1) {
        found.stream().filter(piece -> piece.length() >= SHORTEST_PART).forEach(parts::add);
        whole = captureState();
      }
    }
    return true;
  }

  private boolean isAllLetters() {
    for (int i = 0; i < term.length(); i++) {
      if (!Character.isLetter(term.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    parts.clear();
    whole = null;
  }
}
