package dev.asof.fault;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Our own fault: a promise of this store did not hold.
public final class Fault extends AsofException {
  public Fault(Code code, String message) {
    super(code, message, Map.of(), null);
  }

  public Fault(Code code, String message, Map<String, String> context) {
    super(code, message, context, null);
  }

  public Fault(Code code, String message, @Nullable Throwable cause) {
    super(code, message, Map.of(), cause);
  }
}
