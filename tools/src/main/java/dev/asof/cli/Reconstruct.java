package dev.asof.cli;

import dev.asof.cli.git.GitHistory;
import dev.asof.cli.law.AkomaNtoso;
import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Counted;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Page;
import dev.asof.history.Reading;
import dev.asof.history.Reconstruction;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.write.Register;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "reconstruct",
    description = {
      "Writes every text in force at a point, with a manifest of hashes.",
      "Into a folder, which is complete or not there; an archive or a page of HTML, which ends in"
          + " the manifest; or a git repository with a commit for each change of validity up to the"
          + " point, or for each transaction. The same point gives the same bytes.",
      "Git has whole seconds from 1970 on: a commit for an earlier time is dated 1970. A trailer of"
          + " each commit, Valid-From or Asof-System-Time, has the exact time; import-git reads the"
          + " first.",
      "As akn each text is a document of Akoma Ntoso, with the ranges in which it and its sections"
          + " apply; asof import-law reads it again.",
      "A text that its source does not let be shown in full has no file; the manifest says so."
    },
    footer = {
      "  asof reconstruct --folder policies-2023 --about 2023-06-01",
      "  asof reconstruct --folder then --about 2023-06-01 --known 2023-05-15",
      "  asof reconstruct --to - --about 2023-06-01 > policies-2023.tar",
      "  asof reconstruct --format html --to policies-2023.html --about 2023-06-01",
      "  asof reconstruct --format akn --folder laws-2023 --about 2023-06-01",
      "  asof reconstruct --format git --folder policies.git --about 2024-01-01",
      "  asof reconstruct --format git --per transaction --folder learned.git --about 2023-06-01",
      "  asof verify --folder policies-2023"
    })
final class Reconstruct extends ReadCommand {

  @Mixin private final AboutOption about = new AboutOption();

  @Option(
      names = "--folder",
      order = 1,
      paramLabel = "FOLDER",
      description =
          "Where to write; it must not exist, or hold a reconstruction of the same point.")
  private @Nullable Path folder;

  @Option(
      names = "--to",
      order = 2,
      paramLabel = "FILE",
      description = "Write one file, in place of a folder; - is standard output.")
  private @Nullable Path to;

  @Option(
      names = "--format",
      order = 3,
      paramLabel = "FORMAT",
      description =
          "folder or git with --folder; tar, zip or html with --to; akn with either, a folder or a"
              + " zip archive. Default: folder, or tar.")
  private @Nullable Format format;

  @Option(
      names = "--per",
      order = 4,
      paramLabel = "WHAT",
      description =
          "What a commit of git is for: validity (a change of what applies, as known at --known) or"
              + " transaction (a change of what is known, about --about). Default: validity.")
  private GitHistory.@Nullable Per per;

  /// In which form.
  enum Format {
    folder,
    git,
    tar,
    zip,
    html,
    akn
  }

  /// @param folder where they are, or the file
  /// @param bytes size of the texts
  /// @param withdrawn documents of which a source says that nothing applies
  /// @param unknown documents of which only texts of unknown validity are held
  /// @param erased texts in force that were legally erased; the manifest says so
  /// @param restricted texts in force that their source does not let be shown in full; likewise
  record Value(
      Reading reading,
      @Nullable String about,
      Instant known,
      long token,
      Path folder,
      long files,
      long bytes,
      long withdrawn,
      long unknown,
      long erased,
      long restricted) {}

  @Override
  void check() {
    if ((folder == null) == (to == null)) {
      throw usage("Give the folder with --folder, or --to FILE for an archive or a page");
    }
    boolean ofFolder = form() == Format.folder || form() == Format.git;
    if (form() != Format.akn && ofFolder != (folder != null)) {
      throw usage(
          ofFolder
              ? "--format " + form() + " needs --folder"
              : "--format " + form() + " needs --to FILE, or --to - for standard output");
    }
    if (per != null && form() != Format.git) {
      throw usage("--per says what a commit is for and needs --format git");
    }
  }

  private Format form() {
    return format == null ? folder == null ? Format.tar : Format.folder : format;
  }

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    Path file = to;
    Path into = folder;
    if (file != null && file.equals(Path.of("-"))) {
      return stream(history, tenant);
    }
    if (file != null || into == null) {
      return toFile(database, history, tenant, Objects.requireNonNull(file));
    }
    if (form() == Format.git) {
      return git(database, history, tenant, into);
    }
    Reconstruction.Outcome outcome =
        history.reconstruct(tenant, about.in(times()), times().known(), texts(), into);
    Value value = value(outcome, Objects.requireNonNull(outcome.folder()));
    register(database, value.folder(), value.token());
    print(
        new Shown(
            value,
            List.of(value),
            AnswerShown.reading(outcome.head()),
            Table.of(List.of()),
            List.of(
                wrote(outcome) + ", to " + value.folder() + ".",
                without(outcome),
                "Check it with: asof verify --folder " + folder)));
    return value.files() == 0 ? NO : DONE;
  }

  private void register(Database database, Path place, long token) {
    Register.in(database.settings().home())
        .add(
            new Register.Copy(
                edge().clock().instant(), "reconstruction", place, tenantName(), token));
  }

  /// Null: as they are.
  private Reconstruction.@Nullable Form texts() {
    return form() == Format.akn ? new AkomaNtoso() : null;
  }

  private Reconstruction.Packing packing() {
    return switch (form()) {
      case zip, akn -> Reconstruction.Packing.ZIP;
      case html -> Reconstruction.Packing.HTML;
      case tar, folder, git -> Reconstruction.Packing.TAR;
    };
  }

  /// What is written takes standard output for itself; what there is to say goes to the other
  /// stream.
  private int stream(History history, TenantId tenant) {
    Reconstruction.Outcome outcome =
        history.reconstruct(
            tenant, about.in(times()), times().known(), texts(), packing(), edge().bytes());
    try {
      edge().bytes().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    AnswerShown.reading(outcome.head()).forEach(edge()::say);
    edge().say(wrote(outcome) + ", as an archive.");
    edge().say(without(outcome));
    return outcome.files() == 0 ? NO : DONE;
  }

  /// The file is whole or not there.
  private int toFile(Database database, History history, TenantId tenant, Path file) {
    Path target = file.toAbsolutePath().normalize();
    Reconstruction.Outcome outcome =
        WholeFile.write(
            target,
            out ->
                history.reconstruct(
                    tenant, about.in(times()), times().known(), texts(), packing(), out));
    Value value = value(outcome, target);
    register(database, target, value.token());
    print(
        new Shown(
            value,
            List.of(value),
            AnswerShown.reading(outcome.head()),
            Table.of(List.of()),
            List.of(wrote(outcome) + ", to " + target + ".", without(outcome))));
    return value.files() == 0 ? NO : DONE;
  }

  private int git(Database database, History history, TenantId tenant, Path into) {
    GitHistory.Per along = per == null ? GitHistory.Per.VALIDITY : per;
    Answer<Citation> head = head(history, tenant);
    Instant at = instant(head);
    TimeInput asked = about.in(times());
    GitHistory.Outcome outcome;
    try (WorkProgress progress = new WorkProgress(edge(), output().showsProgress(edge()))) {
      outcome =
          GitHistory.write(
              history,
              tenant,
              along,
              asked == null ? new TimeInput.Moment(StatedTime.of(at)) : asked,
              at,
              head.token(),
              into,
              (done, all) -> progress.at("points", done, all));
    }
    register(database, outcome.folder(), outcome.token());
    List<String> text = new ArrayList<>();
    text.add(
        String.format(
            Locale.ROOT,
            "Wrote %s to %s; the last has %s.",
            Counted.of(outcome.commits(), "commit"),
            outcome.folder(),
            Counted.of(outcome.files(), "text")));
    if (outcome.restricted() + outcome.erased() > 0) {
      text.add(
          String.format(
              Locale.ROOT,
              "Without a file: %,d that were erased, %,d of which the source allows an excerpt or a"
                  + " link only.",
              outcome.erased(),
              outcome.restricted()));
    }
    print(
        new Shown(outcome, List.of(outcome), AnswerShown.reading(head), Table.of(List.of()), text));
    return outcome.commits() == 0 ? NO : DONE;
  }

  /// How the times are read.
  private Answer<Citation> head(History history, TenantId tenant) {
    List<Answer<Citation>> heads = new ArrayList<>();
    history.inForce(
        tenant,
        Filter.all(),
        about.in(times()),
        times().known(),
        Page.first(1),
        heads::add,
        document -> {});
    return heads.getFirst();
  }

  /// The last of the instants at which the sources read a date.
  private static Instant instant(Answer<Citation> head) {
    return Objects.requireNonNull(head.reading().about()).zones().stream()
        .map(Reading.InZone::instant)
        .max(Comparator.naturalOrder())
        .orElse(head.known());
  }

  private static Value value(Reconstruction.Outcome outcome, Path place) {
    return new Value(
        outcome.head().reading(),
        outcome.head().about(),
        outcome.head().known(),
        outcome.head().token(),
        place,
        outcome.files(),
        outcome.bytes(),
        outcome.withdrawn(),
        outcome.unknown(),
        outcome.erased(),
        outcome.restricted());
  }

  private static String wrote(Reconstruction.Outcome outcome) {
    return "Wrote "
        + Counted.of(outcome.files(), "text")
        + ", "
        + Counted.of(outcome.bytes(), "byte");
  }

  private static String without(Reconstruction.Outcome outcome) {
    return "Without a file: "
        + Counted.of(outcome.withdrawn(), "document")
        + " withdrawn, "
        + outcome.unknown()
        + " of which only texts of unknown validity are held, "
        + outcome.erased()
        + " erased"
        + (outcome.restricted() == 0
            ? ""
            : ", " + outcome.restricted() + " of which the source allows an excerpt or a link only")
        + ".";
  }
}
