package dev.asof.cli.resident;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A resident in a thread of this process, with a runner of the test's own.
@Timeout(60)
class ResidentTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>(Map.of("ASOF_RESIDENT", "join"));
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<Thread> residents = new ArrayList<>();

  private Path home() {
    return folder.resolve("home");
  }

  private ResidentPlace place() {
    return ResidentPlace.of(home(), environment);
  }

  private Thread serve(Duration idle, Resident.Runner runner) throws Exception {
    Thread thread =
        new Thread(() -> Resident.serve(home(), environment, idle, Clock.systemUTC(), runner));
    thread.setDaemon(true);
    residents.add(thread);
    thread.start();
    while (!Files.exists(place().socket())) {
      Thread.sleep(10);
    }
    return thread;
  }

  @AfterEach
  void end() throws Exception {
    ResidentClient.stop(home(), environment);
    for (Thread thread : residents) {
      thread.join(TimeUnit.SECONDS.toMillis(20));
      assertThat(thread.isAlive()).isFalse();
    }
  }

  private OptionalInt ask(String... args) {
    environment.putIfAbsent("ASOF_HOME", home().toString());
    return new ResidentClient(environment, folder, out, err).run("2", args);
  }

  private static void print(OutputStream to, String text) {
    try {
      to.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theAnswerComesBackWithBothStreamsAndTheExitCode() throws Exception {
    serve(
        LONG,
        (request, to, others) -> {
          print(to, String.join("|", request.args()) + "\n");
          print(others, request.terminals() + request.environment() + request.folder());
          return 42;
        });
    environment.put("ASOF_LABELS", "hr");
    environment.put("NO_COLOR", "1");
    environment.put("SECRET_OF_ANOTHER", "x");

    assertThat(ask("ask", "question with blanks", "물음", "")).hasValue(42);

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("ask|question with blanks|물음|\n");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("2{")
        .contains("ASOF_LABELS=hr", "NO_COLOR=1")
        .doesNotContain("SECRET")
        .endsWith(Path.of("").toAbsolutePath().toString());
  }

  @Test
  void aLongAnswerComesWholeAndInOrder() throws Exception {
    byte[] bytes = new byte[3_000_001];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i % 251);
    }
    serve(
        LONG,
        (request, to, others) -> {
          try {
            to.write(bytes, 0, bytes.length);
          } catch (IOException e) {
            return 1;
          }
          return 0;
        });

    assertThat(ask("in-force")).hasValue(0);
    assertThat(Arrays.equals(out.toByteArray(), bytes)).isTrue();
  }

  @Test
  void onlyWhatReadsIsHandedOver() throws Exception {
    serve(LONG, (request, to, others) -> 0);

    assertThat(ask("ask", "q")).hasValue(0);
    assertThat(ask("assert", "-f", "-")).isEmpty();
    assertThat(ask("erase")).isEmpty();
    assertThat(ask("stop")).isEmpty();
    assertThat(ask("--help")).isEmpty();
    assertThat(ask()).isEmpty();
    assertThat(ask("ask", "q", "--no-resident")).isEmpty();
    environment.put("ASOF_RESIDENT", "off");
    assertThat(ask("ask", "q")).isEmpty();
  }

  @Test
  void whatTheResidentWouldReadOtherwiseIsRunWhereItIs() throws Exception {
    serve(LONG, (request, to, others) -> 0);

    assertThat(ask("ask", "q", "--home", "relative")).isEmpty();
    assertThat(ask("ask", "q", "--home=relative")).isEmpty();
    environment.put("PGPASSFILE", "/x");
    assertThat(ask("ask", "q")).isEmpty();
  }

  @Test
  void aSettingThatCannotBeIsSaid() {
    environment.put("ASOF_RESIDENT", "perhaps");
    assertThat(ask("ask", "q")).hasValue(78);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "asof: ASOF_RESIDENT is 'perhaps'; it has to be on, off, or join (use one that"
                + " runs)\n");
    environment.put("ASOF_RESIDENT", "join");
    environment.put("ASOF_RESIDENT_IDLE", "soon");
    assertThat(ask("ask", "q")).hasValue(78);
  }

  @Test
  void whereNobodyListensNothingIsDone() {
    assertThat(ask("ask", "q")).isEmpty();
    assertThat(Files.exists(home())).isFalse();
    assertThat(ResidentClient.stop(home(), environment)).isFalse();
  }

  @Test
  void aSocketThatWasLeftBehindBlocksNobody() throws Exception {
    place().prepare();
    try (var dead =
        java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
      dead.bind(java.net.UnixDomainSocketAddress.of(place().socket()));
    }
    assertThat(Files.exists(place().socket())).isTrue();
    assertThat(ask("ask", "q")).isEmpty();

    serve(LONG, (request, to, others) -> 7);
    while (ask("ask", "q").isEmpty()) {
      Thread.sleep(10);
    }
    assertThat(ask("ask", "q")).hasValue(7);
  }

  @Test
  void aHomeHasOneResident() throws Exception {
    serve(LONG, (request, to, others) -> 1);
    Thread second =
        new Thread(() ->
            Resident.serve(
                home(), environment, LONG, Clock.systemUTC(), (request, to, others) -> 2));
    second.start();
    second.join(TimeUnit.SECONDS.toMillis(10));

    assertThat(second.isAlive()).isFalse();
    assertThat(ask("ask", "q")).hasValue(1);
  }

  @Test
  void onlyItsUserCanReachIt() throws Exception {
    serve(LONG, (request, to, others) -> 0);

    assertThat(rights(place().folder())).isEqualTo("rwx------");
    assertThat(rights(place().socket())).isEqualTo("rw-------");
    assertThat(rights(place().lock())).isEqualTo("rw-------");
    assertThat(rights(place().log())).isEqualTo("rw-------");
  }

  private static String rights(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aFolderThatOthersMayReadIsNotUsed() throws Exception {
    Files.createDirectories(place().folder());
    Files.setPosixFilePermissions(place().folder(), PosixFilePermissions.fromString("rwxr-xr-x"));

    Resident.serve(home(), environment, LONG, Clock.systemUTC(), (request, to, others) -> 0);

    assertThat(Files.exists(place().socket())).isFalse();
    assertThat(Files.readString(place().log())).contains("is not a folder of", "alone");
  }

  @Test
  void aHomeWithALongNameListensElsewhere() throws Exception {
    Path deep = folder.resolve("a".repeat(120));
    environment.put("ASOF_HOME", deep.toString());
    environment.put("XDG_RUNTIME_DIR", folder.resolve("x").toString());
    ResidentPlace place = ResidentPlace.of(deep, environment);
    assertThat(place.socket().toString().length()).isLessThan(100);
    assertThat(place.folder().startsWith(folder.resolve("x"))).isTrue();
    Thread thread =
        new Thread(() ->
            Resident.serve(deep, environment, LONG, Clock.systemUTC(), (request, to, others) -> 5));
    thread.start();
    while (!Files.exists(place.socket())) {
      Thread.sleep(10);
    }

    assertThat(ask("ask", "q")).hasValue(5);
    assertThat(Files.readString(place.log())).contains("would be too long");

    assertThat(ResidentClient.stop(deep, environment)).isTrue();
    thread.join(TimeUnit.SECONDS.toMillis(10));
  }

  @Test
  void itEndsWhenNobodyAsks() throws Exception {
    Thread resident = serve(Duration.ofMillis(500), (request, to, others) -> 0);
    assertThat(ask("ask", "q")).hasValue(0);

    resident.join(TimeUnit.SECONDS.toMillis(10));

    assertThat(resident.isAlive()).isFalse();
    assertThat(Files.exists(place().socket())).isFalse();
    assertThat(Files.readString(place().log())).contains("ends: nobody asked for PT0.5S");
  }

  @Test
  void itDoesNotEndWhileSomethingRuns() throws Exception {
    serve(
        Duration.ofMillis(200),
        (request, to, others) -> {
          try {
            Thread.sleep(3000);
          } catch (InterruptedException e) {
            return 9;
          }
          return 3;
        });

    assertThat(ask("ask", "q")).hasValue(3);
  }

  @Test
  void itEndsWhenItsHomeIsGone() throws Exception {
    Thread resident = serve(LONG, (request, to, others) -> 0);

    PathUtils.deleteDirectory(home());

    resident.join(TimeUnit.SECONDS.toMillis(10));
    assertThat(resident.isAlive()).isFalse();
  }

  @Test
  void anotherBuildEndsItAndTheNextMayListenAtOnce() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    serve(
        LONG,
        (request, to, others) -> {
          asked.countDown();
          try {
            answer.await();
          } catch (InterruptedException e) {
            return 9;
          }
          return 1;
        });
    OptionalInt[] first = new OptionalInt[1];
    Thread slow = new Thread(() -> first[0] = ask("ask", "q"));
    slow.start();
    asked.await();

    assertThat(sent(request("another build", home()))).isEqualTo(ResidentRequest.OTHER);
    assertThat(Files.exists(place().socket())).isFalse();
    serve(LONG, (request, to, others) -> 2);
    while (ask("ask", "q").isEmpty()) {
      Thread.sleep(10);
    }
    assertThat(ask("ask", "q")).hasValue(2);

    // What runs in the old one is not lost.
    answer.countDown();
    slow.join();
    assertThat(requireNonNull(first[0])).hasValue(1);
  }

  @Test
  void anotherHomeIsNotServed() throws Exception {
    serve(LONG, (request, to, others) -> 0);
    String build = ResidentBuild.of(environment);

    assertThat(sent(request(build, folder.resolve("other")))).isEqualTo(ResidentRequest.OTHER);
  }

  private static byte[] request(String build, Path home) throws IOException {
    return ResidentRequest.bytes(
        ResidentRequest.RUN,
        build,
        home,
        new ResidentRequest(List.of("ask", "q"), home, Map.of(), ""));
  }

  private int sent(byte[] bytes) throws IOException {
    try (SocketChannel channel = requireNonNull(ResidentClient.connect(place()))) {
      channel.write(ByteBuffer.wrap(bytes));
      return new DataInputStream(Channels.newInputStream(channel)).readByte();
    }
  }

  @Test
  void whatIsNoRequestIsPassedOver() throws Exception {
    serve(LONG, (request, to, others) -> 4);
    try (SocketChannel channel = requireNonNull(ResidentClient.connect(place()))) {
      channel.write(ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8)));
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> Channels.newInputStream(channel).read());
    }

    assertThat(ask("ask", "q")).hasValue(4);
  }

  @Test
  void whoGoesAwayEndsTheQuestionAndNotTheResident() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    serve(
        LONG,
        (request, to, others) -> {
          if (request.args().contains("quick")) {
            return 0;
          }
          asked.countDown();
          try {
            Thread.sleep(60_000);
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
          return 130;
        });
    try (SocketChannel channel = requireNonNull(ResidentClient.connect(place()))) {
      channel.write(ByteBuffer.wrap(request(ResidentBuild.of(environment), home())));
      asked.await();
    }

    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(ask("ask", "quick")).hasValue(0);
  }

  @Test
  void aReaderThatGoesAwayIsNoErrorAndAFullDiskIs() throws Exception {
    serve(
        LONG,
        (request, to, others) -> {
          print(to, "answer\n");
          return 0;
        });
    environment.put("ASOF_HOME", home().toString());

    assertThat(failing("Broken pipe").run("", "ask", "q")).hasValue(141);
    assertThat(err.size()).isZero();
    assertThat(failing("No space left on device").run("", "ask", "q")).hasValue(69);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("asof: the output cannot be written (No space left on device); free some");
  }

  private ResidentClient failing(String why) {
    return new ResidentClient(
        environment,
        folder,
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(why);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            throw new IOException(why);
          }
        },
        err);
  }

  @Test
  void itsLogStaysShortAndHasNoWordOfAQuestion() throws Exception {
    place().prepare();
    Files.writeString(place().log(), "x".repeat(1_100_000));
    serve(LONG, (request, to, others) -> 0);
    ask("ask", "zebra");

    assertThat(Files.size(place().log())).isLessThan(1000);
    assertThat(Files.readString(place().log())).doesNotContain("zebra");
  }
}
