package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.write.PreparedText;
import java.io.InputStream;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// A file of XML, read element by element. Nothing outside of it is opened, a document type is
/// refused, and depth, number of parts and length of the text are bounded.
final class Xml {
  /// The deepest that elements may stand in each other.
  static final int DEEPEST = 256;

  /// The most parts, dates and references that are kept of a file.
  static final int MOST_PARTS = 500_000;

  private static final XMLInputFactory FACTORY = factory();

  private final XMLStreamReader reader;
  private int depth;
  private long parts;
  private long characters;

  private Xml(XMLStreamReader reader) {
    this.reader = reader;
  }

  /// The encoding is as the file declares it.
  static Xml of(InputStream in) throws XMLStreamException {
    return new Xml(FACTORY.createXMLStreamReader(in));
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    // The same on every JDK: [#DEEPEST] counts.
    factory.setProperty("jdk.xml.maxElementDepth", "0");
    // What is reported is thrown too; without one it goes to the standard streams.
    factory.setXMLReporter((message, type, related, location) -> {});
    factory.setXMLResolver((publicId, systemId, base, namespace) -> InputStream.nullInputStream());
    return factory;
  }

  /// The next event.
  int next() throws XMLStreamException {
    int event = reader.next();
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> {
        depth++;
        if (depth > DEEPEST) {
          throw bad("its elements stand in each other more than " + DEEPEST + " deep");
        }
      }
      case XMLStreamConstants.END_ELEMENT -> depth--;
      case XMLStreamConstants.DTD ->
          throw bad(
              "it declares a document type (DOCTYPE), which Akoma Ntoso does not need and which"
                  + " can name other files; remove the declaration");
      case XMLStreamConstants.ENTITY_REFERENCE ->
          throw bad("it uses an entity, &" + reader.getLocalName() + ";, which is not defined");
      default -> {}
    }
    return event;
  }

  /// Goes to the next child of the element that is open; false at its end.
  boolean nextChild() throws XMLStreamException {
    for (int event = next(); event != XMLStreamConstants.END_ELEMENT; event = next()) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        return true;
      }
    }
    return false;
  }

  /// Passes over the element that is open, to its end.
  void skip() throws XMLStreamException {
    int until = depth - 1;
    while (depth > until) {
      next();
    }
  }

  String name() {
    return reader.getLocalName();
  }

  @Nullable String namespace() {
    return reader.getNamespaceURI();
  }

  boolean isOf(String namespace) {
    return namespace.equals(reader.getNamespaceURI());
  }

  @Nullable String attribute(String name) {
    return kept(reader.getAttributeValue("", name));
  }

  @Nullable String own(String name) {
    return kept(reader.getAttributeValue(Names.ASOF, name));
  }

  private @Nullable String kept(@Nullable String value) {
    if (value != null) {
      keep(value.length());
    }
    return value;
  }

  /// White space in the element that is open belongs to the text.
  boolean preserves() {
    return "preserve".equals(reader.getAttributeValue(XMLConstants.XML_NS_URI, "space"));
  }

  String text() {
    return reader.getText();
  }

  /// Everything in the element that is open, as it stands.
  String whole() throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    int until = depth - 1;
    while (depth > until) {
      int event = next();
      if (isText(event)) {
        text.append(text());
        keep(text().length());
      }
    }
    return text.toString();
  }

  static boolean isText(int event) {
    return event == XMLStreamConstants.CHARACTERS
        || event == XMLStreamConstants.CDATA
        || event == XMLStreamConstants.SPACE;
  }

  /// Counts a part that is kept in memory.
  void part() {
    if (++parts > MOST_PARTS) {
      throw new CallerFault(
          Code.TOO_LARGE,
          "it has more than "
              + MOST_PARTS
              + " provisions, dates and references; cut it into several documents");
    }
  }

  /// Counts characters that are kept in memory.
  void keep(long more) {
    characters += more;
    if (characters > 2L * PreparedText.MOST_BYTES) {
      throw new CallerFault(
          Code.TOO_LARGE,
          "its text is longer than the "
              + PreparedText.MOST_BYTES
              + " bytes a version may have; cut it into several documents");
    }
  }

  private static CallerFault bad(String sentence) {
    return new CallerFault(Code.BAD_RECORD, sentence);
  }
}
