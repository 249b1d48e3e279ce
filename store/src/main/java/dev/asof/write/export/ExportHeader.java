package dev.asof.write.export;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// The first line of an export: of which tenant it is, and what its ledger comes to.
///
/// @param format always `asof-export`
/// @param version of the format
/// @param tenant name of the tenant
/// @param sequence of its last transaction; 0: it has none
/// @param systemTime of its last transaction
/// @param hash that seals its ledger, lower-case hexadecimal; kept elsewhere it is a checkpoint
/// @param settled system time up to which every answer is final
/// @param pepper the tenant's secret, by which records are known again, lower-case hexadecimal;
///   null where texts were left out
/// @param clockTolerance how far the clock may be ahead at a write, as PostgreSQL writes intervals
/// @param leftOut sources whose texts are not in it, and what they let be shown; such an export can
///   be read, and cannot be imported
record ExportHeader(
    String format,
    int version,
    String tenant,
    long sequence,
    Instant systemTime,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String hash,
    Instant settled,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String pepper,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String clockTolerance,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable Map<String, String> leftOut) {

  static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  static final String FORMAT = "asof-export";
  static final int VERSION = 1;

  /// How the line of a header begins, which no record of an import does.
  static final String OPENING = "{\"format\":\"" + FORMAT + "\"";

  static ExportHeader of(String line) {
    ExportHeader header;
    try {
      header = JSON.readValue(line, ExportHeader.class);
    } catch (JacksonException e) {
      throw new CallerFault(
          Code.BAD_INPUT, "the first line of the export cannot be read; export it again", e);
    }
    if (header.version() != VERSION) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the export has version "
              + header.version()
              + " of its format, and this asof reads version "
              + VERSION
              + "; import it with the asof that wrote it");
    }
    return header;
  }
}
