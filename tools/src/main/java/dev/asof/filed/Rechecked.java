package dev.asof.filed;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.asof.audit.Correction;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A filed record, asked again.
///
/// @param file as it was named
/// @param tenant null where the file cannot be read, as are `question`, `known` and `token`
/// @param token the transaction at which it was asked again
/// @param learned T of the present: up to where it was looked for later corrections; null where it
///   could not be asked
/// @param differences between what is filed and what the store answers at the same two times, or
///   what a file shows of its own JSON
/// @param changes what was corrected since the record was made
/// @param notes what a reader has to know beside
public record Rechecked(
    String file,
    Outcome outcome,
    @Nullable String tenant,
    @Nullable String question,
    @Nullable Instant known,
    @Nullable Long token,
    @Nullable Instant learned,
    List<Difference> differences,
    List<Correction> changes,
    List<String> notes) {
  public Rechecked {
    differences = List.copyOf(differences);
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }

  /// What came of it, the best first.
  public enum Outcome {
    /// The same at its token, and still believed.
    STANDS,
    /// The same at its token, and believed differently by now.
    CHANGED,
    /// The same at its token but for what was legally erased since.
    ERASED,
    /// A record as it was made, of a document that is not known here to this caller: one with
    /// labels that are not held, or of another store. It was not asked again.
    UNSEEN,
    /// No record, or none that can be asked again.
    UNREADABLE,
    /// The file was changed since it was made.
    TAMPERED,
    /// The file is as it was made, and the store answers something else at its token: another
    /// store, or a fault.
    DIFFERS;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// @param path where, as a JSON Pointer
  /// @param filed what the file says; null: nothing
  /// @param found what it should say; null: nothing
  public record Difference(String path, @Nullable String filed, @Nullable String found) {

    /// Long values cut down to where they first differ, for people.
    public Difference briefly() {
      FirstDifference cut = FirstDifference.of(filed, found);
      return new Difference(path, cut.filed(), cut.found());
    }
  }

  static Rechecked unreadable(String file, String why) {
    return new Rechecked(
        file, Outcome.UNREADABLE, null, null, null, null, null, List.of(), List.of(), List.of(why));
  }
}
