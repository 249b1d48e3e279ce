package dev.asof.intake.extract;

import dev.asof.fault.CallerFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.microsoft.OfficeParserConfig;
import org.apache.tika.parser.microsoft.ooxml.OOXMLParser;
import org.apache.tika.parser.odf.OpenDocumentParser;
import org.apache.tika.parser.pdf.PDFParser;
import org.apache.tika.parser.pdf.PDFParserConfig;
import org.apache.tika.sax.SecureContentHandler;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/// Runs the parsers of Tika, each by name: nothing is parsed by whatever happens to be on the class
/// path. What a file has attached is not read.
final class TikaParsing {

  /// Bytes of a PDF in memory; what it needs beyond that goes to a temporary file.
  private static final long PDF_MEMORY = 64L * 1024 * 1024;

  /// Bytes at the end of a PDF among which its end mark has to be.
  private static final int PDF_TAIL = 4096;

  /// What an entry of an office document may unpack to, however small it is packed.
  private static final long MOST_UNPACKED = 16L * 1024 * 1024;

  /// How many times its packed size an entry beyond that may have.
  private static final long MOST_RATIO = 100;

  private static final EmbeddedDocumentExtractor NOTHING_ATTACHED =
      new EmbeddedDocumentExtractor() {
        @Override
        public boolean shouldParseEmbedded(Metadata metadata) {
          return false;
        }

        @Override
        public void parseEmbedded(
            InputStream stream, ContentHandler handler, Metadata metadata, boolean outputHtml) {
          // It is not read.
        }
      };

  private TikaParsing() {}

  /// Tells `handler` of the pages of a PDF; returns what it says of itself.
  static Metadata pdf(Path file, ContentHandler handler) throws IOException {
    requireEnd(file);
    PdfPages.requireReasonable(file);
    PDFParserConfig config = new PDFParserConfig();
    config.setExtractBookmarksText(false);
    config.setExtractAnnotationText(false);
    config.setExtractInlineImages(false);
    config.setOcrStrategy(PDFParserConfig.OCR_STRATEGY.NO_OCR);
    config.setMaxMainMemoryBytes(PDF_MEMORY);
    ParseContext context = new ParseContext();
    context.set(PDFParserConfig.class, config);
    return parse(new PDFParser(), file, Kind.PDF, handler, context);
  }

  /// PDFBox reads what is left of a PDF that was cut off; half a document is none.
  private static void requireEnd(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long from = Math.max(0, channel.size() - PDF_TAIL);
      ByteBuffer tail = ByteBuffer.allocate((int) (channel.size() - from));
      channel.position(from);
      while (tail.hasRemaining() && channel.read(tail) >= 0) {
        // Until it is full.
      }
      if (!new String(tail.array(), StandardCharsets.ISO_8859_1).contains("%%EOF")) {
        throw Unreadable.cutOff(Kind.PDF);
      }
    }
  }

  /// Tells `handler` of an office document; returns what it says of itself.
  static Metadata office(Path file, Kind kind, ContentHandler handler) throws IOException {
    requireWholeZip(file, kind);
    OfficeParserConfig config = new OfficeParserConfig();
    config.setUseSAXDocxExtractor(true);
    config.setIncludeDeletedContent(false);
    config.setIncludeHeadersAndFooters(false);
    config.setExtractMacros(false);
    ParseContext context = new ParseContext();
    context.set(OfficeParserConfig.class, config);
    return parse(
        kind == Kind.DOCX ? new OOXMLParser() : new OpenDocumentParser(),
        file,
        kind,
        handler,
        context);
  }

  private static void requireWholeZip(Path file, Kind kind) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
        ZipEntry entry = entries.nextElement();
        if (entry.getSize() > MOST_UNPACKED
            && entry.getSize() / MOST_RATIO > entry.getCompressedSize()) {
          throw Unreadable.bomb();
        }
      }
      if (kind == Kind.ODT) {
        requireNoEncryption(zip);
      }
    } catch (ZipException e) {
      throw Unreadable.cutOff(kind);
    }
  }

  private static void requireNoEncryption(ZipFile zip) throws IOException {
    ZipEntry manifest = zip.getEntry("META-INF/manifest.xml");
    if (manifest == null) {
      return;
    }
    try (InputStream in = zip.getInputStream(manifest)) {
      if (new String(in.readNBytes(1 << 20), StandardCharsets.UTF_8).contains("encryption-data")) {
        throw Unreadable.encrypted();
      }
    }
  }

  private static Metadata parse(
      Parser parser, Path file, Kind kind, ContentHandler handler, ParseContext context)
      throws IOException {
    context.set(EmbeddedDocumentExtractor.class, NOTHING_ATTACHED);
    Metadata metadata = new Metadata();
    try (TikaInputStream in = TikaInputStream.get(file)) {
      SecureContentHandler secure = new SecureContentHandler(handler, in);
      try {
        parser.parse(in, secure, metadata, context);
      } catch (SAXException e) {
        secure.throwIfCauseOf(e);
        throw e;
      }
    } catch (IOException | SAXException | TikaException | RuntimeException e) {
      throw reason(kind, e);
    }
    return metadata;
  }

  /// A parser wraps what its handler throws, and what it met itself.
  private static CallerFault reason(Kind kind, Exception thrown) {
    Throwable root = thrown;
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof CallerFault ours) {
        return ours;
      }
      if (at instanceof EncryptedDocumentException
          || at instanceof org.apache.poi.EncryptedDocumentException) {
        return Unreadable.encrypted();
      }
      if (String.valueOf(at.getMessage()).toLowerCase(Locale.ROOT).contains("zip bomb")) {
        return Unreadable.bomb();
      }
      root = at;
    }
    return Unreadable.damaged(kind, root);
  }
}
