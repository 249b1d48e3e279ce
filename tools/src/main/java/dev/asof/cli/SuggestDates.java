package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Counted;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.history.TenantSettings;
import dev.asof.history.UndatedVersions;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.resolve.EffectiveDates;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.Reference;
import dev.asof.schema.Database;
import dev.asof.time.LocalTimes;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TenantSetting;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "suggest-dates",
    description = {
      "Proposes effective dates that undated versions state in their own text, with the sentence.",
      "Nothing is asserted by itself: write the proposals to a file with --to, fill in \"accept\""
          + " (yes or no) for each, and give it back with --accept. What is accepted is asserted,"
          + " one transaction each, with the words of the text as they were written and the"
          + " sentence as the reason.",
      "A start that is counted from the publication (\"30 days after its publication\") is proposed"
          + " with the rule, and with the day where the publication is stated (published in front"
          + " matter or asof.csv, published_at of a record); else you have to write the day.",
      "Dates as numbers are read as the source writes them (asof source set --numeric-dates), else"
          + " as the tenant is set, else not."
    },
    footer = {
      "  asof suggest-dates --to dates.csv",
      "  asof suggest-dates -d terms -s site",
      "  asof suggest-dates --accept dates.csv"
    })
final class SuggestDates extends AsofCommand {

  @Option(
      names = "--to",
      order = 10,
      paramLabel = "FILE",
      description = "Write the proposals as CSV or, where it does not end in .csv, as JSON Lines.")
  private @Nullable Path to;

  @Option(
      names = "--accept",
      order = 11,
      paramLabel = "FILE",
      description = "Assert what \"accept\" says yes to in such a file.")
  private @Nullable Path accept;

  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final ActorOptions actor = new ActorOptions();

  /// What became of a file of proposals.
  ///
  /// @param asserted now
  /// @param held that were asserted before
  /// @param refused that nobody said yes to
  record Accepted(long asserted, long held, long refused) {}

  @Override
  public Integer call() {
    if (to != null && accept != null) {
      throw usage("Give --to to write proposals or --accept to take them, not both");
    }
    try (Database database = open()) {
      Store store = new Store(database);
      TenantId id = store.tenant(tenant.name(edge()));
      return accept == null ? suggest(database, id) : accept(database, store, id, accept);
    }
  }

  private int suggest(Database database, TenantId id) {
    List<DateProposal> proposals = proposals(database, id);
    Path file = to;
    List<String> above = new ArrayList<>();
    if (file != null) {
      Path target = file.toAbsolutePath().normalize();
      WholeFile.write(
          target,
          out -> {
            try {
              DateProposal.write(proposals, DateProposal.isCsv(target), out);
              return proposals;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      above.add(
          String.format(
              Locale.ROOT,
              "Wrote %s to %s. Fill in accept with yes or no, then: asof suggest-dates"
                  + " --accept %s",
              Counted.of(proposals.size(), "proposal"),
              target,
              file));
    } else if (proposals.isEmpty()) {
      above.add("No undated version states when it applies.");
    }
    print(
        new Shown(
            proposals,
            proposals,
            above,
            Table.of(
                file == null ? proposals : List.<DateProposal>of(),
                column("document", DateProposal::document),
                column("source", DateProposal::source),
                column("version", DateProposal::label),
                column("from", DateProposal::shownFrom),
                column("rule", DateProposal::rule),
                column("sentence", DateProposal::sentence)),
            List.of()));
    return proposals.isEmpty() ? NO : DONE;
  }

  private List<DateProposal> proposals(Database database, TenantId id) {
    return new History(database)
        .reader()
        .snapshot(
            id,
            Known.latest(),
            snapshot -> {
              Sources sources = Sources.in(snapshot);
              Map<String, String> settings = TenantSettings.in(snapshot).values();
              Map<SourceId, EffectiveDates> bySource = new HashMap<>();
              List<DateProposal> found = new ArrayList<>();
              try (WorkProgress progress =
                  new WorkProgress(edge(), output().showsProgress(edge()))) {
                long[] done = {0};
                UndatedVersions.forEach(
                    snapshot,
                    filter.filter(),
                    version -> {
                      SourceAt source = sources.of(version.sourceId());
                      EffectiveDates dates =
                          bySource.computeIfAbsent(
                              source.id(), none -> new EffectiveDates(read(settings, source)));
                      Reference reference =
                          new Reference(snapshot.clock(), source.zone(), source.zoneAssumed());
                      dates
                          .of(version.whole(), reference, version.published())
                          .forEach(date -> found.add(DateProposal.of(version, date)));
                      progress.at("versions read", ++done[0], 0);
                    });
              }
              return found;
            });
  }

  private static ReadingSettings read(Map<String, String> ofTenant, SourceAt source) {
    Map<String, String> settings = new TreeMap<>(ofTenant);
    if (source.numericDates() != null) {
      settings.put(TenantSetting.NUMERIC_DATES, source.numericDates());
    }
    return ReadingSettings.of(settings);
  }

  private int accept(Database database, Store store, TenantId id, Path file) {
    List<DateProposal> proposals = DateProposal.read(file);
    Map<String, SourceAt> sources = new HashMap<>();
    new History(database)
        .reader()
        .snapshot(
            id,
            Known.latest(),
            snapshot -> {
              Sources.in(snapshot).all().forEach(source -> sources.put(source.name(), source));
              return sources;
            });
    long asserted = 0;
    long held = 0;
    long refused = 0;
    for (DateProposal proposal : proposals) {
      if (!proposal.isAccepted()) {
        refused++;
        continue;
      }
      Receipt.Outcome outcome =
          store.write(id, intent(proposal), List.of(change(proposal, sources))).outcome();
      if (outcome == Receipt.Outcome.WRITTEN) {
        asserted++;
      } else {
        held++;
      }
    }
    Accepted accepted = new Accepted(asserted, held, refused);
    print(
        new Shown(
            accepted,
            List.of(accepted),
            List.of(
                String.format(
                    Locale.ROOT,
                    "Asserted %,d; %,d were held already, %,d not accepted.",
                    asserted,
                    held,
                    refused)),
            Table.of(List.of()),
            List.of()));
    return DONE;
  }

  private Intent intent(DateProposal proposal) {
    Intent intent = actor.intent("assert", edge());
    String found =
        "a date found in the text and accepted"
            + (proposal.sentence() == null ? "" : ": \"" + proposal.sentence() + "\"");
    return intent
        .because(intent.reason() == null ? found : intent.reason() + " (" + found + ")")
        .under("suggest-dates:" + proposal.version() + ":" + day(proposal));
  }

  /// Of a proposal that is accepted, which has one.
  private static LocalDate day(DateProposal proposal) {
    return LocalDate.parse(String.valueOf(proposal.from()).strip());
  }

  private static Change change(DateProposal proposal, Map<String, SourceAt> sources) {
    SourceAt source = sources.get(proposal.source());
    if (source == null) {
      throw new CallerFault(
          Code.UNKNOWN_SOURCE,
          "there is no source " + proposal.source() + "; asof source list shows them");
    }
    LocalDate day = day(proposal);
    ZoneId zone = source.zone();
    LocalTimes.Decided start = LocalTimes.startOfDay(day, zone);
    return new Change.Assert(
        new Change.Place(proposal.document(), proposal.source(), proposal.scope()),
        new Change.Wanted.Labelled(proposal.label()),
        new StatedTime(
            proposal.phrase(),
            zone,
            source.zoneAssumed(),
            Precision.DAY,
            start.instant(),
            start.decision()),
        null,
        false);
  }
}
