package dev.asof.write;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// Two lists in the home, a line of JSON each, beside the database so that they outlive it:
/// `copies.jsonl`, what was copied out of it, and `erasures.jsonl`, what was erased from it.
/// Neither holds a word of a text.
public final class Register {

  static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final Path copies;
  private final Path erasures;

  private Register(Path copies, Path erasures) {
    this.copies = copies;
    this.erasures = erasures;
  }

  public static Register in(Path home) {
    return new Register(home.resolve("copies.jsonl"), home.resolve("erasures.jsonl"));
  }

  /// A copy that asof itself made.
  ///
  /// @param kind backup, export, reconstruction or audit
  /// @param tenant null: all tenants
  /// @param token the transaction up to which it holds what was known; null for a backup of all
  public record Copy(
      Instant made, String kind, Path path, @Nullable String tenant, @Nullable Long token) {}

  /// A version that was erased.
  ///
  /// @param contentKey by which its text is known again in its own store, lower-case hexadecimal
  public record Erased(
      Instant at,
      String order,
      String tenant,
      long document,
      long version,
      String contentKey,
      long transaction) {}

  public void add(Copy copy) {
    append(copies, JSON.writeValueAsString(copy));
  }

  /// Notes those erasures that are not noted yet.
  public void addMissing(Collection<Erased> erased) {
    Set<List<Object>> known = new HashSet<>();
    erasures().forEach(one -> known.add(keyOf(one)));
    for (Erased one : erased) {
      if (known.add(keyOf(one))) {
        append(erasures, JSON.writeValueAsString(one));
      }
    }
  }

  /// The same version of the same store, whenever it was erased: once more after a restore.
  private static List<Object> keyOf(Erased one) {
    return List.of(one.tenant(), one.version(), one.contentKey());
  }

  public List<Copy> copies() {
    return read(copies, Copy.class);
  }

  public List<Erased> erasures() {
    return read(erasures, Erased.class);
  }

  /// The erasures in a register that lies elsewhere. Throws a [CallerFault] where it cannot be
  /// read.
  public static List<Erased> erasuresOf(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the file " + file + " does not exist; name the erasures.jsonl of the home that erased");
    }
    return read(file, Erased.class);
  }

  private static void append(Path file, String line) {
    try {
      if (!Files.exists(file)) {
        Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        try {
          Files.createFile(
              file,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (UnsupportedOperationException e) {
          Files.createFile(file);
        }
      }
      Files.writeString(
          file,
          line + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.APPEND,
          StandardOpenOption.SYNC);
    } catch (IOException e) {
      throw new Unavailable(
          Code.DISK_FULL,
          "the register " + file + " cannot be written (" + e + "); make room or mend its rights",
          e);
    }
  }

  private static <T> List<T> read(Path file, Class<T> type) {
    try {
      List<T> lines = new ArrayList<>();
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        if (!line.isBlank()) {
          lines.add(JSON.readValue(line, type));
        }
      }
      return lines;
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException | JacksonException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the register "
              + file
              + " cannot be read; mend the line that is no JSON, or move it away",
          e);
    }
  }
}
