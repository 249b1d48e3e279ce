package dev.asof.http;

import java.time.Duration;

/// What a server lets a request take.
///
/// @param bodyBytes of a JSON body; it has to hold the longest text
/// @param importBytes of an import
/// @param headerBytes of the request line and all headers
/// @param time of a request that is not a stream
/// @param requests at once
/// @param perToken at once with one token
/// @param queue how long a request waits for its turn
/// @param drain how long an ending server waits for the requests under way
/// @param idle how long a connection may say nothing
public record Limits(
    long bodyBytes,
    long importBytes,
    int headerBytes,
    Duration time,
    int requests,
    int perToken,
    Duration queue,
    Duration drain,
    Duration idle) {

  public static final Limits DEFAULT =
      new Limits(
          40L << 20,
          4L << 30,
          16 << 10,
          Duration.ofSeconds(60),
          64,
          32,
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60));

  public Limits timed(Duration limit) {
    return new Limits(
        bodyBytes, importBytes, headerBytes, limit, requests, perToken, queue, drain, idle);
  }

  public Limits atOnce(int all, int ofOneToken) {
    return new Limits(
        bodyBytes, importBytes, headerBytes, time, all, ofOneToken, queue, drain, idle);
  }

  public Limits ofBody(long bytes) {
    return new Limits(
        bytes, importBytes, headerBytes, time, requests, perToken, queue, drain, idle);
  }

  public Limits ofImport(long bytes) {
    return new Limits(bodyBytes, bytes, headerBytes, time, requests, perToken, queue, drain, idle);
  }

  public Limits waiting(Duration longest) {
    return new Limits(
        bodyBytes, importBytes, headerBytes, time, requests, perToken, longest, drain, idle);
  }

  public Limits draining(Duration longest) {
    return new Limits(
        bodyBytes, importBytes, headerBytes, time, requests, perToken, queue, longest, idle);
  }
}
