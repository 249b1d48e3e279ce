package dev.asof.fault;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything this store refuses or fails at. The message is one sentence that names the value and
/// the mend; `context` holds the values as flat fields.
public abstract sealed class AsofException extends RuntimeException
    permits CallerFault, Conflict, Unavailable, Fault {

  private final Code code;
  private final transient Map<String, String> context;

  AsofException(Code code, String message, Map<String, String> context, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.context = Map.copyOf(context);
  }

  public Code code() {
    return code;
  }

  public Map<String, String> context() {
    return context;
  }

  /// The message; never null, unlike [Throwable#getMessage].
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
