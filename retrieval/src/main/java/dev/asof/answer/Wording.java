package dev.asof.answer;

import dev.asof.ask.Asked;
import dev.asof.ask.Part;
import dev.asof.ask.Permalinks;
import dev.asof.history.Citation;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Has an answer put into words by a language model, and checks each of its sentences. No
/// connection to the database is held while the model is waited for.
public final class Wording {
  private final Permalinks permalinks;
  private final WordsSettings settings;

  /// Throws a [dev.asof.fault.CallerFault] where no model is configured.
  ///
  /// @param database of the caller: what is hidden from him is not sent
  public Wording(Database database, WordsSettings settings) {
    settings.require();
    this.permalinks = new Permalinks(database);
    this.settings = settings;
  }

  /// The same answer, in words. Never throws for what the model or its endpoint does wrong: the
  /// passages stand without it.
  public InWords of(TenantId tenant, Asked asked) {
    if (asked.isAskedBack()) {
      return unasked(
          asked,
          Selection.of(permalinks, tenant, settings, asked),
          InWords.Outcome.ASKED_BACK,
          "no words: something is asked back first; the model was not asked");
    }
    Selection selection = Selection.of(permalinks, tenant, settings, asked);
    if (selection.sent().isEmpty()) {
      return unasked(
          asked,
          selection,
          InWords.Outcome.NOTHING_TO_SEND,
          "no words: there is no passage that a model may be sent; it was not asked");
    }
    List<Checks.Sides> differing = Checks.conflicts(asked, selection.sent().values());
    try (ChatEndpoint endpoint = new ChatEndpoint(settings)) {
      return switch (endpoint.ask(
          Task.WORDS, Task.material(asked, selection.sent().values(), differing))) {
        case ChatEndpoint.Reply.Failed failed -> failed(asked, selection, failed);
        case ChatEndpoint.Reply.Said said ->
            written(
                asked,
                selection,
                said,
                new Checks(
                    asked,
                    selection.sent(),
                    differing,
                    passage -> Selection.verifies(permalinks, tenant, passage)));
      };
    }
  }

  private InWords failed(Asked asked, Selection selection, ChatEndpoint.Reply.Failed failed) {
    return answer(
        asked,
        selection,
        InWords.Outcome.FAILED,
        "no words: " + failed.why() + "; the passages stand without it",
        List.of(),
        false,
        InWords.Failed.of(failed.code(), failed.why()));
  }

  private InWords written(
      Asked asked, Selection selection, ChatEndpoint.Reply.Said said, Checks checks) {
    String by = settings.model() + " at " + settings.endpoint();
    if (said.words().strip().replaceFirst("\\.$", "").equalsIgnoreCase(Task.NO_ANSWER)) {
      return answer(
          asked,
          selection,
          InWords.Outcome.NO_ANSWER,
          "no words: the model " + by + " found no answer in the passages",
          List.of(),
          said.cut(),
          null);
    }
    List<InWords.Section> sections =
        Draft.of(
                said.words(),
                asked.parts().stream().map(part -> String.valueOf(part.label())).toList())
            .sections()
            .stream()
            .map(checks::section)
            .toList();
    return answer(
        asked,
        selection,
        InWords.Outcome.WRITTEN,
        "a model wrote this, " + by + ", from " + extent(selection),
        sections,
        said.cut(),
        null);
  }

  private static String extent(Selection selection) {
    return selection.sent().size()
        + (selection.sent().size() == 1 ? " passage" : " passages")
        + " ("
        + selection.characters()
        + " characters)";
  }

  private InWords unasked(
      Asked asked, Selection selection, InWords.Outcome outcome, String sentence) {
    return answer(asked, selection, outcome, sentence, List.of(), false, null);
  }

  private InWords answer(
      Asked asked,
      Selection selection,
      InWords.Outcome outcome,
      String sentence,
      List<InWords.Section> sections,
      boolean cut,
      InWords.@Nullable Failed fault) {
    Map<Integer, Selection.Sent> sent = selection.sent();
    return new InWords(
        outcome,
        sentence,
        asked.sentence(),
        asked.known(),
        asked.token(),
        String.valueOf(settings.model()),
        settings.endpoint(),
        new InWords.Sent(sent.size(), selection.characters()),
        selection.left(),
        Checks.told(asked, sent.values()),
        sections,
        sent.values().stream().map(one -> cited(one, asked.parts().get(one.part() - 1))).toList(),
        cut,
        fault);
  }

  private static InWords.Cited cited(Selection.Sent sent, Part part) {
    Citation cited = sent.hit().citation();
    return new InWords.Cited(
        sent.number(),
        part.label(),
        cited.document(),
        cited.section(),
        cited.source(),
        cited.state().word(),
        cited.valid(),
        cited.sha256(),
        sent.hit().permalink(),
        sent.added(),
        sent.added() ? sent.text() : null);
  }
}
