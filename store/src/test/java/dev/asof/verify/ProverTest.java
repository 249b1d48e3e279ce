package dev.asof.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.history.AnswerJson;
import dev.asof.history.Filter;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.ledger.Checkpoint;
import dev.asof.ledger.Sha256;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.LocalTimes;
import dev.asof.time.TimeInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Proofs, checked by the script that people check them with; and forged ones, which it has to
/// refuse. The story is that of [VerifierTest].
class ProverTest {

  private static final Path SCRIPT =
      Path.of(System.getProperty("basedir", "."), "..", "tools", "bin", "verify-proof");

  private static TestDatabase database;
  private static TenantId tenant;
  private static Checkpoint head;
  @TempDir private static Path folder;

  private record Ran(int exit, String out, String err) {}

  @BeforeAll
  static void story() {
    Assumptions.assumeTrue(
        hasPython(), "python3 is missing; install the package python3 to check proofs");
    database = TestDatabases.create();
    tenant = VerifierTest.tell(database, "story");
    head = new Verifier(database.database()).checkpoint(tenant);
  }

  @AfterAll
  static void close() {
    if (database != null) {
      database.close();
    }
  }

  private static boolean hasPython() {
    try {
      return new ProcessBuilder("python3", "--version")
          .redirectErrorStream(true)
          .start()
          .waitFor(30, TimeUnit.SECONDS);
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theScriptIsShortAndNeedsNothingButSha256() throws IOException {
    List<String> lines = Files.readAllLines(SCRIPT, StandardCharsets.UTF_8);
    assertThat(lines).hasSizeLessThanOrEqualTo(60);
    assertThat(lines.stream().filter(line -> line.contains("import ")))
        .containsExactly("import hashlib, json, struct, sys");
    assertThat(Files.isExecutable(SCRIPT)).isTrue();
  }

  @Test
  void whoAsksForHelpIsToldHowToUseItAndNotThatSomethingIsNotProven() throws Exception {
    for (List<String> asked : List.of(List.of("--help"), List.of("-h"), List.<String>of())) {
      List<String> command = new ArrayList<>(List.of("python3", SCRIPT.toString()));
      command.addAll(asked);
      Process script = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(said).startsWith("verify-proof PROOF CHECKPOINT").doesNotContain("PROVEN");
      assertThat(script.waitFor()).isEqualTo(asked.isEmpty() ? 1 : 0);
    }
  }

  @Test
  void aTextIsProvenAloneAndWhatIsProvenIsPrinted() {
    Ran ran = check(prove("rules", "2024-03-01", null), head);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            """
            proven: rules
            source office
            version v1, 9 bytes of text with sha256 %s
            asserted, applies from 2024-01-01T00:00:00.000000Z to 2024-07-01T00:00:00.000000Z
            recorded %s in transaction 2, by assert
            """
                .formatted(sha256("Rule one."), timeOf(2)));
  }

  @Test
  void aTextWhoseWordsAreWithheldIsProvenByItsHash() {
    ObjectNode proof = prove("rules", "2024-03-01", null);
    proof.putNull("text").put("withheld", "link only\nproven: everything");
    Ran ran = check(proof, head);
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains(
            "version v1, a text whose words are not in this proof, with sha256 "
                + sha256("Rule one."))
        .doesNotContain("everything");
  }

  @Test
  void anAnswerAsKnownBeforeIsProvenToo() {
    CitationProof proof =
        prove(Filter.document("rules"), "2024-07-15", Known.token(2), null, List.of(kept(head)));
    Ran ran = check(json(proof), head);
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains("version v2", "applies from 2024-07-01T00:00:00.000000Z to unbounded");
  }

  @Test
  void aSectionIsProvenWithItsKeyAndText() {
    Ran ran = check(prove("code", "2024-08-01", "1"), head);
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .startsWith("proven: code, section 1\nsource gazette\nversion c2, 10 bytes of text")
        .contains(sha256("1 Second.\n"));
  }

  @Test
  void aSectionThatIsNotInForceIsProvenByItsOverride() {
    Ran ran = check(prove("code", "2024-03-01", "2"), head);
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains("section 2", "nothing applies: not-started")
        .contains("applies from 2024-02-01T00:00:00.000000Z to 2024-06-01T00:00:00.000000Z");
  }

  @Test
  void eachTransactionLeadsToTheNextCheckpoint() {
    Checkpoint third = checkpoint(3);
    CitationProof one =
        prove(Filter.document("rules"), "2024-03-01", Known.latest(), null, List.of(kept(head)));
    CitationProof two =
        prove(
            Filter.document("rules"),
            "2024-03-01",
            Known.latest(),
            null,
            List.of(kept(head), kept(third)));
    assertThat(one.chains().getFirst().entries()).hasSize(6);
    assertThat(two.chains()).hasSize(1);
    assertThat(two.chains().getFirst().entries()).hasSize(3);
    assertThat(check(json(two), third, head).exit()).isZero();
    assertThat(check(json(two), head).exit()).isEqualTo(1);
    // What designs/ledger.md says of the size.
    assertThat(one.chains().getFirst().entries())
        .allSatisfy(entry -> assertThat(entry.length()).isBetween(190, 230));
  }

  @Test
  void aChangedTextIsRefused() {
    ObjectNode proof = prove("rules", "2024-03-01", null);
    proof.put("text", "Rule six.");
    assertRefused(proof, "the text was changed");
  }

  @Test
  void aChangedSectionTextIsRefused() {
    ObjectNode proof = prove("code", "2024-08-01", "1");
    replace(proof, "section_text", "words", "Second", "Zecond");
    assertRefused(proof, "the words of section_text were changed");
  }

  @Test
  void aChangedRangeIsRefused() {
    ObjectNode proof = prove("rules", "2024-03-01", null);
    ObjectNode belief = row(proof, "belief");
    String opened = belief.get("opened").asString();
    belief.put(
        "opened",
        opened.substring(0, opened.length() - 2)
            + flipped(opened.charAt(opened.length() - 2))
            + "0");
    assertRefused(proof, "belief is not what transaction 2 recorded");
  }

  @Test
  void aChangedLabelOrKeyIsRefused() {
    ObjectNode proof = prove("rules", "2024-03-01", null);
    replace(proof, "document", "words", "rules", "ruler");
    assertRefused(proof, "the words of document were changed");
    proof = prove("rules", "2024-03-01", null);
    replace(proof, "version", "words", "v1", "v7");
    assertRefused(proof, "the words of version were changed");
  }

  @Test
  void rowsOfAnotherTrueProofAreRefused() {
    for (String name : List.of("belief", "statement", "document", "version", "source")) {
      ObjectNode proof = merged("rules", "code");
      row(proof, name).setAll(row(prove("code", "2024-08-01", null), name));
      Ran ran = check(proof, head);
      assertThat(ran.exit()).as(name + ran.out()).isEqualTo(1);
      assertThat(ran.err()).as(name).startsWith("NOT PROVEN");
    }
  }

  @Test
  void aRowOfAnotherTableIsRefused() {
    ObjectNode proof = prove("rules", "2024-03-01", null);
    row(proof, "belief").setAll(row(proof, "statement"));
    assertRefused(proof, "belief is another row");
  }

  @Test
  void aChangedEntryOrOneTakenOutIsRefused() {
    ObjectNode proof = prove("rules", "2024-03-01", null);
    ArrayNode entries = (ArrayNode) proof.get("chains").get(0).get("entries");
    String fourth = entries.get(3).asString();
    entries.set(3, fourth.substring(0, 17) + flipped(fourth.charAt(17)) + fourth.substring(18));
    assertRefused(proof, "does not lead to a checkpoint");
    proof = prove("rules", "2024-03-01", null);
    ((ArrayNode) proof.get("chains").get(0).get("entries")).remove(3);
    assertRefused(proof, "does not lead to a checkpoint");
  }

  @Test
  void changedRowHashesAreRefused() {
    ObjectNode proof = prove("rules", "2024-03-01", null);
    ObjectNode transactions = (ObjectNode) proof.get("transactions");
    String opened = row(proof, "belief").get("opened").asString();
    String forged =
        opened.substring(0, opened.length() - 1) + flipped(opened.charAt(opened.length() - 1));
    row(proof, "belief").put("opened", forged);
    transactions.put(
        "2",
        HexFormat.of().formatHex(Sha256.of(HexFormat.of().parseHex(forged)))
            + transactions.get("2").asString().substring(64));
    assertRefused(proof, "belief is not what transaction 2 recorded");
  }

  @Test
  void anotherCheckpointOrNoneIsRefused() {
    ObjectNode proof = prove("rules", "2024-03-01", null);
    assertThat(check(proof, checkpoint(5)).err()).contains("does not lead to a checkpoint");
    assertThat(check(proof).exit()).isEqualTo(1);
    Checkpoint forged = new Checkpoint(head.tenant(), head.sequence(), head.time(), "0".repeat(64));
    assertThat(check(proof, forged).err()).contains("does not lead to a checkpoint");
    proof.put("tenant", "other");
    assertRefused(proof, "does not lead to a checkpoint");
  }

  @Test
  void aSectionCannotPassForTheWholeDocument() {
    ObjectNode proof = prove("code", "2024-03-01", "2");
    ((ObjectNode) proof.get("rows")).remove("section");
    assertRefused(proof, "the rows do not belong together");
  }

  @Test
  void whatCannotBeProvenIsRefusedInWords() {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> prove("rules", "2020-01-01", null))
        .withMessageContaining("not that nothing was");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> prove("code", "2024-08-01", "3"))
        .withMessageContaining("has no section 3 there; its sections are 1, 2");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            prove(
                Filter.document("notice"),
                "2024-03-01",
                Known.latest(),
                null,
                List.of(kept(checkpoint(3)))))
        .withMessageContaining("keep a newer one");
    Checkpoint forged = new Checkpoint(head.tenant(), head.sequence(), head.time(), "0".repeat(64));
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            prove(
                Filter.document("rules"),
                "2024-03-01",
                Known.latest(),
                null,
                List.of(kept(forged))))
        .withMessageContaining("does not lead to the checkpoint");
  }

  /// A proof of `one` that knows the transactions of `other` too.
  private static ObjectNode merged(String one, String other) {
    ObjectNode proof = prove(one, "2024-03-01", null);
    ((ObjectNode) proof.get("transactions"))
        .setAll((ObjectNode) prove(other, "2024-08-01", null).get("transactions"));
    return proof;
  }

  private static void assertRefused(ObjectNode proof, String why) {
    Ran ran = check(proof, head);
    assertThat(ran.exit()).as(ran.out()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("NOT PROVEN: ").contains(why);
  }

  private static void replace(ObjectNode proof, String name, String part, String text, String by) {
    ObjectNode row = row(proof, name);
    String changed = row.get(part).asString().replace(hex(text), hex(by));
    assertThat(changed).isNotEqualTo(row.get(part).asString());
    row.put(part, changed);
  }

  private static char flipped(char digit) {
    return digit == '0' ? '1' : '0';
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  private static ObjectNode row(ObjectNode proof, String name) {
    return (ObjectNode) proof.get("rows").get(name);
  }

  private static ObjectNode prove(String document, String about, @Nullable String section) {
    return json(
        prove(Filter.document(document), about, Known.latest(), section, List.of(kept(head))));
  }

  private static CitationProof prove(
      Filter filter,
      String about,
      Known known,
      @Nullable String section,
      List<Against.Kept> checkpoints) {
    TimeInput time = LocalTimes.parseAbout(about, ZoneOffset.UTC, false);
    return new Prover(database.database()).prove(tenant, filter, time, known, section, checkpoints);
  }

  private static ObjectNode json(CitationProof proof) {
    return AnswerJson.mapper().valueToTree(proof);
  }

  private static Against.Kept kept(Checkpoint checkpoint) {
    return new Against.Kept("kept-" + checkpoint.sequence(), checkpoint);
  }

  private static Checkpoint checkpoint(long sequence) {
    List<Checkpoint> found = new ArrayList<>();
    Forger.rehearse(
        database,
        sql -> Forger.cutAfter(sql, tenant, sequence),
        sql -> found.add(Objects.requireNonNull(Verifier.verify(sql, tenant).checkpoint())));
    return found.getFirst();
  }

  private static String timeOf(long sequence) {
    return checkpoint(sequence).text().lines().toList().get(2).substring("time ".length());
  }

  private static String sha256(String text) {
    return HexFormat.of().formatHex(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static Ran check(ObjectNode proof, Checkpoint... checkpoints) {
    try {
      Path file = folder.resolve("proof.json");
      Files.writeString(
          file, AnswerJson.mapper().writeValueAsString(proof), StandardCharsets.UTF_8);
      List<String> command =
          new ArrayList<>(List.of("python3", SCRIPT.toString(), file.toString()));
      for (Checkpoint checkpoint : checkpoints) {
        Path kept = folder.resolve(checkpoint.sequence() + ".checkpoint");
        Files.writeString(kept, checkpoint.text(), StandardCharsets.UTF_8);
        command.add(kept.toString());
      }
      Path out = folder.resolve("out");
      Path err = folder.resolve("err");
      ProcessBuilder script =
          new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
      script.environment().putAll(Map.of("PYTHONIOENCODING", "utf-8"));
      int exit = script.start().waitFor();
      return new Ran(
          exit,
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
