package dev.asof.cli.law;

import dev.asof.intake.law.Names;
import java.io.StringWriter;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// Writes elements of Akoma Ntoso, and asof's own. What XML cannot hold becomes U+FFFD, and then
/// the document is not exact.
final class AknWriter {
  private static final XMLOutputFactory FACTORY = XMLOutputFactory.newDefaultFactory();
  private static final char REPLACEMENT = '\uFFFD';

  private final StringWriter out = new StringWriter();
  private final XMLStreamWriter xml;
  private boolean exact = true;

  AknWriter() {
    try {
      xml = FACTORY.createXMLStreamWriter(out);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
  }

  @FunctionalInterface
  private interface Step {
    void take() throws XMLStreamException;
  }

  private AknWriter step(Step step) {
    try {
      step.take();
      return this;
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
  }

  AknWriter open(String element) {
    return step(() -> xml.writeStartElement(element));
  }

  AknWriter namespaces() {
    return step(() -> {
      xml.writeDefaultNamespace(Names.AKN);
      xml.writeNamespace(Names.PREFIX, Names.ASOF);
    });
  }

  AknWriter attribute(String name, String value) {
    return step(() -> xml.writeAttribute(name, line(value)));
  }

  AknWriter ownAttribute(String name, String value) {
    return step(() -> xml.writeAttribute(Names.PREFIX, Names.ASOF, name, line(value)));
  }

  AknWriter preserve() {
    return step(() ->
        xml.writeAttribute(
            XMLConstants.XML_NS_PREFIX, XMLConstants.XML_NS_URI, "space", "preserve"));
  }

  /// An element that only has a value.
  AknWriter value(String element, String value) {
    return open(element).attribute("value", value).close();
  }

  /// An element of asof's own.
  AknWriter own(String element, String text) {
    step(() -> xml.writeStartElement(Names.PREFIX, element, Names.ASOF));
    return text(text).close();
  }

  /// A carriage return is written as a reference, else a reader takes it for a line's end.
  AknWriter text(String text) {
    String held = held(text);
    return step(() -> {
      int from = 0;
      for (int at = held.indexOf('\r'); at >= 0; at = held.indexOf('\r', from)) {
        xml.writeCharacters(held.substring(from, at));
        xml.writeEntityRef("#13");
        from = at + 1;
      }
      xml.writeCharacters(held.substring(from));
    });
  }

  AknWriter close() {
    return step(xml::writeEndElement);
  }

  /// An attribute holds one line.
  private String line(String value) {
    String held = held(value);
    String line = held.replaceAll("[\\t\\r\\n]", " ");
    exact &= line.equals(held);
    return line;
  }

  private String held(String text) {
    StringBuilder held = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          boolean fits =
              c == '\t'
                  || c == '\n'
                  || c == '\r'
                  || (c >= 0x20 && c <= 0xD7FF)
                  || (c >= 0xE000 && c <= 0xFFFD)
                  || c >= 0x10000;
          exact &= fits;
          held.appendCodePoint(fits ? c : REPLACEMENT);
        });
    return held.toString();
  }

  /// Everything could be written.
  boolean isExact() {
    return exact;
  }

  /// The whole document.
  @Override
  public String toString() {
    step(() -> {
      xml.writeEndDocument();
      xml.flush();
    });
    return out + "\n";
  }
}
