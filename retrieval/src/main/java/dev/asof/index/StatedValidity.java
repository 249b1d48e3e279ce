package dev.asof.index;

import java.util.List;
import java.util.regex.Pattern;

/// Whether a passage says from when or until when its text applies, as `Effective as of January 5,
/// 2022`, `tritt am 1. Januar 2024 in Kraft` or `시행 2024. 3. 1.` do. Pure.
///
/// It only finds such passages for questions about them; what applies when follows from statements
/// alone.
final class StatedValidity {
  private static final int FLAGS =
      Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS;

  /// Up to a year in the same sentence; a full stop after a number, or in an abbreviation, ends
  /// none.
  private static final String YEAR =
      "(?:[^.;]|(?<=[\\d\\p{L}])\\.(?! \\p{Lu})){0,60}?\\b(?:1[5-9]|2[01])\\d\\d\\b";

  private static final List<Pattern> STATEMENTS =
      List.of(
          pattern(
              "\\b(?:effective|in (?:force|effect) (?:from|since|until|as"
                  + " of|on)|(?:takes?|took|taking) effect|(?:comes?|came|enters?|entered) into"
                  + " (?:force|effect)|expires?|last"
                  + " (?:updated|modified|revised|amended)|applicable (?:from|until|as of))\\b"
                  + YEAR),
          pattern("\\bshall (?:take effect|(?:come|enter) into (?:force|effect)|expire)\\b"),
          pattern(
              "\\b(?:gültig (?:ab|bis|seit)|zuletzt geändert|(?:inkrafttreten|außerkrafttreten)"
                  + " am|stand:)"
                  + YEAR),
          pattern(
              "\\b(?:tritt|treten)\\b[^.;]{0,30}(?:\\d\\.[^.;]{0,30})?\\b(?:in|außer) kraft\\b"),
          pattern(
              "\\b(?:en vigueur (?:depuis|du|le|au|jusqu)|version en vigueur|modifié par|dernière"
                  + " (?:mise à jour|modification))"
                  + YEAR),
          pattern("\\bentrer?(?:a|ont|ent)? en vigueur\\b"),
          pattern(
              "\\b(?:vigente (?:desde|hasta)|vigent (?:des|fins)|última"
                  + " (?:actualización|modificación)|darrera (?:actualització|modificació))"
                  + YEAR),
          pattern("\\bentra(?:n|rá|rán|rà|ran)? en vig(?:or|encia)\\b"),
          pattern(
              "시행(?:일)?[ :(\\[]{0,3}(?:1[5-9]|2[01])\\d\\d ?[.년-]|(?:1[5-9]|2[01])\\d\\d"
                  + " ?년.{0,20}(?:부터|까지) ?(?:시행|적용)|부터 시행한다"));

  private StatedValidity() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, FLAGS);
  }

  static boolean in(String text) {
    return STATEMENTS.stream().anyMatch(statement -> statement.matcher(text).find());
  }
}
