package dev.asof.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/// The version that the build wrote into the jar.
final class Version implements IVersionProvider {

  private static final String BUILD = "/META-INF/maven/dev.asof/asof-tools/pom.properties";

  @Override
  public String[] getVersion() throws IOException {
    try (InputStream build = Version.class.getResourceAsStream(BUILD)) {
      if (build == null) {
        return new String[] {"asof, not packaged"};
      }
      Properties properties = new Properties();
      properties.load(build);
      return new String[] {"asof " + properties.getProperty("version")};
    }
  }
}
