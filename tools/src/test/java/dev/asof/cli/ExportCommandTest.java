package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
  @TempDir private Path home;
  private TestDatabase database;
  private TestDatabase other;

  @BeforeEach
  void tell() {
    database = TestDatabases.create();
    other = TestDatabases.create();
    for (TestDatabase each : List.of(database, other)) {
      each.asOwner(sql ->
          sql.execute(
              "insert into asof.tenant_login (login, tenant) values ({0}, null)",
              DSL.val(each.superuser())));
    }
    says("v1", "Pay in 14 days.\n", "2024-01-01");
    says("v2", "Pay in 30 days.\n", "2024-07-01");
  }

  @AfterEach
  void close() {
    database.close();
    other.close();
  }

  private void says(String label, String text, String from) {
    Cli.Ran ran =
        cli(database)
            .reading(text)
            .run(
                "assert",
                "-d",
                "refunds",
                "-s",
                "legal",
                "-f",
                "-",
                "--new-label",
                label,
                "--from",
                from);
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  /// As an owner of the database.
  private Cli cli(TestDatabase on) {
    Cli cli = Cli.on(on, home);
    DatabaseSettings owner = on.ownerSettings();
    cli.environment.put("ASOF_DB_USER", String.valueOf(owner.user()));
    cli.environment.put("ASOF_DB_PASSWORD", String.valueOf(owner.password()));
    return cli;
  }

  private static Cli.Ran ok(Cli.Ran ran) {
    assertThat(ran.exit()).as(ran.err() + ran.out()).isZero();
    return ran;
  }

  @Test
  void whatWasExportedIsTakenInUnderTheSameTokensAndHashes() throws IOException {
    Path file = home.resolve("default.export.jsonl.gz");
    String exported = ok(cli(database).run("export", "--to", file.toString())).out();
    assertThat(exported).contains("Wrote 2 transactions with ", "Its ledger has the hash ");
    assertThat(Files.readAllBytes(file)).startsWith(0x1f, 0x8b);

    Cli.Ran taken = ok(cli(other).run("import", file.toString(), "--tenant", "moved"));
    String hash = exported.lines().filter(line -> line.contains("hash")).findFirst().orElseThrow();
    assertThat(taken.out())
        .contains(
            "Imported and verified 2 transactions with ", "of tenant default into moved", hash);
    assertThat(ok(cli(other).run("import", file.toString(), "--tenant", "moved")).out())
        .contains("holds just this already");

    String[] question = {"history", "-d", "refunds", "--known", "@2", "-o", "json"};
    Cli there = cli(other);
    there.environment.put("ASOF_TENANT", "moved");
    assertThat(ok(there.run(question)).out()).isEqualTo(ok(cli(database).run(question)).out());
    assertThat(ok(there.run("ask", "when to pay", "--about", "2024-03-01")).out())
        .contains("Pay in 14 days.");
  }

  @Test
  void anExportGoesThroughAPipe() {
    ByteArrayOutputStream pipe = new ByteArrayOutputStream();
    Cli.Ran out = cli(database).writingTo(pipe).run("export");
    assertThat(out.err()).contains("to standard output");
    assertThat(ok(cli(other).reading(pipe.toByteArray()).run("import", "-")).out())
        .contains("Imported and verified 2 transactions");
  }

  @Test
  void recordsStillComeThroughAPipe() {
    String record =
        "{\"source\":\"gov\",\"document_key\":\"act\",\"version_label\":\"v1\",\"seq\":1,\"format\":\"text\",\"valid_from\":\"2024-02-01\",\"validity_state\":\"asserted\",\"recorded_at\":\"2024-01-02T00:00:00Z\",\"body\":\"One.\"}\n";
    ok(cli(other).reading(record.repeat(1)).run("import", "-"));
    assertThat(ok(cli(other).run("documents")).out()).contains("act");
  }

  @Test
  void whatIsInTheWayIsSaid() {
    Path file = home.resolve("default.jsonl");
    ok(cli(database).run("export", "--to", file.toString()));

    assertThat(cli(other).run("import", file.toString(), "--system-time", "carried").err())
        .contains("is an export, which comes back as it was");
    assertThat(cli(other).run("import", file.toString(), file.toString()).err())
        .contains("import it by itself");
    Cli.Ran full = cli(database).run("import", file.toString(), "--tenant", "default");
    assertThat(full.out()).contains("holds just this already");
    says("v3", "Pay in 60 days.\n", "2025-01-01");
    Cli.Ran moved = cli(database).run("import", file.toString(), "--tenant", "default");
    assertThat(moved.exit()).isEqualTo(65);
    assertThat(moved.err()).contains("the tenant default is not empty");
    assertThat(cli(database).run("export", "--tenant", "nobody").err())
        .contains("there is no tenant nobody");
    assertThat(Cli.on(database, home).run("export").exit()).isEqualTo(77);
  }
}
