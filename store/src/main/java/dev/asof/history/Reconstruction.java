package dev.asof.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.id.DocumentId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.TimeInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.commons.io.file.PathUtils;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Every text in force at a point, in a folder: one file for each document, or for each source and
/// scope where there is more than one, and `manifest.json` with the point and, for each file, its
/// citation and the SHA-256 of its bytes.
///
/// The same point gives the same bytes. The folder is complete or not there: it is written beside
/// its place and renamed. Memory does not grow with the corpus.
public final class Reconstruction {

  /// Name of the manifest.
  public static final String MANIFEST = "manifest.json";

  static final String FORMAT = "asof-reconstruction-1";

  private final Snapshot snapshot;
  private final InForce inForce;
  private final Manifests manifests;
  private final Path folder;
  private final Writer manifest;
  private long files;
  private long bytes;
  private long withdrawn;
  private long unknown;
  private long erased;
  private boolean anyLine;

  private Reconstruction(Snapshot snapshot, InForce inForce, Path folder, Writer manifest) {
    this.snapshot = snapshot;
    this.inForce = inForce;
    this.manifests = new Manifests(snapshot);
    this.folder = folder;
    this.manifest = manifest;
  }

  /// What was written.
  ///
  /// @param bytes size of the texts, in bytes
  /// @param withdrawn documents of which a source says that nothing applies; they have no file
  /// @param unknown documents of which only texts of unknown validity are held; they have no file
  /// @param erased texts in force that were legally erased; a line of the manifest says so
  public record Outcome(
      Answer<Citation> head,
      Path folder,
      long files,
      long bytes,
      long withdrawn,
      long unknown,
      long erased) {}

  /// A text in the manifest that has no file, because it was legally erased; the citation says when
  /// and under which order.
  record Gone(Citation erased) {}

  /// A file in the manifest.
  ///
  /// @param bytes its size
  /// @param sha256 of its bytes, lower-case hexadecimal
  /// @param exact it is the version's text, byte for byte; else it is put together from sections of
  ///   several
  record Entry(String file, long bytes, String sha256, boolean exact, Citation citation) {}

  /// The first part of the manifest, which says whose reconstruction it is.
  record Point(
      String format,
      int tenant,
      @Nullable String about,
      List<Reading.InZone> zones,
      Instant known,
      long token) {}

  /// Throws a [CallerFault] where `folder` holds anything but a reconstruction of the same point.
  static Outcome write(Snapshot snapshot, @Nullable TimeInput about, Path folder) {
    Path target = folder.toAbsolutePath().normalize();
    InForce inForce = InForce.at(snapshot, Filter.all(), about);
    Answer<Citation> head = inForce.head();
    Point point =
        new Point(
            FORMAT,
            snapshot.tenant().value(),
            head.about(),
            Objects.requireNonNull(head.reading().about()).zones(),
            head.known(),
            head.token());
    try {
      ReconstructionFolder.refuseUnlessReplaceable(target, AnswerJson.line(point));
      Path parent = Objects.requireNonNullElse(target.getParent(), target);
      Files.createDirectories(parent);
      Path building =
          Files.createDirectory(
              parent.resolve("." + target.getFileName() + ".partial-" + UUID.randomUUID()));
      try {
        Outcome written;
        try (Writer manifest =
            Files.newBufferedWriter(
                building.resolve(MANIFEST), UTF_8, StandardOpenOption.CREATE_NEW)) {
          written =
              new Reconstruction(snapshot, inForce, building, manifest).write(head, point, target);
        }
        ReconstructionFolder.replace(building, target);
        return written;
      } finally {
        if (Files.exists(building, LinkOption.NOFOLLOW_LINKS)) {
          PathUtils.deleteDirectory(building);
        }
      }
    } catch (UncheckedIOException e) {
      throw unwritable(target, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unwritable(target, e);
    }
  }

  private static AsofException unwritable(Path target, IOException e) {
    if (e instanceof AccessDeniedException || e instanceof FileAlreadyExistsException) {
      return new CallerFault(
          Code.BAD_INPUT,
          "the folder "
              + target
              + " cannot be written: "
              + e
              + "; choose another or mend its permissions",
          e);
    }
    return new Unavailable(
        Code.DISK_FULL,
        "the folder " + target + " cannot be written: " + e + "; make room or choose another",
        e);
  }

  private Outcome write(Answer<Citation> head, Point point, Path target) throws IOException {
    String opening = AnswerJson.line(point);
    manifest.write(opening.substring(0, opening.length() - 1) + ",\"files\":[");
    DocumentKeys.forEachPage(
        snapshot,
        DSL.trueCondition(),
        page -> {
          try {
            write(page);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    manifest.write(
        "\n],\"count\":"
            + files
            + ",\"withdrawn\":"
            + withdrawn
            + ",\"unknown\":"
            + unknown
            + ",\"erased\":"
            + erased
            + "}\n");
    return new Outcome(head, target, files, bytes, withdrawn, unknown, erased);
  }

  private void write(List<DocumentKeys.Named> page) throws IOException {
    List<InForce.Decided> decided = inForce.decide(page);
    Map<VersionId, VersionRecord> versions =
        manifests.versions(
            decided.stream()
                .flatMap(one -> one.deciding().stream())
                .map(BeliefRow::version)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet()));
    Set<DocumentId> split =
        manifests.withSectionsOfTheirOwn(page.stream().map(DocumentKeys.Named::id).toList());
    for (InForce.Decided one : decided) {
      List<BeliefRow> texts = one.deciding().stream().filter(BeliefRow::holdsText).toList();
      if (one.deciding().isEmpty()) {
        unknown += one.rows().isEmpty() ? 0 : 1;
      } else if (texts.isEmpty()) {
        withdrawn++;
      }
      for (BeliefRow row : texts) {
        write(row, texts.size() > 1, versions, split.contains(row.documentId()));
      }
    }
  }

  private void write(
      BeliefRow row, boolean several, Map<VersionId, VersionRecord> versions, boolean split)
      throws IOException {
    VersionRecord version =
        Objects.requireNonNull(versions.get(Objects.requireNonNull(row.version())));
    Instant about = inForce.times().at(row.sourceId());
    if (row.text().erased() != null) {
      manifest.write((anyLine ? ",\n" : "\n") + AnswerJson.line(new Gone(row.citedAt(about))));
      anyLine = true;
      erased++;
      return;
    }
    Assembly assembly = split ? Assembly.of(manifests, row, about) : null;
    String text = assembly == null ? manifests.exact(version) : assembly.text();
    byte[] content = text.getBytes(UTF_8);
    String file =
        FileNames.of(
            row.document(), several ? row.source() : null, row.scope(), version.getMediaType());
    Files.write(folder.resolve(file), content, StandardOpenOption.CREATE_NEW);
    Entry entry =
        new Entry(
            file,
            content.length,
            Hash.wrap(Sha256.of(content)).hex(),
            assembly == null || assembly.isExact(),
            row.citedAt(about));
    manifest.write((anyLine ? ",\n" : "\n") + AnswerJson.line(entry));
    anyLine = true;
    files++;
    bytes += content.length;
  }
}
