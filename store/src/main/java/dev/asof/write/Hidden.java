package dev.asof.write;

import static dev.asof.schema.generated.Tables.HIDDEN_TEXT;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TextId;
import dev.asof.ledger.Hash;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// What a writer meets although it is hidden from him: keys are unique in a tenant, and texts are
/// stored once. Costs one statement where nothing is hidden.
final class Hidden {

  private final DSLContext sql;
  private @Nullable Boolean any;
  private String lastKey = "";

  Hidden(DSLContext sql) {
    this.sql = sql;
  }

  private boolean any() {
    Boolean known = any;
    if (known == null) {
      known = ask("asof.hides_any()");
      any = known;
    }
    return known;
  }

  private boolean ask(String what, Field<?>... given) {
    return Objects.requireNonNull(
        sql.select(DSL.field(what, SQLDataType.BOOLEAN, given)).fetchSingle().value1());
  }

  /// Throws a [CallerFault] where a document that is hidden from the writer has this key. It says
  /// that the key cannot be used, which the writer would notice anyway, and nothing else.
  void requireFree(String key) {
    if (any() && !key.equals(lastKey) && ask("asof.key_is_hidden({0})", DSL.val(key))) {
      throw new CallerFault(
          Code.NOT_ALLOWED,
          "you may not write a document with the key " + key + "; use another key",
          Map.of("document", key));
    }
    lastKey = key;
  }

  /// Those of the texts with these addresses that only hidden documents hold.
  Map<Hash, TextId> texts(Collection<Hash> addresses) {
    Map<Hash, TextId> found = new HashMap<>();
    if (!addresses.isEmpty() && any()) {
      var call = HIDDEN_TEXT.call(addresses.stream().map(Hash::bytes).toArray(byte[][]::new));
      sql.select(call.SHA256, call.TEXT_ID)
          .from(call)
          .forEach(row -> found.put(Hash.wrap(row.value1()), row.value2()));
    }
    return found;
  }
}
