package dev.asof.split;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormatTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "markdown",
        "Markdown",
        "md",
        "text/markdown",
        "text/markdown; charset=UTF-8",
        "terms.MD"
      })
  void markdownIsKnownByMediaTypeNameAndFileName(String name) {
    assertThat(Format.of(name)).isEqualTo(Format.MARKDOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "text/plain", "yaml", "application/pdf", "", ";", "cmd"})
  void everythingElseIsText(String name) {
    assertThat(Format.of(name)).isEqualTo(Format.TEXT);
  }
}
