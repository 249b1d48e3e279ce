package dev.asof.mcp;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The arguments of a call, checked.
final class Arguments {

  private final Map<String, Object> values;

  private Arguments(Map<String, Object> values) {
    this.values = values;
  }

  /// Throws a [CallerFault] that names the argument and what it may be. What is null is not given.
  static Arguments read(List<Parameter> parameters, @Nullable Map<String, Object> given) {
    Map<String, Object> left = new LinkedHashMap<>(given == null ? Map.of() : given);
    Map<String, Object> values = new LinkedHashMap<>();
    for (Parameter parameter : parameters) {
      Object value = left.remove(parameter.name());
      if (value != null) {
        values.put(parameter.name(), parameter.read(value));
      } else if (parameter.isRequired()) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "the argument " + parameter.name() + " is missing; give it",
            Map.of("argument", parameter.name()));
      }
    }
    if (!left.isEmpty()) {
      String unknown = Parameter.shown(left.keySet().iterator().next());
      throw new CallerFault(
          Code.BAD_INPUT,
          "there is no argument "
              + unknown
              + " here; those there are: "
              + String.join(", ", parameters.stream().map(Parameter::name).toList()),
          Map.of("argument", unknown));
    }
    return new Arguments(values);
  }

  String required(String name) {
    return (String) values.getOrDefault(name, "");
  }

  @Nullable String text(String name) {
    return (String) values.get(name);
  }

  int whole(String name, int otherwise) {
    return (Integer) values.getOrDefault(name, otherwise);
  }

  boolean isSet(String name) {
    return (Boolean) values.getOrDefault(name, false);
  }

  @SuppressWarnings("unchecked") // Parameter reads a list of texts as a set of them
  Set<String> texts(String name) {
    return (Set<String>) values.getOrDefault(name, Set.of());
  }
}
