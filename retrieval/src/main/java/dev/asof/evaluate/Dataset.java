package dev.asof.evaluate;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ledger.Sha256;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// A corpus and its questions, as a folder has them.
///
/// @param name of the folder
/// @param format how the folder was read: ota-bench, questions, timeqa or timelyqabench
/// @param loads the corpus, in one or several ways in which it became known
/// @param hash of the files, in hexadecimal
public record Dataset(
    String name, String format, List<Load> loads, List<BenchQuestion> questions, String hash) {

  /// A corpus as it became known.
  ///
  /// @param name unique in the set
  /// @param options how it is imported: with the recorded times that it gives
  public record Load(String name, Importer.Input input, ImportOptions options) {}

  public Dataset {
    loads = List.copyOf(loads);
    questions = List.copyOf(questions);
  }

  /// Reads a folder: `queries.jsonl` with `versions.jsonl`, and a `ledger.jsonl` where there is one
  /// (ota-bench); `questions.jsonl` with `versions.jsonl`; `queries.jsonl` with `paragraphs.jsonl`
  /// (timeqa); or `timelyrag_*.jsonl` (TimelyQABench). Each may be gzip and then ends in `.gz`.
  ///
  /// Throws a [CallerFault] that names what is missing, or file, line and what is wrong with it.
  public static Dataset open(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          folder + " is no folder; name one with versions.jsonl and questions.jsonl");
    }
    List<Path> timely = timely(folder);
    if (!timely.isEmpty()) {
      return new TimelyQaBench(folder, timely).read();
    }
    if (has(folder, "paragraphs.jsonl")) {
      return new TimeQa(folder).read();
    }
    if (has(folder, "queries.jsonl")) {
      return new OtaBench(folder).read();
    }
    return new QuestionSet(folder).read();
  }

  private static List<Path> timely(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("timelyrag_.*\\.jsonl(\\.gz)?"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw Lines.unreadable(folder, e);
    }
  }

  static boolean has(Path folder, String name) {
    return Files.exists(folder.resolve(name)) || Files.exists(folder.resolve(name + ".gz"));
  }

  /// The file, or its compressed form.
  static Path file(Path folder, String name) {
    if (!has(folder, name)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the folder "
              + folder
              + " has no "
              + name
              + " or "
              + name
              + ".gz; asof evaluate --help says what it reads");
    }
    Path plain = folder.resolve(name);
    return Files.exists(plain) ? plain : folder.resolve(name + ".gz");
  }

  static String nameOf(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? "data" : name.toString();
  }

  /// SHA-256 of the SHA-256 of the files, in order.
  static String hash(List<Path> files) {
    List<String> hashes = new ArrayList<>();
    for (Path file : files) {
      try {
        hashes.add(HexFormat.of().formatHex(Sha256.of(Files.readAllBytes(file))));
      } catch (IOException e) {
        throw Lines.unreadable(file, e);
      }
    }
    return hashes.size() == 1 ? hashes.getFirst() : hash(String.join(" ", hashes));
  }

  static String hash(String text) {
    return HexFormat.of()
        .formatHex(Sha256.of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }
}
