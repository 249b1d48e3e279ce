package dev.asof.cli;

import dev.asof.split.Format;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// A new text and what is known about it.
final class TextOptions {

  @Option(
      names = {"-f", "--file"},
      order = 10,
      paramLabel = "FILE",
      description = {
        "Text of the version, in UTF-8; - reads standard input. Of a PDF, DOCX, ODT or HTML file"
            + " the text is taken out and the file kept beside it."
      })
  private @Nullable String file;

  @Option(
      names = "--format",
      order = 11,
      paramLabel = "FORMAT",
      description =
          "markdown or text, of a file that is the text itself; default: by the name of the file.")
  private @Nullable Format format;

  @Option(
      names = "--new-label",
      order = 12,
      paramLabel = "LABEL",
      description = "Label of the new version; default: the first digits of its hash.")
  private @Nullable String label;

  @Option(
      names = "--title",
      order = 13,
      paramLabel = "WORDS",
      description = "Title of the document in this version.")
  private @Nullable String title;

  @Option(
      names = "--language",
      order = 14,
      paramLabel = "TAG",
      description = "Language, such as en or ko.")
  private @Nullable String language;

  @Option(
      names = "--url",
      order = 15,
      paramLabel = "URL",
      description = "Where the source shows the text.")
  private @Nullable String url;

  @Option(
      names = "--technical",
      order = 16,
      description = "The extraction changed, not the meaning.")
  private boolean technical;

  boolean isGiven() {
    return file != null;
  }

  /// Reads, cuts and hashes the text. To be called once: standard input is gone afterwards.
  NewVersion version(Edge edge) {
    String from = String.valueOf(file);
    if (format == null && !from.equals("-")) {
      Optional<FileText> taken = FileText.of(Path.of(from));
      if (taken.isPresent()) {
        return taken.get().version(label, title, language, url, technical);
      }
    }
    String body = Texts.read(from, edge.in());
    Format read = format == null ? Format.of(from.toLowerCase(Locale.ROOT)) : format;
    return new NewVersion(
        label, title, language, url, null, technical, null, PreparedText.of(read, body));
  }
}
