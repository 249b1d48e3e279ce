package dev.asof.bench;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Stands between a client and a PostgreSQL server and counts what the client sends: how often it
/// waits for an answer (round trips) and how many statements it executes.
///
/// By PostgreSQL's protocol, version 3: after each Query and each Sync the client waits.
final class CountingProxy implements Closeable {

  /// @param statements executions, those of a batch one by one, as they were prepared
  record Counted(int roundTrips, List<String> statements) {}

  private final int server;
  private final ServerSocket door;
  private final List<Socket> open = new ArrayList<>();
  private int roundTrips;
  private List<String> statements = new ArrayList<>();

  private CountingProxy(int server, ServerSocket door) {
    this.server = server;
    this.door = door;
  }

  /// @param server the port of the server on this machine
  static CountingProxy before(int server) throws IOException {
    CountingProxy proxy =
        new CountingProxy(server, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().start(proxy::accept);
    return proxy;
  }

  int port() {
    return door.getLocalPort();
  }

  /// What was sent since the last call.
  synchronized Counted counted() {
    Counted counted = new Counted(roundTrips, List.copyOf(statements));
    roundTrips = 0;
    statements = new ArrayList<>();
    return counted;
  }

  private void accept() {
    try {
      while (!door.isClosed()) {
        Socket client = door.accept();
        Socket behind = new Socket(InetAddress.getLoopbackAddress(), server);
        client.setTcpNoDelay(true);
        behind.setTcpNoDelay(true);
        synchronized (this) {
          open.add(client);
          open.add(behind);
        }
        Thread.ofVirtual()
            .start(
                () -> quietly(() -> behind.getInputStream().transferTo(client.getOutputStream())));
        Thread.ofVirtual().start(() -> quietly(() -> count(client, behind)));
      }
    } catch (IOException e) {
      // The door was closed.
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void quietly(Work work) {
    try {
      work.run();
    } catch (EOFException | SocketException e) {
      // One side has gone, which the other notices by itself.
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void count(Socket client, Socket behind) throws IOException {
    Map<String, String> prepared = new HashMap<>();
    Map<String, String> portals = new HashMap<>();
    try (DataInputStream in = new DataInputStream(client.getInputStream());
        OutputStream out = behind.getOutputStream()) {
      boolean started = false;
      while (true) {
        int type = started ? in.readUnsignedByte() : -1;
        int length = in.readInt();
        byte[] content = in.readNBytes(length - 4);
        ByteBuffer message = ByteBuffer.allocate(length + 1);
        if (started) {
          message.put((byte) type);
          note((char) type, content, prepared, portals);
        }
        message.putInt(length).put(content).flip();
        out.write(message.array(), 0, message.limit());
        started = true;
      }
    }
  }

  private synchronized void note(
      char type, byte[] content, Map<String, String> prepared, Map<String, String> portals) {
    switch (type) {
      case 'Q' -> {
        roundTrips++;
        statements.add(string(content, 0));
      }
      case 'S' -> roundTrips++;
      case 'P' -> {
        String name = string(content, 0);
        prepared.put(name, string(content, name.getBytes(StandardCharsets.UTF_8).length + 1));
      }
      case 'B' -> {
        String portal = string(content, 0);
        String name = string(content, portal.getBytes(StandardCharsets.UTF_8).length + 1);
        portals.put(portal, prepared.getOrDefault(name, "?"));
      }
      case 'E' -> {
        String statement = portals.getOrDefault(string(content, 0), "?");
        // What the driver adds to begin and to end a transaction is none of the caller's.
        statements.add(statement);
      }
      default -> {
        // Describes, closes, passwords: nothing is executed.
      }
    }
  }

  private static String string(byte[] content, int from) {
    int end = from;
    while (content[end] != 0) {
      end++;
    }
    return new String(content, from, end - from, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    door.close();
    synchronized (this) {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }
}
