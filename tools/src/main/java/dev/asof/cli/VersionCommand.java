package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Citation;
import dev.asof.history.Counted;
import dev.asof.history.Filter;
import dev.asof.history.HeldOriginal;
import dev.asof.history.HeldVersion;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.schema.Database;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "version",
    description = {
      "Shows what is kept of one version, or writes its text or its original exactly.",
      "The original is the file that the text was taken from, such as a PDF. A text that came as it"
          + " is has none."
    },
    footer = {
      "  asof version -d act/12 --version-label 2023",
      "  asof version -d act/12 --about 2024-06-01 --original --to act-12.pdf",
      "  asof version -d act/12 --version-label 2023 --text --to -"
    })
final class VersionCommand extends ReadCommand {

  @Option(
      names = {"-d", "--document"},
      order = 1,
      required = true,
      paramLabel = "KEY",
      description = "Key of the document.")
  private String document = "";

  @Option(
      names = {"-s", "--source"},
      order = 2,
      paramLabel = "NAME",
      description = "Who says so; default any source.")
  private @Nullable String source;

  @Option(
      names = "--version-label",
      order = 3,
      paramLabel = "LABEL",
      description = "Its label; default: what is in force at --about.")
  private @Nullable String label;

  @Mixin private final AboutOption about = new AboutOption();

  @Option(names = "--original", order = 20, description = "Write the original.")
  private boolean original;

  @Option(names = "--text", order = 21, description = "Write the text, in UTF-8.")
  private boolean text;

  @Option(
      names = "--to",
      order = 22,
      paramLabel = "FILE",
      description = "A new file to write to; - writes to standard output.")
  private @Nullable Path to;

  @Override
  void check() {
    if (original && text) {
      throw usage("--original and --text are two files; write one after the other");
    }
    if ((original || text) != (to != null)) {
      throw usage("--to goes with --original or --text, and each of these with --to");
    }
  }

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    HeldVersion version = version(history, tenant);
    Path file = to;
    if (file == null) {
      print(shown(version));
      return DONE;
    }
    version.notices().forEach(notice -> edge().say("asof: " + notice));
    VersionId id = new VersionId(version.version());
    write(
        file,
        out -> {
          if (original) {
            history.original(tenant, id, times().known(), out);
          } else {
            out.write(
                history.wholeText(tenant, id, times().known()).getBytes(StandardCharsets.UTF_8));
          }
        });
    return DONE;
  }

  private HeldVersion version(History history, TenantId tenant) {
    Known known = times().known();
    if (label != null) {
      return history.version(tenant, document, source, label, known);
    }
    List<Citation> held =
        history
            .inForce(tenant, new Filter(document, source, null), about.in(times()), known)
            .results();
    Long version = held.isEmpty() ? null : held.getFirst().version();
    if (version == null) {
      throw new CallerFault(
          Code.NOTHING_MATCHES,
          "no version of "
              + document
              + " is in force there; name one with --version-label, asof history shows them");
    }
    return history.version(tenant, new VersionId(version), known);
  }

  private interface Writing {
    void to(OutputStream out) throws IOException;
  }

  /// Whole or not there.
  private void write(Path file, Writing writing) {
    if (file.toString().equals("-")) {
      try {
        writing.to(edge().bytes());
        edge().bytes().flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return;
    }
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
      try {
        writing.to(out);
      } catch (IOException | AsofException | UncheckedIOException e) {
        Files.delete(file);
        throw e;
      }
    } catch (FileAlreadyExistsException e) {
      throw new CallerFault(
          Code.BAD_INPUT, "the file " + file + " is there already; name a new one", e);
    } catch (IOException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the file " + file + " cannot be written (" + Texts.reason(e) + "); name another",
          e);
    }
  }

  private record Line(String what, String is) {}

  private static Shown shown(HeldVersion version) {
    List<Line> lines = new ArrayList<>();
    add(lines, "document", version.document());
    add(lines, "source", version.source());
    add(lines, "label", version.label());
    add(lines, "title", version.title());
    add(lines, "language", version.language());
    add(lines, "url", version.url());
    add(lines, "recorded", version.recorded());
    add(lines, "text", version.mediaType() + ", " + Counted.of(version.bytes(), "byte"));
    add(lines, "sha-256", version.sha256());
    HeldOriginal original = version.original();
    if (original != null) {
      add(lines, "original", original.mediaType() + ", " + Counted.of(original.bytes(), "byte"));
      add(lines, "sha-256 of it", original.sha256());
    }
    add(lines, "cut by", version.splitter());
    add(lines, "change", version.change());
    add(lines, "provenance", version.provenance());
    if (version.erased() != null) {
      add(lines, "erased", version.erased().at() + " under " + version.erased().order());
    }
    return new Shown(
        version,
        List.of(version),
        List.of(),
        Table.of(lines, column("version", Line::what), column("", Line::is)),
        version.notices().stream().map(notice -> "Note: " + notice).toList());
  }

  private static void add(List<Line> lines, String what, @Nullable Object is) {
    if (is != null) {
      lines.add(new Line(what, is.toString()));
    }
  }
}
