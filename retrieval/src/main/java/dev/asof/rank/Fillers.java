package dev.asof.rank;

import dev.asof.index.FunctionWords;
import dev.asof.index.TextLanguage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The words that make a question a question (what, did, the) and say nothing about what is sought.
/// Passages keep them; a question loses those of its own language, because in a text that hardly
/// ever asks they count as rare and telling.
final class Fillers {
  /// Stems that ask, point or stand for any verb in Korean; particles and endings are no stems at
  /// all.
  private static final Set<String> KOREAN =
      Set.of(
          "언제", "어디", "누구", "누가", "무엇", "무어", "뭐", "무슨", "어떤", "어느", "어떻", "어떻게", "왜", "얼마", "얼마나",
          "몇", "이", "있", "되", "하", "것", "거", "수", "알", "알리", "주", "말", "대하", "관하", "대해", "관해");

  private Fillers() {}

  /// `words` without the fillers of the language that has most of them, and without those in
  /// Hangul; `words` themselves where nothing else would be left.
  static List<Question.Word> drop(List<Question.Word> words) {
    Optional<TextLanguage> language =
        FunctionWords.mostOf(words.stream().map(Question.Word::term).toList());
    Set<String> fillers = language.map(FunctionWords::of).orElse(Set.of());
    List<Question.Word> rest =
        words.stream()
            .filter(word -> !fillers.contains(word.term()) && !isKorean(word.term()))
            .toList();
    return rest.isEmpty() ? words : rest;
  }

  private static boolean isKorean(String word) {
    return word.codePoints()
            .allMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HANGUL)
        && TextLanguage.KOREAN.stems(word).stream().allMatch(stem -> KOREAN.contains(stem.term()));
  }
}
