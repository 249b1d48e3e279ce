package dev.asof.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.schema.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsSettingsTest {
  @TempDir private Path home;

  private WordsSettings read(Map<String, String> flags, Map<String, String> environment) {
    return WordsSettings.read(flags, environment, home);
  }

  @Test
  void nothingIsConfiguredUnlessItIs() {
    WordsSettings none = read(Map.of(), Map.of("ASOF_WORDS_KEY", "secret"));
    assertThat(none.isConfigured()).isFalse();
    assertThatThrownBy(none::require)
        .asInstanceOf(InstanceOfAssertFactories.type(CallerFault.class))
        .satisfies(fault -> {
          assertThat(fault.code()).isEqualTo(Code.BAD_INPUT);
          assertThat(fault.sentence())
              .contains("words-url", "words-model", "ASOF_WORDS_URL", "ASOF_WORDS_KEY");
        });
  }

  @Test
  void aFlagIsStrongerThanTheEnvironmentAndThatThanTheFileAndTheKeyIsNeverShown()
      throws IOException {
    Files.writeString(
        home.resolve(DatabaseSettings.FILE),
        "words-url=https://models.example/v1\nwords-model=one\nwords-timeout=20s\npool-size=3\n");
    WordsSettings file = read(Map.of(), Map.of("ASOF_WORDS_KEY", "secret"));
    assertThat(file.isConfigured()).isTrue();
    assertThat(file.endpoint()).isEqualTo("models.example");
    assertThat(file.timeout()).isEqualTo(Duration.ofSeconds(20));
    assertThat(file.toString()).doesNotContain("secret").contains("words-key=(set)");
    assertThat(read(Map.of(), Map.of("ASOF_WORDS_MODEL", "two")).model()).isEqualTo("two");
    assertThat(read(Map.of("words-model", "three"), Map.of("ASOF_WORDS_MODEL", "two")).model())
        .isEqualTo("three");
    assertThat(file.shown())
        .anySatisfy(shown -> {
          assertThat(shown.key()).isEqualTo("words-url");
          assertThat(shown.origin()).startsWith("file ");
        });
    // The file is shared with the settings of the database, which do not mind.
    assertThat(DatabaseSettings.read(Map.of("home", home.toString()), Map.of(), home).poolSize())
        .isEqualTo(3);
  }

  @Test
  void everyComplaintIsSaidAtOnce() throws IOException {
    Files.writeString(home.resolve(DatabaseSettings.FILE), "words-key=secret\nwords-colour=red\n");
    assertThatThrownBy(() ->
            read(
                Map.of("words-url", "https://models.example/v1?key=1"),
                Map.of("ASOF_WORDS_TIMEOUT", "soon", "ASOF_WORDS_PASSAGES", "0")))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("words-key is not taken from the file")
        .hasMessageContaining("words-colour")
        .hasMessageContaining("takes no user, query or fragment")
        .hasMessageContaining("'soon'")
        .hasMessageContaining("from 1 to 100")
        .hasMessageNotContaining("secret");
  }

  @Test
  void passagesGoOverPlainHttpToThisMachineOnlyUnlessThatIsWanted() {
    Map<String, String> elsewhere =
        Map.of("words-url", "http://models.example/v1", "words-model", "m");
    assertThatThrownBy(() -> read(elsewhere, Map.of()))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("plain http to models.example; use https, or set words-plain-http");
    assertThat(read(elsewhere, Map.of("ASOF_WORDS_PLAIN_HTTP", "true")).isConfigured()).isTrue();
    assertThatThrownBy(() -> read(elsewhere, Map.of("ASOF_WORDS_PLAIN_HTTP", "yes")))
        .hasMessageContaining("'yes'; it has to be true or false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:8080/v1", "http://127.0.0.1/v1", "http://[::1]:1/v1"})
  void anEndpointOnThisMachineNeedsNoMore(String url) {
    assertThat(read(Map.of("words-url", url, "words-model", "m"), Map.of()).isConfigured())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://models.example", "models.example", "https://", "ht tp://x"})
  void whatIsNoAddressIsRefused(String url) {
    assertThatThrownBy(() -> read(Map.of("words-url", url, "words-model", "m"), Map.of()))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("words-url");
  }

  @Test
  void aModelHasToBeNamed() {
    assertThatThrownBy(() -> read(Map.of("words-url", "https://models.example/v1"), Map.of()))
        .hasMessageContaining("words-model has to name the model");
  }
}
