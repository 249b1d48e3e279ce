package dev.asof.rank;

import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What went into a score, by name, in the order in which it was computed: numbers and words, null
/// where a method leaves something undefined.
public final class Factors {
  private static final MathContext SHOWN = new MathContext(6);

  private final Map<String, @Nullable Object> values;

  private Factors(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  static Factors none() {
    return new Factors(Map.of());
  }

  /// With one more; undefined where null. Throws where it is not finite: such a score orders
  /// nothing.
  Factors with(String name, @Nullable Double value) {
    if (value != null && !Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " is " + value);
    }
    return plus(name, value);
  }

  Factors with(String name, String word) {
    return plus(name, word);
  }

  /// With those of another step after these; a name that both have gets the later value.
  Factors with(Factors later) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(values);
    all.putAll(later.values);
    return new Factors(all);
  }

  private Factors plus(String name, @Nullable Object value) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(values);
    all.put(name, value);
    return new Factors(all);
  }

  /// Empty where the factor is undefined or not there.
  public Optional<Double> number(String name) {
    return values.get(name) instanceof Double value ? Optional.of(value) : Optional.empty();
  }

  /// By name, in order.
  @JsonValue
  public Map<String, @Nullable Object> values() {
    return Collections.unmodifiableMap(values);
  }

  /// `rrf 0.0327869, sight 0.75`: six significant digits, `undefined` in the place of null.
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(factor -> factor.getKey() + " " + shown(factor.getValue()))
        .collect(Collectors.joining(", "));
  }

  static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> "undefined";
      case Double number ->
          number == 0
              ? "0"
              : BigDecimal.valueOf(number).round(SHOWN).stripTrailingZeros().toPlainString();
      default -> value.toString();
    };
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof Factors other && values.equals(other.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }
}
