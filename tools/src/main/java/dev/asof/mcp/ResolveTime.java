package dev.asof.mcp;

import static dev.asof.mcp.Schemas.field;
import static dev.asof.mcp.Schemas.list;
import static dev.asof.mcp.Schemas.object;

import dev.asof.history.Known;
import dev.asof.history.TenantSettings;
import dev.asof.resolve.QuestionTime;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TimeReader;
import dev.asof.shown.ResolvedValue;
import dev.asof.shown.Times;
import dev.asof.time.LocalTimes;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How times in words are read, as `asof resolve` reads them with the settings of a tenant.
final class ResolveTime implements Tool {

  private static final String TEXT = "text";
  private static final String NOW = "now";
  private static final int LONGEST_TEXT = 10_000;

  @Override
  public String name() {
    return "resolve_time";
  }

  @Override
  public String title() {
    return "Read times in words";
  }

  @Override
  public String description() {
    return "Reads the times in a question or phrase (\"last quarter\", \"FY2024\", \"the week of 5"
        + " May\", \"as we knew it in June\"), each as a half-open range on one of the two"
        + " axes: about is valid time (give it as as_of), known is system time (give it as"
        + " known_at). What cannot be read for certain is asked back with choices, never"
        + " guessed. Call it before other tools where a person names a time in words.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.text(
                TEXT,
                LONGEST_TEXT,
                "A question or a phrase, in English or Korean; dates also in German, French,"
                    + " Spanish and Catalan.",
                "last quarter",
                "what did we know on 3 June about the policy of 1 May")
            .asRequired(),
        now(),
        Common.zone());
  }

  static Parameter now() {
    return Parameter.text(
        NOW,
        Common.LONGEST_TIME,
        "From where \"last year\" and the like are seen, written like as_of; without it: now.",
        "2024-05-15T10:00Z");
  }

  /// Null where nothing was given.
  static @Nullable Instant seenFrom(Call call) {
    String now = call.arguments().text(NOW);
    ZoneId zone = call.times().zone();
    boolean assumed = call.times().isZoneAssumed();
    return now == null
        ? null
        : LocalTimes.parseAbout(now, zone, assumed).at(zone, assumed).instant();
  }

  @Override
  public Map<String, Object> answerSchema() {
    Map<String, Object> time =
        object(
            "A time, the phrase it was read from, and how",
            field("axis", "string"),
            field("text", "string"),
            field("range", Schemas.span()),
            field("zone", "string"),
            field("approximate", "boolean"),
            field("label", "string"),
            field("sentence", "string"));
    return object(
        "The times of both axes; periods are what has to be asked one by one",
        field("kind", "string"),
        field("about", list(time)),
        field("known", list(time)),
        field("periods", "array"),
        field("asks", "array"),
        field("unread", "array"),
        field("sentence", "string"));
  }

  /// As of when the tenant's settings hold.
  private record Settings(TenantSettings set, Instant clock, Instant known, long token) {}

  @Override
  public Result call(Call call) {
    Settings settings =
        call.history()
            .reader()
            .snapshot(
                call.tenant(),
                Known.latest(),
                snapshot ->
                    new Settings(
                        TenantSettings.in(snapshot),
                        snapshot.clock(),
                        snapshot.known(),
                        snapshot.token()));
    Reference reference = reference(call, settings);
    TimeReader reader = new TimeReader(ReadingSettings.of(settings.set().values()));
    String text = call.arguments().required(TEXT);
    QuestionTime read = reader.read(text, reference);
    while (!read.isCertain()) {
      Optional<String> mended = call.questions().mended(text, read.asks().getFirst());
      if (mended.isEmpty()) {
        return shown(Result.askedBack(read.asks()), read, text, reference, settings);
      }
      text = mended.get();
      read = reader.read(text, reference);
    }
    return shown(Result.answered(), read, text, reference, settings);
  }

  private static Reference reference(Call call, Settings settings) {
    Optional<ZoneId> zone =
        Optional.ofNullable(call.times().givenZone()).or(settings.set()::questionZone);
    Instant now = seenFrom(call);
    return new Reference(
        now == null ? settings.clock() : now, zone.orElse(ZoneOffset.UTC), zone.isEmpty());
  }

  private static Result shown(
      Result result, QuestionTime read, String text, Reference reference, Settings settings) {
    result
        .answer(ResolvedValue.of(read))
        .with("text", text)
        .read(
            null,
            settings.known(),
            settings.token(),
            List.of(
                "seen from "
                    + Times.shown(reference.now())
                    + " in "
                    + Times.shown(reference.zone())
                    + (reference.zoneAssumed() ? " (zone assumed)" : "")
                    + ", with the settings known @"
                    + settings.token(),
                read.sentence()));
    read.unread()
        .forEach(word -> result.line("Left as a word: \"" + word.text() + "\", " + word.why()));
    return result;
  }
}
