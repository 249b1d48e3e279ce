package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.intake.law.Akn;
import dev.asof.intake.law.AknSchema;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Laws into a real database, and out again.
class ImportLawTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String ACT = "/akn/zz/act/1999/1";

  private static TestDatabase database;
  private static int tenants;

  @TempDir private Path home;
  private Path folder;
  private Cli cli;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void cli() throws IOException {
    folder = Files.createDirectories(home.resolve("laws"));
    cli = Cli.on(database, home);
    cli.environment.put("ASOF_TENANT", "law" + ++tenants);
  }

  private Path file(String name, Akn sample) {
    AknSchema.requireValid(sample.toString());
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      return Files.writeString(file, sample.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode json(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("-o", "json"));
    Cli.Ran ran = cli.run(all.toArray(String[]::new));
    assertThat(ran.exit()).as(ran.err()).isIn(0, 1);
    return JSON.readTree(ran.out());
  }

  private JsonNode imported(String... options) {
    List<String> all = new ArrayList<>(List.of("import-law", folder.toString(), "-s", "gazette"));
    all.addAll(List.of(options));
    return json(all.toArray(String[]::new));
  }

  private JsonNode inForce(String about) {
    return json("in-force", "-d", ACT, "--about", about).path("results").path(0);
  }

  /// The act in a version that applies from a day on.
  private static Akn version(String from, String text) {
    return Akn.act(ACT)
        .version(from)
        .event("e1", from)
        .event("e2", "2008-01-01")
        .group("g1", "start='#e1' refersTo='#c2'")
        .group("g2", "start='#e2' refersTo='#c2'")
        .period("g1")
        .article("art_1", "", "1", "Scope", text)
        .article("art_2", "period='#g2'", "2", "Fees", "Fees from 2008 on.");
  }

  @Test
  void expressionsOfOneWorkAreVersionsOfOneDocumentAndAreTakenOnce() throws IOException {
    Path first = file("a.xml", version("2000-01-01", "Everybody may fish."));
    file("sub/b.xml", version("2010-01-01", "Nobody may fish."));

    JsonNode report = imported();
    assertThat(report.path("imported").path("written").asInt()).isEqualTo(2);
    assertThat(report.path("dated").asInt()).isEqualTo(2);
    assertThat(report.path("sections").asInt()).isEqualTo(2);
    assertThat(inForce("2005-06-01").path("label").asString()).isEqualTo("eng@2000-01-01");
    assertThat(inForce("2010-06-01").path("label").asString()).isEqualTo("eng@2010-01-01");
    assertThat(inForce("1999-12-31").isMissingNode()).isTrue();

    Path original = home.resolve("back.xml");
    cli.run(
        "version", "-d", ACT, "--about", "2005-06-01", "--original", "--to", original.toString());
    assertThat(Files.readAllBytes(original)).isEqualTo(Files.readAllBytes(first));

    file("c.xml", version("2020-01-01", "Some may fish."));
    JsonNode again = imported();
    assertThat(again.path("imported").path("written").asInt()).isEqualTo(1);
    assertThat(again.path("imported").path("held").asInt()).isEqualTo(2);
    assertThat(cli.run("verify").exit()).isZero();
  }

  @Test
  void aProvisionWithAPeriodOfItsOwnIsAnOverride() throws IOException {
    file("a.xml", version("2000-01-01", "Everybody may fish."));
    imported();
    assertThat(text("2007-12-31")).doesNotContain("Fees from 2008");
    assertThat(text("2008-01-01")).contains("Fees from 2008");
  }

  private String text(String about) throws IOException {
    Path then = Files.createTempDirectory(home, "then").resolve("then");
    Cli.Ran ran = cli.run("reconstruct", "--about", about, "--folder", then.toString());
    assertThat(ran.exit()).as(ran.err()).isZero();
    try (Stream<Path> files = Files.list(then)) {
      return Files.readString(
          files.filter(file -> file.toString().endsWith(".txt")).findFirst().orElseThrow());
    }
  }

  @Test
  void theDateOfAManifestationIsTheSystemTimeOnlyWhereSomebodyAsksForIt() {
    file("a.xml", version("2000-01-01", "Everybody may fish."));
    imported("--system-time", "frbr:manifestation");
    JsonNode belief = inForce("2005-01-01");
    assertThat(belief.path("system").path("from").asString()).isEqualTo("2021-06-07T00:00:00Z");
    assertThat(json("version", "-d", ACT, "--about", "2005-01-01").path("provenance").toString())
        .contains("frbr:manifestation, chosen with --system-time", "temporalGroup g1 (#c2)");
    Cli.Ran ran =
        cli.run("import-law", folder.toString(), "-s", "x", "--system-time", "frbr:work:signed");
    assertThat(ran.exit()).isEqualTo(65);
    assertThat(ran.err()).contains("it has no frbr:work:signed");
  }

  @Test
  void whatCannotBeReadIsNamedAndNothingIsHalfWritten() throws IOException {
    file("good.xml", version("2000-01-01", "Everybody may fish."));
    Files.writeString(folder.resolve("cut.xml"), "<akomaNtoso xmlns='");
    Files.writeString(folder.resolve("note.txt"), "not read");
    Cli.Ran stopped = cli.run("import-law", folder.toString(), "-s", "gazette");
    assertThat(stopped.exit()).isEqualTo(65);
    assertThat(stopped.err()).contains("cut.xml", "its end is missing", "nothing was imported");
    assertThat(json("documents").path("results")).isEmpty();

    JsonNode report = imported("--on-error", "skip");
    assertThat(report.path("imported").path("written").asInt()).isEqualTo(1);
    assertThat(report.path("passed_over").asInt()).isEqualTo(1);
    assertThat(report.path("imported").path("refused").path(0).path("place").asString())
        .isEqualTo("cut.xml");
    assertThat(cli.run("import-law", "nowhere", "-s", "gazette").err()).contains("does not exist");
  }

  @Test
  void statementsAboutTimesThatWereNotUsedAreNamed() {
    file(
        "a.xml",
        Akn.act(ACT)
            .event("e1", "2000-01-01")
            .group("g1", "start='#e1' refersTo='#c3'")
            .period("g1")
            .article("art_1", "", "1", "Scope", "All."));
    Cli.Ran ran = cli.run("import-law", folder.toString(), "-s", "gazette");
    assertThat(ran.out())
        .contains("Read 1 document in 1 file", "Not used: a.xml", "temporalGroup g1 states no");
    assertThat(inForce("2005-01-01").path("state").asString()).isEqualTo("unknown");
  }

  @Test
  void manyFilesGoInAndComeOutAndAreTakenOnce() throws IOException {
    int files = Integer.getInteger("asof.test.laws", 200);
    for (int i = 0; i < files; i++) {
      Akn act = Akn.act("/akn/zz/act/2000/" + i).event("e1", "2000-01-01");
      act.group("g1", "start='#e1' refersTo='#c2'").period("g1");
      for (int article = 1; article <= 10; article++) {
        act.article("art_" + article, "", "" + article, "Of " + i, "These are words. ".repeat(20));
      }
      Path file = folder.resolve("d" + i / 100).resolve("act" + i + ".xml");
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.writeString(file, act.toString());
    }
    assertThat(imported().path("imported").path("written").asInt()).isEqualTo(files);
    assertThat(imported().path("imported").path("held").asInt()).isEqualTo(files);
    JsonNode out =
        json(
            "reconstruct",
            "--format",
            "akn",
            "--about",
            "2009-01-01",
            "--folder",
            home.resolve("many").toString());
    assertThat(out.path("files").asInt()).isEqualTo(files);
  }

  @Test
  void anExportIsImportedAsTheSameAgain() throws IOException {
    file("a.xml", version("2000-01-01", "Everybody may fish."));
    imported();
    Path out = home.resolve("out");
    Cli.Ran ran =
        cli.run(
            "reconstruct", "--format", "akn", "--about", "2009-01-01", "--folder", out.toString());
    assertThat(ran.exit()).as(ran.err()).isZero();
    String before = text("2009-01-01");
    Path written;
    try (Stream<Path> files = Files.list(out)) {
      written = files.filter(file -> file.toString().endsWith(".xml")).findFirst().orElseThrow();
    }
    String xml = Files.readString(written);
    AknSchema.requireValid(xml);
    assertThat(xml)
        .contains(
            "<act name=\"act\"",
            "<FRBRuri value=\"/akn/zz/act/1999/1\"",
            "<article eId=\"art_1\"",
            "<heading xml:space=\"preserve\" asof:before=\"\">1 Scope</heading>",
            "period=\"#tmpg_1\"",
            "<asof:state>asserted</asof:state>");
    assertThat(cli.run("verify", "--folder", out.toString()).exit()).isZero();

    Path zip = home.resolve("out.zip");
    cli.run("reconstruct", "--format", "akn", "--about", "2009-01-01", "--to", zip.toString());
    for (Path place : List.of(out, zip)) {
      cli.environment.put("ASOF_TENANT", "law" + ++tenants);
      Cli.Ran again = cli.run("import-law", place.toString(), "-s", "other");
      assertThat(again.exit()).as(again.err()).isZero();
      assertThat(text("2009-01-01")).isEqualTo(before);
      assertThat(inForce("2009-01-01").path("source").asString()).isEqualTo("gazette");
      assertThat(inForce("2009-01-01").path("label").asString()).isEqualTo("eng@2000-01-01");
    }
  }
}
