package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.write.Receipt;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ReconstructionTest {

  private static final String POINT = "2024-03-01T00:00:00Z";

  private final Story story = new Story();
  @TempDir private Path temporary;

  @AfterEach
  void drop() {
    story.close();
  }

  @Test
  void theCorpusAtAPointIsWrittenWithAManifestThatChecks() throws IOException {
    story.states("gov", "act/fees", "v1", "Fee one.\n", "2024-01-01", null);
    story.states("gov", "act/fees", "v2", "Fee two.\n", "2024-06-01", null);
    story.states("gov", "past", "p", "Past.\n", "2023-01-01", "2023-06-01");
    story.states("gov", "repealed", "r", "Repealed.\n", "2023-01-01", null);
    story.terminates("gov", "repealed", "2024-01-01");
    story.puts("gov", "undated", "u", "Undated.\n");
    story.states("a", "both", "b1", "Of a.\n", "2024-01-01", null);
    story.states("b", "both", "b2", "Of b.\n", "2024-01-01", null);
    Path folder = temporary.resolve("out");

    Reconstruction.Outcome outcome = reconstruct(folder, POINT, Known.latest());

    assertThat(outcome.files()).isEqualTo(3);
    assertThat(outcome.withdrawn()).isEqualTo(1);
    assertThat(outcome.unknown()).isEqualTo(1);
    assertThat(names(folder))
        .containsExactly("act+fees.md", "both@a.md", "both@b.md", "manifest.json");
    assertThat(folder.resolve("act+fees.md")).hasContent("Fee one.\n");
    JsonNode manifest =
        AnswerJson.mapper().readTree(Files.readString(folder.resolve("manifest.json")));
    assertThat(manifest.path("about").asString()).isEqualTo(POINT);
    assertThat(manifest.path("token").asLong()).isEqualTo(outcome.head().token());
    assertThat(manifest.path("files").get(0).path("citation").path("label").asString())
        .isEqualTo("v1");
    assertThat(manifest.path("files").get(0).path("sha256").asString())
        .isEqualTo(manifest.path("files").get(0).path("citation").path("sha256").asString());
    assertThat(ReconstructionCheck.of(folder)).isEqualTo(new ReconstructionCheck(3, 0, List.of()));
  }

  @Test
  void hostileKeysStayInsideTheFolderAndApart() throws IOException {
    List<String> keys =
        List.of(
            "../x",
            "..",
            "/etc/passwd",
            "a/b",
            "a+b",
            "A/b",
            "a//b",
            "dc-code/28-3814(Perm)",
            "con",
            "nul.txt",
            "README",
            "readme",
            "Readme",
            "x".repeat(1000),
            "x".repeat(999),
            "\u0001\n",
            "ä",
            "a\u0308",
            ".hidden",
            "a.",
            "manifest.json",
            "manifest",
            "~",
            "C:\\windows",
            "emoji 😀",
            "trailing ");
    for (String key : keys) {
      story.states("gov", key, "v1", "text of " + key.hashCode(), "2024-01-01", null);
    }
    Path folder = temporary.resolve("out");

    reconstruct(folder, POINT, Known.latest());

    List<String> names = names(folder);
    assertThat(names).hasSize(keys.size() + 1);
    Set<String> lower = new HashSet<>();
    names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
    assertThat(lower).hasSameSizeAs(names);
    assertThat(names)
        .allMatch(name -> name.matches("[a-z0-9+@~._-]{1,120}") && !name.startsWith("."));
    assertThat(ReconstructionCheck.of(folder).faults()).isEmpty();
    assertThat(names(temporary)).containsExactly("out");
  }

  @Test
  void repeatedItIsByteForByteTheSameWhateverWasWrittenSince() throws IOException {
    Receipt first = story.states("gov", "act", "v1", "One.\n", "2024-01-01", null);
    Path folder = temporary.resolve("out");
    reconstruct(folder, POINT, at(first));
    byte[] manifest = Files.readAllBytes(folder.resolve("manifest.json"));

    story.corrects("gov", "act", "v2", "Two.\n", "2024-01-01", null);
    story.source("gov", "Europe/Paris", 3);
    Files.writeString(folder.resolve("act.md"), "damaged");
    reconstruct(folder, POINT, at(first));
    reconstruct(temporary.resolve("again"), POINT, at(first));

    assertThat(folder.resolve("manifest.json")).hasBinaryContent(manifest);
    assertThat(folder.resolve("act.md")).hasContent("One.\n");
    assertThat(temporary.resolve("again/manifest.json")).hasBinaryContent(manifest);
    assertThat(names(temporary)).containsExactly("again", "out");
  }

  @Test
  void anArchiveHoldsWhatTheFolderHoldsAndIsByteForByteTheSame() throws IOException {
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.states("other", "act", "o1", "two", "2024-01-01", null);
    story.states("gov", "Ünïcode/key " + "x".repeat(300), "u1", "three — ü", "2024-01-01", null);
    story.states("gov", "gone", "g1", "gone", "2024-01-01", "2024-02-01");
    Known then = Known.token(story.puts("gov", "undated", "d1", "when?").sequence());
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    Reconstruction.Outcome outcome =
        story.history.reconstruct(
            story.tenant, about(POINT), then, Reconstruction.Packing.TAR, first);
    story.corrects("gov", "act", "v2", "later", "2023-01-01", null);
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    story.history.reconstruct(story.tenant, about(POINT), then, Reconstruction.Packing.TAR, again);
    assertThat(again.toByteArray()).isEqualTo(first.toByteArray());
    assertThat(outcome.files()).isEqualTo(3);

    Path folder = temporary.resolve("folder");
    story.history.reconstruct(story.tenant, about(POINT), then, folder);
    Path unpacked = Files.createDirectory(temporary.resolve("unpacked"));
    List<String> names = new ArrayList<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new ByteArrayInputStream(first.toByteArray()))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        names.add(entry.getName());
        assertThat(entry.getLastModifiedTime().toMillis()).isZero();
        assertThat(entry.getLongUserId()).isZero();
        Files.copy(tar, unpacked.resolve(entry.getName()));
      }
    }
    assertThat(names.getLast()).isEqualTo(Reconstruction.MANIFEST);
    assertThat(contents(unpacked)).isEqualTo(contents(folder)).hasSize(4);
    assertThat(ReconstructionCheck.of(unpacked).passed()).isTrue();
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return contents;
  }

  @Test
  void aFolderThatHoldsAnythingElseIsLeftAsItIs() throws IOException {
    story.states("gov", "act", "v1", "One.\n", "2024-01-01", null);
    Path mine = Files.createDirectory(temporary.resolve("mine"));
    Files.writeString(mine.resolve("thesis.txt"), "years of work");
    assertThatThrownBy(() -> reconstruct(mine, POINT, Known.latest()))
        .isInstanceOf(CallerFault.class)
        .hasMessageEndingWith("mine is not empty; choose one that is empty or does not exist yet");

    Path other = temporary.resolve("other");
    reconstruct(other, POINT, Known.latest());
    assertThatThrownBy(() -> reconstruct(other, "2024-04-01T00:00:00Z", Known.latest()))
        .hasMessageContaining("holds a reconstruction of another point");
    Files.writeString(other.resolve("thesis.txt"), "years of work");
    assertThatThrownBy(() -> reconstruct(other, POINT, Known.latest()))
        .hasMessageContaining("holds files that are not of its reconstruction");
    Path file = Files.writeString(temporary.resolve("file"), "x");
    assertThatThrownBy(() -> reconstruct(file, POINT, Known.latest()))
        .hasMessageContaining("is no folder");

    assertThat(mine.resolve("thesis.txt")).hasContent("years of work");
    assertThat(names(temporary)).containsExactly("file", "mine", "other");
    Path empty = Files.createDirectory(temporary.resolve("empty"));
    assertThat(reconstruct(empty, POINT, Known.latest()).files()).isEqualTo(1);
  }

  @Test
  void everyTamperingIsFound() throws IOException {
    story.states("gov", "a", "v1", "One.\n", "2024-01-01", null);
    story.states("gov", "b", "v1", "Two.\n", "2024-01-01", null);
    story.states("gov", "c", "v1", "Three.\n", "2024-01-01", null);
    Path folder = temporary.resolve("out");
    reconstruct(folder, POINT, Known.latest());

    Files.writeString(folder.resolve("a.md"), "0ne.\n");
    Files.writeString(folder.resolve("b.md"), "Two and more.\n");
    Files.delete(folder.resolve("c.md"));
    Files.writeString(folder.resolve("d.md"), "new");

    ReconstructionCheck check = ReconstructionCheck.of(folder);
    assertThat(check.passed()).isFalse();
    assertThat(check.faults()).hasSize(4);
    assertThat(check.faults().get(0)).startsWith("a.md was changed: its SHA-256 is ");
    assertThat(check.faults().get(1)).isEqualTo("b.md has 14 bytes instead of 5");
    assertThat(check.faults().get(2)).isEqualTo("c.md is missing");
    assertThat(check.faults().get(3))
        .isEqualTo("the folder holds 1 entry that the manifest does not list");
  }

  @Test
  void aManifestThatPointsOutsideIsNotFollowed() throws IOException {
    story.states("gov", "a", "v1", "One.\n", "2024-01-01", null);
    Path folder = temporary.resolve("out");
    reconstruct(folder, POINT, Known.latest());
    Path manifest = folder.resolve("manifest.json");
    Files.writeString(
        manifest,
        Files.readString(manifest).replace("\"file\":\"a.md\"", "\"file\":\"../a.md\""),
        StandardCharsets.UTF_8);
    assertThat(ReconstructionCheck.of(folder).faults())
        .contains("the manifest names \"../a.md\", which is no file of this folder");
    assertThatThrownBy(() -> ReconstructionCheck.of(temporary))
        .hasMessageContaining("holds no manifest.json");
    Files.writeString(manifest, "{\"format\":", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> ReconstructionCheck.of(folder)).hasMessageContaining("cannot be read");
  }

  private Reconstruction.Outcome reconstruct(Path folder, String about, Known known) {
    return story.history.reconstruct(story.tenant, about(about), known, folder);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }
}
