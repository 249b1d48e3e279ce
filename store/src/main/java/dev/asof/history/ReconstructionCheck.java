package dev.asof.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/// Whether a reconstructed folder still is what its manifest says; needs no database.
///
/// Whoever can write the folder can write a manifest that fits: keep the manifest's own hash, or
/// reconstruct again and compare.
///
/// @param files number of files the manifest lists
/// @param strangers number of files in the folder that it does not list
/// @param faults one sentence each, at most a hundred
public record ReconstructionCheck(long files, long strangers, List<String> faults) {
  private static final int MOST_FAULTS = 100;

  public ReconstructionCheck {
    faults = List.copyOf(faults);
  }

  public boolean passed() {
    return faults.isEmpty();
  }

  /// Reads every file of `folder`. Throws a [CallerFault] where it holds no readable manifest.
  public static ReconstructionCheck of(Path folder) {
    Path manifest = folder.resolve(Reconstruction.MANIFEST);
    if (!Files.isRegularFile(manifest, LinkOption.NOFOLLOW_LINKS)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          folder
              + " holds no "
              + Reconstruction.MANIFEST
              + "; name a folder that asof reconstruct wrote");
    }
    try (Reader reader = Files.newBufferedReader(manifest, UTF_8);
        JsonParser parser = AnswerJson.mapper().createParser(reader)) {
      return check(folder, parser);
    } catch (IOException | JacksonException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          manifest + " cannot be read as the manifest of a reconstruction; reconstruct it again",
          e);
    }
  }

  private static ReconstructionCheck check(Path folder, JsonParser parser) throws IOException {
    List<String> faults = new ArrayList<>();
    long listed = 0;
    long found = 0;
    long counted = -1;
    String format = "";
    parser.nextToken();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      JsonToken value = parser.nextToken();
      switch (name) {
        case "format" -> format = parser.getString();
        case "count" -> counted = parser.getLongValue();
        case "files" -> {
          while (parser.nextToken() == JsonToken.START_OBJECT) {
            JsonNode entry = parser.readValueAsTree();
            if (entry.has("erased") || entry.has("restricted")) {
              continue;
            }
            listed++;
            String fault = faultOf(folder, entry);
            if (fault == null) {
              found++;
            } else if (faults.size() < MOST_FAULTS) {
              faults.add(fault);
              found += isThere(folder, entry) ? 1 : 0;
            }
          }
        }
        default -> {
          if (value == JsonToken.START_ARRAY || value == JsonToken.START_OBJECT) {
            parser.skipChildren();
          }
        }
      }
    }
    if (!format.equals(Reconstruction.FORMAT)) {
      faults.add("the manifest has the format \"" + format + "\", not " + Reconstruction.FORMAT);
    }
    if (counted != listed) {
      faults.add(
          "the manifest lists "
              + Counted.of(listed, "file")
              + " and says that there are "
              + counted);
    }
    long strangers = entriesIn(folder) - 1 - found;
    if (strangers != 0) {
      faults.add(
          "the folder holds "
              + Counted.of(strangers, "entry")
              + " that the manifest does not list");
    }
    return new ReconstructionCheck(listed, strangers, faults);
  }

  private static boolean isThere(Path folder, JsonNode entry) {
    String name = entry.path("file").asString("");
    return isPlainName(name) && Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  private static @Nullable String faultOf(Path folder, JsonNode entry) throws IOException {
    String name = entry.path("file").asString("");
    if (!isPlainName(name)) {
      return "the manifest names \"" + name + "\", which is no file of this folder";
    }
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return name + " is missing";
    }
    if (Files.size(file) != entry.path("bytes").asLong(-1)) {
      return name
          + " has "
          + Files.size(file)
          + " bytes instead of "
          + entry.path("bytes").asLong(-1);
    }
    String sha256 = Hash.wrap(Sha256.of(Files.readAllBytes(file))).hex();
    return sha256.equals(entry.path("sha256").asString(""))
        ? null
        : name + " was changed: its SHA-256 is " + sha256;
  }

  /// Nothing that could lead out of the folder.
  private static boolean isPlainName(String name) {
    return name.matches("[a-z0-9+@~._-]+") && !name.startsWith(".");
  }

  private static long entriesIn(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.count();
    }
  }
}
