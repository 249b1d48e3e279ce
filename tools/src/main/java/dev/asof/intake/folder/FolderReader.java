package dev.asof.intake.folder;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.Original;
import dev.asof.ingest.RecordReader;
import dev.asof.intake.extract.Extracted;
import dev.asof.intake.extract.Extractor;
import dev.asof.intake.extract.Kind;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.write.HeldRecords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the files of a folder one by one. A file that the tenant holds as it is, with this label,
/// is passed over without being read for its text.
///
/// Two files of a folder whose names differ in their ending alone would be one document; the second
/// is refused, unless `asof.csv` or its front matter names the document.
public final class FolderReader implements RecordReader {

  private final FolderOptions options;
  private final HeldRecords held;
  private final Extractor extractor = new Extractor();
  private final FolderWalk walk;
  private final FileTable table;
  private final List<PathMatcher> include;
  private final List<PathMatcher> exclude;

  /// For each folder on the way down, keys that follow from paths in it, and the file that has
  /// each.
  private final Map<Path, Map<String, String>> keys = new HashMap<>();

  private @Nullable Iterator<String> unused;
  private long number;
  private long unchanged;
  private final List<Redated> redated = new ArrayList<>();
  private final List<String> undated = new ArrayList<>();

  /// Throws a [CallerFault] where the folder or its table cannot be read.
  public FolderReader(FolderOptions options, HeldRecords held) throws IOException {
    this.options = options;
    this.held = held;
    this.table = FileTable.in(options.folder());
    this.walk = new FolderWalk(options.folder());
    this.include = matchers(options.include());
    this.exclude = matchers(options.exclude());
  }

  private static List<PathMatcher> matchers(List<String> globs) {
    List<PathMatcher> matchers = new ArrayList<>();
    for (String glob : globs) {
      try {
        matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + glob));
      } catch (IllegalArgumentException e) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "the pattern "
                + glob
                + " cannot be read ("
                + e.getMessage()
                + "); write one such as drafts/** or *.tmp",
            e);
      }
    }
    return matchers;
  }

  /// Files passed over so far, because the tenant holds them and their dates.
  public long unchanged() {
    return unchanged;
  }

  /// Files passed over so far of which other dates are stated now; about 500 bytes each.
  public List<Redated> redated() {
    return List.copyOf(redated);
  }

  /// Files so far of whose text a start was stated once and none is now. Nothing follows from that:
  /// who leaves a date out does not say that the text never applied.
  public List<String> undated() {
    return List.copyOf(undated);
  }

  @Override
  public Optional<Item> next() throws IOException {
    for (Optional<Path> file = walk.next(); file.isPresent(); file = walk.next()) {
      String path = walk.relative(file.get());
      if (path.equals(FileTable.NAME) || !isWanted(path)) {
        continue;
      }
      number++;
      Optional<Item> item = read(file.get(), path);
      if (item.isPresent()) {
        return item;
      }
    }
    return nextUnused();
  }

  private boolean isWanted(String path) {
    Path asked = Path.of(path);
    return (include.isEmpty() || include.stream().anyMatch(one -> one.matches(asked)))
        && exclude.stream().noneMatch(one -> one.matches(asked));
  }

  /// A line of the table about a file that is not there is a mistake in one of the two.
  private Optional<Item> nextUnused() {
    Iterator<String> left = unused;
    if (left == null) {
      left = table.unused().iterator();
      unused = left;
    }
    if (!left.hasNext()) {
      return Optional.empty();
    }
    number++;
    return Optional.of(
        Item.unreadable(
            number,
            left.next(),
            new CallerFault(
                Code.BAD_RECORD,
                "no such file was read in the folder; mend the path, or remove the line")));
  }

  /// Empty where the tenant holds the file.
  private Optional<Item> read(Path file, String path) {
    Stated stated = table.about(path);
    try {
      return record(file, path, stated);
    } catch (CallerFault e) {
      return Optional.of(Item.unreadable(number, path, e));
    } catch (AccessDeniedException e) {
      return Optional.of(Item.unreadable(number, path, unreadable("not allowed", e)));
    } catch (IOException e) {
      return Optional.of(Item.unreadable(number, path, unreadable(e.getMessage(), e)));
    }
  }

  private static CallerFault unreadable(@Nullable String why, IOException e) {
    return new CallerFault(
        Code.BAD_INPUT, "it cannot be read (" + why + "); mend it, or let it be with --exclude", e);
  }

  private Optional<Item> record(Path file, String path, Stated inTable) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "it is a symbolic link or no plain file, which is not followed; copy the file, or leave"
              + " it out with --exclude");
    }
    Kind kind = extractor.kindOf(file, path);
    Original original = Original.of(kind.mediaType(), () -> Files.newInputStream(file));
    Extracted text = kind.isText() ? extractor.extract(file, kind) : null;
    FrontMatter front = text == null ? null : FrontMatter.of(text.body());
    FileRecord record =
        new FileRecord(
            file,
            path,
            original.sha256(),
            front == null ? List.of(inTable) : List.of(inTable, front.stated()),
            options);
    requireOneDocument(file, record);
    Optional<HeldRecords.Held> known = held.find(record.place(), record.label(), original.sha256());
    if (known.isPresent()) {
      compareDates(record, known.get());
      return Optional.empty();
    }
    Extracted read = text == null ? extractor.extract(file, kind) : text;
    String body = front == null ? read.body() : front.body();
    if (record.statesNoStart()
        && held.findText(record.place(), hash(body)).filter(record::isUndated).isPresent()) {
      undated.add(path);
    }
    boolean isItself = read.exact() && (front == null || !front.isThere());
    return Optional.of(Item.of(number, path, record.json(read, body), isItself ? null : original));
  }

  private static Hash hash(String text) {
    return Hash.wrap(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  private void compareDates(FileRecord record, HeldRecords.Held known) throws IOException {
    Optional<Redated> dates = record.redated(known);
    dates.ifPresent(redated::add);
    if (record.isUndated(known)) {
      undated.add(record.path());
    }
    if (dates.isEmpty()) {
      unchanged++;
    }
  }

  private void requireOneDocument(Path file, FileRecord record) {
    Path folder = Objects.requireNonNull(file.getParent());
    keys.keySet().removeIf(other -> !folder.startsWith(other));
    String before =
        record.namesDocument()
            ? null
            : keys.computeIfAbsent(folder, none -> new HashMap<>())
                .put(record.document(), record.path());
    if (before != null) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "its document would be "
              + record.document()
              + ", which is that of "
              + before
              + " too; name the document of one of them in "
              + FileTable.NAME
              + ", or the same for both where they are its versions");
    }
  }

  @Override
  public void close() {
    // Every file is closed when it was read.
  }
}
