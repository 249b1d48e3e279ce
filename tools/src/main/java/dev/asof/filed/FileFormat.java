package dev.asof.filed;

import dev.asof.audit.Audit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/// In which formats a record is filed.
public enum FileFormat {
  /// For people; cannot be asked again.
  TEXT,
  JSON,
  /// One page that needs nothing beside it, and holds the JSON.
  HTML,
  /// As the page, with the JSON attached.
  PDF;

  /// By the end of the file's name; text where it says nothing.
  public static FileFormat of(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".json")
        ? JSON
        : name.endsWith(".html") || name.endsWith(".htm")
            ? HTML
            : name.endsWith(".pdf") ? PDF : TEXT;
  }

  /// The bytes of the file: the same for the same record, whenever they are made.
  public byte[] bytes(Audit audit, FiledRecord record) {
    return this == TEXT ? audit.text().getBytes(StandardCharsets.UTF_8) : bytes(record);
  }

  private byte[] bytes(FiledRecord record) {
    return switch (this) {
      case TEXT -> throw new IllegalArgumentException("made from the audit itself");
      case JSON -> record.text().getBytes(StandardCharsets.UTF_8);
      case HTML -> RecordPage.of(record).getBytes(StandardCharsets.UTF_8);
      case PDF -> RecordPdf.of(record);
    };
  }
}
