package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.RecordFile;
import dev.asof.schema.Owner;
import dev.asof.shown.ImportValue;
import dev.asof.time.LocalTimes;
import dev.asof.verify.VerifiedRestore;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.SourceKind;
import dev.asof.write.export.ExportImport;
import dev.asof.write.token.TokenRole;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Records as they come, of any number: checked and put on disk while they arrive, then written.
final class Imports {
  private Imports() {}

  private static final String NAME = "the body";
  private static final int LOOKED_AT = 1 << 16;

  /// Records, or a whole tenant that was exported.
  static void read(Exchange exchange) throws IOException {
    InputStream in = exchange.stream();
    byte[] head = in.readNBytes(LOOKED_AT);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), in);
    if (ExportImport.begins(NAME, new ByteArrayInputStream(head))) {
      fill(exchange, whole);
    } else {
      records(exchange, whole);
    }
  }

  /// What was exported comes back as it was, into an empty tenant, as it arrives: in one
  /// transaction, which a client that goes away takes back.
  private static void fill(Exchange exchange, InputStream whole) throws IOException {
    for (Parameter option :
        List.of(
            Parameters.STATEMENTS,
            Parameters.SYSTEM_TIME,
            Parameters.SOURCE_ZONE,
            Parameters.ON_ERROR,
            Parameters.IMPORT_REASON)) {
      if (exchange.isGiven(option)) {
        throw new CallerFault(
            Code.USAGE,
            NAME + " is an export, which comes back as it was: leave out " + option.name());
      }
    }
    Callers.require(exchange.principal(), TokenRole.Right.ADMINISTER);
    if (!exchange.database().caller().seesEverything()) {
      throw new CallerFault(
          Code.NOT_ALLOWED,
          "an export holds every document of a tenant; it takes a caller that holds all labels,"
              + " \"*\"");
    }
    ExportImport.Report report =
        ExportImport.run(
            Owner.of(exchange.database().settings()),
            exchange.tenantName(),
            NAME,
            RecordFile.open(NAME, whole),
            VerifiedRestore::requireImported,
            done -> {});
    exchange.reply().token(report.sequence()).json(report);
  }

  private static void records(Exchange exchange, InputStream whole) throws IOException {
    String systemTime = exchange.textOrNull(Parameters.SYSTEM_TIME);
    ImportOptions options =
        options(systemTime == null ? "now" : systemTime)
            .as(kind(exchange))
            .skippingBad("skip".equals(exchange.wordOrNull(Parameters.ON_ERROR)))
            .inZones(zones(exchange));
    Instant start = exchange.engine().clock().instant();
    ImportReport report =
        new Importer(exchange.database())
            .run(
                exchange.tenant(),
                List.of(Importer.Input.file(NAME, () -> whole)),
                options,
                Intent.of("import", exchange.principal().actor())
                    .because(exchange.textOrNull(Parameters.IMPORT_REASON)),
                Importer.Progress.NONE);
    ImportValue value =
        ImportValue.of(
            report,
            exchange.tenantName(),
            systemTime == null ? "now" : systemTime,
            Duration.between(start, exchange.engine().clock().instant()));
    exchange.reply().json(value);
  }

  private static ImportOptions options(String systemTime) {
    return switch (systemTime) {
      case "now" -> ImportOptions.NOW;
      case "carried" -> ImportOptions.CARRIED;
      default -> {
        String field = systemTime.startsWith("carried:") ? systemTime.substring(8) : "";
        if (field.isBlank()) {
          throw Problem.bad(
              Parameters.SYSTEM_TIME, systemTime, "it has to be now, carried or carried:FIELD");
        }
        yield ImportOptions.CARRIED.carriedBy(field);
      }
    };
  }

  private static @Nullable SourceKind kind(Exchange exchange) {
    String word = exchange.wordOrNull(Parameters.STATEMENTS);
    return word == null ? null : SourceKind.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private static Map<String, ZoneId> zones(Exchange exchange) {
    Map<String, ZoneId> zones = new HashMap<>();
    for (String pair : exchange.texts(Parameters.SOURCE_ZONE)) {
      int equals = pair.lastIndexOf('=');
      if (equals < 1) {
        throw Problem.bad(Parameters.SOURCE_ZONE, pair, "it reads SOURCE=ZONE");
      }
      if (zones.put(pair.substring(0, equals), LocalTimes.zone(pair.substring(equals + 1)))
          != null) {
        throw new CallerFault(
            Code.BAD_INPUT, "source-zone names " + pair.substring(0, equals) + " twice");
      }
    }
    return zones;
  }
}
