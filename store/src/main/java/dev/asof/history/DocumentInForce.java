package dev.asof.history;

import java.util.List;

/// What is in force of one document.
///
/// @param results one or more for each source and scope that says anything, highest authority
///   first; texts of unknown validity after all others
public record DocumentInForce(String document, List<Citation> results, List<Notice> notices) {
  public DocumentInForce {
    results = List.copyOf(results);
    notices = List.copyOf(notices);
  }
}
