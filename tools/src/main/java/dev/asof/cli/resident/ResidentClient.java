package dev.asof.cli.resident;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/// Hands a command line to the resident of its home. Its own start is most of what a person waits
/// for: it loads next to nothing, and has neither lambdas nor joined strings on its way, because
/// the first of each makes classes while the program runs.
public final class ResidentClient {

  /// What only reads, and nothing from standard input.
  private static final Set<String> ELIGIBLE =
      Set.of(
          "ask",
          "audit",
          "changes",
          "diff",
          "documents",
          "exposure",
          "history",
          "in-force",
          "learned",
          "resolve",
          "timeline");

  /// Those for which one is started: what they need takes longest to open.
  private static final Set<String> STARTING = Set.of("ask", "audit");

  /// Where the database driver looks for more than the settings say.
  private static final Set<String> DRIVER =
      Set.of("PGPASSFILE", "PGSERVICEFILE", "PGSYSCONFDIR", "PGSERVICE");

  private static final Set<String> TOLD =
      Set.of("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "TERM");

  private static final String PROVIDER = "java.nio.channels.spi.SelectorProvider";

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration STOPPING = Duration.ofSeconds(10);

  static final Duration IDLE = Duration.ofMinutes(15);

  private static final int CONFIGURATION = 78;
  private static final int UNAVAILABLE = 69;
  private static final int TRY_AGAIN = 75;
  private static final int BROKEN_PIPE = 141;

  private final Map<String, String> environment;
  private final Path userHome;
  private final OutputStream out;
  private final OutputStream err;

  /// @param out standard output, without a buffer
  public ResidentClient(
      Map<String, String> environment, Path userHome, OutputStream out, OutputStream err) {
    this.environment = environment;
    this.userHome = userHome;
    this.out = out;
    this.err = err;
  }

  /// Thrown where standard output cannot be written.
  private static final class OutputLost extends IOException {
    OutputLost(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /// Runs the command line in the resident and returns its exit code. Empty: nothing was done, it
  /// is to be run in this process.
  ///
  /// @param terminals the standard streams that are terminals: `1`, `2`, `12` or empty
  public OptionalInt run(String terminals, String... args) {
    if (args.length == 0
        || !ELIGIBLE.contains(args[0])
        || List.of(args).contains("--no-resident")) {
      return OptionalInt.empty();
    }
    String mode = environment.getOrDefault("ASOF_RESIDENT", "").toLowerCase(Locale.ROOT);
    if (!Set.of("", "on", "join", "off").contains(mode)) {
      return complain(
          CONFIGURATION,
          "ASOF_RESIDENT is '" + mode + "'; it has to be on, off, or join (use one that runs)");
    }
    Duration idle = idle();
    if (idle == null) {
      return complain(
          CONFIGURATION,
          "ASOF_RESIDENT_IDLE is '"
              + environment.get("ASOF_RESIDENT_IDLE")
              + "'; it has to be from 1s to 24h, written like 15m");
    }
    Path home = home(args);
    if (mode.equals("off") || home == null || !Collections.disjoint(environment.keySet(), DRIVER)) {
      return OptionalInt.empty();
    }
    boolean mayStart = !mode.equals("join") && STARTING.contains(args[0]);
    return run(home, mayStart ? idle : null, terminals, args);
  }

  private OptionalInt run(
      Path home, @Nullable Duration startedFor, String terminals, String... args) {
    ResidentPlace place = ResidentPlace.of(home, environment);
    boolean[] shown = {false};
    try {
      String build = ResidentBuild.of(environment);
      byte[] request =
          ResidentRequest.bytes(
              ResidentRequest.RUN,
              build,
              home,
              new ResidentRequest(List.of(args), Path.of("").toAbsolutePath(), told(), terminals));
      OptionalInt exit = ask(place, request, shown);
      if (exit.isEmpty() && startedFor != null) {
        new ResidentStart(place, startedFor, environment).start();
        exit = ask(place, request, shown);
      }
      return exit;
    } catch (OutputLost lost) {
      String why = String.valueOf(lost.getMessage());
      return why.contains("Broken pipe")
          ? OptionalInt.of(BROKEN_PIPE)
          : complain(
              UNAVAILABLE,
              "the output cannot be written (" + why + "); free some space or write it elsewhere");
    } catch (IOException | RuntimeException e) {
      // A command that only reads can be run again, as long as nobody has seen any of it.
      return shown[0]
          ? complain(TRY_AGAIN, "the resident process ended in the middle of the answer; try again")
          : OptionalInt.empty();
    }
  }

  private OptionalInt complain(int exit, String sentence) {
    try {
      err.write(("asof: " + sentence + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Nobody is there to be told.
    }
    return OptionalInt.of(exit);
  }

  private @Nullable Duration idle() {
    String set = environment.getOrDefault("ASOF_RESIDENT_IDLE", "").strip();
    if (set.isEmpty()) {
      return IDLE;
    }
    try {
      String iso = set.toUpperCase(Locale.ROOT);
      Duration idle = Duration.parse(iso.startsWith("P") ? iso : "PT" + iso);
      return idle.compareTo(Duration.ofSeconds(1)) >= 0 && idle.compareTo(Duration.ofDays(1)) <= 0
          ? idle
          : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private Map<String, String> told() {
    Map<String, String> told = new TreeMap<>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (variable.getKey().startsWith("ASOF_") || TOLD.contains(variable.getKey())) {
        told.put(variable.getKey(), variable.getValue());
      }
    }
    return told;
  }

  /// The home as the command itself will read it; null where that takes more than reading a path,
  /// or where it would be another one in another working folder.
  private @Nullable Path home(String... args) {
    String set = environment.getOrDefault("ASOF_HOME", "");
    for (int i = 1; i < args.length; i++) {
      if (args[i].startsWith("--home=")) {
        set = args[i].substring("--home=".length());
      } else if (args[i].equals("--home") && i + 1 < args.length) {
        set = args[i + 1];
      }
    }
    Path home = set.isBlank() ? userHome.resolve(".asof") : Path.of(set);
    return home.isAbsolute() ? home.normalize() : null;
  }

  /// Empty: nobody is there who will do it.
  private OptionalInt ask(ResidentPlace place, byte[] request, boolean[] shown) throws IOException {
    try (SocketChannel channel = connect(place)) {
      if (channel == null) {
        return OptionalInt.empty();
      }
      DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
      if (!isAccepted(channel, in, request)) {
        return OptionalInt.empty();
      }
      byte[] bytes = new byte[ResidentRequest.LONGEST_FRAME];
      while (true) {
        int kind = in.readByte();
        int length = in.readInt();
        if (length < 0 || length > bytes.length) {
          throw new IOException("a frame of " + length + " bytes");
        }
        in.readFully(bytes, 0, length);
        switch (kind) {
          case ResidentRequest.OUT -> {
            shown[0] = true;
            write(bytes, length);
          }
          case ResidentRequest.ERR -> {
            shown[0] = true;
            err.write(bytes, 0, length);
          }
          case ResidentRequest.EXIT -> {
            return OptionalInt.of(ByteBuffer.wrap(bytes, 0, length).getInt());
          }
          default -> throw new IOException("a frame of kind " + kind);
        }
      }
    }
  }

  private void write(byte[] bytes, int length) throws OutputLost {
    try {
      out.write(bytes, 0, length);
    } catch (IOException e) {
      throw new OutputLost(e);
    }
  }

  /// The open channel to a process of the same user; null where nobody listens.
  static @Nullable SocketChannel connect(ResidentPlace place) throws IOException {
    if (!Files.exists(place.socket())) {
      return null;
    }
    nameProvider();
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(place.socket()));
      if (isSameUser(channel)) {
        return channel;
      }
    } catch (IOException e) {
      // It died.
    }
    channel.close();
    return null;
  }

  /// Names the provider that Java takes anyhow. Else it first looks for another one in every jar,
  /// which takes longer than all the rest.
  private static void nameProvider() {
    if (System.getProperty("os.name").equals("Linux") && System.getProperty(PROVIDER) == null) {
      System.setProperty(PROVIDER, "sun.nio.ch.EPollSelectorProvider");
    }
  }

  static boolean isSameUser(SocketChannel channel) throws IOException {
    return channel
        .getOption(ExtendedSocketOptions.SO_PEERCRED)
        .user()
        .getName()
        .equals(ResidentPlace.user());
  }

  /// Sends the request; false where it is refused, or not taken in time: a process that is halted
  /// still has its address.
  private static boolean isAccepted(SocketChannel channel, DataInputStream in, byte[] request)
      throws IOException {
    Thread patience = closing(channel, PATIENCE);
    try {
      channel.write(ByteBuffer.wrap(request));
      int kind = in.readByte();
      if (in.readInt() != 0) {
        return false;
      }
      return kind == ResidentRequest.ACCEPTED;
    } catch (IOException e) {
      return false;
    } finally {
      patience.interrupt();
    }
  }

  private static Thread closing(SocketChannel channel, Duration after) {
    Thread thread = new Patience(channel, after);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /// Closes a channel after a while, unless it is interrupted before.
  private static final class Patience extends Thread {
    private final SocketChannel channel;
    private final Duration after;

    Patience(SocketChannel channel, Duration after) {
      super("asof-patience");
      this.channel = channel;
      this.after = after;
    }

    @Override
    public void run() {
      try {
        Thread.sleep(after.toMillis());
        channel.close();
      } catch (InterruptedException e) {
        interrupt();
      } catch (IOException e) {
        // It is of no use any more, closed or not.
      }
    }
  }

  /// Whether a process of this user listens for a home. Throws where that cannot be found out.
  public static boolean isRunning(Path home, Map<String, String> environment) throws IOException {
    try (SocketChannel channel = connect(ResidentPlace.of(home, environment))) {
      return channel != null;
    }
  }

  /// Ends the resident of a home and waits until it is gone. False: there was none.
  public static boolean stop(Path home, Map<String, String> environment) {
    ResidentPlace place = ResidentPlace.of(home, environment);
    try (SocketChannel channel = connect(place)) {
      if (channel == null) {
        return false;
      }
      Thread patience = closing(channel, STOPPING);
      try {
        channel.write(
            ByteBuffer.wrap(
                ResidentRequest.bytes(
                    ResidentRequest.STOP,
                    "",
                    home,
                    new ResidentRequest(List.of(), home, Map.of(), ""))));
        // It answers with nothing but its end.
        Channels.newInputStream(channel).transferTo(OutputStream.nullOutputStream());
      } catch (ClosedChannelException e) {
        kill(place);
      } catch (IOException e) {
        // That, too, is its end.
      } finally {
        patience.interrupt();
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// One that does not answer is ended by the system, if the process is one.
  private static void kill(ResidentPlace place) throws IOException {
    String id = Files.readString(place.lock(), StandardCharsets.US_ASCII).strip();
    if (id.matches("[1-9]\\d{0,9}")) {
      ProcessHandle.of(Long.parseLong(id))
          .filter(
              process -> process.info().commandLine().orElse("").contains(ResidentStart.COMMAND))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
