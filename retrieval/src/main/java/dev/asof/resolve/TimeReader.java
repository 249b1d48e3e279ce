package dev.asof.resolve;

/// Reads the times of questions, in English and Korean, and dates also in German, French, Spanish
/// and Catalan. Pure: the same arguments give the same reading, on every machine.
public final class TimeReader {

  private final ReadingSettings settings;

  public TimeReader(ReadingSettings settings) {
    this.settings = settings;
  }

  /// The times of `question`, seen from `reference`. Ranges are half-open; local times are read in
  /// the zone that the question names beside them, else in the reference's. Whatever cannot be read
  /// for certain is in [QuestionTime#asks], impossible dates too: no text makes this throw. Linear
  /// in the length of the question.
  public QuestionTime read(String question, Reference reference) {
    return Assembler.read(question, reference, settings);
  }
}
