package dev.asof.intake.law;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How Akoma Ntoso is to be read.
///
/// @param source who says so
/// @param which intervals of a document say when it applies
/// @param end whether the day of an interval's end belongs to it
/// @param validFrom a date that stands in where no such interval is stated; null: none does
/// @param system a date that is taken for the time since when a version is known; null: the import
/// @param keys by which attribute a section is known again
/// @param language only expressions in it, as the file writes it (eng) or BCP 47 (en); null: all
/// @param languagesApart expressions in several languages are documents of their own
/// @param zone in which dates are meant; null: that of the source
/// @param looked when it is read, by the database's clock
public record LawOptions(
    String source,
    Which which,
    End end,
    @Nullable FrbrDate validFrom,
    @Nullable FrbrDate system,
    Keys keys,
    @Nullable String language,
    boolean languagesApart,
    @Nullable String zone,
    Instant looked) {

  /// Which intervals say when a text applies, by the concept that they refer to.
  public enum Which {
    /// When it has effects; where that is not stated, when it is in force.
    APPLIES,
    EFFICACY,
    FORCE,
    /// Of any concept, those that name neither too.
    ANY;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What the end of an interval is, on which the standard is silent.
  public enum End {
    /// The day on which it no longer applies, as where the end is the start of what follows.
    EXCLUDED,
    /// The last day on which it applies.
    INCLUDED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The attribute that names a section.
  public enum Keys {
    /// The lasting identifier, which is `eId` where the two do not differ.
    WID,
    EID;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// In which dates are compared with each other; the store reads them again in the source's zone.
  ZoneId comparing() {
    return zone == null ? ZoneOffset.UTC : ZoneId.of(zone);
  }
}
