package dev.asof.embed;

import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Where the native libraries of tokenizer and runtime are unpacked: once, in the home, and neither
/// in the user's home folder nor, at each start, in the machine's temporary one. Nothing is fetched
/// from anywhere.
public final class NativeLibraries {
  private static final String RUNTIME = "onnxruntime.native.path";
  private static final String TOKENIZER = "ENGINE_CACHE_DIR";
  private static final String OFFLINE = "ai.djl.offline";

  private NativeLibraries() {}

  /// Has to come before the first use of either library. Whatever the system properties say already
  /// is left as it is.
  ///
  /// Throws an [Unavailable] where the folder cannot be written.
  ///
  /// @param folder made where it is missing
  public static synchronized void unpackInto(Path folder) {
    // The library would tell its makers on which cloud machine it runs, and fetch what it lacks.
    setUnlessSet(OFFLINE, "true");
    setUnlessSet(TOKENIZER, folder.toString());
    if (System.getProperty(RUNTIME) == null) {
      Path runtime = folder.resolve("onnxruntime");
      try {
        if (unpackRuntime(runtime)) {
          System.setProperty(RUNTIME, runtime.toString());
        }
      } catch (IOException | UncheckedIOException e) {
        throw new Unavailable(
            Code.DISK_FULL,
            "the folder "
                + folder
                + ", where the libraries of models are unpacked, cannot be used ("
                + e.getMessage()
                + "); check its rights and the free space",
            e);
      }
    }
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /// False where the runtime has no library for this machine under the names known here; it then
  /// looks for itself.
  private static boolean unpackRuntime(Path folder) throws IOException {
    String place = "/ai/onnxruntime/native/" + platform() + "/";
    for (String library : List.of("onnxruntime", "onnxruntime4j_jni")) {
      String file = System.mapLibraryName(library);
      URL packed = NativeLibraries.class.getResource(place + file);
      if (packed == null) {
        return false;
      }
      unpack(packed, folder.resolve(file));
    }
    return true;
  }

  private static String platform() {
    String system = property("os.name");
    String machine = property("os.arch");
    return (system.contains("mac") ? "osx" : system.contains("win") ? "win" : "linux")
        + "-"
        + (machine.equals("amd64") || machine.equals("x86_64") ? "x64" : machine);
  }

  private static String property(String name) {
    return System.getProperty(name, "").toLowerCase(Locale.ROOT);
  }

  /// Several processes may do it at once, and a newer program finds an older library.
  private static void unpack(URL packed, Path to) throws IOException {
    URLConnection connection = packed.openConnection();
    long length = connection.getContentLengthLong();
    try (InputStream from = connection.getInputStream()) {
      if (Files.isRegularFile(to) && Files.size(to) == length) {
        return;
      }
      @Nullable Path parent = to.getParent();
      Files.createDirectories(parent == null ? to : parent);
      Path written = Files.createTempFile(parent, "unpacking", ".tmp");
      try {
        Files.copy(from, written, StandardCopyOption.REPLACE_EXISTING);
        Files.move(written, to, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(written);
      }
    }
  }
}
