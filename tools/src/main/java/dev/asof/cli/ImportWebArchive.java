package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.intake.archive.ArchiveImport;
import dev.asof.intake.archive.ArchiveOptions;
import dev.asof.write.ImportReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import-web-archive",
    description = {
      "Reads captures of pages from web archives, as looks that arrive late.",
      "The time of capture is when the page was seen; it is known since this import. 404 and 410"
          + " say that a page is gone; redirects and other failures are only logged. The main text"
          + " of a page is kept, as Markdown. The document's key is the address without its"
          + " scheme.",
      "Lists of captures (CDX) hold no texts: they say that a text which is held was seen again."
          + " All files of one command are taken together, so give a list with its archives."
    },
    footer = {
      "  asof import-web-archive crawl.warc.gz --source crawler",
      "  asof import-web-archive pages.wacz -s crawler --url example.org/legal/ --select .terms",
      "  asof import-web-archive *.warc.gz captures.cdx -s crawler --on-error skip"
    })
final class ImportWebArchive extends ImportCommand {

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Archives: WARC (.warc, .warc.gz), WACZ, CDX or CDXJ; their content decides.")
  private List<Path> files = List.of();

  @Option(
      names = {"-s", "--source"},
      order = 1,
      required = true,
      paramLabel = "NAME",
      description = "Source that the looks are recorded of.")
  private String source = "";

  @Option(
      names = "--url",
      order = 2,
      paramLabel = "START",
      description = "Only pages whose address begins so; several can be given. Default: all.")
  private List<String> urls = List.of();

  @Option(
      names = "--select",
      order = 3,
      paramLabel = "CSS",
      description =
          "Elements whose text is wanted; default: main, else article, else the page without its"
              + " head, foot and navigation.")
  private @Nullable String selector;

  @Option(
      names = "--language",
      order = 4,
      paramLabel = "TAG",
      description = "Language of pages that state none, such as en or ko.")
  private @Nullable String language;

  private @Nullable ArchiveImport reading;

  @Override
  Prepared prepare() {
    ArchiveImport archives =
        ArchiveImport.of(files, new ArchiveOptions(source, urls, selector, language));
    reading = archives;
    return new Prepared(ArchiveImport.how(), "now", archives::inputs);
  }

  @Override
  Shown shown(ImportReport report, String tenantName, String systemTime, Duration taken) {
    Shown imported = super.shown(report, tenantName, systemTime, taken);
    return reading == null ? imported : ArchiveShown.of(imported, reading.report());
  }
}
