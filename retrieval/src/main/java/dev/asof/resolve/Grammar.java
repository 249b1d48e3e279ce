package dev.asof.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// All rules, by layer. Of the phrases that start at one place the longest wins; of equally long
/// ones the rule that comes first.
final class Grammar {

  private static final Map<String, TokenClass> CLASSES = Classes.all();

  private static final List<Rule> ATOMS = new ArrayList<>();
  private static final List<Rule> NAMED = new ArrayList<>();
  private static final List<Rule> MOMENTS = new ArrayList<>();
  private static final List<Rule> PHRASES = new ArrayList<>();
  private static final List<Rule> SERIES = new ArrayList<>();

  static {
    DateRules.add(ATOMS);
    RelativeRules.add(ATOMS);
    FiscalRules.add(ATOMS);
    KoreanRules.atoms(ATOMS);
    NestedRules.named(NAMED);
    NestedRules.moments(MOMENTS);
    KoreanRules.moments(MOMENTS);
    PhraseRules.phrases(PHRASES);
    KoreanRules.phrases(PHRASES);
    PhraseRules.series(SERIES);
    KoreanRules.series(SERIES);
  }

  private Grammar() {}

  static Rule rule(String template, Rule.Make make) {
    return new Rule(new Template(template, CLASSES), make);
  }

  static List<Rule> atoms() {
    return ATOMS;
  }

  static List<Rule> named() {
    return NAMED;
  }

  static List<Rule> moments() {
    return MOMENTS;
  }

  static List<Rule> phrases() {
    return PHRASES;
  }

  static List<Rule> series() {
    return SERIES;
  }
}
