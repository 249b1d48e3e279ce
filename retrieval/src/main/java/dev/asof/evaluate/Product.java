package dev.asof.evaluate;

import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Part;
import dev.asof.ask.Request;
import dev.asof.cite.Hit;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.time.LocalTimes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// `asof ask` as one of the systems: with its own reading of times, its verification in the
/// database and its citations. It is given what the set gives: a point, else the words alone.
///
/// @param latest a time of asking after everything that was recorded
record Product(Ask ask, TenantId tenant, Instant latest) {

  /// @param hits at most ten; of several periods the best of each come first
  /// @param nanos from the question to the answer
  record Answer(boolean askedBack, List<Hit> hits, long nanos) {}

  Answer answer(BenchQuestion question) {
    Request request = request(question);
    long start = System.nanoTime();
    Asked asked = ask.ask(tenant, request);
    long nanos = System.nanoTime() - start;
    return new Answer(asked.isAskedBack(), best(asked.parts()), nanos);
  }

  private Request request(BenchQuestion question) {
    Request request = Request.of(question.question()).top(Outcome.DEPTH);
    if (question.about() instanceof BenchQuestion.About.At at) {
      request = request.about(at.time());
    }
    String written = question.known();
    if (written == null) {
      return request.seenFrom(latest);
    }
    var known = LocalTimes.parseKnown(written, ZoneOffset.UTC, true);
    return request.known(Known.stated(known)).seenFrom(known.instant());
  }

  private static List<Hit> best(List<Part> parts) {
    List<Hit> best = new ArrayList<>();
    for (int rank = 0; rank < Outcome.DEPTH; rank++) {
      for (Part part : parts) {
        if (rank < part.results().size() && best.size() < Outcome.DEPTH) {
          best.add(part.results().get(rank));
        }
      }
    }
    return best;
  }
}
