package dev.asof.intake.archive;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.cdx.CdxFields;
import org.netpreserve.jwarc.cdx.CdxFormat;
import org.netpreserve.jwarc.cdx.CdxRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The captures of a list, CDX or CDXJ: when which page was seen with which digest. It holds no
/// texts.
final class CdxCaptures implements Captures {
  private static final int LONGEST = 1 << 20;
  private static final Pattern JSON_LINE = Pattern.compile("(\\S+) (\\d{14}) (\\{.*)");
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /// What a line says.
  ///
  /// @param status null: nothing
  private record Line(
      String url, Instant at, @Nullable Integer status, String type, @Nullable String digest) {}

  private final Path file;
  private final Reader reader;
  private @Nullable CdxFormat legend;
  private long line;

  CdxCaptures(Path file, InputStream in) {
    this.file = file;
    this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  @Override
  public Optional<Met> next() throws IOException {
    String words = readLine();
    while (words != null && (words.isBlank() || words.startsWith("!") || isLegend(words))) {
      words = readLine();
    }
    if (words == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(met(read(words)));
    } catch (RuntimeException e) {
      throw bad(e);
    }
  }

  private boolean isLegend(String words) {
    if (!words.startsWith(" CDX ")) {
      return false;
    }
    legend = new CdxFormat(words.strip().substring("CDX ".length()));
    return true;
  }

  /// CDXJ is read here, because the library cuts its JSON at every blank.
  private Line read(String words) {
    Matcher json = JSON_LINE.matcher(words);
    if (json.matches()) {
      JsonNode said = JSON.readTree(json.group(3));
      String status = said.path("status").asString("");
      String digest = said.path("digest").asString("");
      return new Line(
          said.path("url").asString(""),
          DATE.parse(json.group(2), Instant::from),
          status.matches("\\d{3}") ? Integer.valueOf(status) : null,
          said.path("mime").asString(""),
          digest.isEmpty() ? null : digest);
    }
    CdxRecord record = formatOf(words).parse(words);
    return new Line(
        record.target(),
        record.date(),
        record.status(),
        String.valueOf(record.get(CdxFields.MIME_TYPE)),
        record.digest());
  }

  private CdxFormat formatOf(String words) {
    if (legend != null) {
      return legend;
    }
    return switch (words.split(" ", -1).length) {
      case 9 -> CdxFormat.CDX9;
      case 10 -> CdxFormat.CDX10;
      case 11 -> CdxFormat.CDX11;
      default -> throw new IllegalArgumentException("it has not 9, 10 or 11 fields");
    };
  }

  /// The next line; null at the end.
  private @Nullable String readLine() throws IOException {
    StringBuilder words = new StringBuilder();
    int c = reader.read();
    if (c < 0) {
      return null;
    }
    line++;
    for (; c >= 0 && c != '\n'; c = reader.read()) {
      if (words.length() >= LONGEST) {
        throw new IOException("the line is longer than " + LONGEST + " characters");
      }
      words.append((char) c);
    }
    return words.toString().stripTrailing();
  }

  private CallerFault bad(Exception e) {
    return new CallerFault(
        Code.BAD_RECORD, "the line is no capture: " + e.getMessage() + "; mend or remove it", e);
  }

  private Met met(Line said) {
    Optional<String> key = PageKeys.of(said.url());
    if (key.isEmpty()) {
      return new Met(null, null);
    }
    return new Met(
        new Capture(
            key.get(),
            said.url(),
            said.at().truncatedTo(ChronoUnit.MICROS),
            file.getFileName() + " " + place(),
            found(said)),
        null);
  }

  private static Capture.Found found(Line said) {
    Integer status = said.status();
    boolean repeats = said.type().equals("warc/revisit");
    if (status == null && !repeats) {
      return new Capture.Found.Unusable("the list does not say how the page answered");
    }
    int code = status == null ? 200 : status;
    if (code == 404 || code == 410) {
      return new Capture.Found.Gone(String.valueOf(code));
    }
    if (code / 100 != 2 && code != 304) {
      return new Capture.Found.Failed("failed: " + code);
    }
    if (!repeats && !Responses.isPage(said.type())) {
      return new Capture.Found.Other(said.type());
    }
    return Optional.ofNullable(said.digest())
        .flatMap(Digests::of)
        .<Capture.Found>map(Capture.Found.Repeat::new)
        .orElseGet(() -> new Capture.Found.Unusable("the list has no digest of it"));
  }

  @Override
  public String place() {
    return "line " + line;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
