package dev.asof.cli.resident;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The process that stays. It listens for command lines of its own user, of its own build and home,
/// and runs each in a thread. It ends when nobody asked for a while, when it is told to, when
/// another build asks, or when its socket is gone.
public final class Resident {

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration FINISHING = Duration.ofMinutes(10);
  private static final int POLL_MILLIS = 10;
  private static final Duration ENDING = Duration.ofSeconds(2);

  /// Runs one command line and returns its exit code.
  @FunctionalInterface
  public interface Runner {
    /// @param out results; throws where nobody reads them any more, and so does `err`
    int run(ResidentRequest request, OutputStream out, OutputStream err);
  }

  private final ResidentPlace place;
  private final String build;
  private final Duration idle;
  private final Runner runner;
  private final ResidentLog log;

  private final Set<Thread> running = new HashSet<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private long lastUsed = System.nanoTime();
  private boolean ending;
  private @Nullable ServerSocketChannel listening;
  private @Nullable Object socketKey;

  private Resident(ResidentPlace place, String build, Duration idle, Runner runner, Clock clock) {
    this.place = place;
    this.build = build;
    this.idle = idle;
    this.runner = runner;
    this.log = new ResidentLog(place.log(), clock);
  }

  /// Listens until its end, and returns at once where another resident listens for the home. The
  /// process is to end afterwards.
  ///
  /// @param idle how long it stays when nobody asks
  public static void serve(
      Path home, Map<String, String> environment, Duration idle, Clock clock, Runner runner) {
    ResidentPlace place = ResidentPlace.of(home, environment);
    new Resident(place, ResidentBuild.of(environment), idle, runner, clock).serve();
  }

  private void serve() {
    try {
      place.prepare();
      try (FileChannel file =
              FileChannel.open(
                  place.lock(),
                  Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                  PosixFilePermissions.asFileAttribute(
                      PosixFilePermissions.fromString("rw-------")));
          FileLock lock = locked(file)) {
        if (lock == null) {
          return;
        }
        file.truncate(0);
        file.write(
            ByteBuffer.wrap(
                (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)));
        listen();
      }
      await(FINISHING);
    } catch (IOException | RuntimeException e) {
      log.say("ended by a fault", e);
    } finally {
      ended.countDown();
    }
  }

  /// Null where another one listens. One that has just stopped listening still holds it for a
  /// moment.
  private @Nullable FileLock locked(FileChannel file) throws IOException {
    long end = System.nanoTime() + ENDING.toNanos();
    while (true) {
      try {
        FileLock lock = file.tryLock();
        if (lock != null) {
          return lock;
        }
      } catch (OverlappingFileLockException e) {
        // Another thread of this process holds it.
      }
      try (SocketChannel other = ResidentClient.connect(place)) {
        if (other != null || System.nanoTime() > end) {
          return null;
        }
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
  }

  private void listen() throws IOException {
    // Whoever left a socket behind does not hold the lock any more.
    Files.deleteIfExists(place.socket());
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(place.socket()));
      Files.setPosixFilePermissions(place.socket(), PosixFilePermissions.fromString("rw-------"));
      listening = server;
      socketKey = key();
      log.say(
          "listens"
              + (place.isOutsideHome()
                  ? " in " + place.folder() + ", for a socket's path in the home would be too long"
                  : ""));
      thread("asof-watch", this::watch).start();
      while (true) {
        SocketChannel client = server.accept();
        thread("asof-request", () -> serve(client)).start();
      }
    } catch (ClosedChannelException e) {
      // It was told to end.
    }
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private @Nullable Object key() {
    try {
      return Files.readAttributes(place.socket(), BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null;
    }
  }

  /// Ends it when nobody asks any more, or nobody can.
  private void watch() {
    try {
      while (true) {
        Thread.sleep(TICK.toMillis());
        Object found = key();
        if (found == null || !found.equals(socketKey)) {
          end("its socket is gone");
          return;
        }
        if (isIdle()) {
          end("nobody asked for " + idle);
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isIdle() {
    return running.isEmpty() && System.nanoTime() - lastUsed > idle.toNanos();
  }

  /// Stops listening: the next one may start at once, while what runs here is finished.
  private synchronized void end(String why) {
    if (ending) {
      return;
    }
    ending = true;
    log.say("ends: " + why);
    try {
      Object found = key();
      if (found != null && found.equals(socketKey)) {
        Files.deleteIfExists(place.socket());
      }
      ServerSocketChannel server = listening;
      if (server != null) {
        server.close();
      }
    } catch (IOException e) {
      log.say("did not close its socket", e);
    }
  }

  /// Waits until nothing runs.
  private synchronized void await(Duration longest) {
    long deadline = System.nanoTime() + longest.toNanos();
    try {
      for (long left = longest.toMillis();
          !running.isEmpty() && left > 0;
          left = (deadline - System.nanoTime()) / 1_000_000) {
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void begin(Thread thread) {
    running.add(thread);
  }

  private synchronized void done(Thread thread) {
    running.remove(thread);
    lastUsed = System.nanoTime();
    notifyAll();
  }

  private synchronized void interruptAll() {
    running.forEach(Thread::interrupt);
  }

  private void serve(SocketChannel client) {
    try (client) {
      if (!ResidentClient.isSameUser(client)) {
        log.say("refused another user");
        return;
      }
      DataInputStream in = new DataInputStream(Channels.newInputStream(client));
      if (in.readInt() != ResidentRequest.MAGIC) {
        return;
      }
      boolean same = in.readInt() == ResidentRequest.PROTOCOL;
      int kind = same ? in.readByte() : 0;
      if (!same) {
        refuse(client, in);
        return;
      }
      String theirBuild = ResidentRequest.text(in);
      String theirHome = ResidentRequest.text(in);
      if (kind == ResidentRequest.STOP) {
        stop();
        return;
      }
      ResidentRequest request = ResidentRequest.read(in);
      if (theirBuild.equals(build) && theirHome.equals(place.home().toString())) {
        run(client, request);
      } else {
        refuse(client, in);
      }
    } catch (IOException e) {
      // Whoever asked went away.
    } catch (RuntimeException e) {
      log.say("a request failed", e);
    }
  }

  /// Makes room for the resident of somebody else. The rest of the request is read, because what is
  /// left unread takes the answer with it.
  private void refuse(SocketChannel client, DataInputStream in) throws IOException {
    end("another build of asof asks");
    frame(client, ResidentRequest.OTHER, new byte[0], 0, 0);
    client.shutdownOutput();
    in.transferTo(OutputStream.nullOutputStream());
  }

  /// What runs is ended; the process is about to.
  private void stop() {
    end("it was told to");
    interruptAll();
    await(ENDING);
    synchronized (this) {
      running.clear();
      notifyAll();
    }
    // Whoever asked reads the end of this connection as the end of the process.
    try {
      ended.await(ENDING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(SocketChannel client, ResidentRequest request) throws IOException {
    Thread worker = Thread.currentThread();
    begin(worker);
    try {
      frame(client, ResidentRequest.ACCEPTED, new byte[0], 0, 0);
      thread("asof-hangup", () -> interruptAtEnd(client, worker)).start();
      int exit =
          runner.run(
              request,
              new Frames(client, ResidentRequest.OUT),
              new Frames(client, ResidentRequest.ERR));
      byte[] code = ByteBuffer.allocate(Integer.BYTES).putInt(exit).array();
      frame(client, ResidentRequest.EXIT, code, 0, code.length);
    } finally {
      done(worker);
    }
  }

  /// Nothing more comes from a client but its end: Ctrl-C there ends the question here.
  private void interruptAtEnd(SocketChannel client, Thread worker) {
    try {
      while (client.read(ByteBuffer.allocate(64)) >= 0) {
        // Nothing is expected.
      }
    } catch (IOException e) {
      // Closed on this side, or reset.
    }
    synchronized (this) {
      if (running.contains(worker)) {
        worker.interrupt();
      }
    }
  }

  private static void frame(SocketChannel to, int kind, byte[] bytes, int offset, int length)
      throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(1 + Integer.BYTES + length);
    frame.put((byte) kind).putInt(length).put(bytes, offset, length).flip();
    synchronized (to) {
      while (frame.hasRemaining()) {
        to.write(frame);
      }
    }
  }

  /// A stream of the client's process.
  private static final class Frames extends OutputStream {
    private final SocketChannel to;
    private final int kind;

    Frames(SocketChannel to, int kind) {
      this.to = to;
      this.kind = kind;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (int at = 0; at < length; at += ResidentRequest.LONGEST_FRAME) {
        frame(to, kind, bytes, offset + at, Math.min(ResidentRequest.LONGEST_FRAME, length - at));
      }
    }
  }
}
