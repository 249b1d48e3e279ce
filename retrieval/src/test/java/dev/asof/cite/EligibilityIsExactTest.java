package dev.asof.cite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.eligible.Eligibility;
import dev.asof.eligible.StatePolicy;
import dev.asof.eligible.Tier;
import dev.asof.embed.Coverage;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fold.Why;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Reader;
import dev.asof.history.Snapshot;
import dev.asof.history.Sources;
import dev.asof.id.SourceId;
import dev.asof.index.Lease;
import dev.asof.index.PassageFields;
import dev.asof.index.PassageId;
import dev.asof.index.PassageIndex;
import dev.asof.index.SomeVectors;
import dev.asof.index.Story;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.rank.VectorSearch;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.BitemporalPoint;
import dev.asof.time.State;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import dev.asof.write.Change;
import dev.asof.write.SourceKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// After random histories the index admits at every point exactly the passages that the database
/// holds in force there. `-Dasof.test.seed=N` repeats a run.
class EligibilityIsExactTest {
  private static final long SEED = Long.getLong("asof.test.seed", 20_260_801L);
  private static final int DAYS = 12;
  private static final List<String> DOCUMENTS = List.of("terms", "privacy");
  private static final List<String> SOURCES = List.of("site", "crawler");

  @TempDir Path folder;

  private static String day(int day) {
    return LocalDate.of(2024, 1, 1).plusDays(day).toString();
  }

  @Test
  void theIndexAdmitsExactlyWhatTheDatabaseHoldsInForce() throws IOException {
    Random random = new Random(SEED);
    try (TestDatabase database = TestDatabases.create();
        PassageIndex index = PassageIndex.open(folder, database.database(), SomeVectors.MODEL)) {
      for (int round = 0; round < 2; round++) {
        Story story = new Story(database.database(), "round-" + round);
        List<Long> tokens = new ArrayList<>();
        for (int step = 0; step < 36; step++) {
          try {
            long sequence = story.write(change(random, step)).sequence();
            tokens.add(sequence);
            if (random.nextInt(4) == 0) {
              SomeVectors.store(database.database(), story.tenant(), 3);
              index.catchUp(story.tenant(), sequence);
            }
          } catch (CallerFault e) {
            assertThat(e.sentence()).as("a change that matches nothing").isNotEmpty();
          }
        }
        SomeVectors.store(database.database(), story.tenant(), 3);
        Reader reader = new Reader(database.database());
        History history = new History(database.database());
        for (long token : tokens) {
          for (int day = -1; day <= DAYS + 1; day++) {
            compare(index, reader, history, story, token, day);
          }
        }
      }
    }
  }

  private static Change change(Random random, int step) {
    Change.Place place =
        Change.Place.of(
            DOCUMENTS.get(random.nextInt(DOCUMENTS.size())),
            SOURCES.get(random.nextInt(SOURCES.size())));
    String label = "v" + random.nextInt(5);
    int from = random.nextInt(DAYS);
    int to = from + 1 + random.nextInt(DAYS - from);
    boolean open = random.nextBoolean();
    String start = day(from);
    Change.Place section = place.in(random.nextBoolean() ? "fees" : "law");
    StatedTime end = open ? null : Story.day(day(to));
    return switch (random.nextInt(13)) {
      case 9 ->
          new Change.OverrideSection(
              section,
              random.nextBoolean()
                  ? new Change.Content.Nothing(Why.WITHDRAWN)
                  : new Change.Wanted.Labelled(label),
              Story.day(start),
              end);
      case 10 ->
          new Change.Assert(
              section,
              new Change.Wanted.New(Story.version("s" + step, "# Own\n\nOwn text " + step % 3)),
              Story.day(start),
              end,
              false);
      case 11 -> new Change.Terminate(section, Story.day(start));
      case 12 ->
          new Change.Retract(
              section, TimeRange.of(Story.at(start), open ? null : Story.at(day(to))));
      case 0 -> new Change.Put(place, Story.version(label, text(label)));
      case 1 ->
          new Change.Observe(
              place, Story.at(start), new Change.Seen.Text(Story.version(label, text(label))));
      case 2 -> new Change.Observe(place, Story.at(start), new Change.Seen.Gone(null));
      case 3 -> new Change.Terminate(place, Story.day(start));
      case 4 ->
          new Change.Correct(
              place,
              new Change.Wanted.New(Story.version(label, text(label))),
              Story.day(start),
              open ? null : Story.day(day(to)));
      case 5, 6 ->
          new Change.Recorded(
              place,
              random.nextBoolean() ? SourceKind.PAGE : SourceKind.ARCHIVE,
              label + "-" + step,
              ValidityState.ASSERTED,
              Change.Shows.TEXT,
              Story.version(label + "-" + step, text(label)),
              null,
              Story.day(start),
              open ? null : Story.day(day(to)),
              Story.at(start),
              dates(random),
              Hash.wrap(Sha256.of(Integer.toString(step).getBytes(StandardCharsets.UTF_8))));
      default ->
          new Change.Assert(
              place,
              new Change.Wanted.New(Story.version(label, text(label))),
              Story.day(start),
              open ? null : Story.day(day(to)),
              random.nextInt(3) == 0);
    };
  }

  private static List<Change.SectionDate> dates(Random random) {
    if (random.nextBoolean()) {
      return List.of();
    }
    int from = random.nextInt(DAYS);
    int to = from + 1 + random.nextInt(DAYS);
    return List.of(
        new Change.SectionDate(
            "fees",
            random.nextBoolean() ? Story.day(day(from)) : null,
            random.nextBoolean() ? Story.day(day(to)) : null));
  }

  private static String text(String label) {
    return "# Notice\n\nThirty days.\n"
        + (label.equals("v3")
            ? ""
            : "\n# Fees\n\nThe fee of " + label.charAt(1) % 3 + " applies.\n")
        + (label.equals("v4") ? "" : "\n# Law\n\nLaw of " + label + ".\n");
  }

  private void compare(
      PassageIndex index, Reader reader, History history, Story story, long token, int day)
      throws IOException {
    Instant about = Story.at(day(day));
    TimeInput asked = new TimeInput.Moment(Story.day(day(day)));
    try (Lease lease = index.lease(story.tenant(), token)) {
      List<PassageId> all = find(lease, PassageFields.ofTenant(story.tenant()));
      reader.snapshot(
          story.tenant(),
          Known.token(token),
          snapshot -> {
            var verified = new Verifier(snapshot, asked).verify(all);
            agree(
                lease,
                snapshot,
                new Eligibility.At(new BitemporalPoint(about, snapshot.known()), Set.of()),
                verified);
            for (int days : List.of(1, 3, DAYS)) {
              TimeRange range =
                  TimeRange.of(
                      day < 0 ? null : about, day + days > DAYS ? null : Story.at(day(day + days)));
              Map<SourceId, TimeRange> bySource = new HashMap<>();
              Sources.in(snapshot).all().forEach(source -> bySource.put(source.id(), range));
              agree(
                  lease,
                  snapshot,
                  new Eligibility.At(range, snapshot.known(), Set.of()),
                  new RangeVerifier(snapshot, bySource, range).verify(all));
            }
            if (day % 4 == 0) {
              assertThat(sectionsRead(history, story, asked, token))
                  .as("seed %d, token %d, %s", SEED, token, about)
                  .isEqualTo(sectionsCited(verified));
            }
            return token;
          });
    }
  }

  /// What the index admits is what the database holds, for each tier and source.
  private void agree(
      Lease lease, Snapshot snapshot, Eligibility.At at, Map<PassageId, List<Verified>> verified) {
    Eligibility eligibility =
        new Eligibility(
            snapshot.tenant(), List.of(at), StatePolicy.DEFAULT, Set.of(), Set.of(), Set.of());
    for (Tier tier : Tier.values()) {
      for (String source : SOURCES) {
        Set<PassageId> held = new HashSet<>();
        verified.forEach((passage, by) -> {
          if (by.stream().anyMatch(v -> v.tier() == tier && v.source().name().equals(source))) {
            held.add(passage);
          }
        });
        assertThat(admitted(lease, snapshot, eligibility, tier, source))
            .as(
                "seed %d, tenant %d, token %d, %s, %s, %s",
                SEED, snapshot.tenant().value(), snapshot.token(), at, tier, source)
            .isEqualTo(held);
      }
    }
  }

  private record Read(String document, String source, String section, @Nullable Long version) {
    static Read of(Citation citation) {
      return new Read(
          citation.document(),
          citation.source(),
          String.valueOf(citation.section()),
          citation.version());
    }
  }

  /// What the passages that are in force say of sections, each as its source has it.
  private static Set<Read> sectionsCited(Map<PassageId, List<Verified>> verified) {
    Set<Read> read = new HashSet<>();
    verified
        .values()
        .forEach(by ->
            by.stream()
                .filter(found -> found.tier() == Tier.IN_FORCE)
                .forEach(found -> read.add(Read.of(found.citation()))));
    return read;
  }

  /// What reading the documents themselves says of sections.
  private static Set<Read> sectionsRead(History history, Story story, TimeInput about, long token) {
    Set<Read> read = new HashSet<>();
    for (String document : DOCUMENTS) {
      try {
        history
            .documentAt(story.tenant(), Filter.document(document), about, Known.token(token))
            .results()
            .stream()
            .filter(text -> text.base() == null || text.base().state() != State.UNKNOWN)
            .forEach(
                text -> text.sections().forEach(section -> read.add(Read.of(section.citation()))));
      } catch (CallerFault unknown) {
        assertThat(unknown.code()).isEqualTo(Code.UNKNOWN_DOCUMENT);
      }
    }
    return read;
  }

  private static Set<PassageId> admitted(
      Lease lease, Snapshot snapshot, Eligibility all, Tier tier, String source) {
    for (var known : Sources.in(snapshot).all()) {
      if (known.name().equals(source)) {
        Eligibility only =
            new Eligibility(
                all.tenant(), all.points(), all.states(), Set.of(known.id()), Set.of(), Set.of());
        Query filter = only.of(tier).orElse(null);
        Set<PassageId> admitted = new HashSet<>(find(lease, filter));
        assertThat(nearest(lease, filter)).isEqualTo(admitted);
        return admitted;
      }
    }
    return Set.of();
  }

  /// What the vector search finds, when it is asked for everything.
  private static Set<PassageId> nearest(Lease lease, @Nullable Query filter) {
    Set<PassageId> found = new HashSet<>();
    if (filter != null) {
      new VectorSearch(lease, SomeVectors.question(3, 1), filter, new Coverage(Set.of()))
          .next(10_000)
          .forEach(near -> assertThat(found.add(near.passage())).isTrue());
    }
    return found;
  }

  private static List<PassageId> find(Lease lease, @Nullable Query query) {
    if (query == null) {
      return List.of();
    }
    try {
      List<PassageId> found = new ArrayList<>();
      for (ScoreDoc hit : lease.searcher().search(query, 10_000).scoreDocs) {
        found.add(lease.passage(hit.doc));
      }
      return found;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
