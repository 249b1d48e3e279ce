package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {

  @TempDir private Path home;

  @Test
  void theHelpListsCommandsAndExitCodesAndPointsToTheGlossary() throws IOException {
    Cli.Ran ran = Cli.in(home).run("--help");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .isEqualTo(IOUtils.resourceToString("/dev/asof/cli/help.txt", StandardCharsets.UTF_8));
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void theVersionIsOneLine() {
    assertThat(Cli.in(home).run("--version").out()).matches("asof.*\n");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandSaysWhatItDoesHowItAnswersAndGivesAnExample(String name) {
    String[] args =
        Stream.concat(Arrays.stream(name.split(" ")), Stream.of("--help")).toArray(String[]::new);
    Cli.Ran ran = Cli.in(home).run(args);
    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .startsWith("Usage: asof " + name)
        .contains("--output=FORMAT", "--home=FOLDER", "\nExamples:\n")
        .containsPattern("(?m)^  .*asof " + name + "( |$)");
    assertThat(ran.out().lines().skip(2).findFirst().orElse("")).matches("[A-Z].*[.,]");
    assertThat(ran.out().lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
  }

  static Stream<String> commands() {
    return leaves("", root());
  }

  private static Stream<String> leaves(String path, CommandLine command) {
    Map<String, CommandLine> children = command.getSubcommands();
    return children.isEmpty()
        ? Stream.of(path)
        : children.entrySet().stream()
            .filter(child -> child.getKey().equals(child.getValue().getCommandName()))
            .flatMap(child -> leaves((path + " " + child.getKey()).strip(), child.getValue()));
  }

  static CommandLine root() {
    Edge edge =
        new Edge(
            InputStream.nullInputStream(),
            new PrintWriter(new StringWriter()),
            OutputStream.nullOutputStream(),
            new PrintWriter(new StringWriter()),
            Map.of(),
            Path.of("target"),
            "tester",
            Clock.systemUTC(),
            false,
            () -> false);
    return Asof.commandLine(edge, new Faults(edge), Host.own());
  }
}
