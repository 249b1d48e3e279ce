package dev.asof.rank;

import dev.asof.index.Lease;
import dev.asof.index.PassageFields;
import dev.asof.index.TextLanguage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CombinedFieldQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.jspecify.annotations.Nullable;

/// A question as a query: for each word the better of the word itself and its stem in each language
/// of the index, so that a passage is scored once however many languages it was analysed in; then
/// what the question names.
///
/// Words that the index does not hold are left out, which changes no score. Nothing else here
/// depends on what is indexed, and nothing on what is eligible.
final class LexicalQuery {
  /// Of the lesser of two meetings of one word: enough for the exact word to win where the stem
  /// alone would score as high.
  private static final float TIE = 0.1f;

  private static final float FURTHER_NAME = 0.5f;

  private static final float BODY = 1;

  private final IndexReader index;
  private final Question question;
  private final LexicalWeights weights;
  private final Map<TextLanguage, List<TextLanguage.Stem>> stems =
      new EnumMap<>(TextLanguage.class);

  LexicalQuery(IndexReader index, Question question, LexicalWeights weights) {
    this.index = index;
    this.question = question;
    this.weights = weights;
    for (TextLanguage language : TextLanguage.values()) {
      if (language.canBeIn(question.searched()) && holds(PassageFields.ANALYSED, language.code())) {
        stems.put(language, language.stems(question.searched()));
      }
    }
  }

  /// @param named what a section or document earns that is named by its key
  Query within(Query filter, float named) {
    BooleanQuery.Builder matching = new BooleanQuery.Builder().setMinimumNumberShouldMatch(1);
    for (Question.Word word : question.words()) {
      List<Query> meetings = meetings(word);
      if (!meetings.isEmpty()) {
        matching.add(
            meetings.size() == 1 ? meetings.getFirst() : new DisjunctionMaxQuery(meetings, TIE),
            BooleanClause.Occur.SHOULD);
      }
    }
    documentNames().ifPresent(names -> matching.add(names, BooleanClause.Occur.SHOULD));
    named(matching, PassageFields.SECTION_KEY, question.sections(), named);
    named(matching, PassageFields.DOCUMENT_KEY, question.keys(), named);
    if (question.asksValidity() && weights.validity() > 0) {
      matching.add(
          constant(PassageFields.STATES, PassageFields.VALIDITY, weights.validity()),
          BooleanClause.Occur.SHOULD);
    }
    return matching.add(filter, BooleanClause.Occur.FILTER).build();
  }

  private List<Query> meetings(Question.Word word) {
    List<Query> meetings = new ArrayList<>();
    if (isHeld(word.term(), null)) {
      meetings.add(combined(word.term(), null));
    }
    stems.forEach((language, all) -> {
      Set<String> whole = new LinkedHashSet<>();
      Set<String> parts = new LinkedHashSet<>();
      for (TextLanguage.Stem stem : all) {
        if (stem.start() < word.end() && stem.end() > word.start()) {
          (stem.part() ? parts : whole).add(stem.term());
        }
      }
      for (Set<String> terms : List.of(whole, parts)) {
        stemmed(terms, language, meetings);
      }
    });
    return meetings;
  }

  /// Several stems share the weight of their one word.
  private void stemmed(Set<String> terms, TextLanguage language, List<Query> meetings) {
    List<Query> held =
        terms.stream()
            .filter(term -> isHeld(term, language))
            .map(term -> boosted(combined(term, language), weights.stemmed() / terms.size()))
            .toList();
    if (held.size() == 1) {
      meetings.add(held.getFirst());
    } else if (!held.isEmpty()) {
      BooleanQuery.Builder all = new BooleanQuery.Builder();
      held.forEach(stem -> all.add(stem, BooleanClause.Occur.SHOULD));
      meetings.add(all.build());
    }
  }

  private Query combined(String term, @Nullable TextLanguage language) {
    return new CombinedFieldQuery.Builder(term)
        .addField(field(PassageFields.BODY, language), BODY)
        .addField(field(PassageFields.HEADING, language), weights.heading())
        .addField(field(PassageFields.TITLE, language), weights.title())
        .build();
  }

  private static String field(String field, @Nullable TextLanguage language) {
    return language == null ? field : PassageFields.in(language, field);
  }

  private boolean isHeld(String term, @Nullable TextLanguage language) {
    return holds(field(PassageFields.BODY, language), term)
        || holds(field(PassageFields.HEADING, language), term)
        || holds(field(PassageFields.TITLE, language), term);
  }

  private boolean holds(String field, String term) {
    try {
      return index.docFreq(new Term(field, term)) > 0;
    } catch (IOException e) {
      throw Lease.unreadable(e);
    }
  }

  /// The longest name counts, further ones by half, so that of two documents of one code the
  /// article that is named too comes first.
  private Optional<Query> documentNames() {
    List<Query> names = new ArrayList<>();
    if (weights.name() > 0) {
      for (String name : question.names()) {
        if (holds(PassageFields.NAME, name)) {
          int words = name.split(" ", -1).length;
          names.add(constant(PassageFields.NAME, name, words * weights.name()));
        }
      }
    }
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(new DisjunctionMaxQuery(names, FURTHER_NAME));
  }

  private static void named(
      BooleanQuery.Builder matching, String field, Set<String> names, float named) {
    for (String name : names) {
      matching.add(constant(field, name, named), BooleanClause.Occur.SHOULD);
    }
  }

  private static Query constant(String field, String term, float score) {
    return boosted(new ConstantScoreQuery(new TermQuery(new Term(field, term))), score);
  }

  private static Query boosted(Query query, float by) {
    return by == 1 ? query : new BoostQuery(query, by);
  }
}
