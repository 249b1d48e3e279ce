package dev.asof.intake.law;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/// Reads `meta`.
final class MetaReader {
  private final Xml xml;
  private final Meta meta = new Meta();

  private MetaReader(Xml xml) {
    this.xml = xml;
  }

  /// Reads the element that is open, to its end.
  static Meta read(Xml xml) throws XMLStreamException {
    MetaReader reader = new MetaReader(xml);
    while (xml.nextChild()) {
      reader.child();
    }
    return reader.meta;
  }

  private void child() throws XMLStreamException {
    switch (xml.name()) {
      case "identification" -> identification();
      case "publication" -> {
        meta.published = xml.attribute("date");
        xml.skip();
      }
      case "lifecycle" -> each(this::event);
      case "analysis" -> each(this::analysis);
      case "temporalData" -> each(this::group);
      case "references" -> each(this::reference);
      case "proprietary" -> each(this::own);
      default -> xml.skip();
    }
  }

  @FunctionalInterface
  private interface Child {
    void read() throws XMLStreamException;
  }

  private void each(Child child) throws XMLStreamException {
    while (xml.nextChild()) {
      xml.part();
      child.read();
    }
  }

  private void identification() throws XMLStreamException {
    while (xml.nextChild()) {
      switch (xml.name()) {
        case "FRBRWork" -> level(meta.work);
        case "FRBRExpression" -> level(meta.expression);
        case "FRBRManifestation" -> level(meta.manifestation);
        default -> xml.skip();
      }
    }
  }

  private void level(Meta.Frbr level) throws XMLStreamException {
    while (xml.nextChild()) {
      xml.part();
      String value = xml.attribute("value");
      switch (xml.name()) {
        case "FRBRthis" -> level.own = value;
        case "FRBRuri" -> level.uri = level.uri == null ? value : level.uri;
        case "FRBRdate" -> {
          String date = xml.attribute("date");
          if (date != null && !date.isBlank()) {
            level.dates.add(new Meta.Named(xml.attribute("name"), date.strip()));
          }
        }
        case "FRBRlanguage" -> put(level, "FRBRlanguage", xml.attribute("language"));
        case "FRBRauthor" -> put(level, "FRBRauthor", xml.attribute("href"));
        case "FRBRalias" -> {
          put(level, "FRBRalias", value);
          String name = xml.attribute("name");
          put(level, "FRBRalias:" + (name == null ? "" : name), value);
        }
        default -> put(level, xml.name(), value);
      }
      xml.skip();
    }
  }

  private static void put(Meta.Frbr level, String name, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      level.values.putIfAbsent(name, value.strip());
    }
  }

  private void event() throws XMLStreamException {
    String date = xml.attribute("date");
    if (xml.name().equals("eventRef") && date != null) {
      meta.events.add(
          new Meta.Event(
              xml.attribute("eId"),
              date.strip(),
              xml.attribute("type"),
              xml.attribute("refersTo")));
    }
    xml.skip();
  }

  private void analysis() throws XMLStreamException {
    if (xml.name().equals("passiveModifications")) {
      each(this::modification);
    } else {
      xml.skip();
    }
  }

  private void modification() throws XMLStreamException {
    String element = xml.name();
    String type = xml.attribute("type");
    String id = xml.attribute("eId");
    List<String> destinations = new ArrayList<>();
    List<String> periods = new ArrayList<>();
    while (xml.nextChild()) {
      String name = xml.name();
      String href = xml.attribute("href");
      String period = xml.attribute("period");
      if (name.equals("destination") && href != null) {
        destinations.add(href);
      } else if ((name.equals("force") || name.equals("efficacy")) && period != null) {
        periods.add(Meta.local(period));
      }
      xml.skip();
    }
    meta.passive.add(new Meta.Modification(element, type, id, destinations, periods));
  }

  private void group() throws XMLStreamException {
    String id = Objects.requireNonNullElse(xml.attribute("eId"), "");
    List<Meta.Interval> intervals = new ArrayList<>();
    while (xml.nextChild()) {
      xml.part();
      intervals.add(
          new Meta.Interval(
              xml.attribute("start"),
              xml.attribute("end"),
              xml.attribute("duration"),
              xml.attribute("refersTo")));
      xml.skip();
    }
    meta.groups.put(id, intervals);
  }

  private void reference() throws XMLStreamException {
    String id = xml.attribute("eId");
    if (id != null && xml.name().startsWith("TLC")) {
      meta.concepts.put(id, new Meta.Concept(xml.attribute("href"), xml.attribute("showAs")));
    }
    xml.skip();
  }

  private void own() throws XMLStreamException {
    if (xml.isOf(Names.ASOF)) {
      String name = xml.name();
      meta.exported.put(name, xml.whole());
    } else {
      xml.skip();
    }
  }
}
