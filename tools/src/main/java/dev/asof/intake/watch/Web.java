package dev.asof.intake.watch;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/// Single requests, each within its time and size; no redirect is followed and no cookie kept.
///
/// The addresses that are connected to are the ones that were checked: a name that leads to a
/// public address for the check and to a private one a moment later gains nothing.
final class Web implements AutoCloseable {

  private static final int LONGEST_LINE = 16 * 1024;
  private static final int MOST_HEADERS = 200;
  private static final int BUFFER = 1 << 14;
  private static final int LONGEST_REASON = 100;

  private final WatchOptions options;
  private final CloseableHttpClient client;
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "asof-web-deadlines");
        thread.setDaemon(true);
        return thread;
      });

  /// An answer.
  static final class Answer {
    private final int status;
    private final String reason;
    private final List<Header> headers;
    private final byte[] body;

    Answer(int status, String reason, List<Header> headers, byte[] body) {
      this.status = status;
      this.reason = reason;
      this.headers = headers;
      this.body = body;
    }

    int status() {
      return status;
    }

    /// `404 Not Found`.
    String said() {
      String words = reason.replaceAll("\\p{Cntrl}", " ").strip();
      return (status + " " + words.substring(0, Math.min(words.length(), LONGEST_REASON))).strip();
    }

    /// The first value under that name; null: none.
    @Nullable String header(String name) {
      return headers.stream()
          .filter(header -> header.getName().equalsIgnoreCase(name))
          .map(Header::getValue)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }

    byte[] body() {
      return body;
    }
  }

  /// How much of a body is taken.
  ///
  /// @param cut whether what is longer is cut off, and not an error
  record Most(int bytes, boolean cut) {}

  Web(WatchOptions options) {
    this.options = options;
    this.client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setDnsResolver(new Resolver(options.allowPrivate()))
                    .setMaxConnTotal(2 * options.parallel())
                    .setMaxConnPerRoute(2 * options.parallel())
                    .setConnectionFactory(
                        ManagedHttpClientConnectionFactory.builder()
                            .http1Config(
                                Http1Config.custom()
                                    .setMaxLineLength(LONGEST_LINE)
                                    .setMaxHeaderCount(MOST_HEADERS)
                                    .build())
                            .build())
                    .setDefaultConnectionConfig(
                        ConnectionConfig.custom()
                            .setConnectTimeout(timeout(options.connect()))
                            .setSocketTimeout(timeout(options.silence()))
                            .build())
                    .build())
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setResponseTimeout(timeout(options.silence()))
                    .setConnectionRequestTimeout(timeout(options.whole()))
                    .setProtocolUpgradeEnabled(false)
                    .build())
            .setConnectionReuseStrategy((request, response, context) -> false)
            .setUserAgent(options.userAgent())
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAutomaticRetries()
            .disableContentCompression()
            .disableAuthCaching()
            .build();
  }

  private static Timeout timeout(Duration duration) {
    return Timeout.of(duration);
  }

  /// Asks for `url`. Throws [Unusable] where there is no answer that can be used.
  ///
  /// @param within the longest time it may take
  Answer get(URI url, Map<String, String> headers, Most most, Duration within) throws Unusable {
    HttpGet request = new HttpGet(url);
    headers.forEach(request::setHeader);
    request.setHeader("Accept-Encoding", "gzip, deflate");
    AtomicBoolean late = new AtomicBoolean();
    Future<?> deadline =
        deadlines.schedule(
            () -> {
              late.set(true);
              request.cancel();
            },
            Math.max(1, within.toMillis()),
            TimeUnit.MILLISECONDS);
    try (ClassicHttpResponse response = client.executeOpen(HttpHost.create(url), request, null)) {
      try {
        return answer(response, most);
      } finally {
        // What was not read is not wanted either.
        request.cancel();
      }
    } catch (Unusable e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new Unusable(
          late.get() ? "it took longer than " + shown(options.whole()) : why(url, e), e);
    } finally {
      deadline.cancel(false);
    }
  }

  private static String shown(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }

  private static Answer answer(ClassicHttpResponse response, Most most) throws IOException {
    HttpEntity entity = response.getEntity();
    byte[] body = new byte[0];
    String coding = "";
    if (entity != null && response.getCode() / 100 == 2) {
      coding = String.valueOf(entity.getContentEncoding()).toLowerCase(Locale.ROOT);
      try (InputStream in = unpacked(read(entity.getContent(), most), coding)) {
        body = read(in, most);
      } catch (EOFException | ZipException e) {
        throw new Unusable("what was sent as " + coding + " is damaged or cut off", e);
      }
    }
    return new Answer(
        response.getCode(),
        String.valueOf(response.getReasonPhrase() == null ? "" : response.getReasonPhrase()),
        List.of(response.getHeaders()),
        body);
  }

  private static byte[] read(@Nullable InputStream in, Most most) throws IOException {
    if (in == null) {
      return new byte[0];
    }
    byte[] bytes = in.readNBytes(most.bytes() + 1);
    if (bytes.length <= most.bytes()) {
      return bytes;
    }
    if (most.cut()) {
      return Arrays.copyOf(bytes, most.bytes());
    }
    throw new Unusable("it has more than the " + most.bytes() + " bytes that are read");
  }

  private static InputStream unpacked(byte[] sent, String coding) throws IOException {
    InputStream in = new ByteArrayInputStream(sent);
    if (sent.length == 0) {
      return in;
    }
    return switch (coding) {
      case "null", "", "identity" -> in;
      case "gzip", "x-gzip" -> new GZIPInputStream(in, BUFFER);
      case "deflate" -> new InflaterInputStream(in, new Inflater(!isZlib(sent)), BUFFER);
      default ->
          throw new Unusable(
              "it was sent as " + coding + ", which was not asked for and is not read");
    };
  }

  /// Some servers send the bare stream of RFC 1951 under the name of that of RFC 1950.
  private static boolean isZlib(byte[] sent) {
    return sent.length > 1
        && (sent[0] & 0x0f) == 8
        && ((sent[0] & 0xff) * 256 + (sent[1] & 0xff)) % 31 == 0;
  }

  private static String why(URI url, Exception thrown) {
    String host = url.getHost();
    return switch (thrown) {
      case PrivateAddress address -> address.why();
      case UnknownHostException unknown -> "its host " + host + " is not known";
      case ConnectTimeoutException slow -> "no connection to " + host + " came about in time";
      case ConnectException refused -> "no connection to " + host + " could be made";
      case NoRouteToHostException refused -> "no connection to " + host + " could be made";
      case SocketTimeoutException silent -> "nothing more came in time";
      case NoHttpResponseException none -> "the connection was closed without an answer";
      case ConnectionClosedException cut -> "the answer was cut off";
      case MalformedChunkCodingException damaged -> "the answer is damaged, or was cut off";
      case SSLException tls -> "no secure connection to " + host + ": " + said(tls);
      case ClientProtocolException http ->
          "the answer is no HTTP that can be read: "
              + said(http.getCause() instanceof Exception cause ? cause : http);
      default -> "the request failed: " + said(thrown);
    };
  }

  private static String said(Exception thrown) {
    String message = thrown.getMessage();
    return message == null ? thrown.getClass().getSimpleName() : message;
  }

  /// Ends what is under way.
  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    deadlines.shutdownNow();
  }

  /// The host leads to an address that is not public.
  private static final class PrivateAddress extends UnknownHostException {
    private final String host;

    PrivateAddress(String host) {
      super(host);
      this.host = host;
    }

    String why() {
      return "its host "
          + host
          + " is of this machine or of a private network, which is not asked without"
          + " --allow-private";
    }
  }

  private record Resolver(boolean allowPrivate) implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      InetAddress[] addresses = SystemDefaultDnsResolver.INSTANCE.resolve(host);
      if (!allowPrivate && !Arrays.stream(addresses).allMatch(Addresses::isPublic)) {
        throw new PrivateAddress(host);
      }
      return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }
}
