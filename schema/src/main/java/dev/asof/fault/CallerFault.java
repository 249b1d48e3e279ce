package dev.asof.fault;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The caller asked for something that cannot be: the request has to change.
public final class CallerFault extends AsofException {
  public CallerFault(Code code, String message) {
    super(code, message, Map.of(), null);
  }

  public CallerFault(Code code, String message, Map<String, String> context) {
    super(code, message, context, null);
  }

  public CallerFault(Code code, String message, @Nullable Throwable cause) {
    super(code, message, Map.of(), cause);
  }
}
