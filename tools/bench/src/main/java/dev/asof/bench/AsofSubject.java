package dev.asof.bench;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.BeliefChange;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Learned;
import dev.asof.id.TenantId;
import dev.asof.ingest.RecordReader;
import dev.asof.schema.Database;
import dev.asof.split.Format;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.write.Change;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.SourceKind;
import dev.asof.write.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// This store through its public API: ledger, chain, policies and all.
final class AsofSubject implements Subject {

  private static final String SOURCE = "office";

  private final PostgresServer server;
  private final Database database;
  private final Store store;
  private final History history;
  private final List<Known> marks = new ArrayList<>();
  private TenantId tenant = new TenantId(0);
  private Instant last = Instant.EPOCH;

  AsofSubject(PostgresServer server) {
    this(server, server.open());
  }

  AsofSubject(PostgresServer server, Database database) {
    this.server = server;
    this.database = database;
    this.store = new Store(database);
    this.history = new History(database);
  }

  @Override
  public String name() {
    return "asof";
  }

  @Override
  public String described() {
    return "asof by Store and History, embedded " + server.described();
  }

  @Override
  public void begin(String workload) {
    tenant = store.createTenant(workload);
    marks.clear();
  }

  /// Goes on with a workload that another one began.
  void join(String workload) {
    tenant = store.tenant(workload);
  }

  @Override
  public void write(List<Op> changes) {
    List<Change> wanted = new ArrayList<>();
    boolean corrects = false;
    for (Op op : changes) {
      wanted.add(change(op));
      corrects |= op.isCorrection();
    }
    Receipt receipt =
        store.write(
            tenant,
            Intent.of(corrects ? "correct" : "assert", "bench").because("the office says so"),
            wanted);
    last = Objects.requireNonNull(receipt.systemTime(), "a change that changes nothing");
  }

  private static Change change(Op op) {
    Change.Place place = Change.Place.of(op.document(), SOURCE);
    Change.Wanted wanted =
        new Change.Wanted.New(
            new NewVersion(
                op.version(),
                null,
                null,
                null,
                null,
                false,
                null,
                PreparedText.of(Format.TEXT, op.text())));
    Instant to = op.to();
    return to == null
        ? new Change.Assert(place, wanted, StatedTime.of(op.from()), null, false)
        : new Change.Correct(place, wanted, StatedTime.of(op.from()), StatedTime.of(to));
  }

  @Override
  public void mark() {
    marks.add(Known.at(last));
  }

  @Override
  public @Nullable String at(String document, Instant about) {
    return at(document, about, Known.latest());
  }

  @Override
  public @Nullable String at(String document, Instant about, int mark) {
    return at(document, about, marks.get(mark));
  }

  private @Nullable String at(String document, Instant about, Known known) {
    Answer<Citation> answer;
    try {
      answer = history.inForce(tenant, Filter.document(document), moment(about), known);
    } catch (CallerFault fault) {
      // Like the peers, which have no word for it.
      if (fault.code() == Code.UNKNOWN_DOCUMENT) {
        return null;
      }
      throw fault;
    }
    return answer.results().isEmpty() ? null : answer.results().getFirst().label();
  }

  private static TimeInput moment(Instant about) {
    return new TimeInput.Moment(StatedTime.of(about));
  }

  @Override
  public void snapshot(Instant about, int mark, Each each) {
    history.inForce(
        tenant,
        Filter.all(),
        moment(about),
        marks.get(mark),
        head -> {},
        document ->
            each.accept(
                document.document(),
                Objects.requireNonNull(document.results().getFirst().label())));
  }

  @Override
  public List<String> learned(String document, Instant about) {
    Answer<Learned> answer =
        history.learned(tenant, Filter.document(document), moment(about), Known.latest());
    return Subject.distinctRuns(
        answer.results().stream()
            .flatMap(learned -> learned.results().stream().limit(1))
            .map(citation -> Objects.requireNonNull(citation.label()))
            .toList());
  }

  @Override
  public Set<String> changed(int earlier, int later) {
    Set<String> found = new TreeSet<>();
    history.changes(
        tenant,
        Filter.all(),
        marks.get(earlier),
        marks.get(later),
        head -> {},
        (BeliefChange change) -> found.add(change.document()));
    return found;
  }

  @Override
  public void load(Iterator<Op> changes) {
    Iterator<String> records =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return changes.hasNext();
          }

          @Override
          public String next() {
            return record(changes.next());
          }
        };
    new Importer(database)
        .run(
            tenant,
            List.of(new Importer.Input("bulk", () -> RecordReader.of(records))),
            ImportOptions.NOW.as(SourceKind.ARCHIVE),
            Intent.of("import", "bench"),
            Importer.Progress.NONE);
    last = history.reader().snapshot(tenant, Known.latest(), snapshot -> snapshot.known());
  }

  private static String record(Op op) {
    return "{\"source\":\""
        + SOURCE
        + "\",\"document_key\":\""
        + op.document()
        + "\",\"version_label\":\""
        + op.version()
        + "\",\"validity_state\":\"asserted\",\"valid_from\":\""
        + op.from()
        + (op.to() == null ? "" : "\",\"valid_to\":\"" + op.to())
        + "\",\"recorded_at\":\"2026-01-01T00:00:00Z\",\"body\":\""
        + op.text()
        + "\"}";
  }

  @Override
  public Map<String, Long> stored() throws Exception {
    Map<String, Long> stored = new LinkedHashMap<>();
    stored.put(
        "rows",
        server.count(
            "select count(*) from asof.document_validity where tenant = " + tenant.value()));
    stored.put(
        "live",
        server.count(
            "select count(*) from asof.document_validity where system_to is null and tenant = "
                + tenant.value()));
    return stored;
  }

  @Override
  public void settle() throws Exception {
    server.analyze("asof");
  }

  @Override
  public void close() {
    database.close();
  }
}
