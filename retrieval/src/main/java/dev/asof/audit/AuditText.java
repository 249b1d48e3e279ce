package dev.asof.audit;

import dev.asof.ask.Part;
import dev.asof.cite.Hit;
import dev.asof.history.Citation;
import dev.asof.history.Counted;
import dev.asof.history.Exposure;
import dev.asof.history.KnownReading;
import dev.asof.history.Learned;
import dev.asof.history.LedgerEntry;
import dev.asof.history.Notice;
import dev.asof.history.Reading;
import dev.asof.history.Span;
import dev.asof.resolve.AskBack;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An [Audit] in words.
final class AuditText {
  private final Audit audit;
  private final StringBuilder text = new StringBuilder();
  private int number;

  AuditText(Audit audit) {
    this.audit = audit;
  }

  String text() {
    line("AUDIT");
    line("");
    line("Question   " + audit.question().strip().replaceAll("\\s+", " "));
    line("Read       " + audit.answer().sentence());
    audit.answer().parts().forEach(this::reading);
    audit.answer().parts().forEach(this::answer);
    if (audit.answer().isAskedBack()) {
      asks();
    }
    notices();
    certainty();
    beliefs();
    corrections();
    proofs();
    line("");
    line(
        "Not legal advice. What was never recorded cannot be reconstructed. Ranges are [from, to),"
            + " times UTC.");
    return text.toString();
  }

  private void line(String words) {
    text.append(words).append('\n');
  }

  private void heading(String words) {
    line("");
    line(words);
    line("-".repeat(words.length()));
  }

  private void asks() {
    heading("Asked back: nothing was searched for");
    for (AskBack ask : audit.answer().asks()) {
      line("- " + ask.sentence());
    }
  }

  private void reading(Part part) {
    if (part.label() != null) {
      line("");
      line("Period     " + part.label());
    }
    Reading.About about = part.reading().about();
    if (about != null) {
      for (Reading.InZone zone : about.zones()) {
        line(
            "About      "
                + zone.instant()
                + " ("
                + (about.text() == null || about.how() == KnownReading.How.DEFAULTED
                    ? "no time was given: the present"
                    : "from "
                        + about.text()
                        + " in "
                        + zone.zone()
                        + (zone.assumed() ? ", zone assumed" : ""))
                + (zone.sources().isEmpty() ? "" : "; " + String.join(", ", zone.sources()))
                + (zone.decision() == null ? "" : "; " + zone.decision())
                + ")");
      }
    }
    if (part.during() != null) {
      line("About      " + span(part.during()));
    }
    KnownReading known = part.reading().known();
    line(
        "Known      "
            + part.known()
            + " ("
            + switch (known.how()) {
              case DEFAULTED -> "no time was given: the last transaction";
              case TOKEN -> "from a token";
              case CURSOR -> "as the page before";
              case GIVEN ->
                  known.text() == null
                      ? "as given"
                      : "from "
                          + known.text()
                          + (known.zone() == null ? "" : " in " + known.zone());
            }
            + (known.decision() == null ? "" : "; " + known.decision())
            + ")");
    line("Token      " + part.token() + " (repeats this answer)");
  }

  private void answer(Part part) {
    heading(
        "Answer"
            + (part.label() == null ? "" : " for " + part.label())
            + ": passages in force at that time, best first");
    if (part.results().isEmpty()) {
      line("Nothing applied.");
    }
    for (Hit hit : part.results()) {
      number++;
      line("");
      line(
          "["
              + number
              + "] "
              + hit.citation().document()
              + ", section "
              + hit.citation().section()
              + (hit.heading() == null ? "" : " (" + hit.heading() + ")"));
      cite(hit.citation());
      hit.also().forEach(this::cite);
      hit.remarks().forEach(remark -> line("    ! " + remark));
      String words = hit.text();
      if (words != null) {
        words.strip().lines().forEach(each -> line("    | " + each));
      }
      line("    " + hit.permalink());
    }
  }

  private void cite(Citation citation) {
    line(
        "    "
            + citation.source()
            + ": "
            + citation.state().word()
            + (citation.scope().isEmpty() ? "" : " for " + citation.scope())
            + ", version "
            + citation.label()
            + ", applies "
            + span(citation.valid())
            + ", believed "
            + span(citation.system())
            + " (transaction "
            + citation.transaction()
            + ")");
    if (citation.sha256() != null) {
      line(
          "    sha256 "
              + citation.sha256()
              + (citation.url() == null ? "" : "  " + citation.url()));
    }
  }

  private void notices() {
    List<Notice> notices = audit.answer().allNotices();
    if (!notices.isEmpty()) {
      heading("Notices");
      notices.forEach(notice -> line("- " + notice.sentence()));
    }
  }

  private void certainty() {
    heading("How certain");
    line(
        audit.states().isEmpty()
            ? "No passage was cited."
            : "Passages cited: "
                + audit.states().entrySet().stream()
                    .map(entry -> entry.getValue() + " " + entry.getKey())
                    .collect(Collectors.joining(", "))
                + ".");
    for (Sights sights : audit.sights()) {
      line(
          "- "
              + sights.document()
              + " as seen by "
              + sights.source()
              + ": "
              + Counted.of(sights.looks(), "look")
              + " from "
              + sights.first()
              + " to "
              + sights.last()
              + ", longest gap "
              + length(sights.longestGap())
              + (sights.presumed().isZero()
                  ? ""
                  : "; presumed for " + length(sights.presumed()) + " since the last look"));
    }
  }

  private void beliefs() {
    heading("Believed about that time, before and after");
    for (Belief belief : audit.beliefs()) {
      line(belief.document() + (belief.period() == null ? "" : ", " + belief.period()));
      line("  before: " + learned(belief.before(), belief.earlier()));
      line("  then:   " + learned(belief.at(), 1));
      line("  after:  " + learned(belief.after(), belief.later()));
      line("  over valid time, as known then:");
      belief
          .timeline()
          .forEach(each ->
              line(
                  "    "
                      + span(each.valid())
                      + "  "
                      + each.source()
                      + (each.section() == null ? "" : ", section " + each.section())
                      + ": "
                      + (each.why() == null
                          ? each.state().word() + " " + each.label()
                          : each.why())));
    }
    if (audit.beliefs().isEmpty()) {
      line("No document was cited.");
    }
    line("Learned up to " + audit.learnedUpTo() + ", token " + audit.learnedToken() + ".");
  }

  private void corrections() {
    if (audit.corrections().isEmpty()) {
      return;
    }
    heading("Corrected since, and how long the old belief was the answer");
    for (Correction correction : audit.corrections()) {
      line(correction.document() + (correction.period() == null ? "" : ", " + correction.period()));
      prove(correction.recorded());
      for (Exposure exposure : correction.exposures()) {
        line("  given up: " + exposed(exposure));
      }
    }
  }

  /// `site: asserted v2, [..), would have been the answer for 30 days`.
  private static String exposed(Exposure exposure) {
    Citation belief = exposure.belief();
    return belief.source()
        + (belief.section() == null ? "" : ", section " + belief.section())
        + ": "
        + (belief.why() == null ? belief.state().word() + " " + belief.label() : belief.why())
        + ", applying "
        + span(belief.valid())
        + ", was the answer during "
        + span(belief.system())
        + ", for "
        + length(exposure.served());
  }

  private static String learned(@Nullable Learned learned, int count) {
    if (learned == null) {
      return "nothing else";
    }
    String said =
        learned.results().isEmpty()
            ? "nothing"
            : learned.results().stream()
                .map(each ->
                    each.source()
                        + (each.section() == null ? "" : ", section " + each.section())
                        + ": "
                        + (each.why() == null
                            ? each.state().word() + " " + each.label()
                            : each.why()))
                .collect(Collectors.joining("; "));
    return said
        + ", "
        + span(learned.known())
        + ", transaction "
        + learned.recorded().transaction()
        + (count > 1 ? " (nearest of " + count + ")" : "");
  }

  private void proofs() {
    heading("Ledger");
    audit.proofs().forEach(this::prove);
    for (LedgerEntry head : audit.head()) {
      line("The last entry up to that time; its hash seals all before it:");
      prove(head);
    }
    line("Check with: asof verify");
  }

  private void prove(LedgerEntry proof) {
    line(
        "transaction "
            + proof.sequence()
            + "  "
            + proof.systemTime()
            + (proof.carried() ? " (carried)" : "")
            + "  "
            + proof.kind()
            + (proof.actor() == null ? "" : " by " + proof.actor())
            + (proof.reason() == null ? "" : ": " + proof.reason()));
    line("  hash     " + proof.hash());
    line("  previous " + proof.previous());
  }

  private static String span(Span span) {
    return "[" + bound(span.from()) + ", " + bound(span.to()) + ")";
  }

  private static String bound(@Nullable Instant at) {
    return at == null ? "unbounded" : at.toString();
  }

  private static String length(Duration duration) {
    return duration.toDays() > 0
        ? duration.toDays() + (duration.toDays() == 1 ? " day" : " days")
        : duration.toString();
  }
}
