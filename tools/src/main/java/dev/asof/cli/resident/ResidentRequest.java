package dev.asof.cli.resident;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is asked of a resident: the command line with all that it takes from its process.
///
/// @param folder the working folder
/// @param environment what asof reads of it: `ASOF_...`, colour and width
/// @param terminals the standard streams that are terminals: `1`, `2`, `12` or empty
public record ResidentRequest(
    List<String> args, Path folder, Map<String, String> environment, String terminals) {

  static final int MAGIC = 0x61736f66;
  static final int PROTOCOL = 1;

  static final int RUN = 1;
  static final int STOP = 2;

  /// Kinds of frames that come back: one byte, the length in four, the bytes.
  static final int ACCEPTED = 0;

  static final int OUT = 1;
  static final int ERR = 2;
  static final int EXIT = 3;
  static final int OTHER = 4;

  static final int LONGEST_FRAME = 1 << 16;

  private static final int LONGEST_TEXT = 1 << 21;
  private static final int MOST_TEXTS = 100_000;

  public ResidentRequest {
    args = List.copyOf(args);
    environment = Map.copyOf(environment);
  }

  /// The bytes of a request of `kind`, meant for a resident of this build and home.
  static byte[] bytes(int kind, String build, Path home, ResidentRequest request)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(MAGIC);
    out.writeInt(PROTOCOL);
    out.writeByte(kind);
    write(out, build);
    write(out, home.toString());
    if (kind == RUN) {
      out.writeInt(request.args.size());
      for (String arg : request.args) {
        write(out, arg);
      }
      write(out, request.folder.toString());
      out.writeInt(request.environment.size());
      for (Map.Entry<String, String> variable : request.environment.entrySet()) {
        write(out, variable.getKey());
        write(out, variable.getValue());
      }
      write(out, request.terminals);
    }
    return bytes.toByteArray();
  }

  /// What follows the head of a request to run something.
  static ResidentRequest read(DataInputStream in) throws IOException {
    List<String> args = new ArrayList<>();
    for (int n = count(in); n > 0; n--) {
      args.add(text(in));
    }
    Path folder = Path.of(text(in));
    Map<String, String> environment = new TreeMap<>();
    for (int n = count(in); n > 0; n--) {
      environment.put(text(in), text(in));
    }
    return new ResidentRequest(args, folder, environment, text(in));
  }

  private static int count(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_TEXTS) {
      throw new IOException("a request with " + count + " parts");
    }
    return count;
  }

  static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST_TEXT) {
      throw new IOException("a text of " + length + " bytes");
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > LONGEST_TEXT) {
      throw new IOException("a text of " + bytes.length + " bytes");
    }
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
