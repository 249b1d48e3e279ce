package dev.asof.intake.extract;

import dev.asof.fault.CallerFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;

/// Looks at the pages of a PDF before they are read: the time that a page takes grows with more
/// than what it unpacks to, and nothing is told of a page before it was read.
final class PdfPages {

  /// Bytes that the content of one page may unpack to; a full page of words has some thousands.
  private static final int MOST_CONTENT = 16 * 1024 * 1024;

  private static final int BUFFER = 1 << 16;

  private PdfPages() {}

  /// Throws a [CallerFault] where the PDF is encrypted, or a page is a bomb.
  static void requireReasonable(Path file) throws IOException {
    try (PDDocument document =
        Loader.loadPDF(file.toFile(), "", null, null, IOUtils.createTempFileOnlyStreamCache())) {
      for (PDPage page : document.getPages()) {
        requireReasonable(page);
      }
    } catch (InvalidPasswordException e) {
      throw Unreadable.encrypted();
    } catch (IOException | RuntimeException e) {
      throw e instanceof CallerFault ours ? ours : Unreadable.damaged(Kind.PDF, e);
    }
  }

  private static void requireReasonable(PDPage page) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long bytes = 0;
    try (InputStream content = page.getContents()) {
      for (int read = content == null ? -1 : content.read(buffer);
          read >= 0;
          read = content.read(buffer)) {
        bytes += read;
        if (bytes > MOST_CONTENT) {
          throw Unreadable.bomb();
        }
      }
    }
  }
}
