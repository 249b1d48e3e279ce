package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.History;
import dev.asof.history.LedgerEntry;
import dev.asof.history.Page;
import dev.asof.ledger.Checkpoint;
import dev.asof.schema.Owner;
import dev.asof.shown.AskedTimes;
import dev.asof.shown.CheckpointValue;
import dev.asof.shown.Verdict;
import dev.asof.verify.Against;
import dev.asof.verify.CitationProof;
import dev.asof.verify.Prover;
import dev.asof.verify.Verification;
import dev.asof.verify.Verifier;
import dev.asof.write.export.Export;
import dev.asof.write.token.TokenRole;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The ledger: its entries, what proves them, and all of a tenant.
final class Trust {
  private Trust() {}

  static void transactions(Exchange exchange) throws IOException {
    Page page = exchange.page();
    Answer<LedgerEntry> answer =
        new History(exchange.database())
            .transactions(
                exchange.tenant(),
                exchange.times().knownOrLatest(),
                "newest".equals(exchange.wordOrNull(Parameters.ORDER)),
                exchange.sequenceOrNull(Parameters.AFTER_SEQUENCE),
                Objects.requireNonNull(page.limit()));
    Reads.answer(exchange, answer);
  }

  static void transaction(Exchange exchange) throws IOException {
    long sequence =
        Exchange.id(Parameters.SEQUENCE, exchange.context().pathParam(Parameters.SEQUENCE.name()));
    LedgerEntry entry =
        new History(exchange.database())
            .transaction(exchange.tenant(), exchange.times().knownOrLatest(), sequence);
    // An entry is sealed: there is no other under its number.
    exchange.reply().token(sequence).lasting(true).json(entry, List.of(entry));
  }

  static void checkpoint(Exchange exchange) throws IOException {
    Checkpoint checkpoint = new Verifier(exchange.database()).checkpoint(exchange.tenant());
    CheckpointValue value = CheckpointValue.of(checkpoint, null);
    exchange.reply().token(checkpoint.sequence()).json(value, List.of(value));
  }

  static void verify(Exchange exchange) throws IOException {
    String from = exchange.textOrNull(Parameters.FROM_CHECKPOINT);
    Against against =
        new Against(
            from == null ? null : kept(Parameters.FROM_CHECKPOINT.name(), from), kept(exchange));
    Verification found = new Verifier(exchange.database()).verify(exchange.tenant(), against);
    Object value = exchange.database().caller().seesEverything() ? found : Verdict.of(found);
    Checkpoint head = found.checkpoint();
    if (head != null) {
      exchange.reply().token(head.sequence());
    }
    exchange.reply().json(value, List.of(value));
  }

  static void prove(Exchange exchange) throws IOException {
    AskedTimes times = exchange.times();
    CitationProof proof =
        new Prover(exchange.database())
            .prove(
                exchange.tenant(),
                exchange.filter(),
                exchange.about(times),
                times.knownOrLatest(),
                exchange.textOrNull(Parameters.SECTION),
                kept(exchange));
    exchange.reply().json(proof, List.of(proof));
  }

  private static List<Against.Kept> kept(Exchange exchange) {
    List<Against.Kept> kept = new ArrayList<>();
    for (String text : exchange.texts(Parameters.CHECKPOINT)) {
      kept.add(kept(Parameters.CHECKPOINT.name() + " " + (kept.size() + 1), text));
    }
    return kept;
  }

  private static Against.Kept kept(String name, String text) {
    return new Against.Kept(name, Checkpoint.parse(name, text));
  }

  /// Everything of the tenant, hidden documents too: for whom nothing is hidden.
  static void export(Exchange exchange) throws IOException {
    if (!exchange.database().caller().seesEverything()) {
      throw new CallerFault(
          Code.NOT_ALLOWED,
          "an export holds every document of the tenant; it takes a caller that holds all labels,"
              + " \"*\"");
    }
    boolean restricted = exchange.flag(Parameters.RESTRICTED);
    if (restricted) {
      Callers.require(exchange.principal(), TokenRole.Right.ADMINISTER);
    }
    Owner owner = Owner.of(exchange.database().settings());
    // Its first bytes are made before the headers go, so that what refuses it is said as ever.
    try (OutputStream out = new LateStream(() -> exchange.reply().stream(Route.LINES))) {
      Export.write(owner, exchange.tenantName(), restricted, out, done -> {});
    }
  }
}
