package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseSettingsTest {

  private static final String URL = "jdbc:postgresql://db.example:5433/papers";

  @TempDir Path userHome;

  @Test
  void withoutAnythingItIsTheEmbeddedServerInTheUsersHome() {
    DatabaseSettings settings = DatabaseSettings.read(Map.of(), Map.of(), userHome);

    assertThat(settings.jdbcUrl()).isNull();
    assertThat(settings.home()).isEqualTo(userHome.resolve(".asof"));
    assertThat(settings.poolSize()).isEqualTo(8);
    assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.role()).isEqualTo(DatabaseRole.APP);
    assertThat(settings.shown()).allMatch(setting -> setting.origin().equals("default"));
  }

  @Test
  void flagBeatsEnvironmentBeatsFileBeatsDefaultAndEachSaysWhereItCameFrom() throws IOException {
    Path file = file("pool-size=3\nconnect-timeout=3s\ndb-role=eraser\n");
    DatabaseSettings settings =
        DatabaseSettings.read(
            Map.of("pool-size", "1"),
            Map.of("ASOF_POOL_SIZE", "2", "ASOF_CONNECT_TIMEOUT", "2s", "ASOF_DB_ROLE", ""),
            userHome);

    assertThat(settings.poolSize()).isEqualTo(1);
    assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.role()).isEqualTo(DatabaseRole.ERASER);
    assertThat(settings.shown())
        .contains(
            new DatabaseSettings.Shown("pool-size", "1", "flag --pool-size"),
            new DatabaseSettings.Shown(
                "connect-timeout", "PT2S", "environment ASOF_CONNECT_TIMEOUT"),
            new DatabaseSettings.Shown("db-role", "eraser", "file " + file),
            new DatabaseSettings.Shown("home", userHome.resolve(".asof").toString(), "default"));
  }

  @Test
  void aCallerHoldsNoLabelUnlessOneIsGivenAndAWordThatIsNoneIsComplainedAbout() {
    assertThat(DatabaseSettings.read(Map.of(), Map.of(), userHome).caller())
        .isEqualTo(Caller.withoutLabels());
    assertThat(
            DatabaseSettings.read(Map.of(), Map.of("ASOF_LABELS", "legal, hr,hr"), userHome)
                .caller())
        .isEqualTo(Caller.holding("hr", "legal"));
    assertThat(DatabaseSettings.read(Map.of("labels", "*"), Map.of(), userHome).caller())
        .isEqualTo(Caller.everything());
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> DatabaseSettings.read(Map.of("labels", "hr,*"), Map.of(), userHome))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CONFIGURATION))
        .withMessageContaining("labels (flag --labels): \"*\" cannot be an access label");
  }

  @Test
  void theFileIsTheOneOfTheHomeThatWasAskedFor() throws IOException {
    Path other = Files.createDirectories(userHome.resolve("other"));
    Files.writeString(
        other.resolve(DatabaseSettings.FILE), "pool-size=5\n", StandardCharsets.UTF_8);

    assertThat(DatabaseSettings.read(Map.of(), Map.of("ASOF_HOME", "~/other"), userHome))
        .extracting(DatabaseSettings::home, DatabaseSettings::poolSize)
        .containsExactly(other, 5);
  }

  @Test
  void allComplaintsComeAtOnce() throws IOException {
    file("poolsize=3\nhome=/elsewhere\n");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            DatabaseSettings.read(
                Map.of("pool-size", "201", "connect-timeout", "999ms", "db-role", ""),
                Map.of("ASOF_JDBC_URL", "jdbc:mysql://x/y", "ASOF_DB_PASWORD", "x"),
                userHome))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CONFIGURATION))
        .withMessageContaining(
            "unknown setting in " + userHome.resolve(".asof/asof.properties: poolsize"))
        .withMessageContaining("home cannot be set in the file")
        .withMessageContaining("pool-size (flag --pool-size) is '201'; it has to be from 1 to 200")
        .withMessageContaining("connect-timeout (flag --connect-timeout) is '999ms'")
        .withMessageContaining("flag --db-role has no value")
        .withMessageContaining(
            "jdbc-url (environment ASOF_JDBC_URL) is not of the form jdbc:postgresql")
        .withMessageContaining("unknown environment variable ASOF_DB_PASWORD");
  }

  @Test
  void loginAndPasswordWithoutAServerAreRefusedForTheyWouldHaveNoEffect() {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            DatabaseSettings.read(
                Map.of(), Map.of("ASOF_DB_USER", "x", "ASOF_DB_PASSWORD", "y"), userHome))
        .withMessageContaining(
            "db-user (environment ASOF_DB_USER) has no effect on the embedded server")
        .withMessageContaining("db-password (environment ASOF_DB_PASSWORD) has no effect");
  }

  @Test
  void aPasswordFileThatOthersMayReadIsRefused() throws IOException {
    Path file = file("jdbc-url=" + URL + "\ndb-password=geheim\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> DatabaseSettings.read(Map.of(), Map.of(), userHome))
        .withMessageContaining("chmod 600 " + file)
        .withMessageNotContaining("geheim");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(DatabaseSettings.read(Map.of(), Map.of(), userHome).password()).isEqualTo("geheim");
  }

  @Test
  void thePasswordIsNeverPrintedNotEvenOneInTheUrl() {
    DatabaseSettings settings =
        DatabaseSettings.read(
            Map.of("jdbc-url", URL + "?user=u&password=verdeckt", "db-user", "jo"),
            Map.of("ASOF_DB_PASSWORD", "geheim"),
            userHome);

    assertThat(settings.toString() + settings.shown())
        .doesNotContain("geheim", "verdeckt")
        .contains("jdbc-url=db.example:5433/papers", "db-user=jo", "db-password=(set)");
  }

  @Test
  void anEmptyFileNameOrAFileAsHomeDoesNotHideTheOtherSettings() throws IOException {
    Path notAFolder = Files.createFile(userHome.resolve("plain"));

    assertThat(
            DatabaseSettings.read(
                    Map.of("home", notAFolder.toString(), "pool-size", "2"), Map.of(), userHome)
                .poolSize())
        .isEqualTo(2);
  }

  private Path file(String content) throws IOException {
    Path file = Files.createDirectories(userHome.resolve(".asof")).resolve(DatabaseSettings.FILE);
    return Files.writeString(file, content, StandardCharsets.UTF_8);
  }
}
