package dev.asof.eligible;

/// What comes before what, whatever the scores.
public enum Tier {
  /// In force at the point.
  IN_FORCE(1),
  /// A text without any statement of when it applies, whose source says nothing else about that
  /// time.
  UNKNOWN(2);

  private final int number;

  Tier(int number) {
    this.number = number;
  }

  /// 1 or 2, as in JSON.
  public int number() {
    return number;
  }
}
