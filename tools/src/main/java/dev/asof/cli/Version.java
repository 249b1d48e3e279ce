package dev.asof.cli;

import dev.asof.shown.Build;
import picocli.CommandLine.IVersionProvider;

/// The version that the build wrote into the jar.
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      Build.version().map(version -> "asof " + version).orElse("asof, not packaged")
    };
  }
}
