package dev.asof.http;

import static dev.asof.http.OfTenant.read;
import static dev.asof.http.Parameter.Kind.KNOWN;
import static dev.asof.http.Parameter.query;
import static dev.asof.http.Route.JSON;

import dev.asof.ask.Ask;
import dev.asof.ask.Models;
import dev.asof.audit.Audit;
import dev.asof.audit.Auditor;
import dev.asof.embed.Embedder;
import dev.asof.filed.FileFormat;
import dev.asof.filed.FiledRecord;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Reconstruction;
import dev.asof.history.Snapshot;
import dev.asof.index.PassageIndex;
import dev.asof.rank.RankSettings;
import dev.asof.shown.AskedTimes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// Answers as files: the record of an audit, and everything in force at a point.
final class Records {
  private Records() {}

  private static final String HTML = "text/html";
  private static final String PDF = "application/pdf";
  private static final String TEXT = "text/plain";
  private static final String TAR = "application/x-tar";
  private static final String ZIP = "application/zip";

  private static final Parameter LEARNED =
      query(
          "learned",
          KNOWN,
          "@2",
          "Tell later beliefs and corrections up to this time, or to a token such as @12; default:"
              + " all. With known and this, the record is the same to the byte.");

  static List<Route> routes() {
    return List.of(
        read(
                "audit",
                "audit",
                "Answers a question as a record that can be filed; asof audit --recheck asks it"
                    + " again.",
                Records::audit,
                Parameters.QUESTION,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.NOW,
                Parameters.K,
                Parameters.ONE_DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.STATE,
                Parameters.RANKER,
                Parameters.EXPLAIN,
                LEARNED)
            .answering(JSON, HTML, PDF, TEXT),
        read(
                "reconstruct",
                "reconstruct",
                "Every text in force at a point, as files with a manifest of hashes, or one page.",
                Records::reconstruct,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(ZIP, TAR, HTML)
            .takingLong());
  }

  private static void audit(Exchange exchange) throws IOException {
    AskedTimes times = exchange.times();
    String learned = exchange.textOrNull(LEARNED);
    Known upTo = learned == null ? Known.latest() : times.known(learned);
    var request = Questions.request(exchange);
    try (Embedder embedder = exchange.engine().embedder().orElse(null);
        PassageIndex index = exchange.engine().index(exchange.database())) {
      Models models = new Models(RankSettings.DEFAULT, embedder, null, null);
      Ask ask = new Ask(exchange.database(), index, models, exchange.engine().answers());
      Audit audit = new Auditor(exchange.database(), ask).audit(exchange.tenant(), request, upTo);
      FiledRecord record = FiledRecord.of(audit, exchange.tenantName());
      Reply reply = exchange.reply().token(audit.answer().token());
      reply.bytes(reply.mediaType(), format(reply.mediaType()).bytes(audit, record));
    }
  }

  private static FileFormat format(String mediaType) {
    return switch (mediaType) {
      case HTML -> FileFormat.HTML;
      case PDF -> FileFormat.PDF;
      case TEXT -> FileFormat.TEXT;
      default -> FileFormat.JSON;
    };
  }

  private static void reconstruct(Exchange exchange) throws IOException {
    History history = new History(exchange.database());
    AskedTimes times = exchange.times();
    Known known = times.knownOrLatest();
    var about = exchange.about(times);
    long token = history.reader().snapshot(exchange.tenant(), known, Snapshot::token);
    // Fixed where nothing fixes it, so that the header names what the files are of.
    Known fixed = exchange.isGiven(Parameters.AS_KNOWN) ? known : times.known("@" + token);
    String type = exchange.reply().mediaType();
    try (OutputStream out =
        new LateStream(
            () -> exchange.reply().token(token).lasting(exchange.isPointFixed()).stream(type))) {
      history.reconstruct(exchange.tenant(), about, fixed, null, packing(type), out);
    }
  }

  private static Reconstruction.Packing packing(String mediaType) {
    return switch (mediaType) {
      case HTML -> Reconstruction.Packing.HTML;
      case TAR -> Reconstruction.Packing.TAR;
      default -> Reconstruction.Packing.ZIP;
    };
  }
}
