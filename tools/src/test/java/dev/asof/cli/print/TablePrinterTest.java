package dev.asof.cli.print;

import static dev.asof.cli.print.Table.column;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TablePrinterTest {

  private record Row(String key, @Nullable String title) {}

  @Test
  void columnsAreAlignedAndNothingTrails() {
    assertThat(printed(60, new Row("a", "Terms"), new Row("longer/key", "Rules of the house")))
        .isEqualTo(
            """
            read
            KEY         TITLE
            a           Terms
            longer/key  Rules of the house
            note
            """);
  }

  @Test
  void hangulTakesTwoCellsAndACombiningMarkNone() {
    assertThat(
            printed(60, new Row("개인정보", "처리방침"), new Row("e\u0301", "x"), new Row("abcdefgh", "y")))
        .isEqualTo(
            """
            read
            KEY       TITLE
            개인정보  처리방침
            e\u0301         x
            abcdefgh  y
            note
            """);
  }

  @Test
  void anInstantIsNeverBrokenAndRowsLieOnTheirSidesWhereTwoDoNotFit() {
    String range = "[2024-01-01T00:00:00.123456Z, 2024-06-01T00:00:00Z)";
    String printed = printed(40, new Row("2024-03-01T10:11:12Z", range), new Row("b", range + "."));

    assertThat(printed)
        .contains(
            "2024-03-01T10:11:12Z\n", "[2024-01-01T00:00:00.123456Z,\n", "2024-06-01T00:00:00Z)\n");
    assertThat(printed.lines())
        .allSatisfy(line -> assertThat(Cells.width(line)).isLessThanOrEqualTo(40));
  }

  @Test
  void sentencesGoOnBelowBetweenWordsAndALinkStaysWhole() {
    StringWriter out = new StringWriter();
    String link = "asof:refunds?about=2024-07-15&known=@12";
    new TablePrinter(new PrintWriter(out), 24, 24, false)
        .print(
            new Shown(
                1,
                List.of(),
                List.of("  The answer of today is at " + link + " as a link"),
                Table.of(List.of()),
                List.of()));

    assertThat(out.toString())
        .isEqualTo("  The answer of today is\n    at\n    " + link + "\n    as a link\n");
  }

  @Test
  void whatDoesNotFitGoesOnBelow() {
    assertThat(
            printed(
                24, new Row("a", "one two three four"), new Row("b", "abcdefghijklmnopqrstuvwxyz")))
        .isEqualTo(
            """
            read
            KEY  TITLE
            a    one two three four
            b    abcdefghijklmnopqrs
                 tuvwxyz
            note
            """);
    assertThat(printed(20, new Row("a", "개인정보 처리방침 전문")).lines())
        .allSatisfy(line -> assertThat(Cells.width(line)).isLessThanOrEqualTo(20));
  }

  @Test
  void aKeyIsBrokenAtItsJoints() {
    assertThat(Cells.wrap("github/acceptable-use-policies", 20))
        .containsExactly("github/acceptable-", "use-policies");
  }

  @Test
  void aSingleRowThatDoesNotFitIsTurnedOnItsSide() {
    assertThat(printed(20, new Row("a/long/key", "and a title")))
        .isEqualTo(
            """
            read
            KEY    a/long/key
            TITLE  and a title
            note
            """);
  }

  @Test
  void whatAllRowsHaveInCommonIsSaidOnceWhereTheyDoNotFit() {
    assertThat(printed(20, new Row("a/long/key", "one title"), new Row("a/long/key", "another")))
        .isEqualTo(
            """
            read
            KEY  a/long/key
            TITLE
            one title
            another
            note
            """);
  }

  @Test
  void aColumnThatIsEmptyEverywhereIsLeftOut() {
    assertThat(printed(60, new Row("a", null))).isEqualTo("read\nKEY\na\nnote\n");
  }

  @Test
  void textFromADocumentCannotDriveTheTerminal() {
    assertThat(printed(60, new Row("a\u001b[2Jb\tc\nd", "\u202Eevil")))
        .contains("a\uFFFD[2Jb c d  \uFFFDevil")
        .doesNotContain("\u001b")
        .doesNotContain("\u202E");
  }

  @Test
  void namesOfColumnsAreBoldOnlyWhereThatIsWanted() {
    StringWriter out = new StringWriter();
    new TablePrinter(new PrintWriter(out), 60, true).print(shown(new Row("a", "b")));
    assertThat(out.toString()).contains("\u001b[1mKEY  TITLE\u001b[0m\n");
  }

  private static String printed(int width, Row... rows) {
    StringWriter out = new StringWriter();
    new TablePrinter(new PrintWriter(out), width, false).print(shown(rows));
    return out.toString();
  }

  private static Shown shown(Row... rows) {
    List<Row> list = List.of(rows);
    return new Shown(
        list,
        list,
        List.of("read"),
        Table.of(list, column("key", Row::key), column("title", Row::title)),
        List.of("note"));
  }
}
