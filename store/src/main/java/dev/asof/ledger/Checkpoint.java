package dev.asof.ledger;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The hash that seals a ledger up to one of its transactions, to be kept where whoever owns the
/// database cannot reach it. Only against it can a ledger be told from one that was recomputed as a
/// whole, cut, or restored from an older backup.
///
/// @param tenant name of the tenant
/// @param sequence of the transaction, from 1
/// @param time system time of that transaction, UTC, microseconds
/// @param hash of its entry, lower-case hexadecimal
public record Checkpoint(String tenant, long sequence, Instant time, String hash) {

  /// No checkpoint has more characters.
  public static final int MOST_CHARACTERS = 256;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final Pattern TEXT =
      Pattern.compile(
          """
          asof checkpoint 1 of tenant ([a-z0-9][a-z0-9._-]{0,62})
          sequence ([1-9][0-9]{0,17})
          time ([0-9T:.Z-]{27})
          hash ([0-9a-f]{64})
          """);

  /// The text that is kept and signed: four lines of ASCII, each ended by one line feed, the same
  /// bytes each time. `designs/ledger.md` describes it.
  public String text() {
    return "asof checkpoint 1 of tenant "
        + tenant
        + "\nsequence "
        + sequence
        + "\ntime "
        + TIME.format(time)
        + "\nhash "
        + hash
        + "\n";
  }

  /// Reads what [#text] wrote. Throws a [CallerFault] where a single byte is another.
  ///
  /// @param name of the file, for messages
  public static Checkpoint parse(String name, String text) {
    Matcher found = TEXT.matcher(text);
    if (!found.matches()) {
      throw malformed(name, text, null);
    }
    try {
      Checkpoint checkpoint =
          new Checkpoint(
              found.group(1),
              Long.parseLong(found.group(2)),
              Instant.parse(found.group(3)),
              found.group(4));
      if (!checkpoint.text().equals(text)) {
        throw malformed(name, text, null);
      }
      return checkpoint;
    } catch (DateTimeException e) {
      throw malformed(name, text, e);
    }
  }

  private static CallerFault malformed(String name, String text, @Nullable Throwable cause) {
    return new CallerFault(
        Code.BAD_INPUT,
        name
            + " is no checkpoint of asof"
            + (text.indexOf('\r') >= 0 ? " any more (its line ends were converted)" : "")
            + "; it has to hold the four lines that asof checkpoint wrote, byte for byte, and"
            + " signatures stand in files of their own",
        cause);
  }
}
