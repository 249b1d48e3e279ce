package dev.asof.schema;

import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.commons.io.FileUtils;

/// The programs of the embedded PostgreSQL, unpacked once into the home. Never into a shared
/// temporary folder, where another user could put programs of his own and where they are swept away
/// while the server runs.
final class EmbeddedPrograms {

  /// What the archive on the class path holds.
  static final String VERSION = "18.6";

  private EmbeddedPrograms() {}

  /// The folder of `postgres`, unpacked under `folder` if it is not there yet. The caller holds the
  /// home's lock and no server runs, so what older versions left is removed.
  static Path unpacked(Path folder) throws IOException {
    Path version = folder.resolve(VERSION);
    if (!Files.isDirectory(version)) {
      Path unfinished = folder.resolve(VERSION + ".new");
      if (Files.exists(folder)) {
        FileUtils.cleanDirectory(folder.toFile());
      }
      Files.createDirectories(unfinished, EmbeddedServer.PRIVATE_FOLDER);
      unpack(unfinished);
      Files.move(unfinished, version, StandardCopyOption.ATOMIC_MOVE);
    }
    return version.resolve("bin");
  }

  private static void unpack(Path target) throws IOException {
    String resource = archive(System.getProperty("os.name"), System.getProperty("os.arch"));
    InputStream archive = EmbeddedPrograms.class.getResourceAsStream(resource);
    if (archive == null) {
      throw new Unavailable(
          Code.EMBEDDED_FAILED,
          "there is no embedded PostgreSQL for "
              + System.getProperty("os.name")
              + " on "
              + System.getProperty("os.arch")
              + " here; give a server with jdbc-url");
    }
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new XZCompressorInputStream(new BufferedInputStream(archive, 1 << 16)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = entry.resolveIn(target);
        if (entry.isDirectory()) {
          Files.createDirectories(path, EmbeddedServer.PRIVATE_FOLDER);
        } else {
          Files.createDirectories(path.getParent(), EmbeddedServer.PRIVATE_FOLDER);
          if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
          } else {
            Files.copy(tar, path);
            boolean program = (entry.getMode() & 0100) != 0;
            Files.setPosixFilePermissions(
                path, PosixFilePermissions.fromString(program ? "rwx------" : "rw-------"));
          }
        }
      }
    }
  }

  private static String archive(String name, String arch) {
    String system = name.toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
    boolean alpine = Files.exists(Path.of("/etc/alpine-release"));
    String processor =
        switch (arch) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64" -> "arm_64";
          default -> arch;
        };
    return "/postgres-" + system + "-" + processor + (alpine ? "-alpine_linux" : "") + ".txz";
  }
}
