package dev.asof.schema;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.io.file.PathUtils;

/// One data folder of PostgreSQL and the programs that make and start it. The caller sees to it
/// that two never do so at once.
///
/// @param bin folder of `initdb`, `pg_ctl` and `postgres`
/// @param data the data folder
/// @param log the server's log file; its folder exists
/// @param prefix what the programs are run through, for they refuse to run as root
record Cluster(Path bin, Path data, Path log, List<String> prefix) {

  private static final long LOG_LIMIT = 10_000_000;
  private static final int PORTS_TRIED = 5;

  /// Makes the data folder: superuser `postgres` with the password in `passwordFile`, scram for
  /// everyone, reachable only through 127.0.0.1. It is made under another name and moved when it is
  /// whole, so what an interrupted run left behind never looks like a database and never is one.
  void initialise(Path passwordFile, List<String> initdbOptions, List<String> configuration)
      throws IOException {
    Path unfinished = data.resolveSibling(data.getFileName() + ".new");
    if (Files.exists(unfinished)) {
      PathUtils.deleteDirectory(unfinished);
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                bin.resolve("initdb").toString(),
                "--pgdata=" + unfinished,
                "--username=postgres",
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--data-checksums",
                "--no-instructions"));
    command.addAll(initdbOptions);
    Program.Ended initdb = Program.run(bin, prefix, command);
    if (initdb.exit() != 0) {
      throw failed("PostgreSQL's initdb could not make " + data, lastLines(initdb.output()), "");
    }
    Files.writeString(
        unfinished.resolve("pg_hba.conf"),
        "host all all 127.0.0.1/32 scram-sha-256\n",
        StandardCharsets.UTF_8);
    Files.writeString(
        unfinished.resolve("postgresql.conf"),
        String.join("\n", configuration) + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.APPEND);
    Files.move(unfinished, data, StandardCopyOption.ATOMIC_MOVE);
  }

  /// Starts the server on a free port and returns when it answers. It runs in a session of its own,
  /// so neither the end of this process nor a Ctrl-C in its terminal ends it.
  Postmaster start() throws IOException {
    if (Files.exists(log) && Files.size(log) > LOG_LIMIT) {
      Files.move(
          log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
    }
    for (int attempt = 1; ; attempt++) {
      long written = Files.exists(log) ? Files.size(log) : 0;
      Program.Ended start =
          Program.run(
              bin,
              prefix,
              List.of(
                  bin.resolve("pg_ctl").toString(),
                  "start",
                  "--pgdata=" + data,
                  "--log=" + log,
                  "--wait",
                  "--timeout=300",
                  "--options=-p " + freePort()));
      if (start.exit() == 0) {
        return Postmaster.settled(data)
            .orElseThrow(() -> failed("PostgreSQL ended right after its start in " + data, "", ""));
      }
      String said = lastLines(since(written));
      boolean portTaken =
          said.contains("could not bind") || said.contains("could not create any TCP");
      if (!portTaken || attempt == PORTS_TRIED) {
        throw failed(
            "PostgreSQL did not start in " + data,
            said.isEmpty() ? lastLines(start.output()) : said,
            "; its log is " + log);
      }
    }
  }

  private AsofException failed(String what, String said, String where) {
    if (said.contains("No space left on device")) {
      return new Unavailable(
          Code.DISK_FULL,
          "the disk that holds " + data + " is full; free some space and try again");
    }
    if (said.contains("Read-only file system")) {
      return new CallerFault(
          Code.CONFIGURATION,
          "the folder " + data + " cannot be written; set ASOF_HOME to one that can");
    }
    return new Unavailable(
        Code.EMBEDDED_FAILED, what + (said.isEmpty() ? "" : ": " + said) + where);
  }

  private String since(long offset) throws IOException {
    if (!Files.exists(log)) {
      return "";
    }
    try (FileChannel channel = FileChannel.open(log)) {
      byte[] bytes = Channels.newInputStream(channel.position(offset)).readNBytes(100_000);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /// The last lines in one, without the time stamps.
  private static String lastLines(String text) {
    List<String> lines = text.strip().lines().filter(line -> !line.isBlank()).toList();
    return lines.subList(Math.max(0, lines.size() - 6), lines.size()).stream()
        .map(line -> line.replaceFirst("^[0-9-]+ [0-9:.]+ UTC \\[[0-9]+] ", "").strip())
        .collect(Collectors.joining(" | "));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
