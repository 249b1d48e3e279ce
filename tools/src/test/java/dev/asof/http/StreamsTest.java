package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.Owner;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Store;
import dev.asof.write.export.Export;
import dev.asof.write.token.TokenRole;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is as long as a tenant: imports in, exports out.
class StreamsTest {
  private static final int RECORDS = 600;

  private static TestDatabase test;
  private static Served served;

  @BeforeAll
  static void open() {
    test = TestDatabases.create();
    served = Served.asOwner(test);
  }

  @AfterAll
  static void close() {
    served.close();
    test.close();
  }

  private static String record(String prefix, int number) {
    return "{\"source\":\"o\",\"document_key\":\""
        + prefix
        + number
        + "\",\"version_label\":\"1\",\"seq\":1,\"format\":\"text\",\"valid_from\":\"2024-01-01\","
        + "\"validity_state\":\"asserted\",\"recorded_at\":\"2024-01-02T00:00:00Z\",\"body\":\""
        + "words ".repeat(50)
        + number
        + "\"}\n";
  }

  /// Of no length that could be told before.
  private static InputStream records(String prefix) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < RECORDS; i++) {
      all.append(record(prefix, i));
    }
    return new ByteArrayInputStream(all.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anImportComesInPiecesAndAnExportIsTheFileOfTheCommandLine() {
    Served.Got imported =
        served.send(
            served
                .request("/v1/tenants/default/import?reason=load")
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofInputStream(() -> records("a")))
                .build());
    assertThat(imported.status()).as(imported.body()).isEqualTo(200);
    assertThat(imported.json().path("written").asInt()).isEqualTo(RECORDS);
    // What is held is skipped, so that it can be sent again when an answer was lost.
    Served.Got again =
        served.send(
            served
                .request("/v1/tenants/default/import")
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofInputStream(() -> records("a")))
                .build());
    assertThat(again.json().path("held").asInt()).isEqualTo(RECORDS);

    Served.Got exported = served.read("export");
    assertThat(exported.status()).as(exported.body()).isEqualTo(200);
    assertThat(exported.header("Content-Type")).startsWith("application/x-ndjson");
    assertThat(exported.header("Content-Length")).isNull();
    ByteArrayOutputStream same = new ByteArrayOutputStream();
    Export.write(Owner.of(test.ownerSettings()), "default", false, same, done -> {});
    assertThat(exported.body()).isEqualTo(same.toString(StandardCharsets.UTF_8));
  }

  @Test
  void anImportMayBePacked() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(record("packed", 1).getBytes(StandardCharsets.UTF_8));
    }
    Served.Got got =
        served.send(
            served
                .request("/v1/tenants/default/import")
                .header("Content-Type", "application/gzip")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray()))
                .build());
    assertThat(got.json().path("written").asInt()).as(got.body()).isEqualTo(1);
  }

  @Test
  void anImportThatBreaksOffWritesNothing() throws Exception {
    long before = served.head("default");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
      String head =
          "POST /v1/tenants/default/import HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
              + " application/x-ndjson\r\nContent-Length: 1000000\r\n\r\n";
      socket.getOutputStream().write((head + record("broken", 1)).getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
    }
    served.untilLogged(line -> line.contains("/import") && !line.contains("\"status\":200"));
    assertThat(served.head("default")).isEqualTo(before);
    assertThat(served.faults).isEmpty();
  }

  @Test
  void anExportFillsAnEmptyTenantWithTheSameLedger() {
    try (TestDatabase own = TestDatabases.create();
        Served guarded = Served.asOwner(own)) {
      guarded.post(
          "default",
          "assert",
          "{\"document\":\"d\",\"source\":\"s\",\"text\":\"T.\",\"from\":\"2024-01-01\"}");
      byte[] exported =
          guarded.read("export?with-restricted-texts=true").body().getBytes(StandardCharsets.UTF_8);
      String hash = guarded.read("transactions/1").json().path("hash").asString();
      new Store(guarded.database()).createTenant("copy");
      String writer = guarded.token("copy", "writer", TokenRole.WRITER, "*");
      String blind = guarded.token("copy", "blind", TokenRole.ADMIN, "");
      String admin = guarded.token("copy", "admin", TokenRole.ADMIN, "*");
      assertThat(guarded.with(writer).importing("copy", "", exported).status()).isEqualTo(403);
      assertThat(guarded.with(blind).importing("copy", "", exported).status()).isEqualTo(403);
      assertThat(guarded.with(admin).importing("copy", "?on-error=skip", exported).status())
          .isEqualTo(400);
      byte[] half = Arrays.copyOf(exported, exported.length - 40);
      assertThat(guarded.importing("copy", "", half).status()).isEqualTo(400);
      assertThat(guarded.head("copy")).isZero();
      Served.Got filled = guarded.importing("copy", "", exported);
      assertThat(filled.status()).as(filled.body()).isEqualTo(200);
      assertThat(filled.header("Asof-Token")).isEqualTo("@1");
      assertThat(guarded.get("/v1/tenants/copy/transactions/1").json().path("hash").asString())
          .isEqualTo(hash);
      assertThat(guarded.importing("copy", "", exported).json().path("held").asBoolean(false))
          .isTrue();
    }
  }

  @Test
  void anExportIsForAuditorsWhoSeeEverything() {
    try (TestDatabase own = TestDatabases.create();
        Served guarded = Served.asOwner(own)) {
      guarded.post(
          "default",
          "assert",
          "{\"document\":\"d\",\"source\":\"s\",\"text\":\"T.\",\"from\":\"2024-01-01\"}");
      String blind = guarded.token("default", "blind", TokenRole.AUDITOR, "");
      String auditor = guarded.token("default", "auditor", TokenRole.AUDITOR, "*");
      String admin = guarded.token("default", "admin", TokenRole.ADMIN, "*");
      assertThat(guarded.with(blind).read("export").status()).isEqualTo(403);
      assertThat(guarded.with(auditor).read("export").status()).isEqualTo(200);
      assertThat(guarded.read("export?with-restricted-texts=true").status()).isEqualTo(403);
      assertThat(guarded.with(admin).read("export?with-restricted-texts=true").status())
          .isEqualTo(200);
    }
  }
}
