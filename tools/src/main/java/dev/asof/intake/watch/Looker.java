package dev.asof.intake.watch;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.history.HeldOfSource;
import dev.asof.history.HeldVersion;
import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.ingest.Original;
import dev.asof.intake.extract.ExtractedJson;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.Database;
import dev.asof.split.Format;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.WatchedPage;
import dev.asof.write.WatchedPages;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Looks at one page and records what it found.
final class Looker {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration FIRST_RETRY = Duration.ofMinutes(5);
  private static final int MOST_DOUBLINGS = 20;

  private final Database database;
  private final TenantId tenant;
  private final Intent intent;
  private final WatchedPages pages;
  private final Fetcher fetcher;

  Looker(Database database, TenantId tenant, Intent intent, Fetcher fetcher) {
    this.database = database;
    this.tenant = tenant;
    this.intent = intent;
    this.pages = new WatchedPages(database);
    this.fetcher = fetcher;
  }

  /// What is to be recorded.
  private record Found(Change.Seen seen, WatchedPages.Left left) {}

  /// Throws an [AsofException] where the database is in the way; the page is then taken again when
  /// its lease is over.
  ///
  /// @param ending whether the watch is ending, so that a request that fails was broken off
  /// @return null: it was broken off
  @Nullable Look look(WatchedPage.Claimed claimed, WatchOptions options, BooleanSupplier ending)
      throws InterruptedException {
    WatchedPage.Watch watch = claimed.watch();
    if (!pages.renew(tenant, claimed, options.lease())) {
      return givenUp(watch);
    }
    WatchedPage.Seen seen = claimed.seen();
    boolean again = seen != null && seen.extractor().equals(PageText.extractor(watch));
    boolean conditional =
        seen != null && !claimed.isWholeDue() && (again || seen.isOriginalCurrent());
    Fetched fetched = fetcher.fetch(watch, conditional ? seen : null);
    if (fetched instanceof Fetched.PutOff off) {
      pages.release(tenant, claimed, off.span());
      return looked(
          watch,
          Look.PUT_OFF,
          "its host wants to be left alone for " + off.span().toSeconds() + " s",
          null,
          null);
    }
    if (fetched instanceof Fetched.Failed && ending.getAsBoolean()) {
      return null;
    }
    return recorded(claimed, fetched);
  }

  private Look recorded(WatchedPage.Claimed claimed, Fetched fetched) {
    URI movedTo = fetched.movedTo();
    Found found;
    try {
      found = found(claimed, fetched);
      return finished(claimed, found, movedTo);
    } catch (CallerFault e) {
      // The page gives no text that can be kept, or one that must not be: it was erased.
      if (e.code() == Code.NOT_ALLOWED) {
        return looked(claimed.watch(), Look.GIVEN_UP, e.sentence(), null, null);
      }
      return finished(claimed, failed(claimed, e.sentence(), null, movedTo), movedTo);
    }
  }

  private Look finished(WatchedPage.Claimed claimed, Found found, @Nullable URI movedTo) {
    Receipt receipt;
    try {
      receipt = pages.finish(tenant, intent, claimed, found.seen(), found.left());
    } catch (Conflict e) {
      if (e.code() == Code.MOVED_ON) {
        return givenUp(claimed.watch());
      }
      throw e;
    }
    return looked(
        claimed.watch(), found.left().outcome().word(), found.left().note(), movedTo, receipt);
  }

  private static Look givenUp(WatchedPage.Watch watch) {
    return looked(
        watch,
        Look.GIVEN_UP,
        "another process looks at it, or it is watched no longer",
        null,
        null);
  }

  private static Look looked(
      WatchedPage.Watch watch,
      String found,
      @Nullable String note,
      @Nullable URI movedTo,
      @Nullable Receipt receipt) {
    return new Look(
        watch.place().document(),
        watch.place().source(),
        watch.place().scope(),
        watch.url().toString(),
        found,
        note,
        movedTo == null ? null : movedTo.toString(),
        receipt == null ? null : receipt.systemTime());
  }

  private Found found(WatchedPage.Claimed claimed, Fetched fetched) {
    return switch (fetched) {
      case Fetched.Page page -> sent(claimed, page);
      case Fetched.NotModified same ->
          notModified(claimed, Objects.requireNonNull(claimed.seen()), same);
      case Fetched.Gone gone ->
          new Found(
              new Change.Seen.Gone(gone.note()),
              left(claimed, WatchedPage.Outcome.GONE, gone.note(), gone.movedTo(), null));
      case Fetched.Failed failed ->
          failed(claimed, failed.why(), failed.retryAfter(), failed.movedTo());
      case Fetched.PutOff off -> throw new IllegalStateException("nothing was asked");
    };
  }

  private Found sent(WatchedPage.Claimed claimed, Fetched.Page page) {
    WatchedPage.Watch watch = claimed.watch();
    PageText text = PageText.of(page.bytes(), page.contentType(), watch);
    Original original = original(text, page.bytes());
    return text(
        claimed,
        text,
        original,
        page.at(),
        page.lastModified(),
        new WatchedPages.Left(
            WatchedPage.Outcome.CHANGED,
            null,
            page.movedTo() == null ? null : page.movedTo().toString(),
            watch.every(),
            new WatchedPages.Sent(
                page.at().toString(),
                page.etag(),
                page.lastModified(),
                original.sha256(),
                text.extractor())));
  }

  private Found notModified(
      WatchedPage.Claimed claimed, WatchedPage.Seen seen, Fetched.NotModified same) {
    WatchedPage.Watch watch = claimed.watch();
    HeldOfSource held = held(claimed);
    String extractor = PageText.extractor(watch);
    WatchedPages.Left left =
        new WatchedPages.Left(
            WatchedPage.Outcome.UNCHANGED,
            null,
            same.movedTo() == null ? null : same.movedTo().toString(),
            watch.every(),
            new WatchedPages.Sent(
                same.at().toString(), seen.etag(), seen.lastModified(), null, extractor));
    if (seen.extractor().equals(extractor)) {
      String words = held.text(seen.version());
      PageText.requireWords(words, watch);
      HeldVersion version = held.version(seen.version());
      Format format = version.mediaType().equals("text/markdown") ? Format.MARKDOWN : Format.TEXT;
      return new Found(
          new Change.Seen.Text(
              new NewVersion(
                  null,
                  version.title(),
                  version.language(),
                  version.url(),
                  null,
                  false,
                  null,
                  PreparedText.of(format, words))),
          with(left, cameBack(claimed, WatchedPage.Outcome.UNCHANGED)));
    }
    PageText text = again(held, seen, watch);
    return text(
        claimed,
        text,
        original(text, held.original(seen.version())),
        same.at(),
        seen.lastModified(),
        left);
  }

  /// A text with what it was taken from, which is kept beside it where the text is new.
  private Found text(
      WatchedPage.Claimed claimed,
      PageText text,
      Original original,
      URI at,
      @Nullable String lastModified,
      WatchedPages.Left left) {
    HeldOfSource held = held(claimed);
    WatchedPage.Outcome outcome = outcome(claimed, held, text, original);
    DocumentId document = claimed.document();
    boolean isHeld = document != null && held.texts(document).contains(text.text().sha256());
    return new Found(
        new Change.Seen.Text(
            new NewVersion(
                null,
                text.title(),
                text.language(),
                at.toString(),
                outcome == WatchedPage.Outcome.TECHNICAL ? "technical" : null,
                outcome == WatchedPage.Outcome.TECHNICAL,
                provenance(claimed.watch(), text, original, at, lastModified),
                text.text().from(isHeld ? null : original))),
        with(left, outcome));
  }

  private static WatchedPages.Left with(WatchedPages.Left left, WatchedPage.Outcome outcome) {
    return new WatchedPages.Left(outcome, left.note(), left.movedTo(), left.next(), left.page());
  }

  private WatchedPage.Outcome outcome(
      WatchedPage.Claimed claimed, HeldOfSource held, PageText text, Original original) {
    WatchedPage.Seen seen = claimed.seen();
    if (seen == null) {
      return WatchedPage.Outcome.CHANGED;
    }
    HeldVersion before = held.version(seen.version());
    if (text.text().sha256().hex().equals(before.sha256())) {
      return cameBack(claimed, WatchedPage.Outcome.UNCHANGED);
    }
    return isTechnical(claimed.watch(), held, seen, before, text, original)
        ? cameBack(claimed, WatchedPage.Outcome.TECHNICAL)
        : WatchedPage.Outcome.CHANGED;
  }

  /// A page that was gone has changed by being there again.
  private static WatchedPage.Outcome cameBack(
      WatchedPage.Claimed claimed, WatchedPage.Outcome otherwise) {
    return claimed.last() == WatchedPage.Outcome.GONE ? WatchedPage.Outcome.CHANGED : otherwise;
  }

  /// The bytes are the same, or what was sent before gives the new text too, taken out as it is
  /// now.
  private static boolean isTechnical(
      WatchedPage.Watch watch,
      HeldOfSource held,
      WatchedPage.Seen seen,
      HeldVersion before,
      PageText text,
      Original original) {
    if (before.original() == null) {
      return false;
    }
    if (before.original().sha256().equals(original.sha256().hex())) {
      return true;
    }
    if (seen.extractor().equals(text.extractor())) {
      return false;
    }
    try {
      return again(held, seen, watch).text().sha256().equals(text.text().sha256());
    } catch (CallerFault e) {
      return false;
    }
  }

  private static PageText again(HeldOfSource held, WatchedPage.Seen seen, WatchedPage.Watch watch) {
    HeldVersion version = held.version(seen.version());
    JsonNode provenance = version.provenance();
    String charset =
        provenance == null ? "" : provenance.path("provenance").path("charset").asString("");
    String mediaType =
        version.original() == null ? version.mediaType() : version.original().mediaType();
    return PageText.of(
        held.original(seen.version()),
        charset.isEmpty() ? mediaType : mediaType + "; charset=" + charset,
        watch);
  }

  private HeldOfSource held(WatchedPage.Claimed claimed) {
    return new HeldOfSource(database, tenant, claimed.watch().place().source());
  }

  private static Original original(PageText text, byte[] bytes) {
    return new Original(
        text.mediaType(),
        Hash.wrap(Sha256.of(bytes)),
        bytes.length,
        () -> new ByteArrayInputStream(bytes));
  }

  /// Whatever the page or its server says of dates is kept here, and is none of validity.
  private static String provenance(
      WatchedPage.Watch watch,
      PageText text,
      Original original,
      URI at,
      @Nullable String lastModified) {
    ObjectNode record = JSON.createObjectNode();
    ObjectNode kept = record.putObject("provenance");
    kept.put("way", "watch").put("url", watch.url().toString()).put("found_at", at.toString());
    kept.put("media_type", text.mediaType());
    kept.put("payload_digest", "sha256:" + original.sha256().hex());
    if (text.charset() != null) {
      kept.put("charset", text.charset()).put("charset_basis", text.charsetBasis());
    }
    if (text.file() != null) {
      ExtractedJson.put(kept, text.file());
    }
    if (text.taken() != null) {
      kept.put("taken", text.taken());
    }
    kept.put("extractor", text.extractor());
    if (lastModified != null) {
      kept.put("last_modified", lastModified);
    }
    if (!text.says().isEmpty()) {
      ObjectNode says = kept.putObject("page_says");
      text.says().forEach((name, value) -> says.put(name, value.replace('\0', ' ')));
    }
    return JSON.writeValueAsString(record);
  }

  private static Found failed(
      WatchedPage.Claimed claimed,
      String why,
      @Nullable Duration retryAfter,
      @Nullable URI movedTo) {
    return new Found(
        new Change.Seen.Failed(why),
        left(claimed, WatchedPage.Outcome.FAILED, why, movedTo, retryAfter));
  }

  private static WatchedPages.Left left(
      WatchedPage.Claimed claimed,
      WatchedPage.Outcome outcome,
      String note,
      @Nullable URI movedTo,
      @Nullable Duration retryAfter) {
    Duration every = claimed.watch().every();
    Duration next =
        outcome == WatchedPage.Outcome.FAILED
            ? retry(claimed.failures(), every, retryAfter)
            : every;
    return new WatchedPages.Left(
        outcome, note, movedTo == null ? null : movedTo.toString(), next, null);
  }

  /// Five minutes after the first failure, twice as long after each further one, up to the cadence;
  /// never before the server wants to be asked again.
  static Duration retry(int failuresBefore, Duration every, @Nullable Duration retryAfter) {
    Duration doubled = FIRST_RETRY.multipliedBy(1L << Math.min(failuresBefore, MOST_DOUBLINGS));
    Duration next = doubled.compareTo(every) < 0 ? doubled : every;
    return retryAfter != null && retryAfter.compareTo(next) > 0 ? retryAfter : next;
  }
}
