package dev.asof.cli.law;

import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.DocumentText;
import dev.asof.history.Reconstruction;
import dev.asof.history.Span;
import dev.asof.time.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A text in force as a document of Akoma Ntoso: its sections as provisions, when it and each
/// section with times of its own applies as intervals of efficacy, and what asof knows beside that
/// in elements and attributes of its own.
///
/// `asof import-law` makes the same text, sections and validity of it.
public final class AkomaNtoso implements Reconstruction.Form {
  private static final Map<String, String> ELEMENTS =
      Map.of(
          "art", "article",
          "sec", "section",
          "chp", "chapter",
          "part", "part",
          "para", "paragraph",
          "title", "title",
          "book", "book",
          "rule", "rule",
          "cl", "clause");

  @Override
  public String name() {
    return "akn";
  }

  @Override
  public String ending() {
    return ".xml";
  }

  @Override
  public Reconstruction.Formed of(
      Answer<Citation> head, Instant about, Reconstruction.Whole whole) {
    return new Writing(head, about, whole).write();
  }

  private static final class Writing {
    private final Answer<Citation> head;
    private final Reconstruction.Whole whole;
    private final Citation citation;
    private final boolean ofSections;
    private final Frbr frbr;
    private final AknWriter xml = new AknWriter();

    /// Identifiers of the intervals, by what they span.
    private final Map<Span, String> intervals = new LinkedHashMap<>();

    private final Map<Instant, String> events = new LinkedHashMap<>();

    Writing(Answer<Citation> head, Instant about, Reconstruction.Whole whole) {
      this.head = head;
      this.whole = whole;
      this.citation = whole.text().citation();
      this.ofSections = whole.parts().base() == null;
      this.frbr = new Frbr(whole.provenance(), citation, head);
      if (!ofSections) {
        interval(citation.valid());
      }
      whole.parts().sections().stream()
          .filter(this::isOfItsOwn)
          .forEach(one -> interval(one.citation().valid()));
      if (events.isEmpty()) {
        // A lifecycle has one event at least.
        event(about);
      }
    }

    private void interval(Span span) {
      if (span.from() != null || span.to() != null) {
        intervals.computeIfAbsent(span, none -> "tmpg_" + (intervals.size() + 1));
        event(span.from());
        event(span.to());
      }
    }

    private void event(@Nullable Instant at) {
      if (at != null) {
        events.computeIfAbsent(at, none -> "eref_" + (events.size() + 1));
      }
    }

    /// Its belief is not that of the document.
    private boolean isOfItsOwn(DocumentText.SectionAt section) {
      Citation base = whole.parts().base();
      return base == null
          || section.citation().statement() != base.statement()
          || !section.citation().valid().equals(base.valid())
          || !Objects.equals(section.citation().version(), base.version());
    }

    private String rangeOf(Citation cited) {
      return Objects.requireNonNullElse(intervals.get(cited.valid()), "");
    }

    Reconstruction.Formed write() {
      xml.open("akomaNtoso");
      xml.namespaces();
      xml.open(frbr.structure())
          .attribute("name", frbr.name())
          .attribute("contains", "singleVersion");
      meta();
      xml.open(frbr.hasBody() ? "body" : "mainBody");
      if (!ofSections && !rangeOf(citation).isEmpty()) {
        xml.attribute("period", "#" + rangeOf(citation));
      }
      sections();
      xml.close().close().close();
      return new Reconstruction.Formed(xml.toString(), xml.isExact());
    }

    private void meta() {
      xml.open("meta");
      identification();
      lifecycle();
      temporalData();
      xml.open("references").attribute("source", "#source");
      tlc(
          "TLCOrganization",
          "source",
          "/ontology/organization/source/" + number(citation.source()),
          citation.source());
      tlc("TLCOrganization", "asof", "/ontology/organization/asof", "asof");
      tlc("TLCConcept", "efficacy", "/ontology/concept/efficacy", "applies");
      xml.close();
      proprietary();
      xml.close();
    }

    private static String number(String source) {
      return source.replaceAll("[^A-Za-z0-9._-]+", "-");
    }

    private void tlc(String element, String id, String href, String shown) {
      xml.open(element)
          .attribute("eId", id)
          .attribute("href", href)
          .attribute("showAs", shown)
          .close();
    }

    private void identification() {
      xml.open("identification").attribute("source", "#asof");
      xml.open("FRBRWork");
      level(frbr.workThis(), frbr.workUri(), frbr.workDate(), frbr.workDateName());
      xml.value("FRBRcountry", frbr.country());
      if (frbr.number() != null) {
        xml.value("FRBRnumber", frbr.number());
      }
      xml.close();
      Instant from = citation.valid().from();
      Instant known = head.known();
      xml.open("FRBRExpression");
      level(
          frbr.expressionUri() + "/!main",
          frbr.expressionUri(),
          String.valueOf(from == null ? known : from),
          from == null ? "known" : "applies");
      xml.open("FRBRlanguage").attribute("language", frbr.language()).close();
      xml.close();
      xml.open("FRBRManifestation");
      level(
          frbr.expressionUri() + "/!main.xml",
          frbr.expressionUri() + ".akn",
          known.toString(),
          "known");
      xml.value("FRBRformat", "application/akn+xml");
      xml.close();
      xml.close();
    }

    private void level(String own, String uri, String date, String name) {
      xml.value("FRBRthis", own);
      xml.value("FRBRuri", uri);
      xml.open("FRBRdate").attribute("date", date).attribute("name", name).close();
      xml.open("FRBRauthor").attribute("href", "#source").close();
    }

    private void lifecycle() {
      xml.open("lifecycle").attribute("source", "#asof");
      events.forEach((at, id) ->
          xml.open("eventRef")
              .attribute("date", at.toString())
              .attribute("eId", id)
              .attribute("source", "#source")
              .close());
      xml.close();
    }

    /// The store's valid time is when a text applies, which is what efficacy says.
    private void temporalData() {
      if (intervals.isEmpty()) {
        return;
      }
      xml.open("temporalData").attribute("source", "#asof");
      intervals.forEach((span, id) -> {
        xml.open("temporalGroup").attribute("eId", id).open("timeInterval");
        if (span.from() != null) {
          xml.attribute("start", "#" + events.get(span.from()));
        }
        if (span.to() != null) {
          xml.attribute("end", "#" + events.get(span.to()));
        }
        xml.attribute("refersTo", "#efficacy").close().close();
      });
      xml.close();
    }

    private void proprietary() {
      xml.open("proprietary").attribute("source", "#asof");
      xml.own("document", citation.document());
      xml.own("source", citation.source());
      if (!citation.scope().isEmpty()) {
        xml.own("scope", citation.scope());
      }
      optional("label", citation.label());
      optional("title", citation.title());
      optional("language", citation.language());
      optional("url", citation.url());
      xml.own("media", whole.text().file().endsWith(".md") ? "text/markdown" : "text/plain");
      xml.own("state", citation.state().name().toLowerCase(Locale.ROOT));
      if (citation.state() == State.OBSERVED || citation.state() == State.PRESUMED) {
        Instant from = citation.valid().from();
        xml.own("seen", String.valueOf(citation.seen() == null ? from : citation.seen().first()));
      }
      xml.own("exact", String.valueOf(whole.text().exact()));
      optional("sha256", citation.sha256());
      optional("about", head.about());
      xml.own("known", head.known().toString());
      xml.own("token", String.valueOf(head.token()));
      xml.own("believed-since", String.valueOf(citation.system().from()));
      for (Citation absent : whole.parts().absent()) {
        xml.own("not-in-force", String.valueOf(absent.section()));
      }
      if (!isJoined()) {
        xml.own("text", whole.text().text());
      }
      xml.close();
    }

    private void optional(String name, @Nullable String value) {
      if (value != null && !value.isBlank()) {
        xml.own(name, value);
      }
    }

    // Sections

    private List<String> texts() {
      List<String> texts = new ArrayList<>();
      for (DocumentText.SectionAt section : whole.parts().sections()) {
        texts.add(Objects.requireNonNullElse(section.text(), ""));
      }
      if (!whole.rebuilt() || whole.text().exact()) {
        return texts;
      }
      // Sections of several versions stand on lines of their own.
      for (int i = 0; i < texts.size(); i++) {
        String text = texts.get(i);
        boolean last = i + 1 == texts.size();
        texts.set(i, last || text.isEmpty() || text.endsWith("\n") ? text : text + "\n\n");
      }
      return texts;
    }

    private boolean isJoined() {
      return String.join("", texts()).equals(whole.text().text());
    }

    private void sections() {
      List<String> texts = texts();
      Set<String> taken = new HashSet<>(events.values());
      taken.addAll(intervals.values());
      taken.addAll(Set.of("source", "asof", "efficacy"));
      List<DocumentText.SectionAt> sections = whole.parts().sections();
      if (sections.isEmpty()) {
        nothing();
      }
      for (int i = 0; i < sections.size(); i++) {
        section(sections.get(i), texts.get(i), i + 1 == sections.size(), taken);
      }
    }

    /// None of its sections is in force, and the standard wants something in each body.
    private void nothing() {
      if (frbr.hasBody()) {
        xml.open("hcontainer").attribute("eId", "nothing").attribute("name", "nothing");
        xml.open("content").open("p").close().close().close();
      } else {
        xml.open("p").close();
      }
    }

    private void section(
        DocumentText.SectionAt section, String text, boolean last, Set<String> taken) {
      String key = Objects.requireNonNull(section.citation().section());
      String id = identifier(key, taken);
      String element = ELEMENTS.getOrDefault(kind(id), "hcontainer");
      xml.open(element).attribute("eId", id);
      if (element.equals("hcontainer")) {
        xml.attribute("name", "section");
      }
      xml.ownAttribute("key", key);
      if (isOfItsOwn(section) && !rangeOf(section.citation()).isEmpty()) {
        xml.attribute("period", "#" + rangeOf(section.citation()));
      }
      boolean separated = !last && text.endsWith("\n\n");
      if (!separated && !last) {
        xml.ownAttribute("end", "none");
      }
      String inner = separated ? text.substring(0, text.length() - 2) : text;
      List<String> blocks = new ArrayList<>(List.of(inner.split("\n\n", -1)));
      heading(section.title(), blocks);
      xml.open("content");
      for (String block : blocks) {
        xml.open("p").preserve().text(block).close();
      }
      xml.close().close();
    }

    private void heading(@Nullable String title, List<String> blocks) {
      if (title == null || title.isBlank()) {
        return;
      }
      String first = blocks.getFirst();
      boolean leads = first.endsWith(title) && first.indexOf('\n') < 0 && title.indexOf('\n') < 0;
      xml.open("heading").preserve();
      if (leads) {
        xml.ownAttribute("before", first.substring(0, first.length() - title.length()));
        blocks.removeFirst();
      }
      xml.text(title).close();
    }

    /// By the naming convention an identifier's last part begins with what it identifies.
    private static String kind(String id) {
      String last = id.substring(id.lastIndexOf("__") < 0 ? 0 : id.lastIndexOf("__") + 2);
      int number = last.indexOf('_');
      return number < 0 ? "" : last.substring(0, number);
    }

    private static String identifier(String key, Set<String> taken) {
      String plain = key.replaceAll("\\s+", "_");
      String id = plain;
      for (int number = 2; !taken.add(id); number++) {
        id = plain + "~" + number;
      }
      return id;
    }
  }
}
