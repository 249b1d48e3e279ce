package dev.asof.rank;

/// How much the parts of a lexical score weigh. Measured on the even queries of the OTA benchmark,
/// checked on the odd ones.
///
/// @param heading of the section, against 1 for a word of the passage
/// @param title of a version, against the same
/// @param stemmed a word that is met by its stem alone, against 1 for the word itself
/// @param validity of a passage that says when its text applies, where that is asked
/// @param name each word of a document's name that the question holds whole
record LexicalWeights(float heading, float title, float stemmed, float name, float validity) {
  static final LexicalWeights DEFAULT = new LexicalWeights(2, 2, 0.6f, 1, 4);
}
