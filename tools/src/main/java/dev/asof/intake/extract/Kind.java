package dev.asof.intake.extract;

/// What a file is, of what is read.
public enum Kind {
  MARKDOWN("text/markdown"),
  TEXT("text/plain"),
  HTML("text/html"),
  PDF("application/pdf"),
  DOCX("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
  ODT("application/vnd.oasis.opendocument.text");

  private final String mediaType;

  Kind(String mediaType) {
    this.mediaType = mediaType;
  }

  public String mediaType() {
    return mediaType;
  }

  /// Whether its bytes are the text itself, in some charset.
  public boolean isText() {
    return this == MARKDOWN || this == TEXT;
  }
}
