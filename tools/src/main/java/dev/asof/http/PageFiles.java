package dev.asof.http;

import dev.asof.fault.CallerFault;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The page and the libraries that it uses, from the class path: nothing is fetched from elsewhere.
final class PageFiles {

  private static final String PAGE = "dev/asof/page/";
  private static final String WEBJARS = "META-INF/resources/webjars/";

  /// Plain names only; nothing leads upwards, and no file is hidden.
  private static final String NAMES =
      "[A-Za-z0-9_@][A-Za-z0-9._@-]*(/[A-Za-z0-9_@][A-Za-z0-9._@-]*)*";

  private static final String POLICY =
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
          + " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("map", "application/json"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("md", "text/plain; charset=utf-8"));

  private static final Map<String, String> VERSIONS = new ConcurrentHashMap<>();

  private PageFiles() {}

  static void index(Exchange exchange) throws IOException {
    send(exchange, PAGE + "index.html", "index.html");
  }

  static void file(Exchange exchange) throws IOException {
    String path = exchange.context().pathParam("file");
    send(exchange, path.matches(NAMES) ? PAGE + path : null, path);
  }

  /// `/lib/d3/dist/d3.js` is that file of the version of d3 on the class path.
  static void library(Exchange exchange) throws IOException {
    String name = exchange.context().pathParam("library");
    String path = exchange.context().pathParam("file");
    String version = name.matches("[A-Za-z0-9][A-Za-z0-9._-]*") ? version(name) : "";
    send(
        exchange,
        version.isEmpty() || !path.matches(NAMES)
            ? null
            : WEBJARS + name + "/" + version + "/" + path,
        path);
  }

  /// Empty where there is none.
  private static String version(String library) {
    return VERSIONS.computeIfAbsent(
        library,
        name -> {
          for (String group : new String[] {"org.webjars.npm", "org.webjars"}) {
            try (InputStream in =
                loader()
                    .getResourceAsStream(
                        "META-INF/maven/" + group + "/" + name + "/pom.properties")) {
              if (in != null) {
                Properties properties = new Properties();
                properties.load(in);
                return properties.getProperty("version", "");
              }
            } catch (IOException e) {
              return "";
            }
          }
          return "";
        });
  }

  private static ClassLoader loader() {
    return PageFiles.class.getClassLoader();
  }

  private static void send(Exchange exchange, @Nullable String resource, String name)
      throws IOException {
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    String type = TYPES.get(extension);
    try (InputStream in =
        resource == null || type == null ? null : loader().getResourceAsStream(resource)) {
      if (in == null || type == null) {
        throw noRoute(exchange);
      }
      exchange.context().header("Content-Security-Policy", POLICY);
      exchange.context().header("Referrer-Policy", "no-referrer");
      exchange.reply().bytes(type, in.readAllBytes());
    }
  }

  private static CallerFault noRoute(Exchange exchange) {
    return Routes.noRoute(exchange.context().path());
  }
}
