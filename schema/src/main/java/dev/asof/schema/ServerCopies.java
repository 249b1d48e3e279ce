package dev.asof.schema;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/// Copies of the database that its server makes or feeds by itself, and that nothing of asof
/// reaches: the archive of its log, replicas, replication slots.
public final class ServerCopies {
  private ServerCopies() {}

  /// @param kind archive, replica or slot
  /// @param last when it was last written, by the server's clock; null: not known
  public record Copy(String kind, String name, @Nullable Instant last, String sentence) {}

  /// What the server says of its own copies. A login without rights on the statistics sees fewer
  /// details.
  public static List<Copy> of(Database database) {
    return database.readGlobal(ServerCopies::of);
  }

  private static List<Copy> of(DSLContext sql) {
    List<Copy> copies = new ArrayList<>();
    for (Record row :
        sql.fetch(
            """
            select (select setting from pg_settings where name = 'archive_mode') as mode,
                   last_archived_wal, last_archived_time
            from pg_stat_archiver
            """)) {
      String mode = row.get("mode", String.class);
      String wal = row.get("last_archived_wal", String.class);
      Instant last = row.get("last_archived_time", Instant.class);
      if ((mode != null && !mode.equals("off")) || wal != null) {
        copies.add(
            new Copy(
                "archive",
                wal == null ? "" : wal,
                last,
                "the server archives its log (archive_mode "
                    + mode
                    + "); last file "
                    + (wal == null ? "none yet" : wal + " at " + last)
                    + ": delete what was archived before the erasure, and base backups"));
      }
    }
    for (Record row :
        sql.fetch(
            "select pid, coalesce(application_name, '') as name, state, reply_time from"
                + " pg_stat_replication order by pid")) {
      Instant last = row.get("reply_time", Instant.class);
      copies.add(
          new Copy(
              "replica",
              row.get("name", String.class),
              last,
              "a replica follows ("
                  + row.get("name", String.class)
                  + ", last heard of at "
                  + last
                  + "): it replays the erasure; remove its old log too"));
    }
    for (Record row :
        sql.fetch(
            "select slot_name, slot_type, active, restart_lsn::text as lsn from"
                + " pg_replication_slots order by slot_name")) {
      copies.add(
          new Copy(
              "slot",
              row.get("slot_name", String.class),
              null,
              "the replication slot "
                  + row.get("slot_name", String.class)
                  + " ("
                  + row.get("slot_type", String.class)
                  + (row.get("active", Boolean.class) ? ", active" : ", not active")
                  + ") keeps the log from "
                  + row.get("lsn", String.class)
                  + " on: let it catch up, or drop it"));
    }
    return copies;
  }
}
