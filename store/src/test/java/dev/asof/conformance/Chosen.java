package dev.asof.conformance;

import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Which runs of the profile `conformance` run: `-Dasof.conformance=NAME,NAME` chooses some, all
/// run by default. The name of a run is that of its class: `CrashConformance` is `crash`. Found by
/// JUnit itself, where the profile says so.
public final class Chosen implements ExecutionCondition {

  private static final String RUN = "Conformance";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String chosen = System.getProperty("asof.conformance", "all");
    String type = context.getTestClass().map(Class::getSimpleName).orElse("");
    boolean runs =
        chosen.equals("all")
            || !type.endsWith(RUN)
            || Arrays.asList(chosen.split(","))
                .contains(type.substring(0, type.length() - RUN.length()).toLowerCase(Locale.ROOT));
    return runs
        ? ConditionEvaluationResult.enabled("chosen")
        : ConditionEvaluationResult.disabled("not among -Dasof.conformance=" + chosen);
  }
}
