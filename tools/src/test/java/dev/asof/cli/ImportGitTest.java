package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.asof.intake.git.Repo;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportGitTest {

  private static TestDatabase database;
  @TempDir private Path home;
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
  void cli() {
    cli = Cli.on(database, home);
  }

  @Test
  void aRepositoryIsImportedOnceAndThenOnlyWhatIsNew() {
    try (Repo repo = Repo.at(home.resolve("rules.git"))) {
      repo.put("pay.md", "---\nvalid_from: 2021-03-01\n---\n# Pay\n\nOne euro.");
      repo.put("logo.md", new byte[] {0, 1}).commit("Begin", "2021-01-01T00:00:00Z");
      repo.put("pay.md", "---\nvalid_from: 2022-03-01\n---\n# Pay\n\nTwo euros.");
      repo.commit("Raise", "2022-01-01T00:00:00Z");
      repo.publish();

      Cli.Ran first =
          cli.run(
              "import-git",
              home.resolve("rules.git").toString(),
              "--path",
              "*.md",
              "--tenant",
              "rules");
      assertThat(first.err()).isEmpty();
      assertThat(first.exit()).isZero();
      assertThat(
              first.out().replaceAll("in \\S+ s:", "in TIME:").replaceAll("[\\d,]+ a s", "N a s"))
          .matches(
              """
              Read 2 records into tenant rules in TIME: 2 written in 2 transactions, 0 held already, 0 left out\\.
              2 commits, N a second; 0 renames followed; 0 committer times moved\\.
              SOURCE  READ AS
              rules   page
              Not used: logo\\.md at [0-9a-f]{12}: it is binary
              """);
      assertThat(textInForce("2021-06-01")).contains("One euro").doesNotContain("valid_from");
      assertThat(textInForce("2022-06-01")).contains("Two euros");
      assertThat(
              cli.run(
                      "import-git",
                      home.resolve("rules.git").toString(),
                      "--path",
                      "*.md",
                      "--tenant",
                      "rules")
                  .out())
          .contains("Read 0 records", "0 commits");
    }
  }

  private String textInForce(String about) {
    Path to = home.resolve("out-" + about);
    cli.run("reconstruct", "--tenant", "rules", "--about", about, "--folder", to.toString());
    try (Stream<Path> files = Files.walk(to)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(ImportGitTest::read)
          .collect(Collectors.joining());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// This project's own history, where the tests run in a clone and git is there to compare with.
  @Test
  void theOwnRepositoryIsImportedAsGitItselfTellsIt() throws IOException, InterruptedException {
    Path root = Path.of("").toAbsolutePath();
    while (root.getParent() != null && !Files.exists(root.resolve(".git"))) {
      root = root.getParent();
    }
    assumeTrue(Files.exists(root.resolve(".git")) && Files.exists(root.resolve("README.md")));
    List<String> told =
        git(
            root,
            "log",
            "--first-parent",
            "--no-patch",
            "--diff-merges=first-parent",
            "--format=%H",
            "--",
            "README.md");

    Cli.Ran ran =
        cli.run(
            "import-git",
            root.toString(),
            "--path",
            "/README.md",
            "-s",
            "own",
            "--tenant",
            "own",
            "-o",
            "json");
    assertThat(ran.err()).isEmpty();

    List<String> labels =
        database
            .database()
            .read(
                database
                    .database()
                    .<dev.asof.id.TenantId>global(sql ->
                        new dev.asof.id.TenantId(
                            sql.fetchSingle("select tenant from asof.tenant where name = 'own'")
                                .get(0, Integer.class))),
                sql ->
                    sql.fetch("select label from asof.version order by version_id desc")
                        .getValues(0, String.class));
    assertThat(labels)
        .containsExactlyElementsOf(told.stream().map(id -> id.substring(0, 12)).toList());
  }

  private static List<String> git(Path root, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, "git is not installed");
      throw e;
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(process.waitFor() == 0, out);
    return out.lines().toList();
  }

  @Test
  void whatIsWrongIsSaidBeforeAnythingIsOpened() {
    assertThat(cli.run("import-git", home.resolve("none").toString(), "--path", "*.md").err())
        .isEqualTo(
            "asof: "
                + home.resolve("none")
                + " does not exist; name the folder of a git repository\n");
    assertThat(cli.run("import-git", ".").exit()).isEqualTo(64);
    assertThat(cli.run("import-git", home.toString(), "--path", "*.md").exit()).isEqualTo(65);
    assertThat(cli.run("import-git", ".", "--path", "*.md", "--charset", "klingon").err())
        .contains("there is no charset \"klingon\"");
    assertThat(cli.run("import-git", ".", "--path", "*.md", "--valid-from", "today").exit())
        .isEqualTo(64);
  }
}
