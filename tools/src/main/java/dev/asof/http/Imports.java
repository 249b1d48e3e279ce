package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.shown.ImportValue;
import dev.asof.time.LocalTimes;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.SourceKind;
import java.io.IOException;
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

  static void read(Exchange exchange) throws IOException {
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
                List.of(Importer.Input.file("the body", exchange::stream)),
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
