package dev.asof.intake.watch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What came of one page in a run.
///
/// @param found changed, technical (the extractor changed), unchanged, gone or failed; put-off: its
///   host wants to be left alone; given-up: another process has it by now, or it is watched no
///   longer
/// @param note what was met, where no text was found
/// @param movedTo where the page says that it has moved for good; null: nowhere
/// @param looked system time of the observation, which the look is of; null: there is none
public record Look(
    String document,
    String source,
    String scope,
    String url,
    String found,
    @Nullable String note,
    @Nullable String movedTo,
    @Nullable Instant looked) {

  static final String PUT_OFF = "put-off";
  static final String GIVEN_UP = "given-up";
}
