package dev.asof.mcp;

import static dev.asof.mcp.Schemas.field;

import dev.asof.ask.Permalinks;
import dev.asof.cite.Hit;
import dev.asof.cite.Permalink;
import dev.asof.fault.CallerFault;
import dev.asof.history.Known;
import dev.asof.shown.Times;
import java.util.List;
import java.util.Map;

/// Repeats a citation, as `asof cite` does.
final class VerifyCitation implements Tool {

  private static final String PERMALINK = "permalink";
  private static final int LONGEST = 10_000;

  @Override
  public String name() {
    return "verify_citation";
  }

  @Override
  public String title() {
    return "Verify a citation";
  }

  @Override
  public String description() {
    return "Repeats a citation from its permalink (asof:KEY?about=...), as an answer of search"
        + " shows it: verified true, with the passage as it was known then, or not-found"
        + " with the reason: nothing of that section was in force there, or the text is not"
        + " the one that was cited. Call it before relying on a permalink that you did not"
        + " just get.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.text(
                PERMALINK,
                LONGEST,
                "The whole permalink.",
                "asof:terms?about=2024-03-01T00:00:00Z&known=@12&source=site&section=notice"
                    + "&passage=0")
            .asRequired());
  }

  @Override
  public Map<String, Object> answerSchema() {
    return Schemas.citation(
        field("passage", "integer", "null"),
        field("heading", "string", "null"),
        field("text", "string", "null"),
        field("permalink", "string"));
  }

  @Override
  public Result call(Call call) {
    Permalink link = Permalink.parse(call.arguments().required(PERMALINK));
    Hit hit;
    try {
      hit = new Permalinks(call.database()).open(call.tenant(), link);
    } catch (CallerFault e) {
      return read(
              call, Known.latest(), link, Result.notFound(e.code().word(), e.sentence(), List.of()))
          .with("verified", false);
    }
    return read(call, Known.token(link.token()), link, Result.answered())
        .with("verified", true)
        .answer(hit)
        .line("Verified: the store holds exactly this.")
        .lines(Said.hit(1, hit));
  }

  private static Result read(Call call, Known known, Permalink link, Result result) {
    return call.history()
        .reader()
        .snapshot(
            call.tenant(),
            known,
            snapshot ->
                result.read(
                    link.about().toString(),
                    snapshot.known(),
                    snapshot.token(),
                    List.of(
                        "about "
                            + Times.shown(link.about())
                            + ", known @"
                            + link.token()
                            + ": as the permalink says")));
  }
}
