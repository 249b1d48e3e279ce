package dev.asof.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexableField;
import org.jspecify.annotations.Nullable;

/// What a passage is found by: its words and the names of its document and section.
final class PassageWords {
  private static final Pattern ARTICLE = Pattern.compile("art(?:icle)?[-._ ]?(\\d.*)");
  private static final Pattern NOT_IN_A_SLUG = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]+");

  private PassageWords() {}

  static List<IndexableField> of(
      String document,
      String section,
      Set<String> titles,
      Set<String> languages,
      @Nullable String heading,
      Set<TextLanguage> analysed,
      String body) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(string(PassageFields.DOCUMENT_KEY, PassageFields.plain(document)));
    for (String name : names(document, section)) {
      fields.add(string(PassageFields.SECTION_KEY, name));
    }
    for (String language : languages) {
      fields.add(string(PassageFields.LANGUAGE, PassageFields.plain(language)));
    }
    DocumentNames.of(document, titles)
        .forEach(name -> fields.add(string(PassageFields.NAME, name)));
    for (String title : titles) {
      text(fields, PassageFields.TITLE, title, analysed);
    }
    if (heading != null) {
      text(fields, PassageFields.HEADING, heading, analysed);
    }
    text(fields, PassageFields.BODY, body, analysed);
    if (StatedValidity.in(body)) {
      fields.add(string(PassageFields.STATES, PassageFields.VALIDITY));
    }
    for (TextLanguage language : analysed) {
      fields.add(string(PassageFields.ANALYSED, language.code()));
    }
    return fields;
  }

  private static void text(
      List<IndexableField> fields, String field, String text, Set<TextLanguage> analysed) {
    fields.add(new TextField(field, text, Field.Store.NO));
    for (TextLanguage language : analysed) {
      fields.add(new TextField(PassageFields.in(language, field), text, Field.Store.NO));
    }
  }

  /// The exact words for the plain fields, stems for those of a language.
  static Analyzer analyzer() {
    Map<String, Analyzer> stems = new HashMap<>();
    for (TextLanguage language : TextLanguage.values()) {
      for (String field : List.of(PassageFields.BODY, PassageFields.HEADING, PassageFields.TITLE)) {
        stems.put(PassageFields.in(language, field), language.analyzer());
      }
    }
    return new PerFieldAnalyzerWrapper(new PassageAnalyzer(), stems);
  }

  private static StringField string(String field, String value) {
    return new StringField(field, value, Field.Store.NO);
  }

  /// The section's key, its segments, and what numbers of it or of the document are called in a
  /// question: `art-144` is article 144, and a document `dc-code/28-3814` is § 28-3814.
  private static Set<String> names(String documentKey, String sectionKey) {
    String plain = PassageFields.plain(sectionKey);
    Set<String> names = new LinkedHashSet<>();
    names.add(plain);
    for (String segment : plain.split("/", -1)) {
      names.add(segment);
      article(segment).ifPresent(names::add);
    }
    String last = PassageFields.plain(documentKey.substring(documentKey.lastIndexOf('/') + 1));
    article(last).ifPresent(names::add);
    if (!last.isEmpty() && Character.isDigit(last.charAt(0))) {
      names.add("§-" + NOT_IN_A_SLUG.matcher(last).replaceAll("-"));
    }
    return names;
  }

  private static Optional<String> article(String segment) {
    Matcher article = ARTICLE.matcher(segment);
    return article.matches()
        ? Optional.of("article-" + NOT_IN_A_SLUG.matcher(article.group(1)).replaceAll("-"))
        : Optional.empty();
  }
}
