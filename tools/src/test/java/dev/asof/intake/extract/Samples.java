package dev.asof.intake.extract;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.crypt.Encryptor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFStyle;
import org.apache.poi.xwpf.usermodel.XWPFStyles;
import org.jspecify.annotations.Nullable;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTStyle;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.STStyleType;

/// Real files of each format, whole and broken, made by the libraries that make such files.
public final class Samples {
  private Samples() {}

  /// A PDF with these lines on each page.
  public static Path pdf(Path file, List<List<String>> pages) {
    try (PDDocument document = document(pages)) {
      document.save(file.toFile());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PDDocument document(List<List<String>> pages) throws IOException {
    PDDocument document = new PDDocument();
    for (List<String> lines : pages) {
      PDPage page = new PDPage();
      document.addPage(page);
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.beginText();
        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        content.setLeading(14);
        content.newLineAtOffset(72, 700);
        for (String line : lines) {
          if (line.isEmpty()) {
            content.newLineAtOffset(0, -42);
          } else {
            content.showText(line);
            content.newLine();
          }
        }
        content.endText();
      }
    }
    return document;
  }

  public static Path encryptedPdf(Path file) {
    try (PDDocument document = document(List.of(List.of("A secret.")))) {
      document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
      document.save(file.toFile());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A PDF of at least `bytes`, nearly all of them attached and not to be packed.
  public static Path largePdf(Path file, int bytes) {
    try (PDDocument document = document(List.of(List.of("A large document.")))) {
      PDStream stream = new PDStream(document);
      try (OutputStream out = stream.createOutputStream()) {
        byte[] noise = new byte[1 << 20];
        Random random = new Random(7);
        for (int written = 0; written < bytes; written += noise.length) {
          random.nextBytes(noise);
          out.write(noise);
        }
      }
      document.getDocumentCatalog().getCOSObject().setItem(COSName.getPDFName("Noise"), stream);
      document.save(file.toFile());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A PDF whose page draws the same line so often that its content unpacks to far more than it is.
  public static Path pdfBomb(Path file, int lines) {
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      try (PDPageContentStream content =
          new PDPageContentStream(document, page, PDPageContentStream.AppendMode.OVERWRITE, true)) {
        content.beginText();
        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        String line =
            "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz ";
        for (int i = 0; i < lines; i++) {
          content.newLineAtOffset(0, -14);
          content.showText(line);
        }
        content.endText();
      }
      document.save(file.toFile());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A DOCX with a title of level 1, one of level 2, paragraphs and a table.
  public static Path docx(Path file) {
    try (XWPFDocument document = new XWPFDocument();
        OutputStream out = Files.newOutputStream(file)) {
      fill(document);
      document.write(out);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fill(XWPFDocument document) {
    XWPFStyles styles = document.createStyles();
    for (int level = 1; level <= 2; level++) {
      CTStyle style = CTStyle.Factory.newInstance();
      style.setStyleId("Heading" + level);
      style.addNewName().setVal("heading " + level);
      style.setType(STStyleType.PARAGRAPH);
      styles.addStyle(new XWPFStyle(style));
    }
    paragraph(document, "Heading1", "Leave");
    paragraph(document, null, "Everybody has leave.");
    paragraph(document, "Heading2", "Length");
    paragraph(document, null, "Leave is 25 days.");
    var table = document.createTable(2, 2);
    table.getRow(0).getCell(0).setText("year");
    table.getRow(0).getCell(1).setText("days");
    table.getRow(1).getCell(0).setText("2024");
    table.getRow(1).getCell(1).setText("25");
  }

  private static void paragraph(XWPFDocument document, @Nullable String style, String text) {
    XWPFParagraph paragraph = document.createParagraph();
    if (style != null) {
      paragraph.setStyle(style);
    }
    paragraph.createRun().setText(text);
  }

  public static Path encryptedDocx(Path file) {
    try (XWPFDocument document = new XWPFDocument();
        POIFSFileSystem container = new POIFSFileSystem();
        OutputStream out = Files.newOutputStream(file)) {
      fill(document);
      Encryptor encryptor = new EncryptionInfo(EncryptionMode.agile).getEncryptor();
      encryptor.confirmPassword("secret");
      try (OutputStream secret = encryptor.getDataStream(container)) {
        document.write(secret);
      }
      container.writeFilesystem(out);
      return file;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final String ODT_HEAD =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
        xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">
      <office:body><office:text>
      """;
  private static final String ODT_TAIL = "</office:text></office:body></office:document-content>";

  public static Path odt(Path file) {
    return odt(
        file,
        """
        <text:h text:outline-level="1">Leave</text:h>
        <text:p>Everybody has leave.</text:p>
        <text:h text:outline-level="2">Length</text:h>
        <text:p>Leave is 25 days.</text:p>
        """,
        "");
  }

  public static Path encryptedOdt(Path file) {
    return odt(
        file,
        "",
        "<manifest:encryption-data manifest:checksum-type=\"SHA1/1K\"></manifest:encryption-data>");
  }

  private static Path odt(Path file, String body, String ofEntry) {
    return zip(
        file,
        List.of(
            Map.entry("mimetype", bytes("application/vnd.oasis.opendocument.text")),
            Map.entry("content.xml", bytes(ODT_HEAD + body + ODT_TAIL)),
            Map.entry(
                "META-INF/manifest.xml",
                bytes(
                    "<?xml version=\"1.0\"?><manifest:manifest"
                        + " xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">"
                        + "<manifest:file-entry manifest:full-path=\"content.xml\""
                        + " manifest:media-type=\"text/xml\">"
                        + ofEntry
                        + "</manifest:file-entry></manifest:manifest>"))));
  }

  /// An ODT whose one paragraph unpacks to `megabytes` of the same letter.
  public static Path odtBomb(Path file, int megabytes) {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.setLevel(Deflater.BEST_COMPRESSION);
      stored(zip, "mimetype", bytes("application/vnd.oasis.opendocument.text"));
      zip.putNextEntry(new ZipEntry("content.xml"));
      zip.write(bytes(ODT_HEAD + "<text:p>"));
      byte[] letters = "z".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < megabytes; i++) {
        zip.write(letters);
      }
      zip.write(bytes("</text:p>" + ODT_TAIL));
      zip.closeEntry();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path zip(Path file, List<Map.Entry<String, byte[]>> entries) {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> entry : entries) {
        if (entry.getKey().equals("mimetype")) {
          stored(zip, entry.getKey(), entry.getValue());
        } else {
          zip.putNextEntry(new ZipEntry(entry.getKey()));
          zip.write(entry.getValue());
          zip.closeEntry();
        }
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The type of an OpenDocument file stands first and is not packed.
  private static void stored(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(sum.getValue());
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static Path text(Path file, String text) {
    return bytes(file, text.getBytes(StandardCharsets.UTF_8));
  }

  public static Path bytes(Path file, byte[] bytes) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The first part of a file.
  public static Path truncated(Path file, Path whole, double part) {
    try {
      byte[] bytes = Files.readAllBytes(whole);
      return bytes(file, Arrays.copyOf(bytes, (int) (bytes.length * part)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
