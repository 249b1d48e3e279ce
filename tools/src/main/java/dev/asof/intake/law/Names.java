package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Names of Akoma Ntoso's elements, by what they are to a reader of texts.
public final class Names {

  /// The namespace of Akoma Ntoso 1.0, the OASIS Standard, whose schema calls itself 3.0.
  public static final String AKN = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0";

  /// What asof adds to a file that it writes.
  public static final String ASOF = "urn:asof:akn:1";

  /// Begins the names of the attributes and elements of [#ASOF].
  public static final String PREFIX = "asof";

  /// Documents.
  static final Set<String> DOCUMENTS =
      Set.of(
          "act",
          "bill",
          "doc",
          "statement",
          "debate",
          "debateReport",
          "judgment",
          "amendment",
          "portion",
          "amendmentList",
          "officialGazette",
          "documentCollection");

  /// What a document consists of beside its metadata.
  static final Set<String> MAIN_PARTS =
      Set.of(
          "coverPage",
          "preface",
          "preamble",
          "header",
          "body",
          "mainBody",
          "debateBody",
          "judgmentBody",
          "amendmentBody",
          "collectionBody",
          "portionBody",
          "conclusions");

  /// Those of them that are the text itself: the others introduce or sign it.
  static final Set<String> BODIES =
      Set.of(
          "body",
          "mainBody",
          "debateBody",
          "judgmentBody",
          "amendmentBody",
          "collectionBody",
          "portionBody");

  /// Provisions and what holds them: the hierarchy of the standard.
  static final Set<String> HIERARCHY =
      Set.of(
          "clause",
          "section",
          "part",
          "paragraph",
          "chapter",
          "title",
          "article",
          "book",
          "tome",
          "division",
          "list",
          "point",
          "indent",
          "alinea",
          "rule",
          "subrule",
          "proviso",
          "subsection",
          "subpart",
          "subparagraph",
          "subchapter",
          "subtitle",
          "subdivision",
          "subclause",
          "sublist",
          "level",
          "transitional",
          "hcontainer");

  /// Provisions that are cited by their own number, and so are sections of a text.
  static final Set<String> BASIC =
      Set.of("article", "section", "rule", "transitional", "regulation");

  /// Parts of debates, judgments and amendments that are sections of a text.
  static final Set<String> STRETCHES =
      Set.of(
          "administrationOfOath",
          "rollCall",
          "prayers",
          "oralStatements",
          "writtenStatements",
          "personalStatements",
          "ministerialStatements",
          "resolutions",
          "nationalInterest",
          "declarationOfVote",
          "communication",
          "petitions",
          "papers",
          "noticesOfMotion",
          "questions",
          "address",
          "proceduralMotions",
          "pointOfOrder",
          "adjournment",
          "debateSection",
          "introduction",
          "background",
          "arguments",
          "remedies",
          "motivation",
          "decision",
          "amendmentHeading",
          "amendmentContent",
          "amendmentReference",
          "amendmentJustification");

  /// What only holds provisions, blocks or both.
  static final Set<String> TRANSPARENT =
      Set.of(
          "intro",
          "wrapUp",
          "content",
          "container",
          "div",
          "blockContainer",
          "crossHeading",
          "recitals",
          "citations",
          "formula",
          "longTitle");

  /// What begins on a line of its own.
  static final Set<String> BLOCKS =
      Set.of(
          "p",
          "block",
          "listIntroduction",
          "listWrapUp",
          "item",
          "li",
          "tr",
          "caption",
          "tocItem",
          "crossHeading",
          "from",
          "speech",
          "question",
          "answer",
          "other",
          "scene",
          "narrative",
          "summary",
          "recital",
          "citation",
          "blockList",
          "ul",
          "ol",
          "table",
          "tblock",
          "toc",
          "quotedStructure",
          "embeddedStructure",
          "signature",
          "interstitial",
          "heading",
          "subheading");

  private Names() {}

  /// Whether a document of this namespace can be read: the standard's, and the drafts of the same
  /// vocabulary that went before it.
  ///
  /// Throws a [CallerFault] for any other, and says which version it is where it is an older one.
  static void requireKnown(@Nullable String namespace, String root) {
    if (namespace != null && (namespace.equals(AKN) || namespace.startsWith(AKN + "/"))) {
      if (root.equals("akomaNtoso")) {
        return;
      }
      throw bad("its root is " + root + ", not akomaNtoso; give the whole document");
    }
    if (namespace != null && namespace.contains("akomantoso.org/")) {
      throw bad(
          "it is Akoma Ntoso "
              + namespace.substring(namespace.lastIndexOf('/') + 1)
              + " ("
              + namespace
              + "), whose elements and identifiers differ; convert it to 1.0 ("
              + AKN
              + ")");
    }
    if (namespace != null && namespace.contains("legaldocml/ns/akn/")) {
      throw bad(
          "its namespace is "
              + namespace
              + ", a version that is not known here; read are "
              + AKN
              + " and its drafts");
    }
    throw bad(
        "its root is "
            + root
            + (namespace == null || namespace.isEmpty()
                ? " without a namespace"
                : " of " + namespace)
            + ", so it is no Akoma Ntoso ("
            + AKN
            + ")");
  }

  private static CallerFault bad(String sentence) {
    return new CallerFault(Code.BAD_RECORD, sentence);
  }
}
