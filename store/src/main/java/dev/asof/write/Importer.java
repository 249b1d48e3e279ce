package dev.asof.write;

import static dev.asof.schema.generated.Tables.HEAD;
import static dev.asof.schema.generated.Tables.SETTING;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.SOURCE_SETTING;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fold.Why;
import dev.asof.id.TenantId;
import dev.asof.ingest.ImportRecord;
import dev.asof.ingest.Original;
import dev.asof.ingest.RecordFile;
import dev.asof.ingest.RecordReader;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.Database;
import dev.asof.split.Format;
import dev.asof.split.GivenSection;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// Files of records to versions, statements and beliefs: checked first, sorted by recorded time on
/// disk, then written, one ledger transaction per recorded instant (carried) or per batch (now).
/// What the tenant holds already is skipped, so an import can be repeated, and resumed after it was
/// killed.
public final class Importer {

  /// What to import: its name for messages, and how it is opened.
  public record Input(String name, Opener opener) {

    /// A file of records, plain or gzip.
    public static Input file(String name, Bytes bytes) {
      return new Input(name, () -> RecordFile.open(name, bytes.open()));
    }
  }

  /// Opens records to read once.
  @FunctionalInterface
  public interface Opener {
    RecordReader open() throws IOException;
  }

  /// Opens a stream to read once.
  @FunctionalInterface
  public interface Bytes {
    InputStream open() throws IOException;
  }

  /// Told how an import goes on.
  public interface Progress {
    Progress NONE =
        new Progress() {
          @Override
          public LongConsumer checking(String file) {
            return lines -> {};
          }

          @Override
          public LongConsumer writing(long records) {
            return done -> {};
          }
        };

    /// A file is being checked; the consumer is told the lines read so far.
    LongConsumer checking(String file);

    /// So many records are to be written; the consumer is told how many are.
    LongConsumer writing(long records);
  }

  /// Records of a ledger transaction that is dated now, and a piece of a longer one.
  private static final int BATCH_RECORDS = 200;

  /// Records of a database transaction that holds many carried ledger transactions.
  private static final int CARRIED_RECORDS = 1_000;

  private static final long BATCH_CHARACTERS = 4_000_000;
  private static final int MOST_REFUSED_SHOWN = 1_000;

  private final Database database;

  public Importer(Database database) {
    this.database = database;
  }

  /// Imports `inputs` into `tenant`.
  ///
  /// Throws a [CallerFault] that names file, line and reason at the first bad line, before anything
  /// is written, unless the options say to skip such lines; they are then in the report.
  public ImportReport run(
      TenantId tenant,
      List<Input> inputs,
      ImportOptions options,
      Intent intent,
      Progress progress) {
    return database.write(
        tenant,
        sql -> {
          if (options.systemTime() == ImportOptions.SystemTime.CARRIED) {
            sql.execute("select asof.hold_carrying({0})", DSL.val(tenant.value()));
          }
          Run run = new Run(tenant, options, intent, new Staging(sql, tenant), new Hidden(sql));
          run.check(inputs, progress);
          run.write(progress);
          return run.report();
        });
  }

  /// @param zone null: the source has none of its own
  private record ZoneDuring(TimeRange during, @Nullable ZoneId zone) {}

  private final class Run {
    private final TenantId tenant;
    private final ImportOptions options;
    private final Intent intent;
    private final Staging staging;
    private final Hidden hidden;
    private final byte[] pepper;
    private final Map<String, SourceKind> kinds = new TreeMap<>();
    private final Map<String, Instant> oneInstant = new HashMap<>();
    private final Map<String, ZoneId> zones = new HashMap<>();
    private final Map<String, List<ZoneDuring>> zonesOverTime = new HashMap<>();

    private final List<ImportReport.Refused> refused = new ArrayList<>();
    private final List<ImportReport.Superseded> superseded = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private @Nullable ZoneId tenantZone;
    private Instant clock = Instant.EPOCH;
    private long read;
    private long held;
    private long erased;
    private long written;
    private long transactions;
    private long leftOut;

    Run(TenantId tenant, ImportOptions options, Intent intent, Staging staging, Hidden hidden) {
      this.hidden = hidden;
      this.tenant = tenant;
      this.options = options;
      this.intent = intent;
      this.staging = staging;
      this.pepper = database.read(tenant, sql -> Store.pepper(sql, tenant));
      zones.putAll(options.zones());
      database.read(tenant, this::readSettings);
    }

    private @Nullable Void readSettings(DSLContext sql) {
      clock = sql.select(DSL.field("asof.clock()", SQLDataType.INSTANT)).fetchSingle().value1();
      sql.select(SOURCE.NAME, SOURCE_SETTING.KIND, SOURCE_SETTING.ZONE, SOURCE_SETTING.VALID_DURING)
          .from(SOURCE)
          .join(SOURCE_SETTING)
          .on(
              SOURCE_SETTING.TENANT.eq(SOURCE.TENANT),
              SOURCE_SETTING.SOURCE_ID.eq(SOURCE.SOURCE_ID))
          .where(SOURCE.TENANT.eq(tenant), SOURCE_SETTING.SYSTEM_TO.isNull())
          .orderBy(SOURCE.SOURCE_ID, SOURCE_SETTING.VALID_DURING)
          .forEach(row -> {
            ZoneId zone = row.value3() == null ? null : ZoneId.of(row.value3());
            zonesOverTime
                .computeIfAbsent(row.value1(), source -> new ArrayList<>())
                .add(new ZoneDuring(row.value4(), zone));
            if (row.value4().contains(clock)) {
              kinds.put(row.value1(), SourceKind.ofWord(row.value2()));
              if (zone != null) {
                zones.put(row.value1(), zone);
              }
            }
          });
      sql.select(SETTING.VALUE)
          .from(SETTING)
          .where(SETTING.TENANT.eq(tenant), SETTING.NAME.eq("zone"), SETTING.SYSTEM_TO.isNull())
          .fetchOptional(SETTING.VALUE)
          .ifPresent(zone -> tenantZone = ZoneId.of(zone));
      return null;
    }

    /// Reads every line once: checks it and puts it on disk, to be sorted there.
    void check(List<Input> inputs, Progress progress) {
      for (Input input : inputs) {
        names.add(input.name());
        LongConsumer lines = progress.checking(input.name());
        try (RecordReader records = input.opener().open()) {
          for (Optional<RecordReader.Item> item = records.next();
              item.isPresent();
              item = records.next()) {
            check(names.size() - 1, item.get());
            lines.accept(item.get().number());
          }
        } catch (IOException e) {
          throw new CallerFault(
              Code.BAD_INPUT, input.name() + " cannot be read: " + e.getMessage(), e);
        }
      }
      staging.finish();
      oneInstant.forEach((source, instant) -> kinds.putIfAbsent(source, kindOf(instant)));
      held = staging.dropHeld();
      erased = staging.dropErased();
      refuseTooLate();
    }

    private SourceKind kindOf(Instant oneInstantOrMany) {
      SourceKind wanted = options.kind();
      return wanted != null
          ? wanted
          : oneInstantOrMany.equals(Instant.MAX) ? SourceKind.PAGE : SourceKind.ARCHIVE;
    }

    private void check(int file, RecordReader.Item item) {
      try {
        ImportRecord record = ImportRecord.parse(item.text());
        if (record.shows() == ImportRecord.Shows.TEXT) {
          PreparedText.check(record.body());
          record.parts().forEach(part -> PreparedText.check(part.body()));
        }
        hidden.requireFree(record.document());
        ZoneId zone = zoneOf(record);
        refuseFutureLook(record, zone);
        Instant recorded = record.recorded("recorded_at", zone);
        Instant at =
            options.systemTime() == ImportOptions.SystemTime.CARRIED
                ? record.recorded(options.carriedField(), zone)
                : recorded;
        oneInstant.merge(
            record.source(), recorded, (one, other) -> one.equals(other) ? one : Instant.MAX);
        staging.add(
            at,
            file,
            item.number(),
            item.place(),
            keyOf(record, item.original()),
            erasable(record, item.original()),
            item.text(),
            item.original());
        read++;
      } catch (AsofException e) {
        refuse(file, item.place(), e.sentence(), e);
      }
    }

    /// What a page shows counts from the look, so a look in the future would be believed before it
    /// was.
    private void refuseFutureLook(ImportRecord record, ZoneId zone) {
      Instant looked = record.looked(zone);
      String field = record.text("observed_at") == null ? "recorded_at" : "observed_at";
      // A carried time is compared with the clock when it is taken.
      if (looked.isAfter(clock) && !(isCarried() && field.equals("recorded_at"))) {
        throw new CallerFault(
            Code.BAD_TIME,
            field
                + " is "
                + record.text(field)
                + ", which is after now, "
                + clock
                + " by the database's clock; nobody can have looked then, so correct when it was"
                + " looked");
      }
    }

    private void refuse(int file, String place, String reason, @Nullable AsofException cause) {
      if (!options.skipBad()) {
        throw new CallerFault(
            cause == null ? Code.RECORDED_TOO_LATE : cause.code(),
            names.get(file)
                + " "
                + place
                + ": "
                + reason
                + " (nothing was imported; --on-error skip leaves such lines out)",
            cause);
      }
      leftOut++;
      if (refused.size() < MOST_REFUSED_SHOWN) {
        refused.add(new ImportReport.Refused(names.get(file), place, reason));
      }
    }

    /// A carried record that is not later than what the tenant holds would change answers already
    /// given.
    private void refuseTooLate() {
      if (options.systemTime() != ImportOptions.SystemTime.CARRIED) {
        return;
      }
      Instant newest =
          database.read(
              tenant,
              sql ->
                  sql.select(HEAD.SYSTEM_TIME, HEAD.SETTLED)
                      .from(HEAD)
                      .where(HEAD.TENANT.eq(tenant))
                      .fetchSingle(
                          row -> row.value1().isAfter(row.value2()) ? row.value1() : row.value2()));
      staging.dropUntil(
          newest,
          (file, place, at) ->
              refuse(
                  file,
                  place,
                  "its recorded time "
                      + at
                      + " is not later than what this tenant already holds, "
                      + newest
                      + "; import it with --system-time now, or into a tenant of its own",
                  null));
    }

    private Hash keyOf(ImportRecord record, @Nullable Original original) {
      return RecordKeys.of(pepper, placeOf(record), record.label(), contentOf(record, original));
    }

    /// By which a record is known again: by its original, if it has one, so that the same file is
    /// the same record whatever reads it.
    private static Hash contentOf(ImportRecord record, @Nullable Original original) {
      if (original != null) {
        return original.sha256();
      }
      String content =
          record.body().isBlank() ? String.valueOf(record.text("change")) : record.body();
      return Hash.wrap(Sha256.of(content.getBytes(StandardCharsets.UTF_8)));
    }

    private RecordKeys.Erasable erasable(ImportRecord record, @Nullable Original original) {
      return RecordKeys.erasable(
          pepper,
          record.document(),
          Hash.wrap(Sha256.of(record.body().getBytes(StandardCharsets.UTF_8))),
          original == null ? null : original.sha256(),
          RecordKeys.payloadIn(record.provenanceJson()));
    }

    private static Change.Place placeOf(ImportRecord record) {
      return new Change.Place(record.document(), record.source(), record.scope());
    }

    private ZoneId zoneOf(ImportRecord record) {
      ZoneId otherwise = tenantZone == null ? ZoneId.of("UTC") : tenantZone;
      ZoneId own = ownZoneOf(record, otherwise);
      return record.zoneOr(own == null ? otherwise : own);
    }

    private boolean isZoneAssumed(ImportRecord record) {
      ZoneId otherwise = tenantZone == null ? ZoneId.of("UTC") : tenantZone;
      return !record.namesZone() && ownZoneOf(record, otherwise) == null;
    }

    /// The zone that the source has at the start that the record states, or at present where it
    /// states none; null: it has none.
    private @Nullable ZoneId ownZoneOf(ImportRecord record, ZoneId otherwise) {
      List<ZoneDuring> set = zonesOverTime.getOrDefault(record.source(), List.of());
      if (set.size() > 1) {
        for (ZoneDuring one : set) {
          StatedTime from =
              record.validFrom(record.zoneOr(one.zone() == null ? otherwise : one.zone()), true);
          if (from != null && one.during().contains(from.instant())) {
            return one.zone();
          }
        }
      }
      return zones.get(record.source());
    }

    void write(Progress progress) {
      LongConsumer done = progress.writing(staging.count());
      Batches batches = new Batches(done);
      staging.forEachInOrder(batches::add);
      batches.flush();
      if (options.systemTime() == ImportOptions.SystemTime.CARRIED && transactions > 0) {
        database.write(
            tenant,
            sql -> {
              Store.end(sql, tenant);
              return null;
            });
      }
    }

    ImportReport report() {
      return new ImportReport(
          kinds, read, held, erased, written, transactions, leftOut, refused, superseded);
    }

    /// Collects records until there are enough for a database transaction; a recorded instant is
    /// never cut in two.
    private final class Batches {
      private final LongConsumer done;
      private final List<Staging.Line> lines = new ArrayList<>();
      private long characters;

      Batches(LongConsumer done) {
        this.done = done;
      }

      void add(Staging.Line line) {
        boolean full = lines.size() >= batchRecords() || characters >= BATCH_CHARACTERS;
        if (full && !(isCarried() && lines.getLast().at().equals(line.at()))) {
          flush();
        }
        lines.add(line);
        characters += line.size();
      }

      void flush() {
        if (!lines.isEmpty()) {
          writeBatch(lines);
          written += lines.size();
          done.accept(written);
          lines.clear();
          characters = 0;
        }
      }
    }

    private int batchRecords() {
      return isCarried() ? CARRIED_RECORDS : BATCH_RECORDS;
    }

    private boolean isCarried() {
      return options.systemTime() == ImportOptions.SystemTime.CARRIED;
    }

    private void writeBatch(List<Staging.Line> lines) {
      List<Instant> instants = lines.stream().map(Staging.Line::at).distinct().toList();
      // Cut and hashed before the lock is taken; a very large instant is prepared piece by piece
      // under it.
      List<Change.Recorded> first =
          prepare(lines.subList(0, Math.min(lines.size(), batchRecords())));
      database.write(
          tenant,
          sql -> {
            writeBatch(sql, lines, first, instants);
            return null;
          });
      transactions += isCarried() ? instants.size() : 1;
    }

    private void writeBatch(
        DSLContext sql,
        List<Staging.Line> lines,
        List<Change.Recorded> first,
        List<Instant> instants) {
      Store.Opened opened =
          Store.open(
              sql,
              tenant,
              isCarried()
                  ? instants.stream()
                      .map(at -> at.atOffset(ZoneOffset.UTC))
                      .toArray(OffsetDateTime[]::new)
                  : null);
      Buffer buffer = new Buffer(tenant, opened.previousHash());
      Work work = new Work(sql, tenant, buffer, pepper, options.zones());
      long sequence = opened.sequence();
      Instant current = null;
      for (int from = 0; from < lines.size(); from += batchRecords()) {
        List<Staging.Line> piece =
            lines.subList(from, Math.min(from + batchRecords(), lines.size()));
        List<Change.Recorded> records = from == 0 ? first : prepare(piece);
        work.prefetch(records);
        for (int i = 0; i < records.size(); i++) {
          Instant at = isCarried() ? piece.get(i).at() : opened.systemTime();
          if (!at.equals(current)) {
            if (current != null) {
              seal(work, buffer);
              sequence++;
            }
            buffer.begin(sequence, at);
            current = at;
          }
          work.apply(records.get(i));
        }
        if (from + batchRecords() < lines.size()) {
          buffer.spill(sql);
          work.forget();
        }
      }
      seal(work, buffer);
      buffer.flush(sql);
      superseded.addAll(work.superseded());
      erased += work.erased();
      written -= work.erased();
    }

    private void seal(Work work, Buffer buffer) {
      work.settle();
      buffer.seal(intent, isCarried(), null);
    }

    private List<Change.Recorded> prepare(List<Staging.Line> lines) {
      return lines.parallelStream()
          .map(line -> prepare(line, ImportRecord.parse(line.json())))
          .toList();
    }

    private Change.Recorded prepare(Staging.Line line, ImportRecord record) {
      ZoneId zone = zoneOf(record);
      boolean assumed = isZoneAssumed(record);
      StatedTime from = record.validFrom(zone, assumed);
      List<Change.SectionDate> dates = new ArrayList<>();
      for (ImportRecord.Part part : record.parts()) {
        dates.add(
            new Change.SectionDate(
                part.key(),
                ImportRecord.stated(part.validFrom(), zone, assumed),
                ImportRecord.stated(part.validTo(), zone, assumed)));
      }
      return new Change.Recorded(
          placeOf(record),
          Objects.requireNonNull(kinds.get(record.source())),
          record.label(),
          record.state(),
          switch (record.shows()) {
            case TEXT -> Change.Shows.TEXT;
            case WITHDRAWN, REPEALED -> Change.Shows.NOTHING;
            case ABSENT -> Change.Shows.ABSENT;
            case FAILED -> Change.Shows.FAILED;
          },
          record.shows() == ImportRecord.Shows.TEXT ? versionOf(record, line.original()) : null,
          switch (record.shows()) {
            case WITHDRAWN -> Why.WITHDRAWN;
            case REPEALED -> Why.REPEALED;
            case TEXT, ABSENT, FAILED -> null;
          },
          from,
          record.validTo(zone, assumed),
          record.looked(zone),
          dates,
          contentOf(record, line.original()),
          record.shows() == ImportRecord.Shows.FAILED ? record.text("change") : null);
    }

    private static NewVersion versionOf(ImportRecord record, @Nullable Original original) {
      String named = record.text("format");
      Format format = Format.of(named == null ? "text" : named);
      PreparedText text =
          record.parts().isEmpty()
              ? PreparedText.of(format, record.body())
              : PreparedText.of(
                  format,
                  record.body(),
                  record.parts().stream()
                      .map(part -> new GivenSection(part.key(), part.title(), part.body()))
                      .toList());
      String change = record.text("change");
      return new NewVersion(
          record.label(),
          record.text("title"),
          record.text("language"),
          record.text("url"),
          change,
          "technical".equals(change) || "re-extraction".equals(change),
          record.provenanceJson(),
          text.from(original));
    }
  }

  /// A record that arrived too late, as the staging names it.
  interface TooLate {
    void refuse(int file, String place, Instant at);
  }
}
