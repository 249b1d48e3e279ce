package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.Original;
import dev.asof.ingest.RecordReader;
import dev.asof.intake.folder.FolderWalk;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the Akoma Ntoso of one file, of an archive, or of everything below a folder, document by
/// document. Of a folder only `.xml`, `.akn` and `.zip` are read.
public final class LawReader implements RecordReader {
  private final LawOptions options;
  private final LawReport report;
  private final Path root;
  private final @Nullable FolderWalk walk;
  private final Deque<Item> ready = new ArrayDeque<>();
  private final Map<String, String> languages = new HashMap<>();
  private @Nullable LawArchive archive;
  private boolean done;
  private long number;

  /// @param place a file or a folder
  public LawReader(Path place, LawOptions options, LawReport report) throws IOException {
    this.root = place;
    this.options = options;
    this.report = report;
    this.walk = Files.isDirectory(place) ? new FolderWalk(place) : null;
  }

  @Override
  public Optional<Item> next() throws IOException {
    while (ready.isEmpty()) {
      if (!readMore()) {
        return Optional.empty();
      }
    }
    return Optional.of(ready.remove());
  }

  /// Reads the next file; false at the end.
  private boolean readMore() throws IOException {
    LawArchive open = archive;
    if (open != null) {
      Optional<LawArchive.Entry> entry = next(open);
      if (entry.isPresent()) {
        read(entry.get().name(), entry.get().bytes());
      } else {
        open.close();
        archive = null;
      }
      return true;
    }
    if (walk == null) {
      if (done) {
        return false;
      }
      done = true;
      file(root, String.valueOf(root.getFileName()));
      return true;
    }
    Optional<Path> file = walk.next();
    if (file.isEmpty()) {
      return false;
    }
    String path = walk.relative(file.get());
    if (isWanted(path)) {
      file(file.get(), path);
    } else {
      report.passed();
    }
    return true;
  }

  private static boolean isWanted(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return lower.endsWith(".xml") || lower.endsWith(".akn") || lower.endsWith(".zip");
  }

  private Optional<LawArchive.Entry> next(LawArchive open) throws IOException {
    try {
      return open.next();
    } catch (CallerFault e) {
      ready.add(Item.unreadable(++number, open.name(), e));
      open.close();
      archive = null;
      return Optional.empty();
    }
  }

  private void file(Path file, String path) {
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new CallerFault(
            Code.BAD_RECORD,
            "it is a symbolic link or no plain file, which is not followed; copy the file");
      }
      if (LawArchive.isArchive(file)) {
        archive = LawArchive.open(file, path);
      } else {
        read(path, () -> Files.newInputStream(file));
      }
    } catch (CallerFault e) {
      ready.add(Item.unreadable(++number, path, e));
    } catch (AccessDeniedException e) {
      ready.add(Item.unreadable(++number, path, unreadable("not allowed", e)));
    } catch (IOException e) {
      ready.add(Item.unreadable(++number, path, unreadable(e.getMessage(), e)));
    }
  }

  private static CallerFault unreadable(@Nullable String why, IOException e) {
    return new CallerFault(Code.BAD_INPUT, "it cannot be read (" + why + "); mend it", e);
  }

  private void read(String path, Original.Bytes bytes) {
    report.file();
    try {
      Original original = Original.of("application/akn+xml", bytes);
      for (LawDocument document : FileParser.parse(bytes)) {
        document(path, original, document);
      }
    } catch (CallerFault e) {
      ready.add(Item.unreadable(++number, path, e));
    } catch (IOException e) {
      ready.add(Item.unreadable(++number, path, unreadable(e.getMessage(), e)));
    }
  }

  /// One that cannot be used leaves the others of its file as they are.
  private void document(String path, Original original, LawDocument document) {
    String place = path;
    try {
      String key = LawRecord.key(document, options);
      place = path + (document.heading() == null ? "" : " (" + key + ")");
      if (!isWanted(document)) {
        report.passed();
        return;
      }
      if (document.meta().exported.isEmpty()) {
        requireOneLanguage(key, document);
      }
      records(place, key, original, document, path);
    } catch (CallerFault e) {
      ready.add(Item.unreadable(++number, place, e));
    }
  }

  private boolean isWanted(LawDocument document) {
    String wanted = options.language();
    String written = document.meta().expression.values.get("FRBRlanguage");
    return wanted == null
        || wanted.equalsIgnoreCase(written)
        || wanted.equalsIgnoreCase(Languages.tag(written));
  }

  /// Expressions in two languages say the same at one time, and would displace each other.
  private void requireOneLanguage(String key, LawDocument document) {
    String language = document.meta().expression.values.get("FRBRlanguage");
    String before = language == null ? null : languages.putIfAbsent(key, language);
    if (before != null && !before.equals(language)) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "it is in "
              + language
              + ", and "
              + key
              + " was read in "
              + before
              + "; choose one with --language, or keep them apart with --languages-apart");
    }
  }

  private void records(
      String place, String key, Original original, LawDocument document, String path) {
    Periods periods = new Periods(document.meta(), options);
    Cutter.Cut cut = Cutter.cut(document, options, periods);
    if (cut.sections().isEmpty()) {
      if (document.structure().equals("documentCollection")
          || document.structure().equals("officialGazette")
          || document.structure().equals("amendmentList")) {
        return;
      }
      throw new CallerFault(Code.BAD_RECORD, "its " + document.structure() + " holds no text");
    }
    Versions.Found found = Versions.of(document, options, periods, cut.sections());
    report.document();
    List<String> left = new ArrayList<>(periods.left());
    left.addAll(found.left());
    left.forEach(one -> report.leave(place + " " + key, one));
    for (LawVersion version : found.versions()) {
      LawRecord record =
          new LawRecord(document, version, path, original.sha256(), left, cut.made(), options);
      report.version(record.isDated(), record.dated());
      ready.add(Item.of(++number, place, record.json(), original));
    }
  }

  @Override
  public void close() throws IOException {
    LawArchive open = archive;
    if (open != null) {
      open.close();
    }
  }
}
