package dev.asof.index;

import java.io.Reader;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;

/// The middle dot inside the Catalan `l·l` is dropped, because it is often not typed; anywhere else
/// it parts words, as in the lists of Korean laws.
final class MiddleDots {
  private static final NormalizeCharMap MAP = map();

  private MiddleDots() {}

  static Reader read(Reader reader) {
    return new MappingCharFilter(MAP, reader);
  }

  private static NormalizeCharMap map() {
    NormalizeCharMap.Builder map = new NormalizeCharMap.Builder();
    for (String dot : new String[] {"\u00b7", "\u2022", "\u2219", "\u22c5"}) {
      map.add("l" + dot + "l", "ll");
      map.add("L" + dot + "L", "LL");
      map.add(dot, " ");
    }
    map.add("\u0140l", "ll");
    map.add("\u013fL", "LL");
    map.add("\u318d", " ");
    map.add("\u119e", " ");
    return map.build();
  }
}
