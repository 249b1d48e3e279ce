package dev.asof.cli;

import dev.asof.id.TenantId;
import dev.asof.intake.watch.Look;
import dev.asof.intake.watch.WatchOptions;
import dev.asof.intake.watch.WatchReport;
import dev.asof.intake.watch.Watcher;
import dev.asof.schema.Database;
import dev.asof.time.Spans;
import dev.asof.write.Store;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    description = {
      "Looks at the watched pages that are due, and records what each shows.",
      "Once, and then it ends with 1 where a look failed; with --loop until it is stopped. Any"
          + " number of runs at once look at no page twice. A run that is killed leaves nothing"
          + " half-written; the pages it was at are taken again a few minutes later.",
      "robots.txt is obeyed, and so is Retry-After. A failure says nothing about the page; 404 and"
          + " 410 say that it is gone."
    },
    footer = {
      "  asof watch run --contact https://example.org/about-our-robot",
      "  asof watch run --document example/terms --all",
      "  asof watch run --loop --output jsonl"
    })
final class WatchRun extends AsofCommand {

  @Option(
      names = {"-d", "--document"},
      order = 1,
      paramLabel = "KEY",
      description = "Pages of one document; default all.")
  private @Nullable String document;

  @Option(names = "--all", order = 2, description = "Also pages that are not due.")
  private boolean all;

  @Option(
      names = {"--loop", "--follow"},
      order = 3,
      description = "Go on until stopped: look at each page when it is due.")
  private boolean loop;

  @Option(
      names = "--contact",
      order = 10,
      paramLabel = "WHOM",
      description =
          "Whom the owner of a site may write to, an address or a page; sent with each request."
              + " Default: the variable ASOF_CONTACT.")
  private @Nullable String contact;

  @Option(
      names = "--agent",
      order = 11,
      paramLabel = "NAME",
      description =
          "Name by which it tells sites who asks, and by which robots.txt speaks of it;"
              + " default asof.")
  private String agent = WatchOptions.DEFAULT.agent();

  @Option(
      names = "--delay",
      order = 12,
      paramLabel = "SPAN",
      description =
          "Pause between two requests to a host, such as 5s; default 1s. A longer one that"
              + " robots.txt asks for is kept, up to a minute.")
  private @Nullable String delay;

  @Option(
      names = "--timeout",
      order = 13,
      paramLabel = "SPAN",
      description = "Longest time that a page may take with its redirects; default 60s.")
  private @Nullable String timeout;

  @Option(
      names = "--parallel",
      order = 14,
      paramLabel = "N",
      description = "Pages that are looked at at once, each of another host; default 4.")
  private int parallel = WatchOptions.DEFAULT.parallel();

  @Option(
      names = "--most-bytes",
      order = 15,
      paramLabel = "N",
      description = "Largest page that is read, as sent and unpacked; default 16777216.")
  private int mostBytes = WatchOptions.DEFAULT.mostBytes();

  @Option(
      names = "--allow-private",
      order = 16,
      description =
          "Ask addresses of this machine and of private networks too, for an intranet. Whoever adds"
              + " pages can then read what this machine reaches.")
  private boolean allowPrivate;

  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final ActorOptions actor = new ActorOptions();

  @Override
  public Integer call() {
    if (loop && (all || document != null)) {
      throw usage("--loop looks at each page when it is due; leave out --all and --document");
    }
    WatchOptions options = options();
    try (Database database = open()) {
      TenantId id = new Store(database).tenant(tenant.name(edge()));
      try (Watcher watcher =
          new Watcher(database, id, actor.intent("observe", edge()), options, edge().clock())) {
        return loop ? follow(watcher) : once(watcher);
      }
    }
  }

  /// What is usual, with the contact that the environment names.
  static WatchOptions usual(Edge edge) {
    WatchOptions usual = WatchOptions.DEFAULT;
    String contact = edge.environment().getOrDefault("ASOF_CONTACT", "");
    return new WatchOptions(
        usual.agent(),
        contact.isBlank() ? null : contact,
        usual.connect(),
        usual.silence(),
        usual.whole(),
        usual.mostBytes(),
        usual.delay(),
        usual.allowPrivate(),
        usual.parallel(),
        usual.poll());
  }

  private WatchOptions options() {
    WatchOptions usual = usual(edge());
    Duration whole = timeout == null ? usual.whole() : Spans.read("--timeout", timeout);
    return new WatchOptions(
        agent,
        contact != null ? contact : usual.contact(),
        shorter(usual.connect(), whole),
        shorter(usual.silence(), whole),
        whole,
        mostBytes,
        delay == null ? usual.delay() : Spans.read("--delay", delay),
        allowPrivate,
        parallel,
        usual.poll());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private int once(Watcher watcher) {
    WatchReport report;
    try (WorkProgress progress = new WorkProgress(edge(), output().showsProgress(edge()))) {
      AtomicLong done = new AtomicLong();
      report =
          watcher.run(document, !all, look -> progress.at("looked at", done.incrementAndGet(), 0));
    }
    print(WatchShown.report(report));
    return report.failed() == 0 ? DONE : NO;
  }

  /// Ends with the process, or when the resident is told that whoever asked is gone.
  private int follow(Watcher watcher) {
    watcher.loop(this::tell, fault -> edge().say("asof: " + fault.sentence() + " (tried again)"));
    return DONE;
  }

  private void tell(Look look) {
    if (output().isLines()) {
      output().lines(edge()).record(look);
    } else {
      WatchShown.lines(look).forEach(line -> edge().out().print(line + "\n"));
      edge().out().flush();
    }
  }
}
