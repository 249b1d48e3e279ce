package dev.asof.ask;

import dev.asof.cite.Cited;
import dev.asof.cite.Hit;
import dev.asof.cite.Passages;
import dev.asof.cite.Permalink;
import dev.asof.cite.Verified;
import dev.asof.cite.Verifier;
import dev.asof.eligible.Tier;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Known;
import dev.asof.history.Reader;
import dev.asof.history.Snapshot;
import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.index.PassageId;
import dev.asof.schema.Database;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Repeats citations from their permalinks, from the database alone.
public final class Permalinks {
  private final Reader reader;

  public Permalinks(Database database) {
    this.reader = new Reader(database);
  }

  /// The passage that `link` cites, as it was cited.
  ///
  /// Throws a [CallerFault] where the store holds nothing that it could cite, and where the text is
  /// another than the one that was cited: the link is of another store, or was changed.
  public Hit open(TenantId tenant, Permalink link) {
    return reader.snapshot(tenant, Known.token(link.token()), snapshot -> open(link, snapshot));
  }

  private static Hit open(Permalink link, Snapshot snapshot) {
    Passages passages = new Passages(snapshot.sql(), snapshot.tenant());
    Verifier verifier = new Verifier(snapshot, When.moment(link.about()));
    String section = link.section();
    Integer number = link.passage();
    if (section == null || number == null) {
      throw refused(link, "it names no passage; asof in-force cites whole documents");
    }
    DocumentId document =
        passages
            .document(link.document(), snapshot.known())
            .orElseThrow(() -> refused(link, "no document of that key was known then"));
    Set<PassageId> possible = passages.passagesOf(document, section, number, snapshot.known());
    for (Map.Entry<PassageId, List<Verified>> found :
        verifier.verify(List.copyOf(possible)).entrySet()) {
      List<Verified> cited =
          found.getValue().stream()
              .filter(one ->
                  one.source().name().equals(link.source())
                      && one.citation().scope().equals(link.scope()))
              .toList();
      if (!cited.isEmpty()) {
        String sha256 = cited.getFirst().citation().sha256();
        if (link.sha256() != null && !link.sha256().equals(sha256)) {
          throw refused(
              link, "the text that applied has the hash " + sha256 + ", which is another");
        }
        Tier tier = cited.getFirst().tier();
        return new Cited(null, verifier.times(), verifier.rights(), snapshot.token(), passages)
            .hit(cited, passages.words(List.of(found.getKey())).get(found.getKey()), tier, 0, null);
      }
    }
    throw refused(link, "nothing of that section was in force there, or it was erased since");
  }

  private static CallerFault refused(Permalink link, String why) {
    return new CallerFault(
        Code.BAD_INPUT,
        "the permalink " + link + " cites nothing here: " + why,
        Map.of("permalink", link.toString()));
  }
}
