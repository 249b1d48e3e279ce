package dev.asof.evaluate;

import dev.asof.fault.Code;
import dev.asof.fault.Fault;
import dev.asof.ledger.Sha256;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The program that answers.
final class Program {
  private Program() {}

  /// The hash of the classes of this module: another program may answer otherwise.
  static String hash() {
    CodeSource source = Program.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return "unknown";
    }
    try {
      Path at = Path.of(source.getLocation().toURI());
      if (Files.isRegularFile(at)) {
        return HexFormat.of().formatHex(Sha256.of(Files.readAllBytes(at)));
      }
      Map<String, String> classes = new TreeMap<>();
      try (Stream<Path> files = Files.walk(at)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          classes.put(
              at.relativize(file).toString(),
              HexFormat.of().formatHex(Sha256.of(Files.readAllBytes(file))));
        }
      }
      return Dataset.hash(classes.toString());
    } catch (IOException | URISyntaxException e) {
      throw new Fault(Code.FAULT, "the program cannot read itself", e);
    }
  }
}
