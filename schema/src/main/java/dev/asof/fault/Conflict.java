package dev.asof.fault;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The request is right by itself but does not fit what is stored by now.
public final class Conflict extends AsofException {
  public Conflict(Code code, String message) {
    super(code, message, Map.of(), null);
  }

  public Conflict(Code code, String message, Map<String, String> context) {
    super(code, message, context, null);
  }

  public Conflict(Code code, String message, @Nullable Throwable cause) {
    super(code, message, Map.of(), cause);
  }
}
