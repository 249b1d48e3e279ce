package dev.asof.http;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;

/// What the server counts, for Prometheus. Labels are routes and statuses: no name of a tenant, of
/// a document or of a person.
final class Metrics {

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final ExpositionFormats formats = ExpositionFormats.init();

  private final Counter requests =
      Counter.builder()
          .name("asof_http_requests_total")
          .help("Requests answered.")
          .labelNames("method", "route", "status")
          .register(registry);
  private final Histogram seconds =
      Histogram.builder()
          .name("asof_http_request_seconds")
          .help("Time from the request to the last byte of its answer.")
          .labelNames("route")
          .classicOnly()
          .register(registry);
  private final Gauge running =
      Gauge.builder()
          .name("asof_http_requests_running")
          .help("Requests under way.")
          .register(registry);
  private final Counter refused =
      Counter.builder()
          .name("asof_http_requests_refused_total")
          .help("Requests that were not begun, by why.")
          .labelNames("code")
          .register(registry);
  private final Counter followed =
      Counter.builder()
          .name("asof_index_catch_ups_total")
          .help("Times that the index followed the ledger in the background.")
          .register(registry);

  Metrics() {
    JvmMetrics.builder().register(registry);
  }

  void begun() {
    running.inc();
  }

  void done(String method, String route, int status, Duration taken) {
    running.dec();
    requests.labelValues(method, route, Integer.toString(status)).inc();
    seconds.labelValues(route).observe(taken.toNanos() / 1e9);
  }

  void refused(String code) {
    refused.labelValues(code).inc();
  }

  void followed() {
    followed.inc();
  }

  void answer(Exchange exchange) throws IOException {
    ExpositionFormatWriter writer = formats.getPrometheusTextFormatWriter();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writer.write(out, registry.scrape());
    exchange.reply().bytes(writer.getContentType(), out.toByteArray());
  }
}
