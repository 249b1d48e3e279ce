package dev.asof.fault;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Something this store needs is not there at the moment; the same request may work later.
public final class Unavailable extends AsofException {
  public Unavailable(Code code, String message) {
    super(code, message, Map.of(), null);
  }

  public Unavailable(Code code, String message, Map<String, String> context) {
    super(code, message, context, null);
  }

  public Unavailable(Code code, String message, @Nullable Throwable cause) {
    super(code, message, Map.of(), cause);
  }
}
