package dev.asof.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.TimeInput;
import java.io.IOException;
import java.io.OutputStream;
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
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.io.output.CloseShieldOutputStream;
import org.jooq.JSON;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Every text in force at a point, in a folder, an archive or a page: one file for each document,
/// or for each source and scope where there is more than one, and `manifest.json` with the point
/// and, for each file, its citation and the SHA-256 of its bytes.
///
/// The same point gives the same bytes, and an archive holds what a folder holds, its manifest
/// last. A folder is complete or not there: it is written beside its place and renamed; an archive
/// that was broken off has no manifest. Memory does not grow with the corpus.
public final class Reconstruction {

  /// Name of the manifest.
  public static final String MANIFEST = "manifest.json";

  private static final Logger LOG = LoggerFactory.getLogger(Reconstruction.class);

  static final String FORMAT = "asof-reconstruction-1";

  private final Snapshot snapshot;
  private final InForce inForce;
  private final Manifests manifests;
  private final @Nullable Form form;
  private final Sink texts;
  private final Writer manifest;
  private long files;
  private long bytes;
  private long withdrawn;
  private long unknown;
  private long erased;
  private long restricted;
  private boolean anyLine;

  /// Where texts are written.
  interface Sink {
    void write(Entry entry, byte[] content) throws IOException;
  }

  /// In which form a text becomes a file, where that is not the text itself.
  public interface Form {
    /// Its name in the manifest.
    String name();

    /// What the names of its files end in, such as `.xml`.
    String ending();

    /// @param about the instant at which the source of the text is read
    Formed of(Answer<Citation> head, Instant about, Whole text);
  }

  /// A text in force, and all that is known of its parts.
  ///
  /// @param provenance of the version that leads, JSON; null: none
  /// @param rebuilt the texts of the sections, one after the other, are the text
  public record Whole(
      InForceText.Shown text, DocumentText parts, @Nullable String provenance, boolean rebuilt) {}

  /// A file that is made of a text.
  ///
  /// @param exact the text can be made again from it, character for character
  public record Formed(String content, boolean exact) {}

  /// Into what a reconstruction is packed.
  public enum Packing {
    /// A tar archive.
    TAR,
    /// A zip archive.
    ZIP,
    /// One page of HTML that holds every text, and the manifest for programs.
    HTML
  }

  private Reconstruction(
      Snapshot snapshot, InForce inForce, @Nullable Form form, Sink texts, Writer manifest) {
    this.snapshot = snapshot;
    this.inForce = inForce;
    this.manifests = new Manifests(snapshot);
    this.form = form;
    this.texts = texts;
    this.manifest = manifest;
  }

  /// What was written.
  ///
  /// @param folder where they are; null: in a stream
  /// @param bytes size of the texts, in bytes
  /// @param withdrawn documents of which a source says that nothing applies; they have no file
  /// @param unknown documents of which only texts of unknown validity are held; they have no file
  /// @param erased texts in force that were legally erased; a line of the manifest says so
  /// @param restricted texts in force that their source does not let be shown in full; a line of
  ///   the manifest says so
  public record Outcome(
      Answer<Citation> head,
      @Nullable Path folder,
      long files,
      long bytes,
      long withdrawn,
      long unknown,
      long erased,
      long restricted) {}

  /// A text in the manifest that has no file, because it was legally erased; the citation says when
  /// and under which order.
  record Gone(Citation erased) {}

  /// A text in the manifest that has no file, because its source does not let it be shown in full;
  /// the citation says how much it allows.
  record Restricted(Citation restricted) {}

  /// A file in the manifest.
  ///
  /// @param bytes its size
  /// @param sha256 of its bytes, lower-case hexadecimal
  /// @param exact it is the version's text, byte for byte; else it is put together from sections of
  ///   several. Of a file in another form: the text can be made again from it
  /// @param original what the version's text was taken from; left out where none is kept
  /// @param sections the sections that are of other versions than the citation's; left out where
  ///   there are none
  record Entry(
      String file,
      long bytes,
      String sha256,
      boolean exact,
      Citation citation,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable HeldOriginal original,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Citation> sections) {}

  /// The first part of the manifest, which says whose reconstruction it is.
  ///
  /// @param form in which its files are; left out where they are the texts themselves
  record Point(
      String format,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String form,
      int tenant,
      @Nullable String about,
      List<Reading.InZone> zones,
      Instant known,
      long token) {}

  /// Throws a [CallerFault] where `folder` holds anything but a reconstruction of the same point.
  ///
  /// @param form null: files are the texts themselves
  static Outcome write(
      Snapshot snapshot, @Nullable TimeInput about, @Nullable Form form, Path folder) {
    Path target = folder.toAbsolutePath().normalize();
    InForce inForce = InForce.at(snapshot, Filter.all(), about);
    Answer<Citation> head = inForce.head();
    Point point = pointOf(snapshot, head, form);
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
              new Reconstruction(
                      snapshot,
                      inForce,
                      form,
                      (entry, content) ->
                          Files.write(
                              building.resolve(entry.file()),
                              content,
                              StandardOpenOption.CREATE_NEW),
                      manifest)
                  .write(head, point, target);
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

  private static Point pointOf(Snapshot snapshot, Answer<Citation> head, @Nullable Form form) {
    return new Point(
        FORMAT,
        form == null ? null : form.name(),
        snapshot.tenant().value(),
        head.about(),
        Objects.requireNonNull(head.reading().about()).zones(),
        head.known(),
        head.token());
  }

  /// Writes one file, an archive or a page, to `out`, which stays open. The manifest, whose size an
  /// archive has to name before its bytes, waits in a temporary file.
  ///
  /// Throws [Unavailable] where that file cannot be written; errors of `out` itself pass through,
  /// wrapped in [UncheckedIOException].
  static Outcome write(
      Snapshot snapshot,
      @Nullable TimeInput about,
      @Nullable Form form,
      Packing packing,
      OutputStream out) {
    InForce inForce = InForce.at(snapshot, Filter.all(), about);
    Answer<Citation> head = inForce.head();
    Path waiting;
    try {
      waiting = Files.createTempFile("asof-manifest-", ".json");
    } catch (IOException e) {
      throw new Unavailable(
          Code.DISK_FULL, "a temporary file cannot be written: " + e + "; make room for it", e);
    }
    try (Packed packed = Packed.open(packing, CloseShieldOutputStream.wrap(out), head)) {
      Outcome written;
      try (Writer manifest = Files.newBufferedWriter(waiting, UTF_8)) {
        written =
            new Reconstruction(snapshot, inForce, form, packed::text, manifest)
                .write(head, pointOf(snapshot, head, form), null);
      }
      packed.manifest(waiting);
      return written;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deleteQuietly(waiting);
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("the temporary file {} could not be removed: {}", file, e.toString());
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

  private Outcome write(Answer<Citation> head, Point point, @Nullable Path target)
      throws IOException {
    String opening = AnswerJson.line(point);
    manifest.write(opening.substring(0, opening.length() - 1) + ",\"files\":[");
    DocumentKeys.forEachPage(
        snapshot,
        DSL.trueCondition(),
        page -> {
          try {
            write(head, page);
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
            + (restricted == 0 ? "" : ",\"restricted\":" + restricted)
            + "}\n");
    return new Outcome(head, target, files, bytes, withdrawn, unknown, erased, restricted);
  }

  private void write(Answer<Citation> head, List<DocumentKeys.Named> page) throws IOException {
    List<InForce.Decided> decided = inForce.decide(page);
    Map<VersionId, VersionRecord> versions =
        manifests.versions(
            decided.stream()
                .flatMap(one -> one.deciding().stream())
                .map(BeliefRow::version)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet()));
    Map<VersionId, HeldOriginal> originals = new Originals(snapshot).of(versions.keySet());
    for (InForce.Decided one : decided) {
      List<Composed> texts = one.texts();
      if (texts.isEmpty()) {
        withdrawn += one.deciding().isEmpty() ? 0 : 1;
        unknown += one.deciding().isEmpty() && !one.rows().isEmpty() ? 1 : 0;
      }
      for (Composed text : texts) {
        write(head, text, texts.size() > 1, versions, originals);
      }
    }
  }

  private void write(
      Answer<Citation> head,
      Composed composed,
      boolean several,
      Map<VersionId, VersionRecord> versions,
      Map<VersionId, HeldOriginal> originals)
      throws IOException {
    Instant about = inForce.times().at(composed.some().sourceId());
    switch (InForceText.of(manifests, composed, about, several, versions)) {
      case InForceText.Gone gone -> {
        line(new Gone(gone.citation()));
        erased++;
      }
      case InForceText.Withheld withheld -> {
        line(new Restricted(withheld.citation()));
        restricted++;
      }
      case InForceText.Shown text -> {
        Formed formed = form == null ? null : formed(form, head, about, composed, text);
        byte[] content = (formed == null ? text.text() : formed.content()).getBytes(UTF_8);
        Entry entry =
            new Entry(
                form == null ? text.file() : fileOf(text, form),
                content.length,
                Hash.wrap(Sha256.of(content)).hex(),
                formed == null ? text.exact() : formed.exact(),
                text.citation(),
                originals.get(text.version()),
                text.sections());
        texts.write(entry, content);
        line(entry);
        files++;
        bytes += content.length;
      }
    }
  }

  private Formed formed(
      Form wanted,
      Answer<Citation> head,
      Instant about,
      Composed composed,
      InForceText.Shown text) {
    Assembly assembly = Assembly.of(manifests, composed, about);
    VersionRecord leading = assembly.leading();
    JSON provenance = leading.getProvenance();
    return wanted.of(
        head,
        about,
        new Whole(
            text,
            assembly.document(),
            provenance == null ? null : provenance.data(),
            !assembly.isExact() || leading.getBodyText() == null));
  }

  private static String fileOf(InForceText.Shown text, Form form) {
    return text.file().substring(0, text.file().lastIndexOf('.')) + form.ending();
  }

  private void line(Object value) throws IOException {
    manifest.write((anyLine ? ",\n" : "\n") + AnswerJson.line(value));
    anyLine = true;
  }
}
