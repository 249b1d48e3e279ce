package dev.asof.intake.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.asof.fault.CallerFault;
import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.Eraser;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/// A repository as a history of documents.
class GitImportTest {

  private static final String LONG =
      """
      # Rules

      One: nobody shall be late.
      Two: nobody shall be early.
      Three: nobody shall be absent.
      Four: whoever is, says why.
      """;

  private static TestDatabase home;
  @TempDir private Path folder;
  private Repo repo;
  private TenantId tenant;

  @BeforeAll
  static void openDatabase() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void closeDatabase() {
    home.close();
  }

  @BeforeEach
  void openRepository(TestInfo test) {
    repo = Repo.at(folder.resolve("rules.git"));
    tenant =
        new Store(home.database())
            .createTenant("t" + Integer.toHexString(test.getDisplayName().hashCode()));
  }

  @AfterEach
  void closeRepository() {
    repo.close();
  }

  private record Ran(ImportReport imported, GitReport git) {}

  private Ran run(String... paths) {
    return run(GitOptions.of("repo", paths), GitImport.carried());
  }

  private Ran run(GitOptions options, ImportOptions how) {
    return run(options, how, Importer.Progress.NONE);
  }

  private Ran run(GitOptions options, ImportOptions how, Importer.Progress progress) {
    GitImport git = GitImport.of(repo.place(), options);
    ImportReport imported =
        new Importer(home.database())
            .run(
                tenant,
                List.of(git.input(home.database(), tenant)),
                how,
                Intent.of("import", "ada"),
                progress);
    return new Ran(imported, git.report());
  }

  /// A line a version, in the order of recording, made of these columns.
  private List<String> versions(String columns) {
    return home.database()
        .read(
            tenant,
            sql ->
                sql
                    .fetch(
                        "select concat_ws(' | ', "
                            + columns
                            + ") from (select v.*, key, v.provenance->'provenance' as git from"
                            + " asof.version v join asof.document d using (tenant, document_id)) as"
                            + " x order by version_id")
                    .stream()
                    .map(row -> String.valueOf(row.get(0)))
                    .toList());
  }

  /// A line a belief of one document that is held now.
  private List<String> beliefs(String document) {
    return home.database()
        .read(
            tenant,
            sql ->
                sql
                    .fetch(
                        """
                        select concat_ws(' ', b.state, coalesce(v.label, b.nothing), b.valid_during)
                        from asof.document_validity b
                        join asof.document d using (tenant, document_id)
                        left join asof.version v on (v.tenant, v.version_id) = (b.tenant, b.version_id)
                        where b.system_to is null and d.key = {0}
                        order by lower(b.valid_during) nulls first, b.state
                        """,
                        org.jooq.impl.DSL.val(document))
                    .stream()
                    .map(row -> String.valueOf(row.get(0)))
                    .toList());
  }

  @Test
  void aCommitIsAVersionKnownSinceItsCommitterTimeAndOfUnknownValidity() {
    Repo.Made one = repo.put("a.md", "# Rules\n\nOne.").commit("Begin", "2020-01-01T10:00:00Z");
    repo.put("b.txt", "Not asked for.").commit("Elsewhere", "2020-01-02T10:00:00Z");
    Repo.Made two =
        repo.put("a.md", "# Rules\n\nTwo.")
            .authored("2019-12-24T22:00:00Z", ZoneOffset.ofHours(3))
            .commit("Go on\n\nIn many words", "2020-01-03T10:00:00Z");
    repo.publish();

    Ran ran = run("*.md");

    assertThat(ran.imported().written()).isEqualTo(2);
    assertThat(ran.git().commits()).isEqualTo(3);
    assertThat(versions("key, label, title, system_from"))
        .containsExactly(
            "a.md | " + one.label() + " | Rules | 2020-01-01 10:00:00+00",
            "a.md | " + two.label() + " | Rules | 2020-01-03 10:00:00+00");
    assertThat(
            versions(
                "git->>'commit', git->>'author', git->>'authored', git->>'committer',"
                    + " git->>'committed', git->>'subject', git->>'path',"
                    + " provenance->>'recorded_basis'"))
        .last()
        .isEqualTo(
            two.id.name()
                + " | Ada <ada@example.org> | 2019-12-25T01:00:00+03:00 | Bob <bob@example.org>"
                + " | 2020-01-03T12:00:00+02:00 | Go on | a.md | committer time");
    assertThat(beliefs("a.md")).containsExactly("unknown " + two.label() + " (,)");
    assertThat(carried()).isEqualTo(2);
  }

  private int carried() {
    return home.database()
        .read(
            tenant,
            sql ->
                sql.fetchSingle("select count(*) from asof.transaction where carried")
                    .get(0, Integer.class));
  }

  @Test
  void aCommitThatChangesManyFilesIsOneTransaction() {
    repo.put("a.md", "One.").put("b.md", "Two.").put("c/d.md", "Three.");
    repo.commit("Begin", "2020-01-01T10:00:00Z");
    repo.publish();

    assertThat(run("*.md").imported().transactions()).isEqualTo(1);
    assertThat(versions("key")).containsExactly("a.md", "b.md", "c/d.md");
  }

  @Test
  void aDocumentKeepsTheKeyOfItsFirstPathThroughRenamesAndANewFileThereIsAnother() {
    repo.put("a.md", LONG).commit("Begin", "2020-01-01T00:00:00Z");
    repo.move("a.md", "b.md").commit("Move", "2020-01-02T00:00:00Z");
    repo.move("b.md", "c.md").put("c.md", LONG + "Five: nobody asks.\n");
    repo.commit("Move and change", "2020-01-03T00:00:00Z");
    repo.put("a.md", "Something else entirely.").commit("New", "2020-01-04T00:00:00Z");
    repo.publish();

    Ran ran = run("*.md");

    assertThat(ran.git().renames()).isEqualTo(2);
    assertThat(versions("key, git->>'path', git->>'moved_from'"))
        .containsExactly(
            "a.md | a.md", "a.md | b.md | a.md", "a.md | c.md | b.md", "a.md@2 | a.md");
    assertThat(beliefs("a.md")).hasSize(1).first().asString().startsWith("unknown");

    repo.move("c.md", "d.md").put("a.md", "Something else again.");
    repo.commit("Later", "2020-01-05T00:00:00Z");
    repo.publish();
    run("*.md");

    assertThat(versions("key, git->>'path'").subList(4, 6))
        .as("an incremental run knows where every document was")
        .containsExactlyInAnyOrder("a.md | d.md", "a.md@2 | a.md");
  }

  @Test
  void timesOfOneSecondOrThatStepBackOrLieAheadAreMovedByAMicrosecondAndMarked() {
    repo.put("a.md", "1").commit("1", "2020-01-01T00:00:00Z");
    repo.put("a.md", "2").commit("2", "2020-01-01T00:00:00Z");
    repo.put("a.md", "3").commit("3", "2019-06-01T00:00:00Z");
    repo.put("a.md", "4").commit("4", "2200-01-01T00:00:00Z");
    repo.put("a.md", "5").commit("5", "2020-01-02T00:00:00Z");
    repo.publish();

    Ran ran = run("*.md");

    assertThat(versions("system_from, provenance->>'recorded_basis', git->>'committed'"))
        .containsExactly(
            "2020-01-01 00:00:00+00 | committer time | 2020-01-01T02:00:00+02:00",
            "2020-01-01 00:00:00.000001+00 | moved: an earlier commit has the same second |"
                + " 2020-01-01T02:00:00+02:00",
            "2020-01-01 00:00:00.000002+00 | moved: the committer time steps back behind an"
                + " earlier commit | 2019-06-01T02:00:00+02:00",
            "2020-01-01 00:00:00.000003+00 | moved: the committer time is ahead of the clock |"
                + " 2200-01-01T02:00:00+02:00",
            "2020-01-02 00:00:00+00 | committer time | 2020-01-02T02:00:00+02:00");
    assertThat(ran.git().moved()).isEqualTo(3);
  }

  @Test
  void commitsBefore1970KeepTheirTimes() {
    repo.put("a.md", "Old.").commit("1", "1949-05-23T10:00:00Z");
    repo.put("a.md", "Less old.").commit("2", "1969-12-31T23:59:59Z");
    repo.put("a.md", "Epoch.").commit("3", "1970-01-01T00:00:00Z");
    repo.publish();

    assertThat(run("*.md").git().moved()).isZero();
    assertThat(versions("system_from"))
        .containsExactly(
            "1949-05-23 10:00:00+00", "1969-12-31 23:59:59+00", "1970-01-01 00:00:00+00");
  }

  @Test
  void aMergeBringsWhatItsBranchWroteAtTheTimeTheMainLineShowedIt() {
    Repo.Made base =
        repo.put("a.md", "Base.").put("b.md", "B.").commit("1", "2020-01-01T00:00:00Z");
    repo.put("a.md", "Draft.").commit("draft", "2020-01-02T00:00:00Z");
    Repo.Made branch =
        repo.put("a.md", "Agreed.")
            .authored("2020-01-03T12:00:00Z", ZoneOffset.UTC)
            .commit("Agree\n\nEffective: 2020-03-01", "2020-01-03T00:00:00Z");
    repo.from(base).put("b.md", "B two.").commit("main", "2020-01-04T00:00:00Z");
    Repo.Made merge =
        repo.put("a.md", "Agreed.").merging(branch).commit("Merge", "2020-01-05T00:00:00Z");
    repo.publish();

    run("*.md");

    assertThat(
            versions(
                "key, system_from, git->>'subject', git->'merged'->>'subject',"
                    + " git->>'valid_basis'"))
        .containsExactly(
            "a.md | 2020-01-01 00:00:00+00 | 1",
            "b.md | 2020-01-01 00:00:00+00 | 1",
            "b.md | 2020-01-04 00:00:00+00 | main",
            "a.md | 2020-01-05 00:00:00+00 | Merge | Agree | trailer Effective");
    assertThat(beliefs("a.md"))
        .contains("asserted " + merge.label() + " [\"2020-03-01 00:00:00+00\",)");
  }

  @Test
  void aDeletedFileIsASightOfAbsenceAndARestoredOneTheSameDocument() {
    Repo.Made one = repo.put("a.md", "One.").commit("1", "2020-01-01T00:00:00Z");
    Repo.Made gone = repo.remove("a.md").commit("2", "2020-02-01T00:00:00Z");
    repo.publish();
    run("*.md");

    assertThat(beliefs("a.md"))
        .containsExactly(
            "unknown " + one.label() + " (,)", "observed withdrawn [\"2020-02-01 00:00:00+00\",)");
    assertThat(run("*.md").imported())
        .satisfies(again -> assertThat(again.written()).isZero())
        .satisfies(again -> assertThat(again.held()).isEqualTo(1));
    assertThat(labelOfAbsence()).isEqualTo(gone.label());

    Repo.Made back = repo.put("a.md", "Back.").commit("3", "2020-03-01T00:00:00Z");
    repo.publish();
    run("*.md");

    assertThat(beliefs("a.md"))
        .containsExactly(
            "unknown " + back.label() + " (,)",
            "observed withdrawn [\"2020-02-01 00:00:00+00\",\"2020-03-01 00:00:00+00\")");
  }

  private String labelOfAbsence() {
    return home.database()
        .read(
            tenant,
            sql ->
                sql.fetchSingle("select label from asof.observation where status = 'withdrawn'")
                    .get(0, String.class));
  }

  @Test
  void whatIsNoTextIsNamedAndEndsTheTextThatWasThere() {
    repo.put("a.md", "Text.").put("b.md", "B.").commit("1", "2020-01-01T00:00:00Z");
    repo.put("a.md", new byte[] {1, 0, 2}).link("l.md", "b.md").submodule("vendor");
    Repo.Made two = repo.commit("2", "2020-02-01T00:00:00Z");
    repo.link("b.md", "a.md").put("e.md", "\n");
    repo.put("big.md", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
    Repo.Made three = repo.commit("3", "2020-03-01T00:00:00Z");
    repo.publish();

    Ran ran = run("*.md");

    assertThat(ran.git().left())
        .extracting(left -> left.commit() + " " + left.path() + ": " + left.reason())
        .containsExactlyInAnyOrder(
            two.label() + " a.md: it is binary",
            two.label() + " l.md: a symbolic link; import the file that it names",
            two.label()
                + " vendor: a submodule, whose files are in another repository; import that one",
            three.label() + " b.md: a symbolic link; import the file that it names",
            three.label() + " e.md: it is empty",
            three.label() + " big.md: a pointer of Git LFS, whose text is not in the repository");
    assertThat(beliefs("a.md")).contains("observed withdrawn [\"2020-02-01 00:00:00+00\",)");
    assertThat(beliefs("b.md")).contains("observed withdrawn [\"2020-03-01 00:00:00+00\",)");
    assertThat(versions("key")).containsExactly("a.md", "b.md");
  }

  @Test
  void textsThatAreNotUtf8AreReadInTheirCharsetAndItIsKept() {
    String german =
        "Die Höhe der Gebühr beträgt fünf Mark; Näheres regelt die Behörde für Zölle.\n";
    String korean = "이 법은 공포한 날부터 시행한다. 국민의 권리와 의무를 정한다.\n".repeat(4);
    String russian = "Настоящий закон вступает в силу со дня его опубликования.\n".repeat(3);
    repo.put("de.txt", german.repeat(3).getBytes(StandardCharsets.ISO_8859_1));
    repo.put("ko.txt", korean.getBytes(Charset.forName("EUC-KR")));
    repo.put("ru.txt", russian.getBytes(Charset.forName("KOI8-R")));
    repo.put("u16.txt", ("\ufeff" + german).getBytes(StandardCharsets.UTF_16LE));
    repo.put("utf8.txt", german);
    repo.commit("1", "2020-01-01T00:00:00Z");
    repo.publish();

    run("*.txt");

    assertThat(versions("key, git->>'charset', git->>'charset_basis', byte_length"))
        .containsExactly(
            "de.txt | windows-1252 | detected | " + bytes(german.repeat(3)),
            "ko.txt | EUC-KR | detected | " + bytes(korean),
            "ru.txt | KOI8-R | detected | " + bytes(russian),
            "u16.txt | UTF-16LE | byte order mark | " + bytes(german),
            "utf8.txt | UTF-8 | UTF-8 | " + bytes(german));

    repo.put("de.txt", "Gebühr".getBytes(Charset.forName("IBM850")));
    repo.commit("2", "2020-01-02T00:00:00Z");
    repo.publish();
    run(
        new GitOptions(
            "repo", List.of("*.txt"), null, Dating.STATED, Charset.forName("IBM850"), "de"),
        GitImport.carried());
    assertThat(versions("key, git->>'charset', git->>'charset_basis', language, byte_length"))
        .last()
        .isEqualTo("de.txt | IBM850 | declared | de | " + bytes("Gebühr"));
  }

  @Test
  void aPageInHtmlGivesItsTextAsMarkdownAndItsBytesAreKept() {
    byte[] page =
        ("<html lang=de><head><meta"
             + " charset=windows-1252><title>Gebühren</title></head><body><nav>Menü</nav><main><h1>Gebühr</h1><p>Fünf"
             + " <b>Mark</b>.</p></main></body></html>")
            .getBytes(Charset.forName("windows-1252"));
    repo.put("fees.html", page);
    repo.put("nothing.html", "<html><body><nav>Menu</nav></body></html>");
    repo.put("picture.htm", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2});
    repo.put("plain.txt", "<p>Not a page.</p>\n");
    repo.commit("1", "2020-01-01T00:00:00Z");
    String other = "<html><body><!-- moved --><main><h1>Gebühr</h1><p>Fünf Mark.</p></main>";
    repo.put("fees.html", other);
    repo.commit("2", "2020-01-02T00:00:00Z");
    repo.publish();

    Ran ran = run("*.html", "*.htm", "*.txt");

    assertThat(
            versions(
                "key, media_type, title, language, git->>'read_as', git->>'extractor',"
                    + " git->>'charset', git->>'charset_basis'"))
        .containsExactly(
            "fees.html | text/markdown | Gebühren | de | html | asof-html-1 | windows-1252 | the"
                + " page",
            "plain.txt | text/plain | UTF-8 | UTF-8",
            "fees.html | text/markdown | Gebühr | html | asof-html-1 | UTF-8 | the page");
    assertThat(texts()).contains("Gebühr", "Fünf Mark.").doesNotContain("Menü");
    assertThat(originals())
        .containsExactly(
            "text/html " + Hash.wrap(Sha256.of(page)).hex(),
            "text/html " + Hash.wrap(Sha256.of(other.getBytes(StandardCharsets.UTF_8))).hex());
    assertThat(ran.git().left())
        .extracting(GitReport.Left::path, GitReport.Left::reason)
        .containsExactlyInAnyOrder(
            tuple("nothing.html", "the page holds no text in body"),
            tuple("picture.htm", "it is binary"));
    assertThat(run("*.html", "*.htm", "*.txt").imported().read()).isZero();
    assertThat(new Verifier(home.database()).verify(tenant).finding()).isEmpty();
  }

  private String texts() {
    return home.database()
        .read(
            tenant,
            sql ->
                sql.fetch("select concat_ws(' ', title, body) from asof.section_text")
                    .map(row -> String.valueOf(row.get(0)))
                    .toString());
  }

  private List<String> originals() {
    return home.database()
        .read(
            tenant,
            sql ->
                sql.fetch(
                        "select media_type || ' ' || encode(sha256, 'hex') from asof.original order"
                            + " by original_id")
                    .map(row -> String.valueOf(row.get(0))));
  }

  @Test
  void anErasedPageDoesNotComeBackWithALaterCommit() {
    repo.put("a.html", "<main>The quokka.</main>");
    repo.commit("1", "2020-01-01T00:00:00Z");
    repo.publish();
    run("*.html");
    new Eraser(home.open(DatabaseRole.ERASER))
        .erase(
            tenant,
            Intent.of("erase", "clerk").because("asked"),
            "a.html",
            new Eraser.Which.All(),
            "order 1");
    repo.put("a.html", "<main>Another.</main>");
    repo.commit("2", "2020-01-02T00:00:00Z");
    repo.put("a.html", "<main>The quokka.</main>");
    repo.commit("3", "2020-01-03T00:00:00Z");
    repo.publish();

    Ran again = run("*.html");

    assertThat(again.imported().written()).isEqualTo(1);
    assertThat(again.imported().erased()).isEqualTo(1);
    assertThat(texts()).doesNotContain("quokka");
  }

  @Test
  void whatGitattributesDeclareOfAFileIsHowItIsRead() {
    String german = "Die Höhe der Gebühr.\n";
    Charset dos = Charset.forName("IBM850");
    repo.put(
        ".gitattributes",
        """
        *.txt encoding=IBM850
        utf16.txt working-tree-encoding=UTF-16LE
        raw16.txt working-tree-encoding=UTF-16LE
        ends.txt text eol=crlf
        odd.txt encoding=no-such-charset
        [attr]mine encoding=KOI8-R
        """);
    repo.put("sub/.gitattributes", "*.txt encoding=windows-1251\nkept.txt -text !encoding\n");
    repo.put("dos.txt", german.getBytes(dos));
    repo.put("sub/ru.txt", "Закон.\n".getBytes(Charset.forName("windows-1251")));
    repo.put("sub/kept.txt", "One.\r\nTwo.\r\n");
    repo.put("utf16.txt", german);
    repo.put("raw16.txt", german.getBytes(StandardCharsets.UTF_16LE));
    repo.put("ends.txt", "One.\r\nTwo.\r\n");
    repo.put("odd.txt", german);
    repo.commit("1", "2020-01-01T00:00:00Z");
    repo.publish();

    Ran ran = run("*.txt");

    String read = "key, git->>'charset', git->>'charset_basis', git->>'line_ends', byte_length";
    assertThat(versions(read))
        .containsExactly(
            "dos.txt | IBM850 | declared | " + bytes(german),
            "ends.txt | IBM850 | declared | CRLF read as LF, as declared | 10",
            "odd.txt | UTF-8 | UTF-8 | " + bytes(german),
            "raw16.txt | UTF-16LE | declared | " + bytes(german),
            "sub/kept.txt | UTF-8 | UTF-8 | 12",
            "sub/ru.txt | windows-1251 | declared | " + bytes("Закон.\n"),
            "utf16.txt | UTF-8 | declared | " + bytes(german));
    assertThat(ran.git().notices()).singleElement().asString().contains("no-such-charset");

    // What is declared now counts for what changes from now on, in a later run too.
    repo.put("dos.txt", "Gebühr.\n".getBytes(dos));
    repo.commit("2", "2020-01-02T00:00:00Z");
    repo.publish();
    run("*.txt");
    repo.put(".gitattributes", "*.txt encoding=windows-1252\n");
    repo.put("dos.txt", "Gebühren.\n".getBytes(Charset.forName("windows-1252")));
    repo.commit("3", "2020-01-03T00:00:00Z");
    repo.remove(".gitattributes");
    repo.put("dos.txt", "Mehr Gebühren.\n");
    repo.commit("4", "2020-01-04T00:00:00Z");
    repo.publish();
    run("*.txt");
    assertThat(versions(read))
        .endsWith(
            "dos.txt | IBM850 | declared | " + bytes("Gebühr.\n"),
            "dos.txt | windows-1252 | declared | " + bytes("Gebühren.\n"),
            "dos.txt | UTF-8 | UTF-8 | " + bytes("Mehr Gebühren.\n"));
    assertThat(versions("key")).doesNotContain(".gitattributes", "sub/.gitattributes");
  }

  @Test
  void aCharsetThatIsGivenForTheRestLeavesUtf8AsItIs() {
    repo.put("utf8.txt", "Gebühr.\n");
    repo.put("latin.txt", "Gebühr.\n".getBytes(StandardCharsets.ISO_8859_1));
    repo.commit("1", "2020-01-01T00:00:00Z");
    repo.publish();
    run(
        new GitOptions(
            "repo", List.of("*.txt"), null, Dating.STATED, StandardCharsets.ISO_8859_1, null),
        GitImport.carried());
    assertThat(versions("key, git->>'charset', byte_length"))
        .containsExactly(
            "latin.txt | ISO-8859-1 | " + bytes("Gebühr.\n"),
            "utf8.txt | UTF-8 | " + bytes("Gebühr.\n"));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void aStartIsTakenFromFrontMatterThenTheTrailerThenWhatIsAskedForAndSaidWhich() {
    repo.put("front.md", "---\nvalid_from: 2021-01-01\nvalid_to: 2022-01-01\n---\nText.");
    repo.put("law-2021-05-06.md", "In force from 1.2.2021.");
    repo.put("none.md", "No date.");
    repo.authored("2021-07-07T23:30:00Z", ZoneOffset.ofHours(2));
    Repo.Made one = repo.commit("1", "2021-08-01T00:00:00Z");
    repo.put("trailer.md", "Text.");
    Repo.Made two = repo.commit("2\n\nValid-From: 2021-09-09\n", "2021-08-02T00:00:00Z");
    repo.publish();
    GitOptions stated = GitOptions.of("stated", "*.md");
    run(stated, GitImport.carried());

    assertThat(versions("key, git->>'valid_basis'"))
        .containsExactly(
            "front.md | front matter valid_from",
            "law-2021-05-06.md",
            "none.md",
            "trailer.md | trailer Valid-From");

    Dating asked =
        Dating.STATED
            .byText("from (?<day>\\d+)\\.(?<month>\\d+)\\.(?<year>\\d{4})")
            .byPath("(\\d{4}-\\d\\d-\\d\\d)\\.md$");
    run(GitOptions.of("text", "*.md").dated(asked), GitImport.now());
    run(
        GitOptions.of("path", "*.md").dated(Dating.STATED.byPath("-(\\d{4}-.*)\\.md")),
        GitImport.now());
    run(GitOptions.of("author", "*.md").dated(asked.byAuthorDate()), GitImport.now());
    run(GitOptions.of("look", "none.md").dated(Dating.STATED.asObserved()), GitImport.now());

    assertThat(beliefs("front.md"))
        .contains(
            "asserted " + one.label() + " [\"2021-01-01 00:00:00+00\",\"2022-01-01 00:00:00+00\")");
    assertThat(beliefs("law-2021-05-06.md"))
        .contains(
            "asserted " + one.label() + " [\"2021-02-01 00:00:00+00\",)",
            "asserted " + one.label() + " [\"2021-05-06 00:00:00+00\",)");
    assertThat(beliefs("trailer.md"))
        .contains("asserted " + two.label() + " [\"2021-09-09 00:00:00+00\",)");
    assertThat(beliefs("none.md"))
        .contains(
            "asserted " + one.label() + " [\"2021-07-08 00:00:00+00\",)",
            "observed " + one.label() + " [\"2021-08-01 00:00:00+00\",)",
            "unknown " + one.label() + " (,)");
    assertThat(versions("key, git->>'valid_basis'"))
        .contains(
            "law-2021-05-06.md | pattern in the text",
            "law-2021-05-06.md | pattern in the path",
            "none.md | author date, as asked",
            "none.md | observed at the commit, as asked");
  }

  @Test
  void aDateThatCannotBeReadIsNamedAndLeavesTheVersionWithoutOne() {
    repo.put("a.md", "---\neffective: soon\n---\nText.");
    repo.put("b.md", "---\nvalid_from: 2021-01-01\nvalid_to: 2020-01-01\n---\nText.");
    repo.put("c.md", "---\n: [\n---\nText.");
    Repo.Made one = repo.commit("1", "2021-08-01T00:00:00Z");
    repo.publish();

    Ran ran = run("*.md");

    assertThat(ran.imported().written()).isEqualTo(3);
    assertThat(ran.git().left())
        .extracting(GitReport.Left::path)
        .containsExactly("a.md", "b.md", "c.md");
    assertThat(ran.git().left().getFirst().reason())
        .startsWith("front matter effective: \"soon\" is not a time this store reads");
    assertThat(ran.git().left().get(1).reason()).contains("not after the start, 2021-01-01");
    assertThat(ran.git().left().get(2).reason()).startsWith("the front matter is no YAML");
    assertThat(beliefs("a.md")).containsExactly("unknown " + one.label() + " (,)");
  }

  @Test
  void aSecondRunReadsOnlyTheCommitsAfterTheLastOneRecorded() {
    repo.put("a.md", "One.").commit("1", "2020-01-01T00:00:00Z");
    repo.put("a.md", "Two.").commit("2", "2020-01-01T00:00:00Z");
    repo.publish();
    run("*.md");

    Ran none = run("*.md");
    assertThat(none.git().commits()).isZero();
    assertThat(none.imported().read()).isZero();

    repo.put("a.md", "Three.").commit("3", "2020-01-01T00:00:00Z");
    repo.publish();
    Ran one = run("*.md");
    assertThat(one.git().commits()).isEqualTo(1);
    assertThat(one.imported().written()).isEqualTo(1);
    assertThat(one.git().notices()).isEmpty();
    assertThat(versions("system_from")).last().isEqualTo("2020-01-01 00:00:00.000002+00");
  }

  @Test
  void aRunThatWasKilledGoesOnWhereItStopped() {
    for (int i = 0; i < 1_500; i++) {
      repo.put("a" + i % 7 + ".md", "Text " + i + ".\n").commit("c" + i, instant(i));
    }
    repo.publish();
    Importer.Progress killing =
        new Importer.Progress() {
          @Override
          public LongConsumer checking(String file) {
            return lines -> {};
          }

          @Override
          public LongConsumer writing(long records) {
            return done -> {
              if (done >= 1_000) {
                throw new IllegalStateException("killed");
              }
            };
          }
        };
    GitOptions options = GitOptions.of("repo", "*.md");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> run(options, GitImport.carried(), killing));
    int before = versions("label").size();
    assertThat(before).isEqualTo(1_000);

    Ran rest = run(options, GitImport.carried());

    assertThat(rest.git().commits()).isEqualTo(1_500 - before);
    assertThat(versions("git->>'subject', system_from").stream().distinct()).hasSize(1_500);
    assertThat(versions("system_from").getLast())
        .isEqualTo(instant(1_499).toString().replace('T', ' ').replace("Z", "+00"));
  }

  private static Instant instant(int number) {
    return Instant.parse("2020-01-01T00:00:00Z").plusSeconds(1_100L * number);
  }

  @Test
  void aRewrittenHistoryIsSaidAndOnlyWhatIsOtherInItIsTaken() {
    Repo.Made one = repo.put("a.md", "One.").put("b.md", "B.").commit("1", "2020-01-01T00:00:00Z");
    Repo.Made two = repo.put("a.md", "Two.").commit("2", "2020-01-02T00:00:00Z");
    repo.put("c.md", "C.").commit("3", "2020-01-03T00:00:00Z");
    repo.publish();
    run("*.md");

    repo.from(one).put("a.md", "Two.").commit("2, said better", "2020-01-02T01:00:00Z");
    repo.put("a.md", "Three.").commit("4", "2020-01-04T00:00:00Z");
    repo.publish();
    Ran ran = run("*.md");

    assertThat(ran.git().notices())
        .singleElement()
        .asString()
        .startsWith("the history was rewritten");
    assertThat(versions("key, git->>'subject'"))
        .containsExactly("a.md | 1", "b.md | 1", "a.md | 2", "c.md | 3", "a.md | 4");
    assertThat(beliefs("c.md")).anyMatch(belief -> belief.startsWith("observed withdrawn"));

    repo.from(two).commit("2", "2020-01-05T00:00:00Z");
    repo.publish();
    Ran back = run("*.md");
    assertThat(back.git().notices()).hasSize(1);
    assertThat(versions("key, byte_length")).last().isEqualTo("a.md | " + "Two.".length());
  }

  @Test
  void otherPathsAreReadFromTheirBeginning() {
    repo.put("a.md", "One.").put("b.txt", "B.").commit("1", "2020-01-01T00:00:00Z");
    repo.put("b.txt", "B two.").commit("2", "2020-01-02T00:00:00Z");
    repo.put("a.md", "Two.").commit("3", "2020-01-03T00:00:00Z");
    repo.publish();
    run("*.md");

    Ran ran = run("*.md", "*.txt");

    assertThat(ran.git().notices()).singleElement().asString().contains("other paths");
    assertThat(ran.imported().held()).isEqualTo(2);
    assertThat(versions("key, git->>'subject', system_from").subList(2, 4))
        .as("known since after what answers were given from")
        .containsExactly(
            "b.txt | 1 | 2020-01-03 00:00:00.000001+00",
            "b.txt | 2 | 2020-01-03 00:00:00.000002+00");
  }

  @Test
  void aCommitOlderThanAFinalAnswerIsKnownSinceJustAfterItAndCounted() {
    repo.put("a.md", "One.").commit("1", "2020-01-01T00:00:00Z");
    repo.publish();
    run("*.md");
    new Store(home.database())
        .write(tenant, Intent.of("set", "ada"), List.of(new Change.Set("zone", "Europe/London")));
    repo.put("a.md", "Two.").commit("2", "2020-01-02T00:00:00Z");
    repo.publish();

    Ran ran = run("*.md");

    assertThat(ran.git().carriedLater()).isEqualTo(1);
    assertThat(ran.imported().written()).isEqualTo(1);
    assertThat(versions("provenance->>'recorded_at', system_from > '2021-01-01'"))
        .last()
        .isEqualTo("2020-01-02T00:00:00Z | t");
  }

  @Test
  void aFirstImportIntoATenantThatHoldsLaterThingsIsRefusedWithTheMend() {
    new Store(home.database())
        .write(tenant, Intent.of("set", "ada"), List.of(new Change.Set("zone", "Europe/London")));
    repo.put("a.md", "One.").commit("1", "2020-01-01T00:00:00Z");
    repo.publish();

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> run("*.md"))
        .withMessageContaining("--system-time now");
    assertThat(run(GitOptions.of("repo", "*.md"), GitImport.now()).imported().written()).isOne();
  }

  @Test
  void whatIsNoRepositoryOrHasNothingToReadIsSaid() {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> run("*.md"))
        .withMessageContaining("has no commits yet");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> GitImport.of(folder, GitOptions.of("repo", "*.md")))
        .withMessageContaining("is no git repository");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> GitImport.of(folder.resolve("none"), GitOptions.of("repo", "*.md")))
        .withMessageContaining("does not exist");
    repo.put("a.md", "One.").commit("1", "2020-01-01T00:00:00Z");
    repo.publish();
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> run(GitOptions.of("repo", "*.md").onBranch("later"), GitImport.now()))
        .withMessageContaining("has no branch, tag or commit later");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> run(GitOptions.of("repo"), GitImport.now()))
        .withMessageContaining("no path is given");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> Dating.STATED.byText("no date"))
        .withMessageContaining("does not say where the date is");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> Dating.STATED.byText("("))
        .withMessageContaining("is no regular expression");
  }

  @Test
  void pathsAreWrittenAsInAGitignore() {
    repo.put("a.md", "1").put("docs/b.md", "2").put("docs/deep/c.md", "3").put("laws/d.txt", "4");
    repo.commit("1", "2020-01-01T00:00:00Z");
    repo.publish();

    run(GitOptions.of("all", "*.md"), GitImport.now());
    assertThat(versions("key")).containsExactly("a.md", "docs/b.md", "docs/deep/c.md");
    run(GitOptions.of("top", "/*.md"), GitImport.now());
    run(GitOptions.of("folder", "docs/"), GitImport.now());
    run(GitOptions.of("out", "*.md", "!docs/deep/", "laws/**"), GitImport.now());
    assertThat(versions("key").subList(3, 9))
        .containsExactly("a.md", "docs/b.md", "docs/deep/c.md", "a.md", "docs/b.md", "laws/d.txt");
  }
}
