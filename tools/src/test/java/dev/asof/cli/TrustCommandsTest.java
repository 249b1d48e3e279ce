package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checkpoints and proofs, from the command line.
class TrustCommandsTest {

  private static TestDatabase database;
  @TempDir private static Path home;
  private static Cli cli;

  @BeforeAll
  static void story() {
    database = TestDatabases.create();
    cli = Cli.on(database, home);
    tell("first", "v1");
    tell("second", "v2");
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static void tell(String text, String label) {
    Cli.Ran ran =
        cli.reading(text)
            .run(
                "assert",
                "-d",
                "terms",
                "-s",
                "site",
                "-f",
                "-",
                "--new-label",
                label,
                "--from",
                label.equals("v1") ? "2024-01-01" : "2024-06-01");
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  private static Path checkpoint(String name) {
    Path file = home.resolve(name);
    Cli.Ran ran = cli.run("checkpoint", "--to", file.toString());
    assertThat(ran.exit()).as(ran.err()).isZero();
    return file;
  }

  @Test
  void aCheckpointIsFourLinesThatCanBeSignedAsTheyAre() throws IOException {
    Cli.Ran ran = cli.run("checkpoint");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .matches(
            "asof checkpoint 1 of tenant default\nsequence 2\ntime"
                + " \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z\nhash [0-9a-f]{64}\n");
    Path file = checkpoint("same.checkpoint");
    assertThat(Files.readString(file, StandardCharsets.UTF_8)).isEqualTo(ran.out());
    Cli.Ran again = cli.run("checkpoint", "--to", file.toString());
    assertThat(again.exit()).isEqualTo(65);
    assertThat(again.err()).contains("a checkpoint is never replaced");
    assertThat(cli.run("checkpoint", "-o", "json").out())
        .contains("\"sequence\" : 2", "\"text\" : \"asof checkpoint 1 of tenant default\\n");
  }

  @Test
  void aVerificationSaysOfEachCheckpointWhetherItHolds() throws IOException {
    Path good = checkpoint("good.checkpoint");
    Cli.Ran held = cli.run("verify", "--labels", "*", "--checkpoint", good.toString());
    assertThat(held.exit()).isZero();
    assertThat(held.out())
        .startsWith("Verified tenant default: 2 transactions, ")
        .containsPattern("Checkpoint .*good\\.checkpoint \\(@2 of .*\\): holds\nHead @2: ");
    Path forged = home.resolve("forged.checkpoint");
    Files.writeString(
        forged, Files.readString(good).replaceAll("hash .*", "hash " + "0".repeat(64)));
    Cli.Ran differs =
        cli.run(
            "verify",
            "--labels",
            "*",
            "-c",
            good.toString(),
            "-c",
            forged.toString(),
            "-o",
            "json");
    assertThat(differs.exit()).isEqualTo(1);
    assertThat(differs.out())
        .contains("\"standing\" : \"held\"", "\"standing\" : \"differs\"", "\"transaction\" : 2");
    Cli.Ran after = cli.run("verify", "--labels", "*", "--from-checkpoint", good.toString());
    assertThat(after.exit()).isZero();
    assertThat(after.out())
        .startsWith("Verified tenant default after transaction @2: 0 transactions, 0 rows");
  }

  @Test
  void whatIsNoCheckpointOrAnothersIsSaidSo() throws IOException {
    Path good = checkpoint("mine.checkpoint");
    String text = Files.readString(good, StandardCharsets.UTF_8);
    for (String wrong :
        new String[] {
          "",
          "hello",
          text + "\n",
          text.replace("\n", "\r\n"),
          text.replace("sequence 2", "sequence 02"),
          text.replace("hash ", "hash A"),
          text.replaceAll("time ....", "time 2024-99-99T"),
          text.repeat(300)
        }) {
      Path file = home.resolve("wrong.checkpoint");
      Files.writeString(file, wrong, StandardCharsets.UTF_8);
      Cli.Ran ran = cli.run("verify", "--checkpoint", file.toString());
      assertThat(ran.exit()).as(wrong).isEqualTo(65);
      assertThat(ran.err()).as(wrong).contains("wrong.checkpoint is no checkpoint of asof");
    }
    Path other = home.resolve("other.checkpoint");
    Files.writeString(other, text.replace("tenant default", "tenant laws"));
    assertThat(cli.run("verify", "--checkpoint", other.toString()).err())
        .contains("is a checkpoint of tenant laws, not of default");
    assertThat(cli.run("verify", "--checkpoint", home.resolve("none").toString()).err())
        .contains("there is no such file");
    assertThat(cli.run("verify", "--folder", "x", "--checkpoint", good.toString()).exit())
        .isEqualTo(64);
    cli.run("tenant", "add", "empty");
    Cli.Ran empty = cli.run("checkpoint", "--tenant", "empty");
    assertThat(empty.exit()).isEqualTo(65);
    assertThat(empty.err()).contains("nothing was recorded in tenant empty yet");
  }

  @Test
  void aProofIsWrittenAndSaysHowToCheckIt() throws IOException {
    Path kept = checkpoint("proof.checkpoint");
    Path proof = home.resolve("terms.proof");
    Cli.Ran ran =
        cli.run(
            "prove",
            "-d",
            "terms",
            "--about",
            "2024-03-01",
            "--checkpoint",
            kept.toString(),
            "--to",
            proof.toString());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .contains("with 2 ledger entries, to " + proof)
        .contains("tools/bin/verify-proof " + proof + " " + kept);
    assertThat(Files.readString(proof, StandardCharsets.UTF_8))
        .contains("\"asof_proof\" : 1", "\"text\" : \"first\"");
    assertThat(
            cli.run(
                    "prove",
                    "-d",
                    "terms",
                    "--about",
                    "2020-01-01",
                    "--checkpoint",
                    kept.toString(),
                    "--to",
                    proof.toString())
                .exit())
        .isEqualTo(65);
  }
}
