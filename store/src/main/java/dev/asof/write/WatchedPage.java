package dev.asof.write;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.id.VersionId;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A page of the web that is looked at again and again.
///
/// @param standing how the last look went
public record WatchedPage(Watch watch, Standing standing) {

  /// Where redirects may lead that they may not by themselves.
  public enum Allowance {
    OTHER_HOST,
    /// From https to http.
    HTTP;

    /// As on the command line: `other-host`.
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Allowance of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /// What is watched, and how its text is taken out.
  ///
  /// @param selector CSS of the elements whose text is wanted; null: the main text
  /// @param without CSS of the elements that are left out; null: none
  /// @param mustContain words without which the page is taken for another one; null: none
  /// @param title of the document; null: that of the page
  /// @param language of pages that state none, BCP 47; null: unknown
  /// @param every how long after a look the next one is due, a minute to a year, in seconds
  public record Watch(
      Change.Place place,
      URI url,
      @Nullable String selector,
      @Nullable String without,
      @Nullable String mustContain,
      @Nullable String title,
      @Nullable String language,
      Set<Allowance> allows,
      Duration every) {

    private static final Duration OFTENEST = Duration.ofMinutes(1);
    private static final Duration SELDOMEST = Duration.ofDays(366);
    private static final int LONGEST_URL = 8_192;
    private static final int LONGEST_KEY = 1_024;

    public Watch {
      allows = allows.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(allows));
      every = Duration.ofSeconds(every.toSeconds());
      if (every.compareTo(OFTENEST) < 0 || every.compareTo(SELDOMEST) > 0) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "a page cannot be looked at every "
                + every
                + "; give a span from a minute to 366 days, such as PT6H or 1d");
      }
      if (place.document().isBlank() || place.source().isBlank()) {
        throw new CallerFault(Code.BAD_INPUT, "a watched page has a document and a source");
      }
      if (place.document().length() > LONGEST_KEY) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "the key of a document has at most " + LONGEST_KEY + " characters; give a shorter one");
      }
    }

    /// The address of a page, without fragment. Throws a [CallerFault] where `written` is none.
    public static URI url(String written) {
      URI url;
      try {
        url = new URI(written.strip()).parseServerAuthority();
      } catch (URISyntaxException e) {
        throw noUrl(written, String.valueOf(e.getMessage()));
      }
      String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
      if (!scheme.equals("http") && !scheme.equals("https")) {
        throw noUrl(written, "it begins with neither http:// nor https://");
      }
      if (url.getHost() == null) {
        throw noUrl(written, "it names no host");
      }
      if (url.getRawUserInfo() != null) {
        throw noUrl(written, "it holds a name or password, which would be stored");
      }
      String path = url.getRawPath();
      String plain =
          scheme
              + "://"
              + url.getHost().toLowerCase(Locale.ROOT)
              + (url.getPort() < 0 ? "" : ":" + url.getPort())
              + (path == null || path.isEmpty() ? "/" : path)
              + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
      String ascii = URI.create(plain).toASCIIString();
      if (ascii.length() > LONGEST_URL) {
        throw noUrl(written.substring(0, 100) + "...", "it has more than 8192 characters");
      }
      return URI.create(ascii);
    }

    private static CallerFault noUrl(String written, String why) {
      return new CallerFault(Code.BAD_INPUT, "\"" + written + "\" is no address of a page: " + why);
    }
  }

  /// What the last look found.
  public enum Outcome {
    /// A text, or another one than before.
    CHANGED,
    /// Another text, because the extractor changed.
    TECHNICAL,
    UNCHANGED,
    GONE,
    FAILED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Outcome of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /// How the last look went. Times are by the clock of the database, UTC, microseconds.
  ///
  /// @param looked null: never yet
  /// @param note what was met, where no text was found
  /// @param finalUrl where the page was found after redirects
  /// @param movedTo where it says that it has moved for good; null: nowhere
  /// @param failures since the last look that found a text, or that the page is gone
  /// @param underWay a process looks at it now
  public record Standing(
      @Nullable Instant looked,
      @Nullable Outcome outcome,
      @Nullable String note,
      @Nullable String finalUrl,
      @Nullable String movedTo,
      int failures,
      Instant nextDue,
      boolean underWay) {}

  /// A page that this process looks at, until its lease ends.
  ///
  /// @param last what the last look found; null: there was none
  /// @param seen what the last text was, and what a conditional request needs; null: no text was
  ///   seen yet, or it was erased
  /// @param isWholeDue it was sent as a whole too long ago, or never: ask for it without condition
  public record Claimed(
      Watch watch,
      UUID lease,
      @Nullable DocumentId document,
      int failures,
      @Nullable Outcome last,
      @Nullable Seen seen,
      boolean isWholeDue) {}

  /// The text that was seen last.
  ///
  /// @param version that it is
  /// @param extractor that took it, and how it was set
  /// @param finalUrl where the validators are to be sent
  /// @param isOriginalCurrent the original of the version is what was sent last
  public record Seen(
      VersionId version,
      String extractor,
      @Nullable String finalUrl,
      @Nullable String etag,
      @Nullable String lastModified,
      boolean isOriginalCurrent) {}
}
