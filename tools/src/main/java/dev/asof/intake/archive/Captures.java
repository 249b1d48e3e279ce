package dev.asof.intake.archive;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The captures that one file keeps, read once.
interface Captures extends Closeable {

  /// @param capture null: what stands here is no capture of a page
  /// @param place where its text can be read again; null: it has none
  record Met(@Nullable Capture capture, Capture.@Nullable Place place) {}

  /// The next one; empty at the end. Throws an [IOException] where nothing more can be read, and a
  /// [dev.asof.fault.CallerFault] where one cannot and others can.
  Optional<Met> next() throws IOException;

  /// Where it stands, in words.
  String place();
}
