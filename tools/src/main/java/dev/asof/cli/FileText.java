package dev.asof.cli;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.Original;
import dev.asof.intake.extract.Extracted;
import dev.asof.intake.extract.ExtractedJson;
import dev.asof.intake.extract.Extractor;
import dev.asof.intake.extract.Kind;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The text of a file that is no text itself, and the file, to be kept beside it.
record FileText(Extracted text, Original original) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Empty where the file is a text itself, or is not there.
  ///
  /// Throws a [CallerFault] that says why it gives no text.
  static Optional<FileText> of(Path file) {
    try {
      if (!Files.isRegularFile(file) || !Extractor.isNeeded(file)) {
        return Optional.empty();
      }
      Extractor extractor = new Extractor();
      Kind kind = extractor.kindOf(file, file.toString());
      return Optional.of(
          new FileText(
              extractor.extract(file, kind),
              Original.of(kind.mediaType(), () -> Files.newInputStream(file))));
    } catch (IOException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          file + " cannot be read (" + Texts.reason(e) + "); name a file that can",
          e);
    } catch (AsofException e) {
      throw new CallerFault(e.code(), file + " gives no text: " + e.sentence(), e);
    }
  }

  /// What is given goes before what the file says of itself.
  NewVersion version(
      @Nullable String label,
      @Nullable String title,
      @Nullable String language,
      @Nullable String url,
      boolean technical) {
    ObjectNode provenance = JSON.createObjectNode();
    ObjectNode kept = provenance.putObject("provenance");
    kept.put("file_sha256", original.sha256().hex());
    ExtractedJson.put(kept, text);
    PreparedText prepared =
        text.sections().isEmpty()
            ? PreparedText.of(text.format(), text.body())
            : PreparedText.of(text.format(), text.body(), text.sections());
    return new NewVersion(
        label,
        title == null ? text.title() : title,
        language == null ? text.language() : language,
        url,
        null,
        technical,
        JSON.writeValueAsString(provenance),
        prepared.from(original));
  }
}
