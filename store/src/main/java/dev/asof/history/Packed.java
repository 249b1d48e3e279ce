package dev.asof.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/// A reconstruction in one file: its texts as they come, its manifest last. Nothing in it depends
/// on when, where or by whom it is written.
interface Packed extends Closeable {

  void text(Reconstruction.Entry entry, byte[] content) throws IOException;

  /// @param manifest a file that holds it
  void manifest(Path manifest) throws IOException;

  /// @param out stays open
  static Packed open(Reconstruction.Packing packing, OutputStream out, Answer<Citation> head)
      throws IOException {
    return switch (packing) {
      case TAR -> new Tar(new TarArchiveOutputStream(out, UTF_8.name()));
      case ZIP -> new Zip(new ZipOutputStream(out, UTF_8));
      case HTML -> new Html(new OutputStreamWriter(out, UTF_8), head);
    };
  }

  /// @param tar whose end is written when it is closed
  record Tar(TarArchiveOutputStream tar) implements Packed {
    /// By everybody, and writable by its owner.
    private static final int READABLE = 0100644;

    @Override
    public void text(Reconstruction.Entry entry, byte[] content) throws IOException {
      begin(entry.file(), content.length);
      tar.write(content);
      tar.closeArchiveEntry();
    }

    @Override
    public void manifest(Path manifest) throws IOException {
      begin(Reconstruction.MANIFEST, Files.size(manifest));
      Files.copy(manifest, tar);
      tar.closeArchiveEntry();
      tar.finish();
    }

    private void begin(String file, long size) throws IOException {
      TarArchiveEntry entry = new TarArchiveEntry(file);
      entry.setSize(size);
      entry.setMode(READABLE);
      entry.setModTime(0L);
      entry.setIds(0, 0);
      entry.setNames("", "");
      tar.putArchiveEntry(entry);
    }

    @Override
    public void close() throws IOException {
      tar.close();
    }
  }

  /// @param zip whose end is written when it is closed
  record Zip(ZipOutputStream zip) implements Packed {
    /// The earliest that the format can hold.
    private static final LocalDateTime ALWAYS = LocalDateTime.of(1980, 1, 1, 0, 0);

    @Override
    public void text(Reconstruction.Entry entry, byte[] content) throws IOException {
      begin(entry.file());
      zip.write(content);
      zip.closeEntry();
    }

    @Override
    public void manifest(Path manifest) throws IOException {
      begin(Reconstruction.MANIFEST);
      Files.copy(manifest, zip);
      zip.closeEntry();
      zip.finish();
    }

    private void begin(String file) throws IOException {
      ZipEntry entry = new ZipEntry(file);
      entry.setTimeLocal(ALWAYS);
      zip.putNextEntry(entry);
    }

    @Override
    public void close() throws IOException {
      zip.close();
    }
  }

  /// One page without scripts. The list of its texts is written last and shown first, so that they
  /// can be written as they come.
  final class Html implements Packed {
    private static final String STYLE =
        "body{display:flex;flex-direction:column;max-width:60rem;margin:2rem auto;padding:0 1rem;"
            + "font:1rem/1.5 system-ui,sans-serif}header{order:-2}nav{order:-1}"
            + "pre{white-space:pre-wrap;font:inherit;border-left:3px solid #ccc;padding-left:1rem}"
            + ".cite{color:#555;font-size:.9rem;overflow-wrap:anywhere}";

    private final Writer page;
    private final List<String> files = new ArrayList<>();

    Html(Writer page, Answer<Citation> head) throws IOException {
      this.page = page;
      String point =
          (head.about() == null ? "now" : head.about())
              + ", as known at "
              + head.known()
              + " (@"
              + head.token()
              + ")";
      page.write(
          "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>In force "
              + escaped(point)
              + "</title>\n<style>"
              + STYLE
              + "</style>\n</head>\n<body>\n<header><h1>In force "
              + escaped(point)
              + "</h1>\n<p>Ranges are [from, to): the start belongs to them, the end does not. Not"
              + " legal advice.</p></header>\n");
    }

    @Override
    public void text(Reconstruction.Entry entry, byte[] content) throws IOException {
      Citation cited = entry.citation();
      files.add(entry.file());
      page.write(
          "<article id=\""
              + escaped(entry.file())
              + "\""
              + (cited.language() == null ? "" : " lang=\"" + escaped(cited.language()) + "\"")
              + ">\n<h2>"
              + escaped(cited.document())
              + (cited.title() == null ? "" : ": " + escaped(cited.title()))
              + "</h2>\n<p class=\"cite\">"
              + escaped(sentence(cited))
              + (entry.exact() ? "" : ", with sections of other versions")
              + "<br>sha256 "
              + entry.sha256()
              + "</p>\n<pre>\n"
              + escaped(new String(content, UTF_8))
              + "</pre>\n</article>\n");
    }

    private static String sentence(Citation cited) {
      return cited.state().word()
          + " by "
          + cited.source()
          + (cited.scope().isEmpty() ? "" : " for " + cited.scope())
          + ", version "
          + cited.named()
          + ", applies ["
          + (cited.valid().from() == null ? "unbounded" : cited.valid().from())
          + ", "
          + (cited.valid().to() == null ? "unbounded" : cited.valid().to())
          + ")"
          + (cited.url() == null ? "" : ", " + cited.url());
    }

    @Override
    public void manifest(Path manifest) throws IOException {
      page.write("<nav>\n<ul>\n");
      for (String file : files) {
        page.write("<li><a href=\"#" + escaped(file) + "\">" + escaped(file) + "</a></li>\n");
      }
      page.write("</ul>\n</nav>\n<script type=\"application/json\" id=\"manifest\">\n");
      try (BufferedReader lines = Files.newBufferedReader(manifest, UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          // Nothing in it may end the element.
          page.write(line.replace("<", "\\u003c") + "\n");
        }
      }
      page.write("</script>\n</body>\n</html>\n");
      page.flush();
    }

    private static String escaped(String text) {
      return text.replace("&", "&amp;")
          .replace("<", "&lt;")
          .replace(">", "&gt;")
          .replace("\"", "&quot;");
    }

    @Override
    public void close() throws IOException {
      page.close();
    }
  }
}
