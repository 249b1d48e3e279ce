package dev.asof.intake.watch;

import java.io.IOException;

/// Why an answer cannot be used, as a sentence for the log of looks.
final class Unusable extends IOException {

  Unusable(String why) {
    super(why);
  }

  Unusable(String why, Throwable cause) {
    super(why, cause);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
