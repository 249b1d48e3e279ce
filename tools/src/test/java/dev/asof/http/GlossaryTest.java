package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// The list of words that the page and newcomers look things up in.
class GlossaryTest {

  @Test
  void itGoesFromAToZAndExplainsEachWordOnce() throws IOException {
    List<String> words =
        Glossary.entries().stream().map(entry -> entry.term().toLowerCase(Locale.ROOT)).toList();

    assertThat(words).hasSizeGreaterThan(50).isSorted().doesNotHaveDuplicates();
    assertThat(Glossary.entries()).noneMatch(entry -> entry.sentence().isBlank());
  }
}
