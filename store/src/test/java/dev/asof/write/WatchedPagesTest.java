package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The list of watched pages: who sees it, and who takes a page from it.
class WatchedPagesTest {

  private static final AtomicInteger TENANTS = new AtomicInteger();
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static TestDatabase home;
  private TenantId tenant;
  private Store store;
  private WatchedPages everything;
  private WatchedPages nothing;

  @BeforeAll
  static void openDatabase() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void closeDatabase() {
    home.close();
  }

  @BeforeEach
  void open() {
    Database all = home.database().as(Caller.everything());
    store = new Store(all);
    tenant = store.createTenant("pages-" + TENANTS.incrementAndGet());
    everything = new WatchedPages(all);
    nothing = new WatchedPages(home.database());
  }

  private static WatchedPage.Watch watch(String document) {
    return new WatchedPage.Watch(
        Change.Place.of(document, "crawler"),
        WatchedPage.Watch.url("https://example.org/" + document),
        null,
        null,
        null,
        null,
        null,
        Set.of(),
        Duration.ofDays(1));
  }

  private void write(Change change) {
    store.write(tenant, Intent.of("test", "ada"), List.of(change));
  }

  private Optional<WatchedPage.Claimed> claim(WatchedPages pages) {
    return pages.claim(tenant, new WatchedPages.Which(null, true, pages.now(tenant)), MINUTE);
  }

  private static List<String> documents(List<WatchedPage> pages) {
    return pages.stream().map(page -> page.watch().place().document()).toList();
  }

  @Test
  void thePageOfAHiddenDocumentIsNotThereForWhoDoesNotSeeIt() {
    write(
        new Change.Observe(
            Change.Place.of("secret", "crawler"), null, new Change.Seen.Failed("none")));
    everything.add(tenant, watch("secret"));
    everything.add(tenant, watch("open"));
    write(new Change.Label("secret", List.of("hr"), List.of()));

    assertThat(documents(nothing.list(tenant, null, null))).containsExactly("open");
    assertThat(documents(everything.list(tenant, null, null))).containsExactly("open", "secret");
    assertThat(claim(nothing).orElseThrow().watch().place().document()).isEqualTo("open");
    assertThat(claim(nothing)).isEmpty();
    assertThat(nothing.untilDue(tenant).orElseThrow()).isPositive();
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() -> nothing.remove(tenant, Change.Place.of("secret", "crawler")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOTHING_MATCHES));
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() -> nothing.add(tenant, watch("secret")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED));
  }

  @Test
  void aPageIsHiddenByItsKeyAlsoWhereItsDocumentCameLater() {
    everything.add(tenant, watch("secret"));
    everything.add(tenant, watch("open"));
    assertThat(documents(nothing.list(tenant, null, null))).containsExactly("open", "secret");
    write(
        new Change.Observe(
            Change.Place.of("secret", "office"), null, new Change.Seen.Failed("none")));
    write(new Change.Label("secret", List.of("hr"), List.of()));

    assertThat(documents(nothing.list(tenant, null, null))).containsExactly("open");
    assertThat(claim(nothing).orElseThrow().watch().place().document()).isEqualTo("open");
    assertThat(claim(nothing)).isEmpty();
  }

  @Test
  void aDocumentThatIsHiddenWhileItsPageIsLookedAtIsNotWritten() {
    everything.add(tenant, watch("secret"));
    WatchedPage.Claimed claimed = claim(nothing).orElseThrow();
    write(
        new Change.Observe(
            Change.Place.of("secret", "office"), null, new Change.Seen.Failed("none")));
    write(new Change.Label("secret", List.of("hr"), List.of()));

    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() ->
            nothing.finish(
                tenant,
                Intent.of("observe", "ada"),
                claimed,
                new Change.Seen.Failed("late"),
                new WatchedPages.Left(WatchedPage.Outcome.FAILED, "late", null, MINUTE, null)))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED));
  }

  @Test
  void anotherTenantReadsNothingOfItAndAnAuditorChangesNothing() {
    everything.add(tenant, watch("open"));
    TenantId other = store.createTenant("pages-" + TENANTS.incrementAndGet());
    assertThat(everything.list(other, null, null)).isEmpty();
    WatchedPages granted = new WatchedPages(home.open(home.loginFor(other.value())));
    assertThat(granted.list(tenant, null, null)).isEmpty();
    assertThat(granted.list(other, null, null)).isEmpty();
    write(
        new Change.Observe(
            Change.Place.of("known", "crawler"), null, new Change.Seen.Failed("none")));
    everything.add(tenant, watch("known"));
    WatchedPages auditor = new WatchedPages(home.open(DatabaseRole.AUDITOR));
    assertThat(documents(auditor.list(tenant, null, null))).containsExactly("known");
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() -> claim(auditor))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED));
  }

  @Test
  void whatIsSetOtherwiseIsDueAtOnceButForTheCadence() {
    everything.add(tenant, watch("open"));
    WatchedPage.Claimed claimed = claim(everything).orElseThrow();
    everything.finish(
        tenant,
        Intent.of("observe", "ada"),
        claimed,
        new Change.Seen.Gone("410"),
        new WatchedPages.Left(WatchedPage.Outcome.GONE, "410", null, Duration.ofDays(1), null));
    assertThat(claim(everything)).isEmpty();

    WatchedPage.Standing oftener =
        everything
            .set(tenant, claimed.watch().place(), before -> every(before, Duration.ofHours(6)))
            .standing();
    assertThat(Duration.between(oftener.looked(), oftener.nextDue()))
        .isEqualTo(Duration.ofHours(6));
    assertThat(claim(everything)).isEmpty();

    everything.set(
        tenant,
        claimed.watch().place(),
        before ->
            new WatchedPage.Watch(
                before.place(),
                WatchedPage.Watch.url("https://example.org/elsewhere"),
                null,
                null,
                null,
                null,
                null,
                Set.of(),
                before.every()));
    assertThat(claim(everything)).isPresent();
  }

  private static WatchedPage.Watch every(WatchedPage.Watch before, Duration every) {
    return new WatchedPage.Watch(
        before.place(),
        before.url(),
        before.selector(),
        before.without(),
        before.mustContain(),
        before.title(),
        before.language(),
        before.allows(),
        every);
  }

  @Test
  void aPageThatIsGivenBackIsDueAsBeforeOrAfterTheWaitThatIsAskedFor() {
    everything.add(tenant, watch("open"));
    everything.release(tenant, claim(everything).orElseThrow(), Duration.ZERO);
    everything.release(tenant, claim(everything).orElseThrow(), Duration.ofHours(1));
    assertThat(claim(everything)).isEmpty();
    assertThat(everything.untilDue(tenant).orElseThrow())
        .isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
  }
}
