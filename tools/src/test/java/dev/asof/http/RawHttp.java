package dev.asof.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// A client that sends what it is told to send, mended by nobody.
final class RawHttp {
  private RawHttp() {}

  static Served.Got send(
      int port, String method, String target, Map<String, String> headers, byte[] body) {
    StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    if (headers.keySet().stream().noneMatch(name -> name.equalsIgnoreCase("Host"))) {
      head.append("Host: 127.0.0.1:").append(port).append("\r\n");
    }
    head.append("Connection: close\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (body.length > 0 || method.equals("POST")) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    head.append("\r\n");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(120_000);
      OutputStream out = socket.getOutputStream();
      out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
      try {
        out.write(body);
        out.flush();
      } catch (IOException e) {
        // It was refused before it was read; the answer says so.
      }
      return read(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + target, e);
    }
  }

  /// Reads an answer up to the end of the connection.
  static Served.Got read(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 14];
    try {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        all.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // Reset after what was sent; what came is the answer.
    }
    String text = all.toString(StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return new Served.Got(0, text, Map.of());
    }
    List<String> lines = text.substring(0, end).lines().toList();
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), any -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    byte[] body = text.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
    return new Served.Got(
        Integer.parseInt(lines.getFirst().split(" ", 3)[1]),
        new String(body, StandardCharsets.UTF_8),
        headers);
  }
}
