package dev.asof.http;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.write.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/// Whether the server runs, and whether it can answer.
final class Health {
  private Health() {}

  static void alive(Exchange exchange) throws IOException {
    exchange.reply().json(Map.of("status", "ok"));
  }

  /// The database is reached and has the schema that this program knows, and the index can be read.
  static void ready(Exchange exchange) throws IOException {
    try (Database database = exchange.engine().open();
        PassageIndex index = exchange.engine().index(database)) {
      new Store(database).findTenant("default");
      if (!Files.isReadable(index.folder())) {
        throw new Unavailable(Code.DISK_FULL, "the index folder cannot be read; check its rights");
      }
    } catch (AsofException e) {
      exchange.engine().keep(e);
      throw new Unavailable(
          e.code().http() == 503 ? e.code() : Code.RETRY,
          "the server cannot answer yet: " + e.code().word().replace('-', ' '),
          e);
    }
    exchange.reply().json(Map.of("status", "ready"));
  }
}
