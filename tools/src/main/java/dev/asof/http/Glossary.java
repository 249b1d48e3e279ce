package dev.asof.http;

import dev.asof.fault.Code;
import dev.asof.fault.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The words of `GLOSSARY.md`, which the build puts on the class path.
final class Glossary {
  private Glossary() {}

  private static final String FILE = "/dev/asof/GLOSSARY.md";

  /// @param term a word, as this project uses it
  record Entry(String term, String sentence) {}

  static void answer(Exchange exchange) throws IOException {
    List<Entry> entries = entries();
    exchange.reply().json(entries, entries);
  }

  static List<Entry> entries() throws IOException {
    try (InputStream in = Glossary.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new Fault(Code.FAULT, "the glossary is not on the class path");
      }
      List<Entry> entries = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        String[] cells = line.split("\\|", -1);
        if (cells.length == 4 && !cells[1].strip().equals("word") && !cells[1].contains("---")) {
          entries.add(new Entry(cells[1].strip(), cells[2].strip().replace("`", "")));
        }
      }
      return entries;
    }
  }
}
