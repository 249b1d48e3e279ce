package dev.asof.rank;

import java.util.List;
import java.util.regex.Pattern;

/// Whether a question asks which text applied, or from when or until when one does, rather than
/// what it says: `which terms applied`, `since when`, `wann trat ... in Kraft`. Pure.
final class AskedValidity {
  private static final int FLAGS =
      Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS;

  private static final List<Pattern> ASKED =
      List.of(
          pattern(
              "\\b(?:since|until|till|from|by|as of) (?:when|wh(?:ich|at) (?:\\w+"
                  + " )?(?:date|day|time|moment))\\b"),
          pattern(
              "\\bwhen"
                  + " (?:do|does|did|will|was|were|is|are|has|have)\\b[^?;]{0,120}?\\b(?:effect|effective|force|apply|applicable|expires?|valid)\\b"),
          pattern(
              "\\b(?:which|what"
                  + " (?:text|version|edition|wording|terms|law|rules?|policy|statement))\\b[^?;.]{0,80}?\\b(?:appl(?:y|ies|ied)|(?:was|were|is|are|be)"
                  + " (?:then )?(?:in (?:force|effect)|effective|valid|current|applicable))\\b"),
          pattern("\\beffective dates?\\b"),
          pattern("\\b(?:seit|bis|ab) wann\\b"),
          pattern("\\bwann (?:tritt|treten|trat|traten|gilt|gelten|galt|galten|läuft|lief)\\b"),
          pattern("\\bwelche[rsnm]?\\b[^?;.]{0,80}?\\b(?:gilt|gelten|galt|galten)\\b"),
          pattern("\\b(?:depuis|jusqu['’]à|à partir de) quand\\b"),
          pattern("\\bquand\\b[^?;.]{0,80}?\\b(?:vigueur|applicable|s['’]applique\\w*)\\b"),
          pattern("\\b(?:desde|hasta|a partir de|des de|fins?) (?:cuándo|quan)\\b"),
          pattern("\\b(?:cuándo|quan)\\b[^?;.]{0,80}?\\b(?:vigor|vigente?|aplica\\w*)\\b"),
          pattern("언제 ?(?:부터|까지)|시행일"));

  private AskedValidity() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, FLAGS);
  }

  static boolean in(String question) {
    return ASKED.stream().anyMatch(asked -> asked.matcher(question).find());
  }
}
