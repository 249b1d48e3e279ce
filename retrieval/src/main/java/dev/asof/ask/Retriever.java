package dev.asof.ask;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Filter;
import dev.asof.history.Known;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.write.Store;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Passages for a framework of retrieval. Who asks, of which tenant and about which times comes
/// beside the words of the question, where no model can write it: in a map of parameters, all of
/// whose names begin with `asof.`; a map may hold other things too.
///
/// Times are written as on the command line, or are values of `java.time`.
public final class Retriever {
  /// Name of the tenant; default: that of the retriever.
  public static final String TENANT = "asof.tenant";

  /// Access labels held, as text with commas between them; default: those of the database's caller.
  public static final String LABELS = "asof.labels";

  /// What applied then: text, [LocalDate] or [Instant]; default: as the words say, else now.
  public static final String ABOUT = "asof.about";

  /// As known then: text such as `2024-03-01` or `@12`, [LocalDate] (its end), [Instant], or a
  /// [Number] for a token; default: as the words say, else the last transaction.
  public static final String KNOWN = "asof.known";

  /// From when the words are seen: text or [Instant]; default: now.
  public static final String NOW = "asof.now";

  /// Zone of times that name none: text or [ZoneId]; default: the tenant's, else UTC.
  public static final String ZONE = "asof.zone";

  /// Key of the only document asked of.
  public static final String DOCUMENT = "asof.document";

  /// Name of the only source asked of.
  public static final String SOURCE = "asof.source";

  /// Most passages for each period, a whole [Number]; default: that of the retriever.
  public static final String TOP = "asof.top";

  private static final String PREFIX = "asof.";
  private static final Set<String> NAMES =
      Set.of(TENANT, LABELS, ABOUT, KNOWN, NOW, ZONE, DOCUMENT, SOURCE, TOP);

  private final Database database;
  private final PassageIndex index;
  private final Models models;
  private final AnswerCache cache = new AnswerCache(Ask.KEPT);
  private final String tenant;
  private final int most;

  /// @param index opened for the model of `models`; stays the caller's to close, as the database
  /// @param tenant asked where the parameters name none
  /// @param most passages for each period where the parameters say nothing, 1 to
  ///   [Request#MOST_RESULTS]
  public Retriever(Database database, PassageIndex index, Models models, String tenant, int most) {
    this.database = database;
    this.index = index;
    this.models = models;
    this.tenant = tenant;
    this.most = Request.of("").top(most).k();
  }

  /// The passages in force, best first, period after period.
  ///
  /// Throws [AskedBackException] where a time in the words is not certain, and a [CallerFault] for
  /// a parameter that cannot be read or has a name that is not known here, and as [Ask#ask] does.
  public List<Retrieved> retrieve(String question, Map<String, ?> parameters) {
    Given given = new Given(parameters);
    given.check();
    String labels = given.text(LABELS);
    Database asked = labels == null ? database : database.as(Caller.parse(labels));
    String named = given.text(TENANT);
    Asked answer =
        new Ask(asked, index, models, cache)
            .ask(new Store(asked).tenant(named == null ? tenant : named), request(question, given));
    if (answer.isAskedBack()) {
      throw new AskedBackException(answer);
    }
    return answer.parts().stream()
        .flatMap(part -> part.results().stream().map(hit -> Retrieved.of(hit, part)))
        .toList();
  }

  private Request request(String question, Given given) {
    return Request.of(question)
        .about(given.about())
        .known(given.known())
        .seenFrom(given.now())
        .inZone(given.zone())
        .top(given.top(most))
        .of(new Filter(given.text(DOCUMENT), given.text(SOURCE), null));
  }

  private record Given(Map<String, ?> parameters) {

    /// A name that is misspelt would be a time that is not heeded.
    void check() {
      Set<String> unknown =
          parameters.keySet().stream()
              .filter(name -> name.startsWith(PREFIX) && !NAMES.contains(name))
              .collect(Collectors.toCollection(TreeSet::new));
      if (!unknown.isEmpty()) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "'"
                + String.join("', '", unknown)
                + "' is no parameter; there are "
                + String.join(", ", new TreeSet<>(NAMES)));
      }
    }

    @Nullable String text(String name) {
      return switch (parameters.get(name)) {
        case null -> null;
        case String words -> words;
        case Object other -> throw unreadable(name, other, "a text");
      };
    }

    @Nullable ZoneId zone() {
      return switch (parameters.get(ZONE)) {
        case null -> null;
        case ZoneId zone -> zone;
        case String words -> LocalTimes.zone(words);
        case Object other -> throw unreadable(ZONE, other, "a text or a ZoneId");
      };
    }

    private ZoneId zoneOrUtc() {
      ZoneId zone = zone();
      return zone == null ? LocalTimes.zone("UTC") : zone;
    }

    private boolean isZoneAssumed() {
      return parameters.get(ZONE) == null;
    }

    @Nullable TimeInput about() {
      return switch (parameters.get(ABOUT)) {
        case null -> null;
        case LocalDate date -> new TimeInput.Day(date);
        case Instant instant -> new TimeInput.Moment(StatedTime.of(instant));
        case String words -> LocalTimes.parseAbout(words, zoneOrUtc(), isZoneAssumed());
        case Object other -> throw unreadable(ABOUT, other, "a text, a LocalDate or an Instant");
      };
    }

    @Nullable Known known() {
      return switch (parameters.get(KNOWN)) {
        case null -> null;
        case Instant instant -> Known.at(instant);
        case Number token -> Known.token(token.longValue());
        case LocalDate date -> stated(date.toString());
        case String words when words.matches("@\\d{1,18}") ->
            Known.token(Long.parseLong(words.substring(1)));
        case String words -> stated(words);
        case Object other ->
            throw unreadable(KNOWN, other, "a text, a LocalDate, an Instant or a Number");
      };
    }

    private Known stated(String words) {
      return Known.stated(LocalTimes.parseKnown(words, zoneOrUtc(), isZoneAssumed()));
    }

    @Nullable Instant now() {
      return switch (parameters.get(NOW)) {
        case null -> null;
        case Instant instant -> instant;
        case String words ->
            LocalTimes.parseAbout(words, zoneOrUtc(), isZoneAssumed())
                .at(zoneOrUtc(), isZoneAssumed())
                .instant();
        case Object other -> throw unreadable(NOW, other, "a text or an Instant");
      };
    }

    int top(int most) {
      return switch (parameters.get(TOP)) {
        case null -> most;
        case Number number when number.longValue() == number.intValue() -> number.intValue();
        case Object other -> throw unreadable(TOP, other, "a whole number");
      };
    }

    private static CallerFault unreadable(String name, Object value, String wanted) {
      return new CallerFault(
          Code.BAD_INPUT,
          "the parameter "
              + name
              + " is "
              + wanted
              + ", not '"
              + value
              + "' of "
              + value.getClass().getSimpleName());
    }
  }
}
