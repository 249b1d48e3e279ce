package dev.asof.intake.extract;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.write.PreparedText;
import org.jspecify.annotations.Nullable;

/// Why a file gives no text, in sentences that name the mend.
final class Unreadable {
  private Unreadable() {}

  static CallerFault empty() {
    return fault("it is empty; remove it, or write its text");
  }

  static CallerFault blank(Kind kind) {
    return fault(
        kind == Kind.PDF
            ? "no page of it holds text; it may be a scan, so recognise its text first"
            : "it holds no text");
  }

  static CallerFault encrypted() {
    return fault("it is encrypted; save it without a password");
  }

  static CallerFault cutOff(Kind kind) {
    return fault("its end is missing, so it is no whole " + kind + "; fetch or save it again");
  }

  static CallerFault damaged(Kind kind, @Nullable Throwable cause) {
    String why = cause == null ? null : cause.getMessage();
    return new CallerFault(
        Code.BAD_RECORD,
        "it is damaged and cannot be read as "
            + kind
            + (why == null || why.isBlank() ? "" : " (" + firstLine(why) + ")")
            + "; fetch or save it again",
        cause);
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("").strip();
  }

  static CallerFault bomb() {
    return fault(
        "it unpacks to far more than any document has, as a zip bomb does; it was not read on");
  }

  static CallerFault tooLong() {
    return new CallerFault(
        Code.TOO_LARGE,
        "its text is longer than the "
            + PreparedText.MOST_BYTES
            + " bytes a version may have; cut it into several documents");
  }

  static CallerFault tooLarge(Kind kind, long bytes, long most) {
    return new CallerFault(
        Code.TOO_LARGE,
        "it has "
            + bytes
            + " bytes, more than the "
            + most
            + " that are read of "
            + kind
            + "; cut it into several documents");
  }

  static CallerFault notRead(String mediaType) {
    return fault(
        "its content is "
            + mediaType
            + ", and read are Markdown, HTML, text, PDF, DOCX and ODT; convert it, or leave it out"
            + " with --exclude");
  }

  static CallerFault binary() {
    return fault("it is named as a text and holds bytes that are no text; mend it or its name");
  }

  private static CallerFault fault(String sentence) {
    return new CallerFault(Code.BAD_RECORD, sentence);
  }
}
