package dev.asof.evaluate;

/// What one of the first ten results was.
///
/// @param document key
/// @param section key
/// @param text id of the section text
/// @param passage number in its text, from 0
/// @param item the number of the right answer that it is, from 0; -1: none
/// @param ofDocument it is of a document that the right answer is of
/// @param versionRight of such a document, and in a version that is right at the point, or the same
///   words are
/// @param inForce in force at the point
/// @param applicable its citation holds: in force at the point, or of unknown validity and known by
///   then
/// @param leak it was recorded after the time of knowing
public record Finding(
    String document,
    String section,
    long text,
    int passage,
    int item,
    boolean ofDocument,
    boolean versionRight,
    boolean inForce,
    boolean applicable,
    boolean leak) {

  /// The same passage, whatever was found of it.
  boolean isSameAs(Finding other) {
    return document.equals(other.document)
        && section.equals(other.section)
        && text == other.text
        && passage == other.passage;
  }
}
