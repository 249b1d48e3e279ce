package dev.asof.cli.resident;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;

/// Where the resident of a home listens: `resident` in the home, or, where that makes the socket's
/// path longer than an address can be, a folder of the user's own among those for a session.
///
/// @param home absolute
/// @param folder holds the socket and the locks; 0700
public record ResidentPlace(Path home, Path folder) {

  /// An address holds 108 bytes on Linux and 104 on macOS, the zero at its end included.
  private static final int LONGEST = 100;

  /// @param environment of the process, for `XDG_RUNTIME_DIR`
  public static ResidentPlace of(Path home, Map<String, String> environment) {
    ResidentPlace inHome = new ResidentPlace(home, home.resolve("resident"));
    if (inHome.socket().toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST) {
      return inHome;
    }
    String session = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    Path base = Path.of(session.isBlank() ? System.getProperty("java.io.tmpdir") : session);
    return new ResidentPlace(
        home, base.resolve("asof-" + user()).resolve(Long.toHexString(hash(home.toString()))));
  }

  /// FNV-1a in 64 bits: a short name, nothing secret.
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }

  static String user() {
    return System.getProperty("user.name");
  }

  boolean isOutsideHome() {
    return !folder.startsWith(home);
  }

  Path socket() {
    return folder.resolve("socket");
  }

  /// Held by the resident for as long as it listens; its content is the process id.
  Path lock() {
    return folder.resolve("lock");
  }

  /// Held by whoever starts one.
  Path starting() {
    return folder.resolve("starting");
  }

  Path log() {
    return home.resolve("log").resolve("resident.log");
  }

  /// Makes the folders. Throws where one of them could be reached or changed by somebody else.
  void prepare() throws IOException {
    var owned = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Files.createDirectories(home, owned);
    Files.createDirectories(log().getParent(), owned);
    if (!Files.exists(log())) {
      try {
        Files.createFile(
            log(),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } catch (FileAlreadyExistsException e) {
        // Another one that starts made it just now.
      }
    }
    if (isOutsideHome()) {
      Path parent = Objects.requireNonNull(folder.getParent());
      Files.createDirectories(parent, owned);
      requireOwn(parent);
    }
    Files.createDirectories(folder, owned);
    requireOwn(folder);
  }

  private static void requireOwn(Path folder) throws IOException {
    PosixFileAttributes found =
        Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!found.isDirectory()
        || !found.owner().getName().equals(user())
        || !PosixFilePermissions.toString(found.permissions()).equals("rwx------")) {
      throw new IOException(folder + " is not a folder of " + user() + " alone (mode 0700)");
    }
  }
}
