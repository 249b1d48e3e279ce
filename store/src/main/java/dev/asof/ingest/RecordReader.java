package dev.asof.ingest;

import dev.asof.fault.CallerFault;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Records to import, from a file or from wherever documents are kept, read once and one at a time.
public interface RecordReader extends Closeable {

  /// A record that was met: its JSON, or why there is none.
  ///
  /// @param number counted from 1, in the order of reading
  /// @param place where it stands, in words that a person finds it by, such as `line 12`
  /// @param original the bytes that its body was taken from, to be kept beside it; null: none
  record Item(
      long number,
      String place,
      @Nullable String json,
      @Nullable CallerFault fault,
      @Nullable Original original) {

    public static Item of(long number, String place, String json) {
      return of(number, place, json, null);
    }

    public static Item of(long number, String place, String json, @Nullable Original original) {
      return new Item(number, place, json, null, original);
    }

    /// One that cannot be read; the fault names the mend.
    public static Item unreadable(long number, String place, CallerFault fault) {
      return new Item(number, place, null, fault, null);
    }

    /// Its JSON. Throws the [CallerFault] where it cannot be read.
    public String text() {
      if (json == null) {
        throw fault == null ? new IllegalStateException(place + " has no text") : fault;
      }
      return json;
    }
  }

  /// The next record; empty at the end.
  ///
  /// Throws a [CallerFault] where what follows cannot be read either.
  Optional<Item> next() throws IOException;

  /// Records that are made while they are read; the place of one is `record N`.
  static RecordReader of(Iterator<String> records) {
    return new RecordReader() {
      private long number;

      @Override
      public Optional<Item> next() {
        if (!records.hasNext()) {
          return Optional.empty();
        }
        number++;
        return Optional.of(Item.of(number, "record " + number, records.next()));
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  /// These records, each changed while it is read.
  default RecordReader changed(UnaryOperator<String> change) {
    RecordReader unchanged = this;
    return new RecordReader() {
      @Override
      public Optional<Item> next() throws IOException {
        return unchanged
            .next()
            .map(item ->
                Item.of(item.number(), item.place(), change.apply(item.text()), item.original()));
      }

      @Override
      public void close() throws IOException {
        unchanged.close();
      }
    };
  }
}
