package dev.asof.http;

import static dev.asof.http.Parameter.Kind.FLAG;
import static dev.asof.http.Parameter.Kind.TEXT;
import static dev.asof.http.Parameter.Kind.TEXTS;
import static dev.asof.http.Parameter.field;

import dev.asof.erasure.Erasure;
import dev.asof.erasure.ErasureValue;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.write.Eraser;
import dev.asof.write.ErasureReport;
import dev.asof.write.Intent;
import dev.asof.write.token.TokenRole.Right;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Legal erasure, for admins: a dry run first, then for good.
final class Erasures {
  private Erasures() {}

  private static final Parameter VERSION_LABELS =
      field(
          "version_labels",
          TEXTS,
          "[\"v7\"]",
          "Labels of the versions, of any source; or all_versions.");
  private static final Parameter ALL =
      field("all_versions", FLAG, "false", "Every version of the document.");
  private static final Parameter ORDER =
      field(
              "order",
              TEXT,
              "court order 12/2026",
              "The order under which it is erased. It is kept and shown for good.")
          .needed();
  private static final Parameter DRY_RUN =
      field("dry_run", FLAG, "true", "Erase nothing; say what would go and what would stay.");

  static List<Route> routes() {
    return List.of(
        erasing(
            "erase",
            "erase",
            "Erases versions under a legal order: their words, addresses and hashes, for good.",
            Erasures::erase,
            List.of(
                Parameters.TENANT,
                Parameters.FOR_DOCUMENT,
                VERSION_LABELS,
                ALL,
                ORDER,
                Parameters.REASON.needed(),
                DRY_RUN,
                Parameters.IDEMPOTENCY_KEY)),
        erasing(
            "erase/finish",
            "finishErasure",
            "Takes off the disk what earlier erasures left there, where that was interrupted.",
            Erasures::finish,
            List.of(Parameters.TENANT)));
  }

  private static Route erasing(
      String name,
      String operation,
      String summary,
      Route.Handling handling,
      List<Parameter> parameters) {
    return Route.post(OfTenant.PATH + name, operation, summary, handling, parameters)
        .needing(Right.ADMINISTER)
        .takingLong();
  }

  private static void erase(Exchange exchange) throws IOException {
    Body body = exchange.body();
    List<String> labels = body.texts(VERSION_LABELS);
    boolean all = body.flag(ALL);
    if (all != labels.isEmpty()) {
      throw new CallerFault(
          Code.USAGE, "give the labels with version_labels, or all_versions, which is true");
    }
    Eraser.Which which = all ? new Eraser.Which.All() : new Eraser.Which.Labelled(labels);
    Intent intent =
        Intent.of("erase", exchange.principal().actor())
            .because(body.text(Parameters.REASON))
            .under(Writes.idempotencyKey(exchange))
            .dry(body.flag(DRY_RUN));
    String document = body.text(Parameters.FOR_DOCUMENT);
    String order = body.text(ORDER);
    run(exchange, erasure -> erasure.erase(exchange.tenant(), intent, document, which, order));
  }

  private static void finish(Exchange exchange) throws IOException {
    exchange.body();
    run(exchange, erasure -> null);
  }

  private interface Step {
    @Nullable ErasureReport of(Erasure erasure);
  }

  /// Everything beyond the transaction is made again by the next erasure, or by finishing it, where
  /// it fails.
  private static void run(Exchange exchange, Step step) throws IOException {
    ErasureValue value;
    try (Database opened = exchange.engine().openAs(DatabaseRole.ERASER)) {
      Erasure erasure = new Erasure(opened.as(exchange.database().caller()));
      ErasureReport report = step.of(erasure);
      if (Erasure.isDone(report)) {
        erasure.note(
            exchange.tenant(),
            exchange.tenantName(),
            () -> exchange.engine().index(exchange.database()));
        exchange.engine().forget();
        erasure.purge();
      }
      value = erasure.value(report, exchange.tenantName());
    }
    ErasureReport report = value.erasure();
    Long token = report == null ? null : report.token();
    if (token != null) {
      exchange.reply().token(token);
    }
    exchange.reply().json(value);
  }
}
