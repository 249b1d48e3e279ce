package dev.asof.intake.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.netpreserve.jwarc.WarcDigest;

/// A WARC written byte by byte, so that nothing is tried with the library that reads it.
public final class Warc {
  private final List<byte[]> records = new ArrayList<>();

  public Warc() {
    record("warcinfo", "", "2020-01-01T00:00:00Z", "", bytes("software: by hand\r\n"));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// @param more headers, each with its line end
  Warc record(String type, String url, String date, String more, byte[] block) {
    String head =
        "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%s>\r\nWARC-Date: %s\r\n%s%sContent-Length: %d\r\n\r\n"
            .formatted(
                type,
                UUID.nameUUIDFromBytes(bytes(type + url + date)),
                date,
                url.isEmpty() ? "" : "WARC-Target-URI: " + url + "\r\n",
                more,
                block.length);
    records.add(joined(bytes(head), block, bytes("\r\n\r\n")));
    return this;
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  public Warc response(String url, String date, String status, String headers, byte[] body) {
    byte[] block = joined(bytes("HTTP/1.1 " + status + "\r\n" + headers + "\r\n"), body);
    return record(
        "response",
        url,
        date,
        "Content-Type: application/http; msgtype=response\r\nWARC-Payload-Digest: "
            + digest(body)
            + "\r\n",
        block);
  }

  /// A page in UTF-8 that says so.
  public Warc page(String url, String date, String html) {
    return response(
        url,
        date,
        "200 OK",
        "Content-Type: text/html; charset=utf-8\r\nContent-Length: " + bytes(html).length + "\r\n",
        bytes(html));
  }

  Warc revisit(String url, String date, byte[] body) {
    return record(
        "revisit",
        url,
        date,
        "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
            + "WARC-Payload-Digest: "
            + digest(body)
            + "\r\n",
        new byte[0]);
  }

  /// As archives write it: sha1 in base 32.
  static String digest(byte[] body) {
    return "sha1:" + new WarcDigest("sha1", Digests.sha1(body).substring(5)).base32();
  }

  public byte[] plain() {
    return joined(records.toArray(byte[][]::new));
  }

  /// Each record in a gzip member of its own.
  byte[] gzip() {
    return joined(records.stream().map(Warc::packed).toArray(byte[][]::new));
  }

  static byte[] packed(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  public static Path write(Path folder, String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A WACZ with these WARCs, stored as its format asks for.
  static byte[] wacz(byte[]... warcs) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("datapackage.json"));
      zip.write(bytes("{\"profile\": \"data-package\", \"wacz_version\": \"1.1.1\"}"));
      zip.closeEntry();
      for (int i = 0; i < warcs.length; i++) {
        ZipEntry entry = new ZipEntry("archive/data" + i + ".warc.gz");
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(warcs[i].length);
        CRC32 crc = new CRC32();
        crc.update(warcs[i]);
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        zip.write(warcs[i]);
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
