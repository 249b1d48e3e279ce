package dev.asof.filed;

import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Request;
import dev.asof.audit.Audit;
import dev.asof.audit.Auditor;
import dev.asof.audit.Correction;
import dev.asof.audit.Terms;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.filed.Rechecked.Outcome;
import dev.asof.history.Counted;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.State;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.write.Store;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks filed records again: at the two times they were made for, where everything has to be the
/// same, and as known now.
public final class Recheck {
  private final Database database;
  private final Ask ask;

  public Recheck(Database database, Ask ask) {
    this.database = database;
    this.ask = ask;
  }

  /// Whatever is wrong with the file is in the result; what is wrong with the database is thrown.
  ///
  /// @param shown the file's name in the result
  public Rechecked recheck(Path file, String shown) {
    try {
      RecordFile read = RecordFile.read(file);
      return recheck(read, shown);
    } catch (RecordFile.NoRecord e) {
      return Rechecked.unreadable(shown, e.why());
    } catch (CallerFault e) {
      return Rechecked.unreadable(shown, e.sentence());
    } catch (DateTimeException | IllegalArgumentException e) {
      return Rechecked.unreadable(shown, "a value in it cannot be read (" + e.getMessage() + ")");
    }
  }

  private Rechecked recheck(RecordFile read, String shown) {
    JsonNode filed = read.record().json();
    Set<String> unseen = unseen(read);
    if (!unseen.isEmpty()) {
      return unseen(read, shown, unseen);
    }
    Compared compared = new Compared();
    compared.differences().addAll(read.differences());
    List<Correction> changes = new ArrayList<>();
    Instant learned = null;
    if (filed.path("answer").path("asks").isEmpty()) {
      TenantId tenant = new Store(database).tenant(read.record().tenant());
      Audit now = again(tenant, read.record(), compared);
      learned = now.learnedUpTo();
      long until = filed.path("learned_token").asLong(0);
      now.corrections().stream()
          .filter(change -> change.recorded().sequence() > until)
          .forEach(changes::add);
      changes.addAll(answered(tenant, filed, now));
      if (!filed.path("corrections").isEmpty()) {
        compared
            .notes()
            .add(
                "the record names "
                    + Counted.of(filed.path("corrections").size(), "earlier correction"));
      }
    } else {
      compared.notes().add("the question was asked back, and nothing was searched for");
    }
    return new Rechecked(
        shown,
        outcome(read, compared, changes),
        read.record().tenant(),
        filed.path("question").asString(""),
        Instant.parse(filed.path("answer").path("known").asString("")),
        filed.path("answer").path("token").asLong(0),
        learned,
        compared.differences(),
        changes,
        notes(compared));
  }

  /// Documents that the record names and that are not known here; of a changed file none, for what
  /// it names may be made up.
  private Set<String> unseen(RecordFile read) {
    Set<String> unseen = new TreeSet<>();
    if (read.differences().isEmpty()) {
      TenantId tenant = new Store(database).tenant(read.record().tenant());
      History history = new History(database);
      Set<String> named = new TreeSet<>(read.record().json().findValuesAsString("document"));
      named.remove("");
      for (String document : named) {
        try {
          history.timeline(tenant, Filter.document(document), Known.latest());
        } catch (CallerFault e) {
          if (e.code() != Code.UNKNOWN_DOCUMENT) {
            throw e;
          }
          unseen.add(document);
        }
      }
    }
    return unseen;
  }

  private static Rechecked unseen(RecordFile read, String shown, Set<String> documents) {
    JsonNode filed = read.record().json();
    return new Rechecked(
        shown,
        Outcome.UNSEEN,
        read.record().tenant(),
        filed.path("question").asString(""),
        Instant.parse(filed.path("answer").path("known").asString("")),
        filed.path("answer").path("token").asLong(0),
        null,
        List.of(),
        List.of(),
        List.of(
            "the file was not changed; it was not asked again, because "
                + String.join(", ", documents)
                + (documents.size() == 1 ? " is" : " are")
                + " not known here to you: give the access labels with --labels, or ask the store"
                + " that the record was made from"));
  }

  private static Outcome outcome(RecordFile read, Compared compared, List<Correction> changes) {
    if (!read.differences().isEmpty()) {
      return Outcome.TAMPERED;
    }
    if (!compared.differences().isEmpty()) {
      return Outcome.DIFFERS;
    }
    return compared.orders().isEmpty()
        ? changes.isEmpty() ? Outcome.STANDS : Outcome.CHANGED
        : Outcome.ERASED;
  }

  private static List<String> notes(Compared compared) {
    List<String> notes = new ArrayList<>(compared.notes());
    compared.orders().forEach(order -> notes.add("erased since, under the order " + order));
    return notes;
  }

  /// Compares the record with what the store answers, and returns the same answer with what was
  /// learned up to now.
  private Audit again(TenantId tenant, FiledRecord record, Compared compared) {
    JsonNode filed = record.json();
    Terms terms = terms(filed);
    AsFiled request = new AsFiled(filed, terms);
    Asked found = ask.ask(tenant, request.atItsToken());
    Asked same = new FiledHits(database, tenant, terms, ask.embedder(), compared).in(filed, found);
    Auditor auditor = new Auditor(database, ask);
    Audit then =
        auditor.of(
            tenant,
            request.atItsToken(),
            same,
            Known.at(Instant.parse(filed.path("learned_up_to").asString(""))));
    if (compared.orders().isEmpty()) {
      compared.records(filed, FiledRecord.of(then, record.tenant()).json());
    }
    return auditor.of(tenant, request.atItsToken(), same, Known.latest());
  }

  /// Where nothing applied when it was filed, and something does as known now.
  private List<Correction> answered(TenantId tenant, JsonNode filed, Audit now) {
    List<Correction> changes = new ArrayList<>();
    JsonNode parts = filed.path("answer").path("parts");
    boolean empty = false;
    for (JsonNode part : parts) {
      empty |= part.path("results").isEmpty();
    }
    if (empty) {
      Terms terms = terms(filed);
      Audit present =
          new Auditor(database, ask)
              .audit(tenant, new AsFiled(filed, terms).asKnown(Known.at(now.learnedUpTo())));
      for (int i = 0; i < parts.size() && i < present.answer().parts().size(); i++) {
        if (parts.get(i).path("results").isEmpty()) {
          present.answer().parts().get(i).results().stream()
              .findFirst()
              .ifPresent(hit ->
                  present.proofs().stream()
                      .filter(proof -> proof.sequence() == hit.citation().transaction())
                      .forEach(proof ->
                          changes.add(
                              new Correction(
                                  hit.period(), hit.citation().document(), proof, List.of()))));
        }
      }
    }
    return changes;
  }

  private static Terms terms(JsonNode filed) {
    JsonNode terms = filed.path("terms");
    String now = text(terms, "now");
    List<State> states = new ArrayList<>();
    terms
        .path("states")
        .forEach(state -> states.add(State.valueOf(state.asString().toUpperCase(Locale.ROOT))));
    return new Terms(
        text(terms, "about"),
        text(terms, "zone"),
        now == null ? null : Instant.parse(now),
        terms.path("top").asInt(0),
        text(terms, "document"),
        text(terms, "source"),
        text(terms, "scope"),
        states,
        terms.path("ranker").asString(""),
        text(terms, "embedder"));
  }

  static @Nullable String text(JsonNode node, String name) {
    return node.path(name).isString() ? node.path(name).asString() : null;
  }

  /// A question as it was asked, with the times that were read then.
  private record AsFiled(JsonNode filed, Terms terms) {

    Request atItsToken() {
      return asKnown(Known.at(Instant.parse(filed.path("answer").path("known").asString(""))));
    }

    /// Where the words say as known when, they say so again.
    Request asKnown(Known known) {
      boolean inWords = false;
      for (JsonNode time : filed.path("answer").path("times")) {
        inWords |= time.path("axis").asString("").equals("known") && time.path("used").asBoolean();
      }
      Request request = terms.ask(filed.path("question").asString(""), inWords ? null : known);
      JsonNode about = filed.path("answer").path("parts").path(0).path("reading").path("about");
      return terms.about() == null && about.path("how").asString("").equals("defaulted")
          ? request.about(
              new TimeInput.Moment(
                  StatedTime.of(
                      Instant.parse(about.path("zones").path(0).path("instant").asString("")))))
          : request;
    }
  }
}
