package dev.asof.intake.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/// Web archives as looks that arrive late.
class ArchiveImportTest {

  private static final String URL = "https://example.org/terms";
  private static final String ONE = page("You may copy.");
  private static final String TWO = page("You may not copy.");

  /// The page with the fee, as a browser gets it.
  private static final String BROTLI =
      "G0AA+J0HdgwZJ6M1Xnq6TaSTI71Z4t/+oqAFYO+yNFJe9QKXPD5ETUgh4mikSwHGpJ5YMcjPViiY50D9pX44r///YAQ=";

  private static TestDatabase home;
  @TempDir private Path folder;
  private TenantId tenant;

  private static String page(String sentence) {
    return "<html lang=en><head><title>Terms</title><script>var x;</script></head><body><nav>Home"
        + " Shop</nav><main><h1>Terms</h1><p>"
        + sentence
        + "</p></main><footer>Imprint</footer></body></html>";
  }

  @BeforeAll
  static void openDatabase() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void closeDatabase() {
    home.close();
  }

  @BeforeEach
  void openTenant(TestInfo test) {
    tenant =
        new Store(home.database())
            .createTenant("t" + Integer.toHexString(test.getDisplayName().hashCode()));
  }

  private record Ran(ImportReport imported, ArchiveReport archives) {}

  private Ran run(Path... files) {
    return run(ArchiveOptions.of("crawler"), ArchiveImport.how(), files);
  }

  private Ran run(ArchiveOptions options, ImportOptions how, Path... files) {
    ArchiveImport archives = ArchiveImport.of(List.of(files), options);
    ImportReport imported =
        new Importer(home.database())
            .run(
                tenant,
                archives.inputs(home.database(), tenant),
                how,
                Intent.of("import", "ada"),
                Importer.Progress.NONE);
    return new Ran(imported, archives.report());
  }

  private Path warc(String name, Warc warc) {
    return Warc.write(folder, name, name.endsWith(".gz") ? warc.gzip() : warc.plain());
  }

  private List<String> lines(String sql, Object... values) {
    return home.database()
        .read(
            tenant,
            context ->
                context.fetch(sql, Arrays.stream(values).map(DSL::val).toArray()).stream()
                    .map(row -> String.valueOf(row.get(0)))
                    .toList());
  }

  /// What is believed now of a document.
  private List<String> runs(String document) {
    return lines(
        """
        select concat_ws(' ', b.state, coalesce(v.label, b.nothing), b.valid_during)
        from asof.document_validity b join asof.document d using (tenant, document_id)
        left join asof.version v on (v.tenant, v.version_id) = (b.tenant, b.version_id)
        where b.system_to is null and d.key = {0} order by lower(b.valid_during)
        """,
        document);
  }

  private List<String> looks(String document) {
    return lines(
        """
        select concat_ws(' ', to_char(looked, 'YYYY-MM-DD'), status, note)
        from asof.observation join asof.document d using (tenant, document_id)
        where d.key = {0} order by looked, observation_id
        """,
        document);
  }

  private List<String> bodies() {
    return lines(
        """
        select (select string_agg(t.body, '') from asof.section_text t
                where t.tenant = v.tenant and t.text_id = any(v.texts))
        from asof.version v order by version_id
        """);
  }

  @Test
  void aCaptureIsASightAtItsTimeKnownSinceTheImportWhateverTheOrder() {
    Warc warc =
        new Warc()
            .page(URL, "2021-03-01T00:00:00Z", TWO)
            .page("http://example.org:80/terms#top", "2020-01-01T00:00:00Z", ONE)
            .page(URL, "2020-06-01T00:00:00Z", ONE)
            .page(URL, "2021-06-01T00:00:00Z", ONE);

    Ran ran = run(warc("a.warc.gz", warc));

    assertThat(ran.imported().written()).isEqualTo(4);
    assertThat(runs("example.org/terms"))
        .containsExactly(
            "observed 20200101000000 [\"2020-01-01 00:00:00+00\",\"2021-03-01 00:00:00+00\")",
            "observed 20210301000000 [\"2021-03-01 00:00:00+00\",\"2021-06-01 00:00:00+00\")",
            "observed 20210601000000 [\"2021-06-01 00:00:00+00\",)");
    assertThat(bodies().getFirst())
        .contains("# Terms", "You may copy.")
        .doesNotContain("Home", "Imprint", "var");
    assertThat(lines("select count(*) from asof.version where system_from < '2025-01-01'"))
        .containsExactly("0");
    assertThat(
            lines(
                "select concat_ws(' | ', title, language, url,"
                    + " provenance->'provenance'->>'extractor', provenance->'provenance'->>'taken',"
                    + " provenance->>'recorded_basis') from asof.version order by version_id"))
        .last()
        .isEqualTo("Terms | en | " + URL + " | asof-html-1 | main | capture time");

    assertThat(run(folder.resolve("a.warc.gz")).imported())
        .satisfies(again -> assertThat(again.written()).isZero())
        .satisfies(again -> assertThat(again.held()).isEqualTo(4));
  }

  @Test
  void lateCapturesOfAnotherArchiveSplitTheRunsThatAreHeld() {
    run(warc("new.warc", new Warc().page(URL, "2021-01-01T00:00:00Z", ONE)));
    run(
        warc(
            "old.warc",
            new Warc()
                .page(URL, "2020-01-01T00:00:00Z", ONE)
                .page(URL, "2020-06-01T00:00:00Z", TWO)));

    assertThat(runs("example.org/terms"))
        .containsExactly(
            "observed 20200101000000 [\"2020-01-01 00:00:00+00\",\"2020-06-01 00:00:00+00\")",
            "observed 20200601000000 [\"2020-06-01 00:00:00+00\",\"2021-01-01 00:00:00+00\")",
            "observed 20210101000000 [\"2021-01-01 00:00:00+00\",)");
  }

  @Test
  void goneOpensARunOfNothingAndFailuresAreOnlyLogged() {
    Warc warc =
        new Warc()
            .page(URL, "2020-01-01T00:00:00Z", ONE)
            .response(URL, "2020-02-01T00:00:00Z", "503 Service Unavailable", "", new byte[0])
            .response(URL, "2020-03-01T00:00:00Z", "301 Moved", "Location: /new\r\n", new byte[0])
            .response(URL, "2020-04-01T00:00:00Z", "410 Gone", "", new byte[0])
            .page(URL, "2020-05-01T00:00:00Z", TWO)
            .response(
                "https://example.org/favicon.ico",
                "2020-05-01T00:00:00Z",
                "404 Not Found",
                "",
                new byte[0])
            .response(
                "https://example.org/a.png",
                "2020-05-01T00:00:00Z",
                "200 OK",
                "Content-Type: image/png\r\n",
                new byte[] {1});

    Ran ran = run(warc("a.warc", warc));

    assertThat(runs("example.org/terms"))
        .containsExactly(
            "observed 20200101000000 [\"2020-01-01 00:00:00+00\",\"2020-04-01 00:00:00+00\")",
            "observed withdrawn [\"2020-04-01 00:00:00+00\",\"2020-05-01 00:00:00+00\")",
            "observed 20200501000000 [\"2020-05-01 00:00:00+00\",)");
    assertThat(looks("example.org/terms"))
        .containsExactly(
            "2020-01-01 seen",
            "2020-02-01 failed failed: 503 Service Unavailable",
            "2020-03-01 failed failed: 301 Moved to /new",
            "2020-04-01 withdrawn",
            "2020-05-01 seen");
    assertThat(ran.archives().neverSeen()).isEqualTo(1);
    assertThat(ran.archives().others()).containsEntry("image/png", 1L);
    assertThat(lines("select key from asof.document")).containsExactly("example.org/terms");
  }

  @Test
  void aRevisitIsASightOfTheTextItNamesInTheSameArchiveInAnotherOrHeld() {
    Path first =
        warc("one.warc.gz", new Warc().revisit(URL, "2020-02-01T00:00:00Z", Warc.bytes(ONE)));
    Path second = warc("two.warc.gz", new Warc().page(URL, "2020-01-01T00:00:00Z", ONE));
    Path third =
        warc(
            "three.warc.gz",
            new Warc()
                .revisit(URL, "2020-03-01T00:00:00Z", Warc.bytes(ONE))
                .revisit(URL, "2020-04-01T00:00:00Z", Warc.bytes("unknown")));

    Ran alone = run(first);
    assertThat(alone.archives().left())
        .singleElement()
        .satisfies(
            left -> assertThat(left.reason()).contains("neither in these archives nor held"));
    Ran both = run(first, second);
    assertThat(both.archives().repeats()).isEqualTo(1);
    Ran held = run(third);
    assertThat(held.archives().repeats()).isEqualTo(1);
    assertThat(held.archives().leftOut()).isEqualTo(1);

    assertThat(runs("example.org/terms"))
        .containsExactly("observed 20200101000000 [\"2020-01-01 00:00:00+00\",)");
    assertThat(looks("example.org/terms"))
        .containsExactly("2020-01-01 seen", "2020-02-01 seen", "2020-03-01 seen");
  }

  @Test
  void aListOfCapturesRepeatsWhatIsHeldAndNamesWhatIsNot() {
    run(warc("a.warc", new Warc().page(URL, "2020-01-01T00:00:00Z", ONE)));
    String held = Warc.digest(Warc.bytes(ONE)).substring(5);
    String other = Warc.digest(Warc.bytes(TWO)).substring(5);
    String list =
        " CDX N b a m s k r M S V g\n"
            + "org,example)/terms 20200701000000 "
            + URL
            + " text/html 200 "
            + held
            + " - - 10 0 a.warc\n"
            + "org,example)/terms 20200301000000 "
            + URL
            + " warc/revisit - "
            + held
            + " - - 10 0 a.warc\n"
            + "org,example)/terms 20200801000000 "
            + URL
            + " text/html 200 "
            + other
            + " - - 10 0 a.warc\n"
            + "org,example)/terms 20200901000000 "
            + URL
            + " text/html 404 "
            + other
            + " - - 10 0 a.warc\n"
            + "org,example)/terms 20201001000000 "
            + URL
            + " text/html 500 "
            + other
            + " - - 10 0 a.warc\n";
    Path cdx = Warc.write(folder, "a.cdx", Warc.bytes(list));
    Path cdxj =
        Warc.write(
            folder,
            "b.cdxj.gz",
            Warc.packed(
                Warc.bytes(
                    "org,example)/terms 20200401000000 {\"url\": \""
                        + URL
                        + "\", \"mime\": \"text/html\","
                        + " \"status\": \"200\", \"digest\": \"sha1:"
                        + held
                        + "\", \"length\": \"1\","
                        + " \"offset\": \"0\", \"filename\": \"a.warc\"}\n")));

    Ran ran = run(cdx, cdxj);

    assertThat(looks("example.org/terms"))
        .containsExactly(
            "2020-01-01 seen",
            "2020-03-01 seen",
            "2020-04-01 seen",
            "2020-07-01 seen",
            "2020-09-01 withdrawn",
            "2020-10-01 failed failed: 500");
    assertThat(ran.archives().left())
        .singleElement()
        .satisfies(left -> assertThat(left.captured()).isEqualTo("20200801000000"));
  }

  @Test
  void charsetsAndEncodingsAreReadAndKept() throws IOException {
    String german = "<html><body><p>Die Gebühr beträgt fünf Mark.</p></body></html>";
    String meta = german.replace("<html>", "<html><head><meta charset=\"iso-8859-15\"></head>");
    Warc warc =
        new Warc()
            .response(
                "http://a.de/1",
                "2020-01-01T00:00:00Z",
                "200 OK",
                "Content-Type: text/html; charset=ISO-8859-1\r\n",
                german.getBytes(StandardCharsets.ISO_8859_1))
            .response(
                "http://a.de/2",
                "2020-01-01T00:00:01Z",
                "200 OK",
                "Content-Type: text/html\r\n",
                meta.getBytes(Charset.forName("ISO-8859-15")))
            .response(
                "http://a.de/3",
                "2020-01-01T00:00:02Z",
                "200 OK",
                "Content-Type: text/html; charset=utf-8\r\nContent-Encoding: gzip\r\n",
                Warc.packed(Warc.bytes(german)))
            .response(
                "http://a.de/4",
                "2020-01-01T00:00:03Z",
                "200 OK",
                "Content-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n",
                Warc.joined(
                    Warc.bytes(Integer.toHexString(Warc.bytes(german).length) + "\r\n"),
                    Warc.bytes(german),
                    Warc.bytes("\r\n0\r\n\r\n")))
            .response(
                "http://a.de/5",
                "2020-01-01T00:00:04Z",
                "200 OK",
                "Content-Type: text/plain\r\n",
                Warc.bytes("Die Gebühr beträgt fünf Mark."))
            .response(
                "http://a.de/6",
                "2020-01-01T00:00:05Z",
                "200 OK",
                "Content-Type: text/html; charset=utf-8\r\nContent-Encoding: br\r\n",
                Base64.getDecoder().decode(BROTLI))
            .response(
                "http://a.de/7",
                "2020-01-01T00:00:06Z",
                "200 OK",
                "Content-Type: text/html; charset=utf-8\r\nContent-Encoding: zstd\r\n",
                new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd});

    Ran ran = run(warc("a.warc.gz", warc));

    assertThat(ran.archives().left())
        .extracting(ArchiveReport.Left::url)
        .containsExactly("http://a.de/7");
    assertThat(bodies()).hasSize(6).allMatch(body -> body.equals("Die Gebühr beträgt fünf Mark."));
    assertThat(
            lines(
                "select concat_ws(' ', provenance->'provenance'->>'charset',"
                    + " provenance->'provenance'->>'charset_basis') from asof.version order by"
                    + " version_id"))
        .containsExactly(
            "ISO-8859-1 declared",
            "ISO-8859-15 declared",
            "UTF-8 declared",
            "UTF-8 declared",
            "UTF-8 UTF-8",
            "UTF-8 declared");
  }

  @Test
  void aTextThatChangedWithItsExtractorAloneIsTechnical() {
    String html =
        "<html><body><main><h1>Terms</h1><div class=legal><p>You"
            + " may.</p></div><p>Ad.</p></main></body></html>";
    Path one = warc("one.warc", new Warc().page(URL, "2020-01-01T00:00:00Z", html));
    run(one);
    ArchiveOptions selecting = new ArchiveOptions("crawler", List.of(), ".legal", null);
    run(
        selecting,
        ArchiveImport.how(),
        warc("two.warc", new Warc().page(URL, "2020-02-01T00:00:00Z", html)));
    run(
        selecting,
        ArchiveImport.how(),
        warc(
            "three.warc",
            new Warc().page(URL, "2020-03-01T00:00:00Z", html.replace("may", "must"))));

    assertThat(
            lines("select concat_ws(' ', label, technical) from asof.version order by version_id"))
        .containsExactly("20200101000000 f", "20200201000000 t", "20200301000000 f");
    assertThat(bodies().get(1)).isEqualTo("You may.");
  }

  @Test
  void aWaczIsReadAsItsWarcsAndOnlyTheAddressesAskedFor() {
    Warc one =
        new Warc()
            .page(URL, "2020-01-01T00:00:00Z", ONE)
            .page("https://example.org/shop?item=1", "2020-01-01T00:00:00Z", TWO);
    Warc two = new Warc().revisit(URL, "2020-02-01T00:00:00Z", Warc.bytes(ONE));
    for (int i = 0; i < 70; i++) {
      two.page("https://example.org/terms/" + i, "2020-01-01T00:00:00Z", page("Number " + i));
    }
    Path wacz = Warc.write(folder, "a.wacz", Warc.wacz(one.gzip(), two.gzip()));

    Ran ran =
        run(
            new ArchiveOptions("crawler", List.of("https://EXAMPLE.org/terms"), null, "en"),
            ArchiveImport.how(),
            wacz);

    assertThat(ran.archives().texts()).isEqualTo(71);
    assertThat(ran.archives().repeats()).as("read again from inside the zip").isEqualTo(1);
    assertThat(lines("select key from asof.document where key like '%shop%'")).isEmpty();
  }

  @Test
  void brokenFilesGiveTheReasonAndNothingIsWritten() throws IOException {
    byte[] whole =
        new Warc()
            .page(URL, "2020-01-01T00:00:00Z", ONE)
            .page(URL, "2020-02-01T00:00:00Z", TWO)
            .gzip();
    refused(
        Warc.write(folder, "cut.warc.gz", Arrays.copyOf(whole, whole.length - 40)),
        "the archive is broken here");
    byte[] plain = new Warc().page(URL, "2020-01-01T00:00:00Z", ONE).plain();
    String longer =
        new String(plain, StandardCharsets.ISO_8859_1)
            .replaceFirst("(?s)(msgtype.*?Content-Length: )\\d+", "$199999");
    refused(
        Warc.write(folder, "length.warc", longer.getBytes(StandardCharsets.ISO_8859_1)),
        "the archive is broken here");
    String shorter =
        new String(plain, StandardCharsets.ISO_8859_1)
            .replaceFirst("(?s)(msgtype.*?Content-Length: )\\d+", "$130");
    refused(
        Warc.write(folder, "short.warc", (shorter + shorter).getBytes(StandardCharsets.ISO_8859_1)),
        "the archive is broken here");
    refused(Warc.write(folder, "empty.warc", new byte[0]), "is empty");
    refused(
        Warc.write(folder, "text.warc", Warc.bytes("Dear all,\n")),
        "is no WARC, no WACZ and no CDX");
    refused(
        Warc.write(folder, "random.warc.gz", new byte[] {0x1f, (byte) 0x8b, 8, 0, 1}),
        "cannot be read");
    refused(folder.resolve("none.warc"), "does not exist; name a file of captures");
    refused(folder, "is no file; name a file of captures");
    byte[] wacz = Warc.wacz(whole);
    refused(Warc.write(folder, "cut.wacz", Arrays.copyOf(wacz, wacz.length - 30)), "damaged zip");
    refused(Warc.write(folder, "bomb.wacz", bomb()), "is a zip bomb");
    refused(Warc.write(folder, "other.zip", other()), "it is no WACZ");
    refused(
        Warc.write(
            folder, "bad.cdx", Warc.bytes(" CDX N b a m s k r M S V g\norg,example)/ no-date x\n")),
        "line 2: the line is no capture");

    assertThat(lines("select 1 from asof.version")).isEmpty();

    Ran ran =
        run(
            ArchiveOptions.of("crawler"),
            ArchiveImport.how().skippingBad(true),
            folder.resolve("cut.warc.gz"));
    assertThat(ran.imported().written()).as("what stands before the break").isEqualTo(1);
    assertThat(ran.imported().refused())
        .singleElement()
        .satisfies(refused -> assertThat(refused.place()).startsWith("record at byte"));
  }

  private void refused(Path file, String reason) {
    assertThatExceptionOfType(CallerFault.class)
        .as(file.toString())
        .isThrownBy(() -> run(file))
        .withMessageContaining(file.getFileName().toString())
        .withMessageContaining(reason);
  }

  private static byte[] bomb() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("archive/data.warc"));
      byte[] zeros = new byte[1_000_000];
      for (int i = 0; i < 200; i++) {
        zip.write(zeros);
      }
      zip.closeEntry();
    }
    return out.toByteArray();
  }

  private static byte[] other() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("letter.txt"));
      zip.write(1);
      zip.closeEntry();
    }
    return out.toByteArray();
  }

  @Test
  void aRecordOfAHundredMegabytesAndOneThatUnpacksToMoreAreLeftOutByName() {
    byte[] big = new byte[100_000_000];
    Arrays.fill(big, (byte) 'a');
    Warc warc =
        new Warc()
            .response(
                "http://a.org/big",
                "2020-01-01T00:00:00Z",
                "200 OK",
                "Content-Type: text/html\r\n",
                big)
            .response(
                "http://a.org/bomb",
                "2020-01-01T00:00:01Z",
                "200 OK",
                "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
                Warc.packed(big))
            .page(URL, "2020-01-01T00:00:02Z", ONE)
            .page(
                "http://a.org/empty",
                "2020-01-01T00:00:03Z",
                "<html><body><nav>x</nav></body></html>")
            .record(
                "response",
                "http://a.org/odd",
                "2020-01-01T00:00:04Z",
                "Content-Type: application/http\r\n",
                Warc.bytes("no http"));

    Ran ran = run(warc("a.warc.gz", warc));

    assertThat(ran.archives().left())
        .extracting(left -> left.url() + ": " + left.reason().replaceAll("\\d{4,}", "N"))
        .satisfiesExactly(
            big1 ->
                assertThat(big1).startsWith("http://a.org/big: it has N bytes, more than the N"),
            bomb -> assertThat(bomb).startsWith("http://a.org/bomb: it unpacks to more than the N"),
            empty ->
                assertThat(empty).isEqualTo("http://a.org/empty: the page holds no text in body"),
            odd -> assertThat(odd).startsWith("http://a.org/odd: its HTTP response is damaged"));
    assertThat(ran.imported().written()).isEqualTo(1);
  }
}
