package dev.asof.audit;

import dev.asof.ask.Request;
import dev.asof.eligible.StatePolicy;
import dev.asof.history.Filter;
import dev.asof.history.Known;
import dev.asof.time.LocalTimes;
import dev.asof.time.State;
import dev.asof.time.TimeInput;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// On which terms a question was asked, as far as they decide its answer: with them it can be asked
/// again.
///
/// @param about as given; null: none was
/// @param zone as given; null: none was
/// @param now from where the words see "last year"; null where they name no such time
/// @param top most passages of each period
/// @param embedder model by whose vectors passages were found; null: by their words alone
/// @param states those that may be cited, in order; all of them are the default
public record Terms(
    @Nullable String about,
    @Nullable String zone,
    @Nullable Instant now,
    int top,
    @Nullable String document,
    @Nullable String source,
    @Nullable String scope,
    List<State> states,
    String ranker,
    @Nullable String embedder) {
  public Terms {
    states = List.copyOf(states);
  }

  static Terms of(Request request, @Nullable Instant now, @Nullable String embedder) {
    TimeInput about = request.about();
    Filter filter = request.filter();
    return new Terms(
        about == null
            ? null
            : switch (about) {
              case TimeInput.Day day -> day.date().toString();
              case TimeInput.Moment moment -> moment.time().text();
            },
        request.zone() == null ? null : request.zone().getId(),
        now,
        request.k(),
        filter.document(),
        filter.source(),
        filter.scope(),
        request.states().admitted().stream().sorted().toList(),
        request.ranker(),
        embedder);
  }

  /// The same question on the same terms.
  ///
  /// @param known null: as the words say
  public Request ask(String question, @Nullable Known known) {
    Set<State> admitted =
        states.stream().collect(Collectors.toCollection(() -> EnumSet.noneOf(State.class)));
    return Request.of(question)
        .about(
            about == null
                ? null
                : LocalTimes.parseAbout(
                    about, zone == null ? ZoneOffset.UTC : LocalTimes.zone(zone), zone == null))
        .inZone(zone == null ? null : LocalTimes.zone(zone))
        .seenFrom(now)
        .known(known)
        .top(top)
        .of(new Filter(document, source, scope))
        .inStates(new StatePolicy(admitted))
        .rankedBy(ranker);
  }
}
