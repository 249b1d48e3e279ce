package dev.asof.intake.law;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/// Reads one of the large parts of a document: provisions as units, everything else as blocks of
/// text.
final class BodyReader {
  private static final Set<String> TITLES = Set.of("docTitle", "shortTitle");

  private final Xml xml;
  private @Nullable String title;
  private long deleted;

  BodyReader(Xml xml) {
    this.xml = xml;
  }

  /// The title of the document, where a part that was read names one.
  @Nullable String title() {
    return title;
  }

  /// Passages that are marked as deleted and were left out.
  long deleted() {
    return deleted;
  }

  /// Reads the element that is open, to its end.
  Unit unit() throws XMLStreamException {
    xml.part();
    Unit unit = new Unit(xml.name());
    unit.kind = unit.name.equals("hcontainer") ? xml.attribute("name") : null;
    unit.eId = xml.attribute("eId");
    unit.wId = xml.attribute("wId");
    unit.alternativeTo = xml.attribute("alternativeTo");
    unit.period = xml.attribute("period");
    unit.start = xml.attribute("start");
    unit.end = xml.attribute("end");
    unit.status = xml.attribute("status");
    unit.key = xml.own("key");
    unit.closed = "none".equals(xml.own("end"));
    Blocks blocks = new Blocks(unit.parts);
    children(unit, blocks);
    blocks.end();
    return unit;
  }

  private void children(Unit unit, Blocks blocks) throws XMLStreamException {
    for (int event = xml.next(); event != XMLStreamConstants.END_ELEMENT; event = xml.next()) {
      if (Xml.isText(event)) {
        text(blocks, false);
      } else if (event == XMLStreamConstants.START_ELEMENT) {
        child(unit, blocks);
      }
    }
  }

  private void child(Unit unit, Blocks blocks) throws XMLStreamException {
    String name = xml.name();
    if (Names.HIERARCHY.contains(name) || Names.STRETCHES.contains(name)) {
      blocks.end();
      unit.parts.add(unit());
    } else if (unit.isProvision() && name.equals("num")) {
      unit.num = line();
    } else if (unit.isProvision() && name.equals("heading")) {
      unit.before = xml.own("before");
      unit.heading = line();
    } else if (unit.isProvision() && name.equals("subheading")) {
      unit.subheading = line();
    } else if (Names.TRANSPARENT.contains(name)) {
      blocks.end();
      children(unit, blocks);
      blocks.end();
    } else {
      element(blocks, false);
    }
  }

  /// The element that is open as one line.
  private String line() throws XMLStreamException {
    List<Object> into = new ArrayList<>();
    Blocks blocks = new Blocks(into);
    boolean preserve = xml.preserves();
    if (preserve) {
      blocks.keep();
    }
    inline(blocks, preserve);
    blocks.end();
    String line = Blocks.joined(into);
    return preserve ? line : line.replace('\n', ' ');
  }

  /// The element that is open, as text.
  private void element(Blocks blocks, boolean preserve) throws XMLStreamException {
    String name = xml.name();
    boolean keeps = preserve || xml.preserves();
    if (name.equals("del") || name.equals("meta")) {
      deleted += name.equals("del") ? 1 : 0;
      xml.skip();
    } else if (name.equals("eol") || name.equals("br")) {
      blocks.line();
      xml.skip();
    } else if (name.equals("img")) {
      String alt = xml.attribute("alt");
      text(blocks, alt == null ? "" : alt, keeps);
      xml.skip();
    } else if (name.equals("authorialNote")) {
      blocks.space();
      blocks.text("[", false);
      blocks.enter();
      inline(blocks, keeps);
      blocks.leave();
      blocks.closing("]");
    } else if (name.equals("td") || name.equals("th")) {
      if (!blocks.isEmpty()) {
        blocks.text(" | ", false);
      }
      blocks.enter();
      inline(blocks, keeps);
      blocks.leave();
    } else if (name.equals("num")) {
      // Goes before what it numbers, in the same line.
      inline(blocks, keeps);
      blocks.space();
    } else if (TITLES.contains(name)) {
      titled(blocks, keeps);
    } else if (Names.BLOCKS.contains(name)
        || Names.HIERARCHY.contains(name)
        || Names.TRANSPARENT.contains(name)) {
      block(blocks, name, keeps);
    } else {
      inline(blocks, keeps);
    }
  }

  private boolean afterNumber;

  private void block(Blocks blocks, String name, boolean keeps) throws XMLStreamException {
    boolean numbered = afterNumber;
    afterNumber = false;
    if (!numbered) {
      blocks.end();
    }
    if (xml.preserves() && name.equals("p")) {
      blocks.keep();
    }
    inline(blocks, keeps);
    blocks.end();
  }

  private void titled(Blocks blocks, boolean keeps) throws XMLStreamException {
    List<Object> into = new ArrayList<>();
    Blocks own = new Blocks(into);
    inline(own, keeps);
    own.end();
    String found = Blocks.joined(into);
    if (title == null && !found.isBlank()) {
      title = found;
    }
    blocks.text(found, false);
  }

  private void inline(Blocks blocks, boolean preserve) throws XMLStreamException {
    for (int event = xml.next(); event != XMLStreamConstants.END_ELEMENT; event = xml.next()) {
      if (Xml.isText(event)) {
        text(blocks, preserve);
      } else if (event == XMLStreamConstants.START_ELEMENT) {
        String name = xml.name();
        element(blocks, preserve);
        afterNumber = name.equals("num");
      }
    }
  }

  private void text(Blocks blocks, boolean preserve) {
    String text = xml.text();
    if (!text.isBlank()) {
      afterNumber = false;
    }
    text(blocks, text, preserve);
  }

  private void text(Blocks blocks, String text, boolean preserve) {
    xml.keep(text.length());
    blocks.text(text, preserve);
  }
}
