package dev.asof.conformance;

import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/// A program of its own that writes until it is killed and prints each acknowledgement: sequence,
/// system time, label. Every transaction changes three documents.
final class CrashClient {

  static final List<String> DOCUMENTS = List.of("left", "middle", "right");
  static final String TENANT = "crash";

  private CrashClient() {}

  /// @param args the home of the embedded server, a prefix for labels
  public static void main(String[] args) {
    Path home = Path.of(args[0]);
    try (Database database =
        Database.open(DatabaseSettings.read(Map.of("home", home.toString()), Map.of(), home))) {
      Store store = new Store(database);
      TenantId tenant = store.createTenant(TENANT);
      System.out.println("ready");
      for (int i = 0; ; i++) {
        String label = args[1] + "-" + i;
        Receipt receipt =
            store.write(
                tenant,
                Intent.of("assert", "client").under(label),
                DOCUMENTS.stream().map(document -> change(document, label)).toList());
        System.out.println("#" + receipt.sequence() + " " + receipt.systemTime() + " " + label);
        System.out.flush();
      }
    }
  }

  private static Change change(String document, String label) {
    int day = 1 + Math.floorMod(label.hashCode(), 28);
    return new Change.Assert(
        Change.Place.of(document, "office"),
        new Change.Wanted.New(
            new NewVersion(
                label,
                null,
                "en",
                null,
                null,
                false,
                null,
                PreparedText.of(Format.MARKDOWN, "# " + document + "\n\n" + label + "\n"))),
        LocalTimes.parseStated("2024-01-%02d".formatted(day), ZoneOffset.UTC, false),
        null,
        true);
  }
}
