package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.intake.law.FrbrDate;
import dev.asof.intake.law.LawOptions;
import dev.asof.intake.law.LawReader;
import dev.asof.intake.law.LawReport;
import dev.asof.schema.Database;
import dev.asof.time.LocalTimes;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.SourceKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import-law",
    description = {
      "Reads laws in Akoma Ntoso (LegalDocML 1.0): acts, bills, debates, judgments, collections.",
      "The document is the FRBR work; each file of an expression is a version of it. Sections are"
          + " its articles, known again by wId, else eId, or smaller provisions that have times of"
          + " their own. The file is kept, and asof version --original gives it back.",
      "A version applies during the interval (timeInterval) that its body refers to, by the concept"
          + " that the interval refers to: efficacy, when it has effects, else force, when it is in"
          + " force. Provisions with periods of their own go their own way. Several texts of a"
          + " provision in one file are several versions. Modifications with dates count where the"
          + " provision has no period. Other dates (FRBRdate, events of the lifecycle, publication)"
          + " say nothing of validity, unless you choose one; without any of them it is unknown.",
      "A second run takes what is new. At most 256 MiB are read of a file, 16 MiB of its text."
    },
    footer = {
      "  asof import-law acts -s gazette --tenant laws --zone Europe/Rome",
      "  asof import-law act@2004.xml act@2010.xml -s gazette --interval force",
      "  asof import-law ukpga -s legislation.gov.uk --interval any --on-error skip",
      "  asof import-law bills.zip -s senate --valid-from frbr:expression"
    })
final class ImportLaw extends ImportCommand {

  private static final String NOW = "now";

  @Parameters(
      paramLabel = "PLACE",
      arity = "1..*",
      description =
          "Files, zip archives (.akn too), or folders, of which .xml, .akn and .zip are read.")
  private List<Path> places = List.of();

  @Option(
      names = {"-s", "--source"},
      order = 1,
      required = true,
      paramLabel = "NAME",
      description = "Who says so; a file that asof reconstruct wrote names it itself.")
  private String source = "";

  @Option(
      names = "--interval",
      order = 2,
      paramLabel = "KIND",
      description =
          "Which intervals count: applies (those of efficacy, else those of force), efficacy,"
              + " force, or any (of other concepts too). Default applies.")
  private LawOptions.Which which = LawOptions.Which.APPLIES;

  @Option(
      names = "--interval-end",
      order = 3,
      paramLabel = "HOW",
      description =
          "What the date of an end is, on which the standard is silent: excluded (the day on which"
              + " the text no longer applies) or included (the last day on which it does). Default"
              + " excluded.")
  private LawOptions.End end = LawOptions.End.EXCLUDED;

  @Option(
      names = "--valid-from",
      order = 4,
      paramLabel = "DATE",
      description =
          "Since when a version applies whose file states no interval: frbr:work, frbr:expression"
              + " or frbr:manifestation, with :NAME behind it where there are several dates; or"
              + " event:TYPE, the event of that type or concept. Default: that is unknown.")
  private @Nullable String validFrom;

  @Option(
      names = "--system-time",
      order = 5,
      paramLabel = "HOW",
      description =
          "Since when a version is known: now, this import; or a date of the file, written as for"
              + " --valid-from, such as frbr:manifestation. Default now.")
  private String systemTime = NOW;

  @Option(
      names = "--section-key",
      order = 6,
      paramLabel = "NAME",
      description = "wid (the lasting identifier, else eId) or eid. Default wid.")
  private LawOptions.Keys keys = LawOptions.Keys.WID;

  @Option(
      names = "--language",
      order = 7,
      paramLabel = "TAG",
      description = "Only expressions in this language, such as eng or en.")
  private @Nullable String language;

  @Option(
      names = "--languages-apart",
      order = 8,
      description = "Expressions in several languages are documents of their own: WORK/eng.")
  private boolean languagesApart;

  @Option(
      names = "--zone",
      order = 9,
      paramLabel = "ZONE",
      description = "The zone in which dates are meant; default: that of the source.")
  private @Nullable String zone;

  @Option(
      names = "--statements",
      order = 10,
      paramLabel = "KIND",
      description =
          "What a new source is: page (shows each time what applies until further notice) or"
              + " archive (a collection of versions); default archive.")
  private SourceKind statements = SourceKind.ARCHIVE;

  private final LawReport report = new LawReport();

  @Override
  Prepared prepare() {
    for (Path place : places) {
      if (!Files.exists(place)) {
        throw new CallerFault(
            Code.BAD_INPUT, place + " does not exist; name a file or a folder of Akoma Ntoso");
      }
    }
    if (zone != null) {
      LocalTimes.zone(zone);
    }
    options(Instant.EPOCH);
    boolean isNow = systemTime.equals(NOW);
    return new Prepared(
        (isNow ? ImportOptions.NOW : ImportOptions.CARRIED).as(statements),
        isNow ? NOW : "carried from " + systemTime,
        this::inputs);
  }

  private LawOptions options(Instant looked) {
    return new LawOptions(
        source,
        which,
        end,
        validFrom == null ? null : FrbrDate.of(validFrom),
        systemTime.equals(NOW) ? null : FrbrDate.of(systemTime),
        keys,
        language,
        languagesApart,
        zone,
        looked);
  }

  private List<Importer.Input> inputs(Database database, TenantId tenant) {
    LawOptions options = options(looked(database, tenant));
    return places.stream()
        .map(place ->
            new Importer.Input(place.toString(), () -> new LawReader(place, options, report)))
        .toList();
  }

  @Override
  Shown shown(ImportReport imported, String tenantName, String how, Duration taken) {
    return LawShown.of(super.shown(imported, tenantName, how, taken), report);
  }
}
