package dev.asof.conformance;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fold.Why;
import dev.asof.history.AnswerJson;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.Database;
import dev.asof.split.Format;
import dev.asof.split.GivenSection;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.time.ValidityState;
import dev.asof.write.Change;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.SourceKind;
import dev.asof.write.Store;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The store on PostgreSQL, driven by the steps of a history.
final class StoreSubject {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Database database;
  private final Store store;
  private final History history;
  private final TenantId tenant;
  private final Map<String, Integer> texts = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();

  StoreSubject(Database database, String tenant) {
    this.database = database;
    this.store = new Store(database);
    this.history = new History(database);
    this.tenant = store.createTenant(tenant);
    for (int text = 0; text < 8; text++) {
      texts.put(prepared(new Op.Version(text, "any", Map.of())).sha256().hex(), text);
    }
  }

  TenantId tenant() {
    return tenant;
  }

  /// Writes the steps as one transaction. Empty where the store refuses because nothing matches.
  @Nullable Receipt write(List<Op> ops) {
    try {
      return store.write(
          tenant,
          Intent.of("history", "random").because("a random history"),
          ops.stream().map(this::change).toList());
    } catch (CallerFault fault) {
      if (fault.code() == Code.NOTHING_MATCHES
          || fault.code() == Code.UNKNOWN_DOCUMENT
          || fault.code() == Code.UNKNOWN_SOURCE) {
        return null;
      }
      throw fault;
    }
  }

  /// Imports records with the system times they carry.
  void carry(Map<Op, Instant> records, SourceKind kind) {
    StringBuilder lines = new StringBuilder();
    records.forEach((op, at) -> lines.append(line(op, at)).append('\n'));
    byte[] file = lines.toString().getBytes(StandardCharsets.UTF_8);
    new Importer(database)
        .run(
            tenant,
            List.of(Importer.Input.file("history", () -> new ByteArrayInputStream(file))),
            ImportOptions.CARRIED.as(kind),
            Intent.of("import", "random"),
            Importer.Progress.NONE);
  }

  private static String line(Op op, Instant at) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("source", op.place().source());
    record.put("document_key", op.place().document());
    record.put("scope", op.place().scope());
    record.put("recorded_at", at.toString());
    record.put("valid_tz", "UTC");
    switch (op) {
      case Op.Stated stated -> {
        fill(record, stated.label(), stated.version(), stated.nothing(), stated.looked());
        record.put("validity_state", "asserted");
        record.put("valid_from", Grid.at(stated.from()).toString());
        record.put("valid_to", stated.to() == null ? null : Grid.at(stated.to()).toString());
      }
      case Op.Saw saw -> {
        fill(record, saw.label(), saw.version(), saw.nothing(), saw.looked());
        record.put("validity_state", "observed");
        record.put("valid_to", saw.to() == null ? null : Grid.at(saw.to()).toString());
      }
      case Op.Undated undated -> {
        fill(record, undated.version().label(), undated.version(), null, undated.looked());
        record.put("validity_state", "unknown");
      }
      case Op.Absent absent -> {
        fill(record, absent.label(), null, "absent from snapshot", absent.looked());
        record.put("validity_state", "observed");
      }
      default -> throw new IllegalArgumentException("no record: " + op);
    }
    return JSON.writeValueAsString(record);
  }

  private static void fill(
      Map<String, Object> record,
      String label,
      Op.@Nullable Version version,
      @Nullable String nothing,
      int looked) {
    record.put("version_label", label);
    record.put("observed_at", Grid.at(looked).toString());
    record.put("change", version == null ? nothing : "amendment");
    record.put("body", version == null ? "" : body(version));
    if (version != null) {
      record.put(
          "sections",
          sections(version).stream()
              .map(section -> {
                Map<String, Object> part = new LinkedHashMap<>();
                part.put("section_key", section.key());
                part.put("title", section.title());
                part.put("body", section.body());
                Op.Dates dates = version.dates().get(section.key());
                if (dates != null) {
                  part.put(
                      "valid_from", dates.from() == null ? null : Grid.at(dates.from()).toString());
                  part.put("valid_to", dates.to() == null ? null : Grid.at(dates.to()).toString());
                }
                return part;
              })
              .toList());
    }
  }

  private Change change(Op op) {
    Change.Place place =
        new Change.Place(op.place().document(), op.place().source(), op.place().scope());
    SourceKind kind =
        Histories.PAGES.contains(place.source()) ? SourceKind.PAGE : SourceKind.ARCHIVE;
    return switch (op) {
      case Op.Stated stated ->
          recorded(
              place,
              kind,
              stated.label(),
              ValidityState.ASSERTED,
              stated.version(),
              stated.nothing(),
              stated(stated.from()),
              stated(stated.to()),
              stated.looked());
      case Op.Saw saw ->
          recorded(
              place,
              kind,
              saw.label(),
              ValidityState.OBSERVED,
              saw.version(),
              saw.nothing(),
              null,
              stated(saw.to()),
              saw.looked());
      case Op.Undated undated ->
          recorded(
              place,
              kind,
              undated.version().label(),
              ValidityState.UNKNOWN,
              undated.version(),
              null,
              null,
              null,
              undated.looked());
      case Op.Absent absent ->
          new Change.Recorded(
              place,
              kind,
              absent.label(),
              ValidityState.OBSERVED,
              Change.Shows.ABSENT,
              null,
              null,
              null,
              null,
              Grid.at(absent.looked()),
              List.of(),
              hash("absent"));
      case Op.Put put -> new Change.Put(place, version(put.version()));
      case Op.Assert asserted ->
          new Change.Assert(
              place,
              new Change.Wanted.New(version(asserted.version())),
              Objects.requireNonNull(stated(asserted.from())),
              stated(asserted.to()),
              asserted.replaces());
      case Op.Correct correct ->
          new Change.Correct(
              place,
              correct.labelled()
                  ? new Change.Wanted.Labelled(correct.version().label())
                  : new Change.Wanted.New(version(correct.version())),
              Objects.requireNonNull(stated(correct.from())),
              stated(correct.to()));
      case Op.Terminate terminate ->
          new Change.Terminate(place, Objects.requireNonNull(stated(terminate.from())));
      case Op.Retract retract ->
          new Change.Retract(place, Grid.range(retract.from(), retract.to()));
      case Op.Restate restate ->
          new Change.Restate(
              place,
              restate.entries().stream()
                  .map(entry ->
                      new Change.Restate.Entry(
                          content(entry.version(), entry.nothing(), false),
                          Objects.requireNonNull(stated(entry.from())),
                          stated(entry.to())))
                  .toList());
      case Op.OverrideSection override ->
          new Change.OverrideSection(
              place.in(override.section()),
              content(override.version(), override.nothing(), true),
              Objects.requireNonNull(stated(override.from())),
              stated(override.to()));
      case Op.Recall recall -> new Change.Recall(live(op.place()).get(recall.position()));
      case Op.Observe observe ->
          new Change.Observe(
              place,
              Grid.at(observe.looked()),
              observe.version() == null
                  ? new Change.Seen.Gone("404")
                  : new Change.Seen.Text(version(observe.version())));
      case Op.Failed failed ->
          new Change.Observe(place, Grid.at(failed.looked()), new Change.Seen.Failed("timeout"));
    };
  }

  /// A record's version can only be named by its label, an operator's may not be stored yet.
  private static Change.Content content(
      Op.@Nullable Version version, @Nullable String nothing, boolean stored) {
    if (version == null) {
      return new Change.Content.Nothing(Why.ofWord(Objects.requireNonNull(nothing)));
    }
    return !stored && version.label().startsWith("text-")
        ? new Change.Wanted.New(version(version))
        : new Change.Wanted.Labelled(version.label());
  }

  private static Change recorded(
      Change.Place place,
      SourceKind kind,
      String label,
      ValidityState state,
      Op.@Nullable Version version,
      @Nullable String nothing,
      @Nullable StatedTime from,
      @Nullable StatedTime to,
      int looked) {
    List<Change.SectionDate> dates = new ArrayList<>();
    if (version != null) {
      version
          .dates()
          .forEach((section, dated) ->
              dates.add(new Change.SectionDate(section, stated(dated.from()), stated(dated.to()))));
    }
    return new Change.Recorded(
        place,
        kind,
        label,
        state,
        version == null ? Change.Shows.NOTHING : Change.Shows.TEXT,
        version == null ? null : version(version),
        nothing == null ? null : Why.ofWord(nothing),
        from,
        to,
        Grid.at(looked),
        dates,
        hash(version == null ? String.valueOf(nothing) : body(version)));
  }

  private static @Nullable StatedTime stated(@Nullable Integer point) {
    return point == null
        ? null
        : new StatedTime(
            Grid.at(point).toString(),
            ZoneOffset.UTC,
            false,
            Precision.SECOND,
            Grid.at(point),
            null);
  }

  private static Hash hash(String content) {
    return Hash.wrap(Sha256.of(content.getBytes(StandardCharsets.UTF_8)));
  }

  private static NewVersion version(Op.Version version) {
    return new NewVersion(version.label(), null, "en", null, null, false, null, prepared(version));
  }

  private static PreparedText prepared(Op.Version version) {
    return PreparedText.of(Format.TEXT, body(version), sections(version));
  }

  private static List<GivenSection> sections(Op.Version version) {
    return Model.SECTIONS.stream()
        .filter(version::has)
        .map(section ->
            new GivenSection(
                section, null, "Section " + section + " of text " + version.text() + "."))
        .toList();
  }

  private static String body(Op.Version version) {
    return String.join("\n\n", sections(version).stream().map(GivenSection::body).toList());
  }

  /// The live statements of the asserted lane, those about sections too, in order of recording.
  List<StatementId> live(Op.Place place) {
    return database.read(
        tenant,
        sql ->
            sql.fetch(
                    """
                    select s.statement_id from asof.statement s
                    join asof.document d on d.tenant = s.tenant and d.document_id = s.document_id
                    join asof.source o on o.tenant = s.tenant and o.source_id = s.source_id
                    where s.tenant = ? and d.key = ? and o.name = ? and s.scope = ?
                      and s.state = 'asserted' and s.system_to is null
                    order by s.statement_id
                    """,
                    tenant.value(),
                    place.document(),
                    place.source(),
                    place.scope())
                .map(row -> new StatementId(row.get(0, Long.class))));
  }

  /// The rows as known at `known`; null is now.
  List<Picture.Row> rows(@Nullable Instant known) {
    String columns =
        "select document_id, source_id, scope, state, %s, version_id, nothing,"
            + " lower(valid_during), upper(valid_during), %s from asof.%s where tenant = {0} and "
            + (known == null
                ? "system_to is null"
                : "system_from <= {1} and (system_to is null or system_to > {1})");
    return database.read(
        tenant,
        sql ->
            sql.fetch(
                    columns.formatted("null::bigint", "true", "document_validity")
                        + " union all "
                        + columns.formatted("section_id", "implied", "section_validity"),
                    DSL.inline(tenant.value()),
                    DSL.val(known == null ? null : known.atOffset(ZoneOffset.UTC)))
                .map(row -> {
                  Long section = row.get(4, Long.class);
                  Long version = row.get(5, Long.class);
                  return new Picture.Row(
                      new Op.Place(
                          name(sql, "document", "key", row.get(0, Long.class)),
                          name(sql, "source", "name", row.get(1, Long.class)),
                          row.get(2, String.class)),
                      ValidityState.ofWord(row.get(3, String.class)),
                      section == null
                          ? null
                          : name(sql, "section", "key", section)
                              + (row.get(9, Boolean.class) ? "" : "!"),
                      row.get(7, Instant.class),
                      row.get(8, Instant.class),
                      version == null
                          ? row.get(6, String.class)
                          : "text "
                              + texts.get(name(sql, "version", "encode(sha256, 'hex')", version)));
                }));
  }

  /// What never changes about a row, looked up once.
  private String name(DSLContext sql, String table, String column, long id) {
    return names.computeIfAbsent(
        table + id,
        none ->
            Objects.requireNonNull(
                sql.fetchSingle(
                        "select "
                            + column
                            + " from asof."
                            + table
                            + " where tenant = {0} and "
                            + table
                            + "_id = {1}",
                        DSL.inline(tenant.value()),
                        DSL.inline(id))
                    .get(0, String.class)));
  }

  /// The answer about a document at a point of valid time, as text.
  String answer(String document, Instant about, Known known) {
    try {
      return AnswerJson.line(
          history.inForce(
              tenant,
              Filter.document(document),
              new TimeInput.Moment(
                  new StatedTime(
                      about.toString(), ZoneOffset.UTC, false, Precision.INSTANT, about, null)),
              known));
    } catch (CallerFault fault) {
      return fault.code() + " " + fault.sentence();
    }
  }
}
