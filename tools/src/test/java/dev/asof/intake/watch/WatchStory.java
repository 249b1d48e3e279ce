package dev.asof.intake.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.TestDatabase;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import dev.asof.write.WatchedPage;
import dev.asof.write.WatchedPages;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jooq.impl.DSL;

/// A tenant of its own that watches pages of a [Site].
final class WatchStory {

  /// Quick, and of this machine.
  static final WatchOptions QUICK =
      new WatchOptions(
          "asof",
          "https://example.org/robot",
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          200_000,
          Duration.ZERO,
          true,
          1,
          Duration.ofMillis(20));

  private static final AtomicInteger TENANTS = new AtomicInteger();

  final Database database;
  final TenantId tenant;
  final WatchedPages pages;

  WatchStory(TestDatabase home) {
    database = home.database().as(Caller.everything());
    tenant = new Store(database).createTenant("watch-" + TENANTS.incrementAndGet());
    pages = new WatchedPages(database);
  }

  static Change.Place place(String document) {
    return Change.Place.of(document, "crawler");
  }

  static WatchedPage.Watch watch(String document, String url) {
    return new WatchedPage.Watch(
        place(document),
        WatchedPage.Watch.url(url),
        null,
        null,
        null,
        null,
        null,
        Set.of(),
        Duration.ofDays(1));
  }

  static UnaryOperator<WatchedPage.Watch> selecting(String selector) {
    return before ->
        new WatchedPage.Watch(
            before.place(),
            before.url(),
            selector,
            before.without(),
            before.mustContain(),
            before.title(),
            before.language(),
            before.allows(),
            before.every());
  }

  static WatchedPage.Watch allowing(WatchedPage.Watch watch, WatchedPage.Allowance... allows) {
    return new WatchedPage.Watch(
        watch.place(), watch.url(), null, null, null, null, null, Set.of(allows), watch.every());
  }

  WatchStory add(String document, String url) {
    pages.add(tenant, watch(document, url));
    return this;
  }

  /// Looks at every page, due or not.
  WatchReport run() {
    return run(QUICK);
  }

  WatchReport run(WatchOptions options) {
    try (Watcher watcher = watcher(options)) {
      return watcher.run(null, false, look -> {});
    }
  }

  WatchReport runDue() {
    try (Watcher watcher = watcher(QUICK)) {
      return watcher.run(null, true, look -> {});
    }
  }

  Watcher watcher(WatchOptions options) {
    return new Watcher(database, tenant, Intent.of("observe", "ada"), options, Clock.systemUTC());
  }

  /// What the one look of a run found.
  static String found(WatchReport report) {
    assertThat(report.looks()).hasSize(1);
    return report.looks().getFirst().found();
  }

  /// Why the one look of a run failed.
  static String why(WatchReport report) {
    assertThat(found(report)).isEqualTo("failed");
    return String.valueOf(report.looks().getFirst().note());
  }

  WatchedPage page(String document) {
    return pages.list(tenant, document, null).getFirst();
  }

  List<String> lines(String sql, Object... values) {
    return database.read(
        tenant,
        context ->
            context.fetch(sql, Arrays.stream(values).map(DSL::val).toArray()).stream()
                .map(row -> String.valueOf(row.get(0)))
                .toList());
  }

  /// `seen`, `gone`, `failed: why`, in the order of recording.
  List<String> looks(String document) {
    return lines(
        """
        select concat_ws(': ', status, note)
        from asof.observation join asof.document using (tenant, document_id)
        where key = {0} order by observation_id
        """,
        document);
  }

  /// The first line of each run that is believed now, or why nothing applies, in order.
  List<String> runs(String document) {
    return lines(
        """
        select concat_ws(' ', coalesce(split_part(t.body, E'\\n', 1), b.nothing),
          case when v.technical then 'technical' end)
        from asof.document_validity b join asof.document d using (tenant, document_id)
        left join asof.version v on (v.tenant, v.version_id) = (b.tenant, b.version_id)
        left join asof.section_text t on (t.tenant, t.text_id) = (v.tenant, v.texts[1])
        where b.system_to is null and d.key = {0} order by lower(b.valid_during)
        """,
        document);
  }

  /// The texts that are stored, first lines, in order.
  List<String> texts(String document) {
    return lines(
        """
        select split_part(t.body, E'\\n', 1)
        from asof.version v join asof.document d using (tenant, document_id)
        join asof.section_text t on (t.tenant, t.text_id) = (v.tenant, v.texts[1])
        where d.key = {0} order by v.version_id
        """,
        document);
  }

  List<String> provenance(String document) {
    return lines(
        """
        select provenance::text from asof.version join asof.document using (tenant, document_id)
        where key = {0} order by version_id
        """,
        document);
  }

  void verify() {
    assertThat(new Verifier(database).verify(tenant).finding()).isEmpty();
  }
}
