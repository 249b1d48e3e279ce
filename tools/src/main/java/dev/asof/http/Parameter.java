package dev.asof.http;

import java.util.List;

/// One thing that a request may say, the same for the routes, the OpenAPI document and `HTTP.md`.
///
/// @param name as it is written; in the query and in headers with hyphens, in a body with
///   underscores
/// @param required a request without it is refused
/// @param repeatable it may be given several times
/// @param empty an empty value means something
/// @param words the values there are, for [Kind#WORD] and [Kind#WORDS]
record Parameter(
    String name,
    In in,
    Kind kind,
    boolean required,
    boolean repeatable,
    boolean empty,
    String description,
    String example,
    List<String> words) {
  Parameter {
    words = List.copyOf(words);
  }

  /// Where it stands.
  enum In {
    PATH,
    QUERY,
    HEADER,
    BODY
  }

  /// How it is read.
  enum Kind {
    TEXT,
    /// A time of valid time.
    TIME,
    /// A time of system time, or a token.
    KNOWN,
    ZONE,
    /// 1 or more.
    NUMBER,
    FLAG,
    /// One of some words.
    WORD,
    /// Some of them, with commas between.
    WORDS,
    /// A transaction: `@12` or `12`.
    TOKEN,
    /// A list of strings.
    TEXTS,
    /// A list of JSON objects.
    OBJECTS
  }

  static Parameter query(String name, Kind kind, String example, String description) {
    return new Parameter(
        name, In.QUERY, kind, false, false, false, description, example, List.of());
  }

  static Parameter field(String name, Kind kind, String example, String description) {
    return new Parameter(name, In.BODY, kind, false, false, false, description, example, List.of());
  }

  static Parameter header(String name, String example, String description) {
    return new Parameter(
        name, In.HEADER, Kind.TEXT, false, false, false, description, example, List.of());
  }

  static Parameter path(String name, Kind kind, String example, String description) {
    return new Parameter(name, In.PATH, kind, true, false, false, description, example, List.of());
  }

  Parameter needed() {
    return new Parameter(name, in, kind, true, repeatable, empty, description, example, words);
  }

  Parameter often() {
    return new Parameter(name, in, kind, required, true, empty, description, example, words);
  }

  Parameter orEmpty() {
    return new Parameter(name, in, kind, required, repeatable, true, description, example, words);
  }

  Parameter oneOf(List<String> known) {
    return new Parameter(name, in, kind, required, repeatable, empty, description, example, known);
  }

  /// The same, said in the body.
  Parameter inBody() {
    return new Parameter(
        name.replace('-', '_'),
        In.BODY,
        kind,
        required,
        repeatable,
        empty,
        description,
        example,
        words);
  }
}
