package dev.asof.cli.demo;

import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Request;
import dev.asof.audit.Audit;
import dev.asof.audit.Auditor;
import dev.asof.cite.Found;
import dev.asof.cite.Hit;
import dev.asof.fault.Code;
import dev.asof.fault.Fault;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Counted;
import dev.asof.history.Exposure;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Notice;
import dev.asof.history.Reconstruction;
import dev.asof.history.ReconstructionCheck;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.schema.EmbeddedServer;
import dev.asof.shown.Times;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.verify.Verification;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The main job, shown on real documents with real queries. Nothing it prints is prepared: where
/// the store answered otherwise, the demo would say so and fail.
public final class Tour {

  private static final String CORPUS = "/dev/asof/cli/demo/githubpolicy.jsonl.gz";
  private static final String SOURCE = "github-site-policy";
  private static final String TERMS = "github/terms-of-service";
  private static final String PRIVACY = "github/privacy-statement";
  private static final String SPONSORS = "github/sponsors-additional-terms";
  private static final String ACCEPTABLE_USE = "github/acceptable-use-policies";
  private static final String NOTICE_QUESTION =
      "Of which changes to the Terms of Service will GitHub notify its users?";
  private static final String PRIVACY_QUESTION =
      "To which special Privacy Notice does the short version of the privacy statement point?";
  private static final int AUDITED = 5;
  private static final ZoneId UTC = ZoneId.of("UTC");

  private final Database database;
  private final Optional<EmbeddedServer> embedded;
  private final Path folder;
  private final String actor;
  private final Clock clock;
  private final Page page;
  private final Store store;
  private final History history;
  private boolean good = true;

  /// A tour over an open database.
  ///
  /// @param embedded the server, where it is ours; empty for one that was given
  /// @param folder where the files go that it writes
  public Tour(
      Database database,
      Optional<EmbeddedServer> embedded,
      Path folder,
      String actor,
      Clock clock,
      PrintWriter out) {
    this.database = database;
    this.embedded = embedded;
    this.folder = folder;
    this.actor = actor;
    this.clock = clock;
    this.page = new Page(out);
    this.store = new Store(database);
    this.history = new History(database);
  }

  /// Runs all steps. Returns whether everything held.
  public boolean run() {
    String name = freeName();
    TenantId tenant = store.createTenant(name);
    page.title("asof: as known at T, what did the documents say about time V?");
    page.text(
        "Every text here has two times: when it applied (valid time), and since when this store"
            + " knew it (system time). The documents are GitHub's published site policies, 2017 to"
            + " 2026, in the public domain (CC0). A range [from, to) holds its start and not its"
            + " end. All times are UTC.");
    load(tenant);
    try (PassageIndex index = PassageIndex.of(database)) {
      Ask ask = new Ask(database, index);
      twoValidTimes(tenant, ask);
      twoKnownTimes(tenant, ask);
      gapAndUnknown(tenant);
      correction(tenant);
      reconstruct(tenant, name);
      verify(tenant);
      audit(tenant, index, name);
    }
    return good;
  }

  private String freeName() {
    List<String> taken = store.tenants();
    String name = "demo";
    for (int number = 2; taken.contains(name); number++) {
      name = "demo-" + number;
    }
    return name;
  }

  private void load(TenantId tenant) {
    page.step(
        "Import",
        "Each record is one published change of a policy: its text, the effective date the text"
            + " states, and when it became public. That last time is carried over as system time,"
            + " so the store knows what could be known on any day since 2017.");
    Instant start = clock.instant();
    ImportReport report =
        new Importer(database)
            .run(
                tenant,
                List.of(
                    Importer.Input.file(
                        "githubpolicy.jsonl.gz",
                        () -> Objects.requireNonNull(Tour.class.getResourceAsStream(CORPUS)))),
                ImportOptions.CARRIED,
                Intent.of("import", actor),
                Importer.Progress.NONE);
    expect(
        report.written() == report.read() && report.refused().isEmpty(), "every record is written");
    page.item(
        Counted.of(report.written(), "version")
            + " written in "
            + Counted.of(report.transactions(), "transaction")
            + ", in "
            + Times.shown(Duration.between(start, clock.instant()))
            + "; "
            + Counted.of(report.superseded().size(), "announcement or end")
            + " taken back by a later record of the same page.");
    page.flush();
  }

  private void twoValidTimes(TenantId tenant, Ask ask) {
    page.step(
        "One question, two days, two right answers",
        "The terms changed on 16 November 2020. Time decides first which text may answer at all;"
            + " only then are passages ranked.");
    page.text("\"" + NOTICE_QUESTION + "\"");
    Hit before = top(ask, tenant, NOTICE_QUESTION, "2020-11-15", null);
    page.item("about 2020-11-15:");
    page.quote(before, "notify users of any");
    Hit after = top(ask, tenant, NOTICE_QUESTION, "2020-11-16", null);
    page.item("about 2020-11-16:");
    page.quote(after, "notify users of any");
    expect(says(before, "any changes that affect your rights"), "the older text answers first");
    expect(says(after, "any material changes"), "the newer text answers second");

    Found plain = ask.searchEverything(tenant, NOTICE_QUESTION, 1).getFirst();
    Found.Origin newest = plain.origins().getLast();
    page.item("plain text search over all versions puts this first:");
    page.quote(Objects.requireNonNull(plain.text()), "notify");
    boolean applied =
        plain.origins().stream()
            .flatMap(origin -> origin.valid().stream())
            .anyMatch(span -> holds(span, "2020-11-15T00:00:00Z"));
    page.detail(
        plain.document()
            + ", version "
            + newest.label()
            + ", "
            + (newest.valid().isEmpty()
                ? "which states no effective date"
                : "in force for " + Page.range(newest.valid().getFirst()))
            + ". "
            + (applied
                ? "It happens to have applied, but the search cannot tell: to it, all "
                    + plain.origins().size()
                    + " versions that hold it look alike."
                : "It is wrong here: on 2020-11-15 this text did not apply, and nothing in the"
                    + " result says so."));
    page.flush();
  }

  private static boolean holds(dev.asof.history.Span span, String at) {
    Instant point = Instant.parse(at);
    Instant from = span.from();
    Instant to = span.to();
    return (from == null || !from.isAfter(point)) && (to == null || to.isAfter(point));
  }

  private void twoKnownTimes(TenantId tenant, Ask ask) {
    page.step(
        "One day, known at two times",
        "The privacy statement effective 15 December 2022 became public only on 22 February 2023."
            + " Who asked in January got the older text, and can prove it today.");
    page.text("\"" + PRIVACY_QUESTION + "\" about 2022-12-20:");
    Hit january = topOf(ask, tenant, PRIVACY_QUESTION, "2022-12-20", "2023-01-10");
    page.item("as known at 2023-01-10:");
    page.quote(january, "To see our Privacy Notice");
    Hit march = topOf(ask, tenant, PRIVACY_QUESTION, "2022-12-20", "2023-03-01");
    page.item("as known at 2023-03-01:");
    page.quote(march, "To see our Privacy Notice");
    expect(
        says(january, "Notice to residents of California"), "the older text is known in January");
    expect(says(march, "Notice for U.S. Residents"), "the late publication shows in March");
  }

  private void gapAndUnknown(TenantId tenant) {
    page.step(
        "Nothing applied, and not known when",
        "A gap is answered as a gap, with its neighbours. A text that states no effective date is"
            + " never given one.");
    Answer<Citation> before =
        history.inForce(tenant, Filter.document(TERMS), about("2010-06-01"), Known.latest());
    page.item(TERMS + " about 2010-06-01, as known now:");
    show(before);
    expect(before.results().isEmpty(), "nothing applied before the first text");
    Answer<Citation> gap =
        history.inForce(
            tenant, Filter.document(SPONSORS), about("2019-10-01"), known("2019-10-01"));
    page.item(SPONSORS + " about 2019-10-01, as known that day:");
    show(gap);
    Answer<Citation> unknown =
        history.inForce(
            tenant, Filter.document(ACCEPTABLE_USE), about("2021-06-15"), known("2021-06-15"));
    page.item(ACCEPTABLE_USE + " about 2021-06-15, as known that day:");
    show(unknown);
  }

  private void show(Answer<Citation> answer) {
    answer.results().forEach(page::citation);
    for (Notice notice : answer.notices()) {
      if (notice.code() != Notice.Kind.ZONE_ASSUMED) {
        page.detail(notice.sentence());
      }
    }
    page.flush();
  }

  private void correction(TenantId tenant) {
    page.step(
        "A retroactive correction",
        "Suppose counsel finds that the new terms bound users only from 20 November 2020. The"
            + " correction says so from now on; what was believed before stays on record.");
    Change.Place place = Change.Place.of(TERMS, SOURCE);
    Citation old =
        only(history.inForce(tenant, Filter.document(TERMS), about("2020-11-15"), Known.latest()));
    Change correct =
        new Change.Correct(
            place,
            new Change.Wanted.Labelled(Objects.requireNonNull(old.label())),
            stated("2020-11-16"),
            stated("2020-11-20"));
    Intent intent =
        Intent.of("correct", actor)
            .because("the notice period ended on 20 November (made up for this demo)");
    long token =
        history
            .inForce(tenant, Filter.document(TERMS), about("2020-11-18"), Known.latest())
            .token();
    Receipt dry = store.write(tenant, intent.dry(true), List.of(correct));
    page.item(
        "dry run: closes "
            + Counted.of(dry.closed().size(), "belief")
            + " and opens "
            + dry.opened().size()
            + ":");
    dry.closed().forEach(row -> page.detail("- " + row.label() + " for " + row.valid()));
    dry.opened().forEach(row -> page.detail("+ " + row.label() + " for " + row.valid()));
    Receipt receipt = store.write(tenant, intent, List.of(correct));
    page.item("written as transaction " + receipt.sequence() + ". About 2020-11-18:");
    Citation was =
        only(
            history.inForce(
                tenant, Filter.document(TERMS), about("2020-11-18"), Known.token(token)));
    Citation is =
        only(history.inForce(tenant, Filter.document(TERMS), about("2020-11-18"), Known.latest()));
    page.detail("as known before (transaction " + token + "): " + was.label());
    page.detail("as known now: " + is.label());
    expect(
        !Objects.equals(was.label(), is.label()),
        "the correction changes the answer of now and not the old one");
    for (Exposure exposure :
        history.exposure(tenant, receipt.sequence(), Known.latest()).results()) {
      page.detail(
          "exposure: "
              + exposure.belief().label()
              + " would have been the answer about "
              + Page.range(exposure.belief().valid())
              + " for "
              + Counted.of(exposure.served().toDays(), "day")
              + ".");
    }
    page.flush();
  }

  private void reconstruct(TenantId tenant, String name) {
    page.step(
        "The whole corpus as it applied on a day",
        "Every text in force on 1 June 2023, as known now, as files with a manifest of hashes; the"
            + " same bytes whenever it is repeated.");
    Path into = folder.resolve(name + "-2023-06-01");
    Reconstruction.Outcome outcome =
        history.reconstruct(tenant, about("2023-06-01"), Known.latest(), into);
    ReconstructionCheck check = ReconstructionCheck.of(into);
    expect(check.passed(), "every file has the hash that the manifest says");
    page.item(
        Counted.of(outcome.files(), "file")
            + ", "
            + outcome.bytes() / 1024
            + " KiB, in "
            + into
            + "; "
            + Counted.of(outcome.unknown(), "document")
            + " left out as they state no effective date, "
            + outcome.withdrawn()
            + " as withdrawn. Checked: "
            + Counted.of(check.files(), "file")
            + ", "
            + Counted.of(check.faults().size(), "fault")
            + ".");
    page.flush();
  }

  private void verify(TenantId tenant) {
    page.step(
        "The ledger proves it",
        "Each transaction is sealed with the hash of the one before. The verification makes every"
            + " hash and every belief again.");
    Verification verified = new Verifier(database).verify(tenant);
    expect(verified.isGood(), "the ledger verifies");
    page.item(
        "verified: "
            + Counted.of(verified.transactions(), "transaction")
            + ", "
            + Counted.of(verified.rows(), "row")
            + ", "
            + Counted.of(verified.texts(), "section text")
            + ", "
            + Counted.of(verified.versions(), "version")
            + " rebuilt, "
            + Counted.of(verified.beliefs(), "belief")
            + " folded again.");
    page.item("head: " + verified.head());
    if (embedded.isEmpty()) {
      page.item("(Tampering is shown on the embedded server only, never on one that was given.)");
      return;
    }
    Verification tampered =
        embedded
            .get()
            .rehearseAsOwner(sql -> {
              int changed =
                  sql.execute(
                      """
                      update section_text
                      set body = overlay(body placing '#' from length(body) / 2 for 1)
                      where tenant = ? and text_id = (
                        select min(text_id) from section_text where tenant = ? and length(body) > 1000)
                      """,
                      tenant.value(),
                      tenant.value());
              expect(changed == 1, "one byte is changed");
              return Verifier.verify(sql, tenant);
            });
    expect(!tampered.isGood(), "a changed byte is noticed");
    tampered
        .finding()
        .ifPresent(finding ->
            page.item(
                "one byte of one text changed by the owner of the database, on a copy that is"
                    + " thrown away: verification fails at transaction "
                    + finding.transaction()
                    + ", "
                    + finding.what()
                    + "."));
    page.flush();
  }

  private void audit(TenantId tenant, PassageIndex index, String name) {
    page.step(
        "An answer to file",
        "Question, reading, answer, citations, what was believed before and after, and the ledger"
            + " entries that prove it, in one file.");
    Audit audit =
        new Auditor(database, new Ask(database, index))
            .audit(
                tenant,
                Request.of(NOTICE_QUESTION)
                    .about(about("2020-11-18"))
                    .top(AUDITED)
                    .of(Filter.document(TERMS)));
    Path file = folder.resolve(name + "-audit.txt");
    try {
      Files.createDirectories(folder);
      Files.writeString(file, audit.text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    expect(!audit.proofs().isEmpty(), "the cited beliefs have ledger entries");
    page.item(
        Counted.of(audit.answer().results().size(), "passage")
            + " with "
            + Counted.of(audit.proofs().size(), "ledger entry")
            + ", as known at transaction "
            + audit.answer().token()
            + ", in "
            + file);
    page.text("");
    page.text("Three commands to try next:");
    page.command("tools/bin/asof history --tenant " + name + " --document " + TERMS);
    page.command(
        "tools/bin/asof ask \"may I scrape public pages?\" --tenant "
            + name
            + " --about 2021-03-01");
    page.command(
        "tools/bin/asof diff --tenant "
            + name
            + " --document "
            + PRIVACY
            + " --before-about 2022-12-01 --about 2023-03-01");
    page.flush();
  }

  private static boolean says(Hit hit, String phrase) {
    return String.valueOf(hit.text()).contains(phrase);
  }

  private Hit top(Ask ask, TenantId tenant, String question, String about, @Nullable String known) {
    return first(
        ask.ask(tenant, Request.of(question).about(about(about)).known(known(known)).top(1)));
  }

  private Hit topOf(Ask ask, TenantId tenant, String question, String about, String known) {
    return first(
        ask.ask(
            tenant,
            Request.of(question)
                .about(about(about))
                .known(known(known))
                .top(1)
                .of(Filter.document(PRIVACY))));
  }

  private static Hit first(Asked asked) {
    if (asked.results().isEmpty()) {
      throw new Fault(Code.FAULT, "the demo's question found nothing: " + asked.question());
    }
    return asked.results().getFirst();
  }

  private static Citation only(Answer<Citation> answer) {
    if (answer.results().isEmpty()) {
      throw new Fault(Code.FAULT, "the demo's document is not in force: " + answer.about());
    }
    return answer.results().getFirst();
  }

  private static TimeInput about(String text) {
    return LocalTimes.parseAbout(text, UTC, false);
  }

  private static StatedTime stated(String text) {
    return LocalTimes.parseStated(text, UTC, false);
  }

  private static Known known(@Nullable String text) {
    return text == null ? Known.latest() : Known.stated(LocalTimes.parseKnown(text, UTC, false));
  }

  /// Says loudly where something did not hold, and makes the demo fail.
  private void expect(boolean held, String what) {
    if (!held) {
      good = false;
      page.text("  NOT SO: " + what);
    }
  }
}
