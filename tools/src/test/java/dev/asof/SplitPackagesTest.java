package dev.asof;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Looks at folders, not at classes, because the last module alone sees all the others.
class SplitPackagesTest {

  private static final Path ROOT = Path.of(System.getProperty("basedir", ".")).resolve("..");
  private static final List<String> MODULES = List.of("schema", "store", "retrieval", "tools");

  private record Home(String packageName, String module) {}

  @Test
  void noPackageExistsInTwoModules() {
    Map<String, TreeSet<String>> modulesOf =
        MODULES.stream()
            .flatMap(SplitPackagesTest::packages)
            .collect(
                groupingBy(
                    Home::packageName,
                    TreeMap::new,
                    mapping(Home::module, toCollection(TreeSet::new))));

    assertThat(modulesOf).containsKey("dev.asof.time");
    assertThat(modulesOf).allSatisfy((name, modules) -> assertThat(modules).as(name).hasSize(1));
  }

  @Test
  void theModulesOfTheReactorAreTheOnesLookedAt() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT)) {
      assertThat(folders.filter(folder -> Files.exists(folder.resolve("pom.xml"))))
          .extracting(folder -> folder.getFileName().toString())
          .containsExactlyInAnyOrderElementsOf(MODULES);
    }
  }

  private static Stream<Home> packages(String module) {
    return Stream.of("src/main/java", "src/main/generated")
        .map(ROOT.resolve(module)::resolve)
        .filter(Files::isDirectory)
        .flatMap(sources -> packages(module, sources));
  }

  private static Stream<Home> packages(String module, Path sources) {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".java"))
          .map(file -> sources.relativize(file.getParent()).toString())
          .distinct()
          .map(folder -> new Home(folder.replace(ROOT.getFileSystem().getSeparator(), "."), module))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
