package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.Original;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/// Makes documents of a file: the main one, and its attachments and components, which have metadata
/// of their own.
final class FileParser {
  private final Xml xml;
  private final List<LawDocument> documents = new ArrayList<>();
  private String namespace = "";

  private FileParser(Xml xml) {
    this.xml = xml;
  }

  /// Throws a [CallerFault] that says why the bytes are no Akoma Ntoso that can be read.
  static List<LawDocument> parse(Original.Bytes bytes) throws IOException {
    try (InputStream in = bytes.open()) {
      FileParser parser = new FileParser(Xml.of(in));
      parser.file();
      return parser.documents;
    } catch (XMLStreamException e) {
      throw unreadable(e);
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private static CallerFault unreadable(XMLStreamException e) throws IOException {
    if (e.getNestedException() instanceof IOException io
        && !(io instanceof CharConversionException)) {
      throw io;
    }
    String message = String.valueOf(e.getMessage());
    String where =
        e.getLocation() == null
            ? ""
            : "line "
                + e.getLocation().getLineNumber()
                + ", column "
                + e.getLocation().getColumnNumber()
                + ": ";
    if (message.contains("must start and end within the same entity")
        || message.contains("Premature end of file")) {
      return new CallerFault(
          Code.BAD_RECORD, "its end is missing (" + where + "cut off); fetch it again", e);
    }
    String last = message.substring(message.lastIndexOf("Message: ") + 1);
    String why = last.startsWith("essage: ") ? last.substring("essage: ".length()) : message;
    return new CallerFault(
        Code.BAD_RECORD,
        "it cannot be read as XML (" + where + why.lines().findFirst().orElse("") + "); mend it",
        e);
  }

  private void file() throws XMLStreamException {
    if (!xml.nextChild()) {
      throw new CallerFault(Code.BAD_RECORD, "it has no element");
    }
    Names.requireKnown(xml.namespace(), xml.name());
    namespace = Objects.requireNonNull(xml.namespace());
    while (xml.nextChild()) {
      holder(null);
    }
    if (documents.isEmpty()) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "it has no document in its root; an act, a bill, a doc and the like are read");
    }
  }

  /// A document, or what holds some.
  private void holder(@Nullable String heading) throws XMLStreamException {
    if (Names.DOCUMENTS.contains(xml.name())) {
      document(heading);
      return;
    }
    switch (xml.name()) {
      case "attachments", "components", "attachment", "component", "collectionBody" -> {
        String own = heading;
        while (xml.nextChild()) {
          if (xml.name().equals("heading")) {
            own = xml.whole().strip().replaceAll("\\s+", " ");
          } else {
            holder(own);
          }
        }
      }
      default -> xml.skip();
    }
  }

  private void document(@Nullable String heading) throws XMLStreamException {
    String structure = xml.name();
    String name = xml.attribute("name");
    String contains = xml.attribute("contains");
    int place = documents.size();
    Meta meta = null;
    List<Unit> parts = new ArrayList<>();
    BodyReader body = new BodyReader(xml);
    while (xml.nextChild()) {
      String child = xml.name();
      if (child.equals("meta")) {
        meta = MetaReader.read(xml);
      } else if (Names.MAIN_PARTS.contains(child) && !child.equals("collectionBody")) {
        parts.add(body.unit());
      } else {
        holder(null);
      }
    }
    if (meta == null) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "its " + structure + " has no meta, so that nothing says which document it is");
    }
    documents.add(
        place,
        new LawDocument(
            structure,
            name,
            contains,
            namespace,
            heading,
            body.title(),
            meta,
            parts,
            body.deleted()));
  }
}
