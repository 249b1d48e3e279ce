package dev.asof.split;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitterTest {
  private static final String POLICY =
      """
      # Privacy Statement

      Effective: April 1, 2025

      ## 1. What we collect

      Names.

      ## 2. How we share

      ### With service providers

      Rarely.

      ### With the law

      When ordered.

      ## 3. Contact

      Write to us.
      """;

  @Test
  void sectionsAreTheTextUnderEachHeadingWithItsPathAsKey() {
    assertThat(keys(Format.MARKDOWN, POLICY))
        .containsExactly(
            "privacy-statement",
            "what-we-collect",
            "how-we-share",
            "how-we-share/with-service-providers",
            "how-we-share/with-the-law",
            "contact");
    assertThat(sections(Format.MARKDOWN, POLICY))
        .element(3)
        .isEqualTo(
            new Section(
                "how-we-share/with-service-providers",
                "With service providers",
                "### With service providers\n\nRarely.\n\n"));
  }

  @Test
  void anEditInOneSectionLeavesKeysAndTextsOfTheOthersAsTheyWere() {
    List<Section> before = sections(Format.MARKDOWN, POLICY);
    List<Section> after =
        sections(
            Format.MARKDOWN, POLICY.replace("Rarely.", "Never,\n\n* not even\n* on Sundays.\n\n"));

    assertThat(after).hasSameSizeAs(before);
    for (int i = 0; i < before.size(); i++) {
      if (i == 3) {
        assertThat(after.get(i).key()).isEqualTo(before.get(i).key());
        assertThat(after.get(i).text()).isNotEqualTo(before.get(i).text());
      } else {
        assertThat(after.get(i)).isEqualTo(before.get(i));
      }
    }
  }

  @Test
  void aNewSectionDoesNotRenameTheOnesItRenumbers() {
    String renumbered =
        POLICY
            .replace("## 3. Contact", "## 4. Contact")
            .replace("## 2. How", "## 2. Cookies\n\nNone.\n\n## 3. How");

    assertThat(keys(Format.MARKDOWN, renumbered))
        .containsAll(keys(Format.MARKDOWN, POLICY))
        .contains("cookies");
  }

  @Test
  void aRewordedTitleDoesNotRenameTheParts() {
    List<String> before = keys(Format.MARKDOWN, POLICY);
    List<String> after =
        keys(Format.MARKDOWN, POLICY.replace("# Privacy Statement", "# General Privacy Statement"));

    assertThat(after.getFirst()).isEqualTo("general-privacy-statement");
    assertThat(after.subList(1, after.size())).isEqualTo(before.subList(1, before.size()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3. Fees | fees",
        "3) Fees | fees",
        "3.1 Fees | fees",
        "3.1. Fees | fees",
        "59. 10. Fees | fees",
        "D. Fees | fees",
        "(b) Fees | fees",
        "IV. Fees | fees",
        "2a. Fees | fees",
        "A – Fees | fees",
        "E-mail | e-mail",
        "A message to you | a-message-to-you",
        "1. | 1",
        "We don’t sell, won't share | we-dont-sell-wont-share",
        "Données & sécurité | données-sécurité",
        "**Fees** and [costs](#c) | fees-and-costs",
        "`max_age` | max-age",
        "개인정보의 처리 목적 | 개인정보의-처리-목적",
        "Article 12 | article-12",
        "Art. 12 | article-12",
        "ARTICLE 12 — Scope | article-12",
        "Article 515-1 | article-515-1",
        "Article 6 bis. Abast | article-6-bis",
        "Article premier | article-premier",
        "Art in public places | art-in-public-places",
        "§ 54 Anwendungsbereich | §-54",
        "§ 54a | §-54a",
        "Section 230. Good Samaritans | section-230",
        "Section headings | section-headings",
        "제3조 (목적) | 제3조",
        "제 3 조의2(적용범위) | 제3조의2",
        "第十二条 定義 | 第十二条",
        "Chapter IV. Appeals | chapter-iv",
        "Part of the agreement | part-of-the-agreement",
      })
  void aKeyKeepsWhatLastsInAHeading(String heading, String key) {
    assertThat(keys(Format.MARKDOWN, "## " + heading + "\n\ntext\n")).containsExactly(key);
  }

  @Test
  void composedAndDecomposedHeadingsHaveOneKey() {
    assertThat(keys(Format.MARKDOWN, "# Cafe\u0301s\n"))
        .isEqualTo(keys(Format.MARKDOWN, "# Cafés\n"));
  }

  @Test
  void keysDoNotDependOnTheMachinesLanguage() {
    Locale machine = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertThat(keys(Format.MARKDOWN, "# TITLE II\n\n# INFO\n"))
          .containsExactly("title-ii", "info");
    } finally {
      Locale.setDefault(machine);
    }
  }

  @Test
  void anArticleKeepsItsKeyWhenTheChaptersAroundItMove() {
    String before =
        """
        # Act

        ## Chapter 1

        ### Article 1

        a

        ### Article 2

        b

        #### Exceptions

        c
        """;
    String after = before.replace("### Article 2", "## Chapter 2\n\n### Article 2");

    assertThat(keys(Format.MARKDOWN, before))
        .containsExactly("act", "chapter-1", "article-1", "article-2", "article-2/exceptions");
    assertThat(keys(Format.MARKDOWN, after)).containsAll(keys(Format.MARKDOWN, before));
  }

  @Test
  void aRepeatedHeadingTakesItsWholePathAndThenANumber() {
    assertThat(
            keys(
                Format.MARKDOWN,
                "# A\n\n## Scope\n\n## Scope\n\n# B\n\n## Scope\n\n## Scope\n\n# A\n"))
        .containsExactly("a", "scope", "a/scope", "b", "b/scope", "b/scope~2", "a~2");
  }

  @Test
  void aKeyIsNeverLongerThan512CharactersAndStaysUnique() {
    String deep =
        IntStream.rangeClosed(2, 6)
            .mapToObj(level -> "#".repeat(level) + " " + "wörter 𝔘 ".repeat(40) + level + "\n")
            .collect(Collectors.joining());
    List<String> keys = keys(Format.MARKDOWN, deep + deep);

    assertThat(keys).hasSize(10).doesNotHaveDuplicates().allMatch(key -> key.length() <= 512);
    assertThat(keys).allMatch(key -> key.equals(new String(key.getBytes(UTF_8), UTF_8)));
    assertThat(keys(Format.MARKDOWN, deep)).isEqualTo(keys.subList(0, 5));
  }

  @Test
  void textBeforeTheFirstHeadingIsThePreambleAndBlankLinesBelongToTheSectionBefore() {
    assertThat(sections(Format.MARKDOWN, "Hello.\n\n\n# A\n\n\n"))
        .containsExactly(
            new Section("~preamble", null, "Hello.\n\n\n"), new Section("a", "A", "# A\n\n\n"));
    assertThat(sections(Format.MARKDOWN, "\n\n# A\n"))
        .containsExactly(new Section("a", "A", "\n\n# A\n"));
  }

  @ParameterizedTest
  @EnumSource
  void aBodyWithoutStructureIsOneSectionAndAnEmptyBodyHasNone(Format format) {
    assertThat(sections(format, "Just words.\n"))
        .containsExactly(new Section("~document", null, "Just words.\n"));
    assertThat(sections(format, " \n ")).containsExactly(new Section("~document", null, " \n "));
    assertThat(sections(format, "")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```\n# no\n```\n",
        "~~~\n# no\n",
        "    # no\n",
        "<div>\n# no\n</div>\n",
        "<!--\n# no\n-->\n",
        "> # no\n",
        "\\# no\n",
        "#no\n",
        "####### no\n",
        "# \n",
        "# ![](logo.png)\n",
        "- - -\n",
        "**You agree to all of this, and you also agree that we may change it.** And more.\n",
        "**Last updated: 3 May 2024**\n",
        "**You agree that:**\n",
        "1. milk\n2. eggs\n",
        "(1) Wer dies liest\n",
        "2024 was a year in which we changed these terms more often than in any other.\n",
      })
  void whatOnlyLooksLikeAHeadingIsNone(String body) {
    assertThat(keys(Format.MARKDOWN, body)).containsExactly("~document");
  }

  @Test
  void aParagraphRightAboveARuleIsNoHeading() {
    String paragraph =
        "We may disclose what you gave us to those who ask for it. ".repeat(5).strip();

    assertThat(keys(Format.MARKDOWN, "Terms\n=====\n\n" + paragraph + "\n---\n"))
        .containsExactly("terms");
  }

  @Test
  void linesThatAreBoldFromEndToEndAreHeadingsBelowTheMarkedOnes() {
    assertThat(
            keys(
                Format.MARKDOWN,
                """
                **INTRODUCTION**

                Welcome.

                **1\\. What we collect**

                **From you**

                Names.

                **2\\. Contact**

                ## Annex

                **From you**

                Again.
                """))
        .containsExactly(
            "introduction",
            "what-we-collect",
            "what-we-collect/from-you",
            "contact",
            "annex",
            "annex/from-you");
  }

  @Test
  void headingsInListItemsAndNumberedLinesAreHeadings() {
    assertThat(
            keys(
                Format.MARKDOWN,
                """
                1.  ### Records

                    Kept.

                2.  ### Eligibility

                    You are 18.

                1\\. Overview

                All of it.

                2. Your use

                Some of it.

                3.  **Safety**
                """))
        .containsExactly(
            "records",
            "eligibility",
            "eligibility/overview",
            "eligibility/your-use",
            "eligibility/safety");
  }

  @Test
  void plainTextIsCutAtLawMarkersNumberedLinesAndLetteredParagraphs() {
    assertThat(
            keys(
                Format.TEXT,
                """
                AN ACT

                Chapter 1

                Article 1. Scope

                This act and
                Article 2 of the treaty apply.

                Article 3 of the treaty is meant by "treaty".

                Article 2

                (a) One.
                  (1) Inner.

                (b) Two.
                """))
        .containsExactly(
            "~preamble", "chapter-1", "article-1", "article-2", "article-2/(a)", "article-2/(b)");
    assertThat(keys(Format.TEXT, "1. Scope\n\nAll.\n\n2. Fees\n\n2.1 Late fees\n\nNone.\n"))
        .containsExactly("scope", "fees", "fees/late-fees");
    assertThat(keys(Format.TEXT, "제1장 총칙\n\n제1조(목적) 이 법은 정한다.\n\n제2조(정의)\n"))
        .containsExactly("제1장", "제1조", "제2조");
    assertThat(keys(Format.TEXT, "(a) The only one.\n\nMore.\n")).containsExactly("~document");
  }

  @Test
  void noBodyLosesACharacter() {
    String[] pieces = {
      "# A",
      "## B ##",
      "T\n===",
      "T\n---",
      "```",
      "~~~",
      "> q",
      "- item",
      "1. # x",
      "   - ",
      "\t",
      "**Bold**",
      "<div>",
      "</div>",
      "<!--",
      "-->",
      "[a]: /b",
      "Article 1",
      "(a) x",
      "제3조",
      "",
      " ",
      "\uFEFF",
      "\0",
      "\uD83D",
      "\u2028",
      "text",
      "    code",
      "1\\. One",
      "\u000B"
    };
    String[] ends = {"\n", "\r\n", "\r", "\n\n", "\n\r", ""};
    long seed = Long.getLong("asof.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 3000; round++) {
      StringBuilder body = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        body.append(pieces[random.nextInt(pieces.length)])
            .append(ends[random.nextInt(ends.length)]);
      }
      for (Format format : Format.values()) {
        Split split = Splitter.split(format, body.toString());
        assertThat(text(split)).as("-Dasof.seed=%d", seed).isEqualTo(body.toString());
        assertThat(split.sections().stream().map(Section::key)).doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void hostileBodiesTakeTimeInProportionToTheirLength() {
    StringBuilder headings = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      headings.append("## Heading ").append(i).append("\n\ntext\n\n");
    }
    List<String> bodies =
        List.of(
            headings.toString(),
            "## Same\n\n".repeat(20_000),
            "1. **Bold**\n".repeat(20_000),
            ">".repeat(1_000_000),
            "- ".repeat(1_000_000),
            "# " + "*a ".repeat(1_000_000),
            "a\n".repeat(1_000_000),
            "\n".repeat(1_000_000),
            "[a]: b\n".repeat(100_000),
            "a".repeat(4_000_000));
    for (String body : bodies) {
      for (Format format : Format.values()) {
        Split split =
            Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> Splitter.split(format, body));
        assertThat(text(split)).isEqualTo(body);
      }
    }
  }

  @Test
  void givenSectionsCutTheBodyWhereTheyStand() {
    String body =
        """
        Code civil

        ##### Article 1

        First.

        ##### Article 2

        Second.

        A note.

        Third.

        End.
        """;
    Split split =
        Splitter.given(
            body,
            List.of(
                new GivenSection("art-1", "Article 1", "First.\n"),
                new GivenSection("art-2", "Article 2", "Second.\n"),
                new GivenSection("art-3", null, "Third.\n")));

    assertThat(split.rebuildsBody()).isTrue();
    assertThat(split.sections())
        .containsExactly(
            new Section("~preamble", null, "Code civil\n\n"),
            new Section("art-1", "Article 1", "##### Article 1\n\nFirst.\n\n"),
            new Section("art-2", "Article 2", "##### Article 2\n\nSecond.\n\n"),
            new Section("~1", null, "A note.\n\n"),
            new Section("art-3", null, "Third.\n\n"),
            new Section("~2", null, "End.\n"));
    assertThat(text(split)).isEqualTo(body);
  }

  @Test
  void aBlankStartJoinsTheFirstGivenSection() {
    assertThat(Splitter.given("\n\nOne.", List.of(new GivenSection("a", null, "One."))).sections())
        .containsExactly(new Section("a", null, "\n\nOne."));
  }

  @Test
  void aGivenSectionIsFoundAtItsOwnLinesBeforeThoseOfAnother() {
    String body = "(a) Section 5 is Repealed.\n\nRepealed.\n";
    Split split = Splitter.given(body, List.of(new GivenSection("b", null, "Repealed.")));

    assertThat(split.sections())
        .containsExactly(
            new Section("~preamble", null, "(a) Section 5 is Repealed.\n\n"),
            new Section("b", null, "Repealed.\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Second. First.", "First.", "First. Sec\u00ADond."})
  void givenSectionsThatAreNotSlicesOfTheBodyStandAsTheyAre(String body) {
    Split split =
        Splitter.given(
            body,
            List.of(new GivenSection("a", "A", "First."), new GivenSection("a", "B", "Second.")));

    assertThat(split)
        .isEqualTo(
            new Split(
                List.of(new Section("a", "A", "First."), new Section("a~2", "B", "Second.")),
                false));
  }

  @Test
  void aGivenSectionWithoutAKeyIsRefused() {
    assertThatThrownBy(() ->
            Splitter.given(
                "ab", List.of(new GivenSection("x", null, "a"), new GivenSection(" ", null, "b"))))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("section 2 has a blank key");
  }

  @Test
  void givenSectionsThatRepeatThemselvesAreFoundInLinearTime() {
    String body = "a".repeat(4_000_000) + "b";
    Split split =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () ->
                Splitter.given(
                    body, List.of(new GivenSection("x", null, "a".repeat(2_000_000) + "b"))));

    assertThat(text(split)).isEqualTo(body);
    assertThat(split.sections()).extracting(Section::key).containsExactly("~preamble", "x");
  }

  private static List<Section> sections(Format format, String body) {
    Split split = Splitter.split(format, body);
    assertThat(text(split)).isEqualTo(body);
    return split.sections();
  }

  private static List<String> keys(Format format, String body) {
    return sections(format, body).stream().map(Section::key).toList();
  }

  private static String text(Split split) {
    return split.sections().stream().map(Section::text).collect(Collectors.joining());
  }
}
