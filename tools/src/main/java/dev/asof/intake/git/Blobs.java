package dev.asof.intake.git;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.intake.Decoded;
import dev.asof.intake.FrontMatter;
import dev.asof.write.PreparedText;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;

/// Files of a repository as texts.
final class Blobs {
  private static final String POINTER = "version https://git-lfs.github.com/spec/";

  /// A file.
  ///
  /// @param text null: it is none
  /// @param front what it says of itself; null: it is none
  /// @param why why it is none
  record Read(@Nullable Decoded text, @Nullable FrontMatter front, String why) {}

  private final ObjectReader reader;
  private final @Nullable Charset declared;

  Blobs(ObjectReader reader, @Nullable Charset declared) {
    this.reader = reader;
    this.declared = declared;
  }

  Read read(FileMode mode, ObjectId id) throws IOException {
    if (FileMode.GITLINK.equals(mode)) {
      return none("a submodule, whose files are in another repository; import that one");
    }
    if (FileMode.SYMLINK.equals(mode)) {
      return none("a symbolic link; import the file that it names");
    }
    ObjectLoader file = open(id);
    if (file.getSize() > PreparedText.MOST_BYTES) {
      return none(
          "it has "
              + file.getSize()
              + " bytes, more than the "
              + PreparedText.MOST_BYTES
              + " a text may have");
    }
    Optional<Decoded> text = Decoded.of(file.getBytes(), declared);
    if (text.isEmpty()) {
      return none("it is binary");
    }
    String words = text.get().text();
    FrontMatter front = FrontMatter.of(words);
    if (front.body().isBlank()) {
      return none("it is empty");
    }
    if (words.indexOf('\0') >= 0) {
      return none("it holds a NUL character");
    }
    if (words.startsWith(POINTER)) {
      return none("a pointer of Git LFS, whose text is not in the repository");
    }
    return new Read(text.get(), front, "");
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
    return new Read(null, null, why);
  }
}
