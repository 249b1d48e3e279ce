package dev.asof.index;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexableField;
import org.jspecify.annotations.Nullable;

/// What a passage is found by: its words and the names of its document and section.
final class PassageWords {
  private PassageWords() {}

  static List<IndexableField> of(
      String document,
      String section,
      Set<String> titles,
      Set<String> languages,
      @Nullable String heading,
      String body) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(string(PassageFields.DOCUMENT_KEY, PassageFields.plain(document)));
    for (String name : names(section)) {
      fields.add(string(PassageFields.SECTION_KEY, name));
    }
    for (String language : languages) {
      fields.add(string(PassageFields.LANGUAGE, PassageFields.plain(language)));
    }
    for (String title : titles) {
      fields.add(new TextField(PassageFields.TITLE, title, Field.Store.NO));
    }
    if (heading != null) {
      fields.add(new TextField(PassageFields.HEADING, heading, Field.Store.NO));
    }
    fields.add(new TextField(PassageFields.BODY, body, Field.Store.NO));
    return fields;
  }

  private static StringField string(String field, String value) {
    return new StringField(field, value, Field.Store.NO);
  }

  private static Set<String> names(String sectionKey) {
    String plain = PassageFields.plain(sectionKey);
    Set<String> names = new LinkedHashSet<>();
    names.add(plain);
    names.addAll(List.of(plain.split("/", -1)));
    return names;
  }
}
