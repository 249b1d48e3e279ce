package dev.asof.mcp;

import java.util.List;
import java.util.Map;

/// A tool that a model can call. It only reads.
interface Tool {

  /// As the protocol names it.
  String name();

  /// For people.
  String title();

  /// For the model: what it answers, and when to call it.
  String description();

  List<Parameter> parameters();

  /// What [Result#answer] holds, as JSON Schema.
  Map<String, Object> answerSchema();

  /// Answers. May throw any [dev.asof.fault.AsofException].
  Result call(Call call);
}
