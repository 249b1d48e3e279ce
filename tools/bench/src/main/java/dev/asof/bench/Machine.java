package dev.asof.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// The machine and how busy it is.
///
/// @param load processes that ran or waited to, over the last minute; below 0 where nobody tells
record Machine(String processor, int processors, String system, String java, double load) {

  static Machine now() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return new Machine(
        processorName(),
        system.getAvailableProcessors(),
        system.getName() + " " + system.getVersion() + " " + system.getArch(),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        system.getSystemLoadAverage());
  }

  private static String processorName() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo"), StandardCharsets.UTF_8).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown processor");
    } catch (IOException e) {
      return "unknown processor";
    }
  }

  String described() {
    return String.format(
        Locale.ROOT, "%d of %s; %s; %s; load %.2f", processors, processor, system, java, load);
  }
}
