package dev.asof.intake.git;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.Original;
import dev.asof.intake.Decoded;
import dev.asof.intake.FrontMatter;
import dev.asof.intake.extract.Extracted;
import dev.asof.intake.extract.Extractor;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.write.PreparedText;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;

/// Files of a repository as texts: pages in HTML as Markdown, beside their bytes; everything else
/// as it is, in the charset that `.gitattributes` declares.
final class Blobs {
  private static final String POINTER = "version https://git-lfs.github.com/spec/";
  private static final long MOST_DECLARED = 1 << 20;

  /// A text.
  ///
  /// @param front what it says of itself; of a page nothing
  /// @param page what was taken from a page in HTML; null: the file is the text
  /// @param original the bytes of the page; null: the file is the text
  /// @param unified its lines ended with CRLF where git keeps line feeds
  record Text(
      Decoded decoded,
      FrontMatter front,
      @Nullable Extracted page,
      @Nullable Original original,
      boolean unified) {}

  /// A file.
  ///
  /// @param text null: it is none
  /// @param why why it is none
  record Read(@Nullable Text text, String why) {}

  private final ObjectReader reader;
  private final @Nullable Charset fallback;
  private final GitReport report;
  private final Declarations declarations = new Declarations();

  /// @param fallback in which texts are that are not UTF-8 and of which nothing is declared; null:
  ///   it is detected
  Blobs(ObjectReader reader, @Nullable Charset fallback, GitReport report) {
    this.reader = reader;
    this.fallback = fallback;
    this.report = report;
  }

  /// A `.gitattributes` counts from now on; one that is no file, or longer than a mebibyte, counts
  /// as none.
  void declare(String path, FileMode mode, ObjectId id) throws IOException {
    ObjectLoader file = isFile(mode) ? open(id) : null;
    if (file == null || file.getSize() > MOST_DECLARED) {
      declarations.remove(path);
    } else {
      declarations.put(path, file.getBytes());
    }
  }

  void undeclare(String path) {
    declarations.remove(path);
  }

  private static boolean isFile(FileMode mode) {
    return FileMode.REGULAR_FILE.equals(mode) || FileMode.EXECUTABLE_FILE.equals(mode);
  }

  Read read(String path, FileMode mode, ObjectId id) throws IOException {
    if (FileMode.GITLINK.equals(mode)) {
      return none("a submodule, whose files are in another repository; import that one");
    }
    if (FileMode.SYMLINK.equals(mode)) {
      return none("a symbolic link; import the file that it names");
    }
    ObjectLoader file = open(id);
    boolean isPage = Extractor.isNamedHtml(path);
    int most = isPage ? Extractor.MOST_BYTES_OF_HTML : PreparedText.MOST_BYTES;
    if (file.getSize() > most) {
      return none(
          "it has "
              + file.getSize()
              + " bytes, more than the "
              + most
              + (isPage ? " a page may have" : " a text may have"));
    }
    byte[] bytes = file.getBytes();
    Declarations.Declared declared = declarations.of(path);
    Charset charset = charset(path, declared, bytes);
    Optional<Decoded> text =
        Decoded.of(bytes, charset != null ? charset : isUtf8(bytes) ? null : fallback);
    if (text.isEmpty()) {
      return none("it is binary");
    }
    if (text.get().text().startsWith(POINTER)) {
      return none("a pointer of Git LFS, whose text is not in the repository");
    }
    return isPage ? page(id, bytes, charset) : text(text.get(), declared.lineFeeds());
  }

  /// In which charset the bytes are, as it is declared; null: nothing is. What has an encoding of
  /// its own in working trees is UTF-8 in the repository, unless a client wrote it that does not
  /// know of this.
  private @Nullable Charset charset(String path, Declarations.Declared declared, byte[] bytes) {
    String named = declared.inWorkingTree() == null ? declared.charset() : declared.inWorkingTree();
    if (named == null || (declared.inWorkingTree() != null && isUtf8(bytes))) {
      return named == null ? null : StandardCharsets.UTF_8;
    }
    Optional<Charset> found = Decoded.charset(named);
    if (found.isEmpty()) {
      report.notice(
          Declarations.FILE
              + " declares the charset "
              + named
              + " of "
              + path
              + ", which is not known here; it is detected");
    }
    return found.orElse(null);
  }

  private static boolean isUtf8(byte[] bytes) {
    return Decoded.of(bytes, StandardCharsets.UTF_8)
        .filter(text -> text.charset().equals(StandardCharsets.UTF_8) && text.isText())
        .isPresent();
  }

  private static Read text(Decoded as, boolean lineFeeds) {
    boolean unified = lineFeeds && as.text().contains("\r\n");
    Decoded text =
        unified ? new Decoded(as.text().replace("\r\n", "\n"), as.charset(), as.basis()) : as;
    FrontMatter front = FrontMatter.of(text.text());
    if (front.body().isBlank()) {
      return none("it is empty");
    }
    if (text.text().indexOf('\0') >= 0) {
      return none("it holds a NUL character");
    }
    return new Read(new Text(text, front, null, null, unified), "");
  }

  private Read page(ObjectId id, byte[] bytes, @Nullable Charset charset) throws IOException {
    ObjectId blob = id.copy();
    try {
      Extracted page = Extractor.html(bytes, charset, fallback);
      Decoded text =
          new Decoded(
              page.body(),
              Charset.forName(String.valueOf(page.charset())),
              charset != null ? "declared" : page.charsetGuessed() ? "detected" : "the page");
      Original original =
          new Original(
              page.kind().mediaType(),
              Hash.wrap(Sha256.of(bytes)),
              bytes.length,
              () -> open(blob).openStream());
      return new Read(new Text(text, FrontMatter.none(page.body()), page, original, false), "");
    } catch (CallerFault e) {
      return none(e.sentence());
    }
  }

  private ObjectLoader open(ObjectId id) throws IOException {
    try {
      return reader.open(id, Constants.OBJ_BLOB);
    } catch (MissingObjectException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the file "
              + id.name()
              + " is missing in the repository, which may be a partial clone; fetch all of it",
          e);
    }
  }

  private static Read none(String why) {
    return new Read(null, why);
  }
}
