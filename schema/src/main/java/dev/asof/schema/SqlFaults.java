package dev.asof.schema;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.fault.Fault;
import dev.asof.fault.Unavailable;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// The one place that reads SQLSTATEs nobody caught nearer to the statement.
///
/// @param place `host:port/database`
/// @param login the login, for messages
/// @param role the role acted as, or null while none is taken
record SqlFaults(String place, String login, @Nullable DatabaseRole role) {

  static SqlFaults of(DatabaseSettings settings) {
    String url = settings.jdbcUrl();
    String user = settings.user();
    return new SqlFaults(
        url == null ? settings.home().toString() : DatabaseSettings.place(url),
        user == null ? "the operating system's user" : user,
        settings.role());
  }

  /// What `failure` means to a person. An [AsofException] anywhere in its causes is returned as it
  /// is.
  AsofException of(Throwable failure) {
    SQLException sql = null;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof AsofException ours) {
        return ours;
      }
      if (cause instanceof SQLException found && (sql == null || found instanceof PSQLException)) {
        sql = found;
      }
    }
    if (sql == null) {
      return new Fault(Code.FAULT, "the database layer failed: " + failure, failure);
    }
    String state = sql.getSQLState();
    return state == null ? noConnectionFree(failure) : of(state, firstLine(sql), failure);
  }

  private AsofException of(String state, String said, Throwable cause) {
    return switch (state) {
      case "28P01", "28000" ->
          new CallerFault(
              Code.BAD_PASSWORD,
              "the server of "
                  + place
                  + " refuses login "
                  + login
                  + "; check the user and the password ("
                  + said
                  + ")",
              cause);
      case "3D000" ->
          new CallerFault(
              Code.CONFIGURATION,
              "the database of " + place + " does not exist; create it, then run `asof init`",
              cause);
      case "42501" ->
          new CallerFault(
              Code.NOT_ALLOWED,
              "login "
                  + login
                  + acting()
                  + " may not do this on "
                  + place
                  + " ("
                  + said
                  + "); use a login or role that may",
              cause);
      case "25006" -> onlyRead(said, cause);
      case "0A000" ->
          said.endsWith("during recovery") ? onlyRead(said, cause) : fault(state, said, cause);
      case "22023", "42704" ->
          said.contains("role \"asof_") ? notInitialised(cause) : fault(state, said, cause);
      case "AS001" ->
          new Conflict(
              Code.CLOCK_AHEAD,
              said
                  + "; mend the clock of the server of "
                  + place
                  + ", or raise the tenant's clock_tolerance",
              cause);
      case "AS002" ->
          new Conflict(
              Code.RECORDED_TOO_LATE,
              said + "; import it with --system-time now, or into a tenant of its own",
              cause);
      case "AS003" ->
          new CallerFault(Code.KNOWN_IN_FUTURE, said + "; mend the record or the clock", cause);
      case "40001", "40P01", "55P03", "57014" ->
          new Unavailable(
              Code.RETRY,
              "another transaction was in the way on " + place + " (" + said + "); try again",
              cause);
      case "53100" ->
          new Unavailable(
              Code.DISK_FULL,
              "the disk of " + place + " is full (" + said + "); free some space and try again",
              cause);
      case "53200", "53300" ->
          new Unavailable(
              Code.RETRY,
              "the server of "
                  + place
                  + " is out of memory or connections ("
                  + said
                  + "); try again later, or lower pool-size",
              cause);
      default ->
          state.startsWith("08") || state.startsWith("57P")
              ? unreachable(said, cause)
              : fault(state, said, cause);
    };
  }

  private CallerFault onlyRead(String said, Throwable cause) {
    return new CallerFault(
        Code.NOT_ALLOWED,
        "the database "
            + place
            + " can only be read ("
            + said
            + "); where it is a replica, write to the server that it follows",
        cause);
  }

  private Unavailable unreachable(String said, Throwable cause) {
    return new Unavailable(
        Code.DATABASE_UNREACHABLE,
        "the database "
            + place
            + " cannot be reached ("
            + said
            + "); check that the server runs and that jdbc-url names it",
        cause);
  }

  CallerFault notInitialised(@Nullable Throwable cause) {
    return new CallerFault(
        Code.NOT_INITIALISED,
        "the database "
            + place
            + " holds no asof schema; run `asof init` with a login that may create it",
        cause);
  }

  private static Fault fault(String state, String said, Throwable cause) {
    return new Fault(
        Code.FAULT, "the database refused a statement (" + state + ": " + said + ")", cause);
  }

  private Unavailable noConnectionFree(Throwable cause) {
    return new Unavailable(
        Code.RETRY,
        "every connection to " + place + " is in use; try again, or raise pool-size",
        cause);
  }

  private String acting() {
    return role == null ? "" : " acting as " + role.sqlName();
  }

  /// The server's sentence only: its detail lines may quote document text.
  private static String firstLine(SQLException sql) {
    if (sql instanceof PSQLException server) {
      ServerErrorMessage said = server.getServerErrorMessage();
      if (said != null && said.getMessage() != null) {
        return said.getMessage();
      }
    }
    return String.valueOf(sql.getMessage()).lines().findFirst().orElse("");
  }
}
