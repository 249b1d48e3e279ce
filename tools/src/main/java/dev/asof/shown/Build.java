package dev.asof.shown;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;

/// What the build wrote into the jar.
public final class Build {

  private static final String BUILD = "/META-INF/maven/dev.asof/asof-tools/pom.properties";

  private Build() {}

  /// The version of the program; empty where it is not packaged.
  public static Optional<String> version() {
    try (InputStream build = Build.class.getResourceAsStream(BUILD)) {
      if (build == null) {
        return Optional.empty();
      }
      Properties properties = new Properties();
      properties.load(build);
      return Optional.ofNullable(properties.getProperty("version"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
