package dev.asof.intake.archive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageKeysTest {

  @ParameterizedTest
  @CsvSource({
    "https://Example.ORG/Terms, example.org/Terms",
    "http://example.org, example.org/",
    "http://example.org:80/a?b=C&d, example.org/a?b=C&d",
    "https://example.org:443/a, example.org/a",
    "https://example.org:8443/a#part, example.org:8443/a",
    "http://user:word@example.org/a?, example.org/a",
    "https://example.org/a/../b/./c, example.org/b/c",
    "https://example.org/a/b/.., example.org/a/",
    "https://example.org/%c3%bc, example.org/%C3%BC",
    "https://example.org/a|b c, example.org/a|b c"
  })
  void anAddressIsAKeyWithoutWhatDoesNotTellPagesApart(String url, String key) {
    assertThat(PageKeys.of(url)).contains(key);
  }

  @Test
  void whatIsNoAddressOfAPageIsNoKey() {
    assertThat(PageKeys.of("dns:example.org")).isEmpty();
    assertThat(PageKeys.of("urn:uuid:1")).isEmpty();
    assertThat(PageKeys.of("https://example.org/" + "a".repeat(1_100))).isEmpty();
  }
}
