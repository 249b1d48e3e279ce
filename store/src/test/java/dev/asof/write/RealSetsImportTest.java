package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.verify.Verifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every record of the real sets is imported, and a second run changes nothing.
class RealSetsImportTest {

  private static final Path SHARED = Path.of("../../shared/data");
  private static TestDatabase database;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource({
    "githubpolicy, recorded_at, 887",
    "ota, recorded_at, 591",
    "dccode, recorded_at, 931",
    "codecivil, recorded_at, 849",
    "bopa, published_at, 70",
    "bundesgesetze, recorded_at, 111",
    "ota-bench, recorded_at, 2245"
  })
  void noRecordIsLostAndASecondRunChangesNothing(String set, String carriedBy, long records) {
    Path file = SHARED.resolve(set).resolve("versions.jsonl.gz");
    Assumptions.assumeTrue(Files.exists(file), "the set " + set + " is not beside this checkout");
    TenantId tenant = new Store(database.database()).createTenant(set);
    Importer importer = new Importer(database.database());
    List<Importer.Input> inputs =
        List.of(Importer.Input.file(file.toString(), () -> Files.newInputStream(file)));
    ImportOptions options = ImportOptions.CARRIED.carriedBy(carriedBy);

    ImportReport first =
        importer.run(tenant, inputs, options, Intent.of("import", "test"), Importer.Progress.NONE);
    assertThat(first.refused()).isEmpty();
    assertThat(first.read()).isEqualTo(records);
    assertThat(first.written()).isEqualTo(records);

    ImportReport second =
        importer.run(tenant, inputs, options, Intent.of("import", "test"), Importer.Progress.NONE);
    assertThat(second.held()).isEqualTo(records);
    assertThat(second.written()).isZero();
    assertThat(second.transactions()).isZero();

    assertThat(new Verifier(database.database()).verify(tenant).finding()).isEmpty();
  }
}
