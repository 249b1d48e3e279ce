package dev.asof.intake.archive;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.LengthedBody;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcCaptureRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTruncationReason;

/// What a record of a WARC says of its page.
final class Responses {

  /// The longest response that is read, in bytes, and the longest page it may unpack to.
  static final int MOST_BYTES = 32 * 1024 * 1024;

  private static final Set<String> PAGES =
      Set.of("text/html", "application/xhtml+xml", "text/plain", "text/markdown");

  private Responses() {}

  static boolean isPage(String mediaType) {
    return PAGES.contains(mediaType);
  }

  /// Reads the record's block. Throws an [IOException] only where the file itself is broken.
  static Capture.Found read(WarcCaptureRecord record) throws IOException {
    Optional<String> digest = record.payloadDigest().map(Digests::of);
    if (record instanceof WarcRevisit revisit) {
      return repeated(revisit, digest);
    }
    byte[] block = upTo(record.body().stream());
    if (block.length > MOST_BYTES) {
      return new Capture.Found.Unusable(
          "it has "
              + record.body().size()
              + " bytes, more than the "
              + MOST_BYTES
              + " that are read");
    }
    if (record.truncated() != WarcTruncationReason.NOT_TRUNCATED) {
      return new Capture.Found.Unusable("the crawler cut it off");
    }
    try {
      return switch (record) {
        case WarcResponse response -> http(block, digest);
        case WarcResource resource ->
            text(block, resource.contentType(), digest.orElseGet(() -> Digests.sha1(block)));
        default -> new Capture.Found.Other(record.type());
      };
    } catch (IOException | IllegalArgumentException e) {
      return new Capture.Found.Unusable("its HTTP response is damaged: " + e.getMessage());
    } catch (LinkageError e) {
      return new Capture.Found.Unusable("its content encoding is none that is read");
    }
  }

  private static Capture.Found repeated(WarcRevisit revisit, Optional<String> digest) {
    Capture.Found other = otherThanPage(revisit);
    if (other != null) {
      return other;
    }
    return digest
        .<Capture.Found>map(Capture.Found.Repeat::new)
        .orElseGet(() ->
            new Capture.Found.Failed(
                "failed: the page had not changed, and the archive does not say since when ("
                    + revisit.profile()
                    + ")"));
  }

  /// What the answer that was repeated says, where it was no page; a record without one is of a
  /// page.
  private static Capture.@Nullable Found otherThanPage(WarcRevisit revisit) {
    try {
      if (revisit.body().size() == 0) {
        return null;
      }
      HttpResponse http = revisit.http();
      return http.status() == 304 ? null : withoutPage(http);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static Capture.@Nullable Found withoutPage(HttpResponse http) {
    int status = http.status();
    if (status == 404 || status == 410) {
      return new Capture.Found.Gone(status + " " + http.reason());
    }
    if (status / 100 != 2) {
      String to = http.headers().first("Location").map(url -> " to " + url).orElse("");
      return new Capture.Found.Failed("failed: " + status + " " + http.reason() + to);
    }
    return null;
  }

  private static Capture.Found http(byte[] block, Optional<String> digest) throws IOException {
    HttpResponse http = parse(block);
    if (http.status() == 304 && digest.isPresent()) {
      return new Capture.Found.Repeat(digest.get());
    }
    Capture.Found other = withoutPage(http);
    if (other != null) {
      return other;
    }
    MediaType type = http.contentType();
    String known = digest.isPresent() ? digest.get() : Digests.sha1(upTo(http.body().stream()));
    if (!isPage(named(type))) {
      return new Capture.Found.Other(named(type));
    }
    byte[] bytes = upTo(parse(block).bodyDecoded().stream());
    return bytes.length > MOST_BYTES
        ? new Capture.Found.Unusable("it unpacks to more than the " + MOST_BYTES + " that are read")
        : text(bytes, type, known);
  }

  private static HttpResponse parse(byte[] block) throws IOException {
    // Its length is that of the body where the response does not say one.
    return HttpResponse.parse(
        LengthedBody.create(
            Channels.newChannel(new ByteArrayInputStream(block)),
            ByteBuffer.allocate(0),
            block.length));
  }

  private static Capture.Found text(byte[] bytes, MediaType type, String digest) {
    String named = named(type);
    return isPage(named)
        ? new Capture.Found.Text(bytes, named, type.parameters().get("charset"), digest)
        : new Capture.Found.Other(named);
  }

  private static String named(MediaType type) {
    return type.base().toString().toLowerCase(Locale.ROOT);
  }

  private static byte[] upTo(InputStream in) throws IOException {
    return in.readNBytes(MOST_BYTES + 1);
  }
}
