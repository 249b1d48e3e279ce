package dev.asof.index;

import dev.asof.ledger.Sha256;
import dev.asof.schema.Database;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import org.jooq.impl.DSL;

/// Names a database among those that one home is used with, so that each has an index folder of its
/// own. What decides whether an index may be used is not this name but the ledger's hash.
final class StoreId {
  private static final int DIGITS = 16;

  private StoreId() {}

  static String of(Database database) {
    String identity =
        Objects.requireNonNull(
            database.readGlobal(sql ->
                sql.select(
                        DSL.field(
                            "(select system_identifier from pg_control_system()) || '/' || oid",
                            String.class))
                    .from("pg_database")
                    .where("datname = current_database()")
                    .fetchSingle()
                    .value1()));
    return HexFormat.of()
        .formatHex(Sha256.of(identity.getBytes(StandardCharsets.UTF_8)))
        .substring(0, DIGITS);
  }
}
