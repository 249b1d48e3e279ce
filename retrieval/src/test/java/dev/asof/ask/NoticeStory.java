package dev.asof.ask;

import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Store;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;

/// Terms that give thirty days of notice from January 2024 on and sixty from June on; then the
/// board moves the second date to July. For the adapters, which tell it to their frameworks.
public final class NoticeStory implements AutoCloseable {
  private static final Change.Place TERMS = Change.Place.of("terms", "legal");

  private final TestDatabase database = TestDatabases.create();
  private final Store store = new Store(database.database());
  private final TenantId tenant = store.createTenant("acme");
  private final PassageIndex index;
  private final long before;

  /// @param folder for the index
  public NoticeStory(Path folder) {
    asserted("v1", "thirty", "2024-01-01");
    before = asserted("v2", "sixty", "2024-06-01");
    store.write(
        tenant,
        Intent.of("example", "legal").because("the board moved the date"),
        List.of(
            new Change.Correct(
                TERMS,
                new Change.Wanted.Labelled("v1"),
                midnight("2024-06-01"),
                midnight("2024-07-01"))));
    index = PassageIndex.open(folder, database.database());
  }

  private long asserted(String label, String days, String from) {
    NewVersion version =
        new NewVersion(
            label,
            null,
            "en",
            null,
            null,
            false,
            null,
            PreparedText.of(
                Format.MARKDOWN,
                "# Notice\n\nWe give " + days + " days of notice before a change.\n"));
    return store
        .write(
            tenant,
            Intent.of("example", "legal").because("terms"),
            List.of(
                new Change.Assert(
                    TERMS, new Change.Wanted.New(version), midnight(from), null, false)))
        .sequence();
  }

  private static StatedTime midnight(String date) {
    return LocalTimes.parseKnown(date + "T00:00Z", ZoneOffset.UTC, false);
  }

  /// The transaction before the correction.
  public long before() {
    return before;
  }

  public Store store() {
    return store;
  }

  /// Of the tenant `acme`, three passages at most.
  public Retriever retriever() {
    return new Retriever(database.database(), index, Models.none(), "acme", 3);
  }

  @Override
  public void close() {
    index.close();
    database.close();
  }
}
