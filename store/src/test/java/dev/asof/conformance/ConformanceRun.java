package dev.asof.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A run of the profile `conformance`, by its name. `-Dasof.conformance=NAME,NAME` chooses some;
/// all run by default.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ConformanceRun.Chosen.class)
@interface ConformanceRun {

  String value();

  /// Whether the property names the run.
  final class Chosen implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      String chosen = System.getProperty("asof.conformance", "all");
      boolean runs =
          chosen.equals("all")
              || context
                  .getTestClass()
                  .map(type -> type.getAnnotation(ConformanceRun.class))
                  .map(run -> Arrays.asList(chosen.split(",")).contains(run.value()))
                  .orElse(true);
      return runs
          ? ConditionEvaluationResult.enabled("chosen")
          : ConditionEvaluationResult.disabled("-Dasof.conformance=" + chosen);
    }
  }
}
