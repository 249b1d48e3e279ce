package dev.asof.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import org.junit.jupiter.api.Test;

class HtmlTest {

  private static String text(String html) {
    return Html.of(html, null).text();
  }

  @Test
  void structureIsKeptAndWhatIsAroundTheTextIsNot() {
    Html.Page page =
        Html.of(
            """
            <!doctype html><html lang="de"><head><title> Rules </title><style>p {}</style></head>
            <body><header><nav><a href=/>Home</a></nav></header>
            <article><h1>Rules</h1><p>One <b>bold</b> <a href="/x?utm=1">word</a>.<br>Next line.</p>
            <ol><li>First</li><li><p>Second</p><ul><li>Inner</li></ul></li></ol>
            <blockquote><p>Quoted.</p></blockquote><pre>a
              b</pre><hr>
            <table><tr><th>Fee</th><th>Euro</th></tr><tr><td>Copy</td><td>1 | 2</td></tr></table>
            <p hidden>Not shown.</p><script>x()</script></article><footer>Imprint</footer></body></html>
            """,
            null);

    assertThat(page.title()).isEqualTo("Rules");
    assertThat(page.language()).isEqualTo("de");
    assertThat(page.taken()).isEqualTo("article");
    assertThat(page.text())
        .isEqualTo(
            """
            # Rules

            One bold word.
            Next line.

            1. First
            2. Second
               - Inner

            > Quoted.

            ```
            a
              b
            ```

            ***

            |Fee|Euro|
            |---|---|
            |Copy|1 \\| 2|\
            """);
  }

  @Test
  void wordsThatLookLikeMarkdownStayWords() {
    assertThat(text("<p># no heading</p><p>1. no list</p><p>* [x](y)</p>"))
        .isEqualTo("\\# no heading\n\n1\\. no list\n\n\\* \\[x\\](y)");
  }

  @Test
  void aSelectorTakesWhatFitsInTheOrderOfThePage() {
    String html = "<div class=a>One</div><p>No</p><div class=a>Two<div class=a>Three</div></div>";
    assertThat(Html.of(html, ".a").text()).isEqualTo("One\n\nTwo\n\nThree");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> Html.of(html, ".none"))
        .withMessageContaining("nothing in the page fits the selector .none");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> Html.check("p["))
        .withMessageContaining("is no CSS selector");
  }

  @Test
  void aPageWithoutMainIsReadWithoutHeadAndFoot() {
    assertThat(
            text(
                "<body><header>Shop</header><div><h2>T</h2>Loose"
                    + " <i>words</i></div><footer>F</footer></body>"))
        .isEqualTo("## T\n\nLoose words");
  }

  @Test
  void aDeepPageAndATableForLayoutGiveTheirWords() {
    assertThat(text("<div>".repeat(20_000) + "deep" + "</div>".repeat(20_000))).isEqualTo("deep");
    assertThat(text("<table><tr><td><h1>T</h1><p>Text.</p></td><td>Side.</td></tr></table>"))
        .isEqualTo("# T\n\nText.\n\nSide.");
  }
}
