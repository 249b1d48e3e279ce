package dev.asof.http;

import dev.asof.write.token.TokenRole.Right;
import java.util.ArrayList;
import java.util.List;

/// Makes routes of a tenant.
final class OfTenant {
  private OfTenant() {}

  static final String PATH = "/v1/tenants/{tenant}/";

  static Route read(
      String name, String operation, String summary, Route.Handling handling, Parameter... more) {
    List<Parameter> parameters = new ArrayList<>(List.of(Parameters.TENANT));
    parameters.addAll(List.of(more));
    return Route.get(
        PATH + name,
        operation,
        summary,
        Right.READ,
        handling,
        parameters.toArray(Parameter[]::new));
  }

  static Route audit(
      String name, String operation, String summary, Route.Handling handling, Parameter... more) {
    List<Parameter> parameters = new ArrayList<>(List.of(Parameters.TENANT));
    parameters.addAll(List.of(more));
    return Route.get(
            PATH + name,
            operation,
            summary,
            Right.AUDIT,
            handling,
            parameters.toArray(Parameter[]::new))
        .takingLong();
  }

  @SafeVarargs
  static Route write(
      String name, String summary, Route.Handling handling, List<Parameter>... fields) {
    return write(name, name, summary, handling, fields);
  }

  @SafeVarargs
  static Route write(
      String name,
      String operation,
      String summary,
      Route.Handling handling,
      List<Parameter>... fields) {
    List<Parameter> parameters = new ArrayList<>(List.of(Parameters.TENANT));
    for (List<Parameter> some : fields) {
      parameters.addAll(some);
    }
    parameters.addAll(Writes.WRITE);
    return Route.post(PATH + name, operation, summary, handling, parameters);
  }
}
