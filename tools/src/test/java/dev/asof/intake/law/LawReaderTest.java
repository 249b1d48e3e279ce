package dev.asof.intake.law;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.asof.fault.CallerFault;
import dev.asof.ingest.ImportRecord;
import dev.asof.ingest.RecordReader;
import dev.asof.time.ValidityState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LawReaderTest {
  private static final LawOptions PLAIN =
      new LawOptions(
          "gazette",
          LawOptions.Which.APPLIES,
          LawOptions.End.EXCLUDED,
          null,
          null,
          LawOptions.Keys.WID,
          null,
          false,
          null,
          Instant.EPOCH);

  @TempDir private Path folder;
  private final LawReport report = new LawReport();

  private static LawOptions with(LawOptions.Which which, LawOptions.End end) {
    return new LawOptions(
        "gazette", which, end, null, null, LawOptions.Keys.WID, null, false, null, Instant.EPOCH);
  }

  private static LawOptions from(@Nullable String valid, @Nullable String system) {
    return new LawOptions(
        "gazette",
        LawOptions.Which.APPLIES,
        LawOptions.End.EXCLUDED,
        valid == null ? null : FrbrDate.of(valid),
        system == null ? null : FrbrDate.of(system),
        LawOptions.Keys.WID,
        null,
        false,
        null,
        Instant.EPOCH);
  }

  /// Two articles; the act is in force from 2000 and has effects from 2001 to 2010.
  private static Akn sample() {
    return Akn.act("/akn/zz/act/1999/1")
        .event("e1", "2000-01-01", "generation", null)
        .event("e2", "2001-01-01")
        .event("e3", "2010-01-01", "repeal", null)
        .group("g1", "start='#e1' refersTo='#c1'", "start='#e2' end='#e3' refersTo='#c2'")
        .preface("<p>An <docTitle>Act on fish</docTitle></p>")
        .article("art_1", "", "1", "Scope", "Everybody may\n   <b>fish</b>.")
        .article("art_2", "", "2", "Fees", "None.");
  }

  private Path file(String name, String xml) {
    return bytes(name, xml.getBytes(UTF_8));
  }

  private Path bytes(String name, byte[] bytes) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<RecordReader.Item> items(Path place, LawOptions options) {
    List<RecordReader.Item> items = new ArrayList<>();
    try (LawReader reader = new LawReader(place, options, report)) {
      for (Optional<RecordReader.Item> item = reader.next();
          item.isPresent();
          item = reader.next()) {
        items.add(item.get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return items;
  }

  private List<ImportRecord> records(Akn sample, LawOptions options) {
    AknSchema.requireValid(sample.toString());
    return items(file("sample.xml", sample.toString()), options).stream()
        .map(item -> ImportRecord.parse(item.text()))
        .toList();
  }

  private ImportRecord one(Akn sample, LawOptions options) {
    List<ImportRecord> records = records(sample, options);
    assertThat(records).hasSize(1);
    return records.getFirst();
  }

  private String refused(Path place) {
    List<RecordReader.Item> items = items(place, PLAIN);
    assertThat(items).hasSize(1);
    CallerFault fault = items.getFirst().fault();
    assertThat(fault).isNotNull();
    return Objects.requireNonNull(fault).sentence();
  }

  private static List<String> dates(ImportRecord record) {
    return record.parts().stream()
        .map(part -> part.key() + " " + part.validFrom() + ".." + part.validTo())
        .toList();
  }

  @Test
  void aDocumentIsTheWorkAndItsArticlesAreSections() {
    ImportRecord record = one(sample(), PLAIN);

    assertThat(record.document()).isEqualTo("/akn/zz/act/1999/1");
    assertThat(record.label()).isEqualTo("eng@2020-01-01");
    assertThat(record.text("title")).isEqualTo("Act on fish");
    assertThat(record.text("language")).isEqualTo("en");
    assertThat(record.text("published_at")).isEqualTo("2000-01-15");
    assertThat(record.body())
        .isEqualTo("An Act on fish\n\n1 Scope\n\nEverybody may fish.\n\n2 Fees\n\nNone.");
    assertThat(record.parts())
        .extracting(ImportRecord.Part::key, ImportRecord.Part::title)
        .containsExactly(
            tuple("preface", null), tuple("art_1", "1 Scope"), tuple("art_2", "2 Fees"));
    assertThat(record.provenanceJson())
        .contains("\"way_in\":\"law\"", "\"type\":\"repeal\"", "\"enacted\"", "1999-12-31");
  }

  @Test
  void theIntervalOfEfficacySaysWhenATextAppliesElseThatOfForceUnlessOneIsChosen() {
    Akn sample = sample().period("g1");
    ImportRecord efficacy = one(sample, PLAIN);
    assertThat(efficacy.text("valid_from")).isEqualTo("2001-01-01");
    assertThat(efficacy.text("valid_to")).isEqualTo("2010-01-01");
    assertThat(efficacy.provenanceJson()).contains("temporalGroup g1 (#c2)");

    ImportRecord force = one(sample, with(LawOptions.Which.FORCE, LawOptions.End.EXCLUDED));
    assertThat(force.text("valid_from")).isEqualTo("2000-01-01");
    assertThat(force.text("valid_to")).isNull();
  }

  @Test
  void theEndOfAnIntervalIsTheFirstDayAfterItUnlessAPublisherMeansTheLast() {
    assertThat(
            one(sample().period("g1"), with(LawOptions.Which.EFFICACY, LawOptions.End.INCLUDED))
                .text("valid_to"))
        .isEqualTo("2010-01-02");
  }

  @Test
  void theOneGroupThatNothingRefersToIsAboutTheDocument() {
    assertThat(one(sample(), PLAIN).text("valid_from")).isEqualTo("2001-01-01");
    ImportRecord two = one(sample().group("g2", "start='#e1' refersTo='#c2'"), PLAIN);
    assertThat(two.state()).isEqualTo(ValidityState.UNKNOWN);
    assertThat(two.provenanceJson()).contains("2 temporal groups that no part");
  }

  @Test
  void anIntervalOfAnotherConceptCountsOnlyWhereAnyIsAskedFor() {
    Akn sample =
        Akn.act("/akn/zz/act/1999/2")
            .event("e1", "2000-01-01+02:00")
            .group("g1", "start='#e1' refersTo='#c3'")
            .period("g1")
            .article("art_1", "", "1", "Scope", "All.");
    ImportRecord unknown = one(sample, PLAIN);
    assertThat(unknown.state()).isEqualTo(ValidityState.UNKNOWN);
    assertThat(unknown.provenanceJson()).contains("temporalGroup g1 states no interval");
    assertThat(report.left()).hasSize(1);
    assertThat(one(sample, with(LawOptions.Which.ANY, LawOptions.End.EXCLUDED)).text("valid_from"))
        .isEqualTo("2000-01-01T00:00:00+02:00");
  }

  @Test
  void anIntervalMayBeADateAndADuration() {
    Akn sample =
        Akn.act("/akn/zz/act/1999/3")
            .event("e1", "2000-01-31")
            .event("e2", "9999-12-31")
            .group("g1", "start='#e1' duration='P1Y1M' refersTo='#c1'")
            .group("g2", "end='#e1' duration='P10D' refersTo='#c1'")
            .group("g3", "start='#e1' end='#e2' refersTo='#c1'")
            .period("g1")
            .article("art_1", "period='#g2'", "1", "Scope", "All.")
            .article("art_2", "period='#g3'", "2", "Fees", "None.");
    ImportRecord record = one(sample, PLAIN);
    assertThat(record.text("valid_to")).isEqualTo("2001-02-28");
    assertThat(dates(record))
        .containsExactly("art_1 2000-01-21..2000-01-31", "art_2 2000-01-31..null");
  }

  @Test
  void noOtherDateOfAFileSaysWhenItAppliesUnlessSomebodyChoosesIt() {
    Akn sample =
        Akn.act("/akn/zz/act/1999/4")
            .event("e1", "2003-01-01", "generation", "#c1")
            .event("e2", "2004-01-01", "amendment", null)
            .event("e3", "2005-01-01", "amendment", null)
            .article("art_1", "", "1", "Scope", "All.");
    assertThat(one(sample, PLAIN).state()).isEqualTo(ValidityState.UNKNOWN);
    ImportRecord chosen = one(sample, from("frbr:expression", null));
    assertThat(chosen.text("valid_from")).isEqualTo("2020-01-01");
    assertThat(chosen.provenanceJson())
        .contains("frbr:expression, chosen with --valid-from frbr:expression");
    assertThat(one(sample, from("frbr:work:enacted", null)).text("valid_from"))
        .isEqualTo("1999-12-31");
    assertThat(one(sample, from("event:generation", null)).text("valid_from"))
        .isEqualTo("2003-01-01");
    assertThat(one(sample, from("event:c1", null)).text("valid_from")).isEqualTo("2003-01-01");
    assertThat(one(sample, from("frbr:work:gazette", null)).state())
        .isEqualTo(ValidityState.UNKNOWN);
    assertThat(
            items(file("sample.xml", sample.toString()), from("event:amendment", null))
                .getFirst()
                .fault())
        .hasMessageContaining("several dates that are event:amendment (2004-01-01, 2005-01-01)");
    assertThatThrownBy(() -> FrbrDate.of("frbr:item")).hasMessageContaining("names no date");
  }

  @Test
  void provisionsWithPeriodsOfTheirOwnGoTheirOwnWayAndSmallOnesBecomeSections() {
    Akn sample =
        sample()
            .period("g1")
            .event("e4", "2005-01-01")
            .group("g4", "start='#e4' refersTo='#c2'")
            .article("art_3", "period='#g4'", "3", "Nets", "Are allowed.")
            .raw(
                "<article eId='art_4'><num>4</num><heading>Boats</heading><intro><p>A"
                    + " boat</p></intro><paragraph"
                    + " eId='art_4__para_1'><num>(1)</num><content><p>floats;</p></content></paragraph><paragraph"
                    + " eId='art_4__para_2' period='#g4'><num>(2)</num><content><p>has a"
                    + " name.</p></content></paragraph><wrapUp><p>So it"
                    + " is.</p></wrapUp></article>");
    ImportRecord record = one(sample, PLAIN);
    assertThat(dates(record))
        .containsExactly(
            "preface null..null",
            "art_1 null..null",
            "art_2 null..null",
            "art_3 2005-01-01..null",
            "art_4 null..null",
            "art_4__para_1 null..null",
            "art_4__para_2 2005-01-01..null",
            "art_4__wrapUp null..null");
    assertThat(record.body())
        .endsWith("4 Boats\n\nA boat\n\n(1)\n\nfloats;\n\n(2)\n\nhas a name.\n\nSo it is.");
  }

  @Test
  void whatIsRemovedStaysInTheTextAndIsNotInForce() {
    ImportRecord record =
        one(
            sample().period("g1").article("art_3", "status='removed'", "3", "", "[Repealed.]"),
            PLAIN);
    assertThat(dates(record)).contains("art_3 null..2001-01-01");
    assertThat(record.provenanceJson()).contains("\"removed\":[\"art_3\"]");
  }

  @Test
  void modificationsWithDatesCountAndThoseWithoutStayUnknown() {
    Akn sample =
        Akn.act("/akn/zz/act/1999/5")
            .event("e1", "2000-01-01")
            .event("e2", "2006-01-01")
            .group("g1", "start='#e1' refersTo='#c1'")
            .group("g2", "start='#e2' refersTo='#c1'")
            .modified("forceMod", "entryIntoForce", "/akn/zz/act/1999/5", "<force period='#g1'/>")
            .modified("forceMod", "endOfEnactment", "#art_1", "<force period='#g2'/>")
            .modified("efficacyMod", "entryIntoEfficacy", "#art_2", "<efficacy period='#g2'/>")
            .modified("efficacyMod", "endOfEfficacy", "#art_3", "")
            .modified("efficacyMod", "inapplication", "#art_3", "<efficacy period='#g2'/>")
            .article("art_1", "", "1", "Scope", "All.")
            .article("art_2", "", "2", "Fees", "None.")
            .article("art_3", "", "3", "End", "Never.");
    ImportRecord record = one(sample, PLAIN);
    assertThat(record.text("valid_from")).isEqualTo("2000-01-01");
    assertThat(record.provenanceJson())
        .contains(
            "forceMod entryIntoForce",
            "efficacyMod endOfEfficacy states no date",
            "efficacyMod inapplication has a period of its own");
    assertThat(dates(record))
        .containsExactly("art_1 null..2006-01-01", "art_2 2006-01-01..null", "art_3 null..null");
  }

  @Test
  void severalTextsOfAProvisionInOneFileAreSeveralVersions() {
    Akn sample =
        Akn.act("/akn/zz/act/1999/6")
            .contains("multipleVersions")
            .event("e1", "2000-01-01")
            .event("e2", "2005-01-01")
            .event("e3", "2010-01-01")
            .group("g0", "start='#e1' refersTo='#c1'")
            .group("g1", "start='#e1' end='#e2' refersTo='#c1'")
            .group("g2", "start='#e2' refersTo='#c1'")
            .group("g3", "start='#e3' refersTo='#c1'")
            .period("g0")
            .article("art_1v1", "wId='art_1' period='#g1'", "1", "Fee", "One.")
            .article("art_1", "period='#g2'", "1", "Fee", "Two.")
            .article("art_2", "", "2", "Rest", "Same.")
            .article("art_3", "period='#g3'", "3", "Late", "Later.");
    List<ImportRecord> records = records(sample, PLAIN);

    assertThat(records)
        .extracting(
            ImportRecord::label,
            record -> record.text("valid_from"),
            record -> record.text("valid_to"),
            ImportRecord::body)
        .containsExactly(
            tuple(
                "eng@2020-01-01#2000-01-01",
                "2000-01-01",
                "2005-01-01",
                "1 Fee\n\nOne.\n\n2 Rest\n\nSame.\n\n3 Late\n\nLater."),
            tuple(
                "eng@2020-01-01#2005-01-01",
                "2005-01-01",
                null,
                "1 Fee\n\nTwo.\n\n2 Rest\n\nSame.\n\n3 Late\n\nLater."));
    assertThat(dates(records.getFirst()))
        .containsExactly("art_1 null..null", "art_2 null..null", "art_3 2010-01-01..null");
  }

  @Test
  void twoTextsOfAProvisionForTheSameTimeAreRefused() {
    Akn sample =
        Akn.act("/akn/zz/act/1999/7")
            .event("e1", "2000-01-01")
            .group("g1", "start='#e1' refersTo='#c1'")
            .period("g1")
            .article("art_1", "period='#g1'", "1", "Fee", "One.")
            .article("art_1v2", "alternativeTo='#art_1' period='#g1'", "1", "Fee", "Two.");
    assertThat(refused(file("a.xml", sample.toString())))
        .contains("two texts of art_1 that apply from 2000-01-01 on");
  }

  @Test
  void anIntervalWithTwoStretchesIsTwoVersions() {
    Akn sample =
        Akn.act("/akn/zz/act/1999/8")
            .event("e1", "2000-01-01")
            .event("e2", "2001-01-01")
            .event("e3", "2002-01-01")
            .group("g1", "start='#e3' refersTo='#c1'", "start='#e1' end='#e2' refersTo='#c1'")
            .period("g1")
            .article("art_1", "", "1", "Fee", "One.");
    assertThat(records(sample, PLAIN))
        .extracting(record -> record.text("valid_from"), record -> record.text("valid_to"))
        .containsExactly(tuple("2000-01-01", "2001-01-01"), tuple("2002-01-01", null));
  }

  @Test
  void aPeriodOrAnEventThatIsNotThereIsNamed() {
    assertThat(refused(file("a.xml", sample().period("g9").toString())))
        .contains("the period #g9, and no temporalGroup has that eId");
    assertThat(
            refused(
                file(
                    "a.xml",
                    sample().group("g2", "start='#e9' refersTo='#c1'").period("g2").toString())))
        .contains("temporalGroup g2 names the event #e9");
  }

  @Test
  void listsTablesNotesAndDeletedWordsBecomeLines() {
    Akn sample =
        Akn.of("doc", "/akn/zz/doc/1999/1")
            .raw(
                "<p>First<eol/>line <authorialNote"
                    + " marker='1'><p>Note.</p></authorialNote></p><blockList"
                    + " eId='list_1'><listIntroduction>These:</listIntroduction><item"
                    + " eId='i_1'><num>(a)</num><p>one"
                    + " <del>two</del><ins>three</ins></p></item><item"
                    + " eId='i_2'><num>(b)</num><p>four</p></item></blockList>"
                    + "<table><tr><th><p>A</p></th><th><p>B</p></th></tr>"
                    + "<tr><td><p>1</p></td><td><p>2</p></td></tr></table>");
    assertThat(one(sample, PLAIN).body())
        .isEqualTo("First\nline [Note.]\n\nThese:\n\n(a) one three\n\n(b) four\n\nA | B\n\n1 | 2");
  }

  @Test
  void attachmentsAndComponentsAreDocumentsOfTheirOwn() {
    String schedule =
        Akn.of("doc", "/akn/zz/act/1999/1/!schedule_1")
            .raw("<p>Fees are none.</p>")
            .inside("s_")
            .replace("/!schedule_1/!main", "/!schedule_1");
    List<ImportRecord> attached =
        records(
            sample()
                .behind(
                    "<attachments><attachment><heading>Schedule 1</heading>"
                        + schedule
                        + "</attachment></attachments>"),
            PLAIN);
    assertThat(attached)
        .extracting(ImportRecord::document, record -> record.text("title"))
        .containsExactly(
            tuple("/akn/zz/act/1999/1", "Act on fish"),
            tuple("/akn/zz/act/1999/1/!schedule_1", "Schedule 1"));

    List<ImportRecord> collected =
        records(
            Akn.of("documentCollection", "/akn/zz/collection/1")
                .raw("<component eId='cmp_1'>" + sample().inside("a_") + "</component>")
                .raw(
                    "<component eId='cmp_2'>"
                        + Akn.of("bill", "/akn/zz/bill/1")
                            .article("b_1", "", "1", "One", "Text.")
                            .inside("b_")
                        + "</component>"),
            PLAIN);
    assertThat(collected)
        .extracting(ImportRecord::document)
        .containsExactly("/akn/zz/act/1999/1", "/akn/zz/bill/1");
  }

  @Test
  void twoLanguagesOfOneWorkAreRefusedUnlessOneIsChosenOrTheyAreKeptApart() {
    file("laws/a.xml", sample().toString());
    file("laws/b.xml", sample().in("fra").toString());
    Path laws = folder.resolve("laws");
    assertThat(items(laws, PLAIN).getLast().fault())
        .hasMessageContaining("it is in fra, and /akn/zz/act/1999/1 was read in eng");
    LawOptions french =
        new LawOptions(
            "s",
            LawOptions.Which.APPLIES,
            LawOptions.End.EXCLUDED,
            null,
            null,
            LawOptions.Keys.WID,
            "fr",
            false,
            null,
            Instant.EPOCH);
    assertThat(items(laws, french)).hasSize(1);
    LawOptions apart =
        new LawOptions(
            "s",
            LawOptions.Which.APPLIES,
            LawOptions.End.EXCLUDED,
            null,
            null,
            LawOptions.Keys.WID,
            null,
            true,
            null,
            Instant.EPOCH);
    assertThat(items(laws, apart))
        .extracting(item -> ImportRecord.parse(item.text()).document())
        .containsExactly("/akn/zz/act/1999/1/eng", "/akn/zz/act/1999/1/fra");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "ISO-8859-1", "UTF-16", "windows-1252"})
  void theEncodingIsAsTheFileDeclaresIt(String charset) {
    String xml =
        sample().article("art_9", "", "9", "Größe", "Élève.").toString().replace("UTF-8", charset);
    Path file = bytes("a.xml", xml.getBytes(Charset.forName(charset)));
    assertThat(ImportRecord.parse(items(file, PLAIN).getFirst().text()).body())
        .endsWith("9 Größe\n\nÉlève.");
  }

  @Test
  void draftsOfTheStandardAreReadAndOlderVersionsAreNamed() {
    String xml = sample().toString();
    assertThat(
            ImportRecord.parse(
                    items(file("a.xml", xml.replace(Names.AKN, Names.AKN + "/CSD13")), PLAIN)
                        .getFirst()
                        .text())
                .provenanceJson())
        .contains("CSD13");
    assertThat(
            items(file("b.xml", xml.replace(Names.AKN, Names.AKN + "/WD17")), PLAIN)
                .getFirst()
                .fault())
        .isNull();
    assertThat(refused(file("c.xml", xml.replace(Names.AKN, "http://www.akomantoso.org/2.0"))))
        .contains("it is Akoma Ntoso 2.0", "convert it to 1.0");
    assertThat(refused(file("d.xml", xml.replace("akn/3.0", "akn/4.0"))))
        .contains("a version that is not known here");
  }

  @Test
  void nothingOutsideAFileIsOpenedAndNothingInItGrows() throws IOException {
    Path secret = file("secret.txt", "the secret");
    String outside = "<!DOCTYPE akomaNtoso [<!ENTITY x SYSTEM '" + secret.toUri() + "'>]>";
    String bomb =
        "<!DOCTYPE akomaNtoso [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>"
            + "<!ENTITY x '&b;&b;&b;&b;&b;&b;&b;&b;'>]>";
    String fetched = "<!DOCTYPE akomaNtoso SYSTEM 'http://127.0.0.1:1/akn.dtd'>";
    for (String type : List.of(outside, bomb, fetched)) {
      String xml =
          sample()
              .article("art_9", "", "9", "X", "&x;")
              .toString()
              .replace("<akomaNtoso", type + "<akomaNtoso");
      assertThat(refused(file("a.xml", xml))).contains("it declares a document type");
    }
    assertThat(refused(file("a.xml", sample().raw("&x;").toString())))
        .containsAnyOf("which is not defined", "was referenced, but not declared");
    assertThat(
            refused(
                file(
                    "a.xml",
                    sample().raw("<part>".repeat(1_000) + "</part>".repeat(1_000)).toString())))
        .contains("more than 256 deep");
    assertThat(Files.readString(secret)).isEqualTo("the secret");
  }

  @Test
  void whatIsBrokenSaysHow() {
    String xml = sample().toString();
    assertThat(refused(file("cut.xml", xml.substring(0, xml.length() / 2))))
        .contains("its end is missing");
    assertThat(refused(bytes("empty.xml", new byte[0]))).contains("it is empty");
    assertThat(refused(bytes("picture.xml", new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10})))
        .contains("cannot be read as XML");
    assertThat(refused(file("page.xml", "<html><body>Act</body></html>")))
        .contains("its root is html without a namespace");
    assertThat(refused(file("wrong.xml", xml.replace("</article>", ""))))
        .contains("cannot be read as XML (line");
    assertThat(refused(file("bare.xml", xml.replaceAll("<FRBRWork>.*</FRBRWork>", ""))))
        .contains("no FRBRWork");
    assertThat(refused(file("none.xml", Akn.act("/a").raw("<article eId='x'/>").toString())))
        .contains("holds no text");
    assertThat(refused(bytes("cut.zip", new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0})))
        .contains("damaged or cut off zip archive");
  }

  @Test
  void aHundredMegabytesOfTextAreRefusedWithoutBeingHeldAndOfCommentsAreRead() throws IOException {
    Path large = folder.resolve("large.xml");
    String[] around = sample().toString().split("Everybody", 2);
    write(large, around, "Everybody may fish. ");
    assertThat(Files.size(large)).isGreaterThan(100_000_000);
    assertThat(refused(large)).contains("its text is longer than the 16777216 bytes");
    write(large, around, "<!-- nobody reads this -->");
    assertThat(items(large, PLAIN).getFirst().fault()).isNull();
  }

  private static void write(Path file, String[] around, String repeated) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, UTF_8)) {
      out.write(around[0]);
      for (long written = 0; written < 100_000_000; written += repeated.length()) {
        out.write(repeated);
      }
      out.write("Everybody" + around[1]);
    }
  }

  @Test
  void archivesAreReadAndBombsAreNot() throws IOException {
    Path zip = folder.resolve("laws.akn");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("act/main.xml"));
      out.write(sample().toString().getBytes(UTF_8));
      out.putNextEntry(new ZipEntry("readme.txt"));
      out.write('x');
    }
    List<RecordReader.Item> items = items(zip, PLAIN);
    assertThat(items).extracting(RecordReader.Item::place).containsExactly("laws.akn!act/main.xml");
    assertThat(Objects.requireNonNull(items.getFirst().original()).bytes().open().readAllBytes())
        .isEqualTo(sample().toString().getBytes(UTF_8));

    Path bomb = folder.resolve("bomb.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(bomb))) {
      out.putNextEntry(new ZipEntry("main.xml"));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 200; i++) {
        out.write(zeros);
      }
    }
    assertThat(refused(bomb)).contains("as a zip bomb does");
  }

  @Test
  void sectionsAreKnownByTheLastingIdentifierOrByTheOtherIfAsked() {
    Akn sample =
        Akn.act("/akn/zz/act/1999/9").article("art_3", "wId='art_2'", "3", "Was 2", "Text.");
    assertThat(one(sample, PLAIN).parts().getFirst().key()).isEqualTo("art_2");
    LawOptions byEid =
        new LawOptions(
            "s",
            LawOptions.Which.APPLIES,
            LawOptions.End.EXCLUDED,
            null,
            null,
            LawOptions.Keys.EID,
            null,
            false,
            null,
            Instant.EPOCH);
    assertThat(one(sample, byEid).parts().getFirst().key()).isEqualTo("art_3");
    Akn bare =
        Akn.act("/akn/zz/act/1999/10")
            .raw("<article><num>7.</num><content><p>T.</p></content></article>");
    assertThat(one(bare, PLAIN).parts().getFirst().key()).isEqualTo("art_7");
  }
}
