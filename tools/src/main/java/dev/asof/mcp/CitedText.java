package dev.asof.mcp;

import dev.asof.ask.Permalinks;
import dev.asof.cite.Hit;
import dev.asof.cite.Permalink;
import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.HeldVersion;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.schema.Database;
import dev.asof.time.TimeRange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The resource behind a citation: the text of the version that it cites, as far as the rights of
/// its source allow. What the address names never changes, but for what is hidden or erased.
final class CitedText {
  private CitedText() {}

  private static final String BEFORE = "asof://citation/";

  static ResourceTemplate template() {
    return ResourceTemplate.builder(BEFORE + "{permalink}", "citation")
        .title("The text behind a citation")
        .description(
            "The text of the version that a permalink cites (asof:KEY?about=..., as answers show"
                + " it; percent-encoded as a whole), as it was known then and as much as the rights"
                + " of its source allow. _meta says which version it is and what of it is missing.")
        .build();
  }

  /// Throws an [AsofException] where the address is no citation, or leads to nothing.
  static ReadResourceResult read(Database database, TenantId tenant, String uri) {
    Permalink link = Permalink.parse(permalink(uri));
    Hit hit = opened(database, tenant, link);
    Long number = hit.citation().version();
    if (number == null) {
      throw new CallerFault(
          Code.NOTHING_MATCHES, "the source holds that nothing applied there, so there is no text");
    }
    History history = new History(database);
    VersionId id = new VersionId(number);
    Known known = Known.token(link.token());
    HeldVersion version = history.version(tenant, id, known);
    TimeRange valid = TimeRange.of(hit.citation().valid().from(), hit.citation().valid().to());
    String text = version.erased() == null ? history.text(tenant, id, valid, known) : null;
    if (text == null) {
      throw version.erased() == null
          ? new CallerFault(
              Code.NOT_ALLOWED, version.source() + " allows the link only, and no text to be shown")
          : new CallerFault(Code.ERASED, "the text was erased under " + version.erased().order());
    }
    return ReadResourceResult.builder(
            List.of(
                TextResourceContents.builder(uri, text)
                    .mimeType(version.mediaType())
                    .meta(said(link, version, text))
                    .build()))
        .build();
  }

  /// What is wrong with a link that can be read is that nothing is there.
  private static Hit opened(Database database, TenantId tenant, Permalink link) {
    try {
      return new Permalinks(database).open(tenant, link);
    } catch (CallerFault e) {
      throw new CallerFault(Code.NOTHING_MATCHES, e.sentence(), e);
    }
  }

  private static Map<String, Object> said(Permalink link, HeldVersion version, String text) {
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("asof/document", version.document());
    said.put("asof/source", version.source());
    said.put("asof/version", version.version());
    said.put("asof/token", "@" + link.token());
    if (version.sha256() != null) {
      said.put("asof/sha256", version.sha256());
    }
    if (text.getBytes(StandardCharsets.UTF_8).length != version.bytes()) {
      said.put("asof/remark", "excerpt: " + version.source() + " allows no more to be shown");
    }
    return said;
  }

  private static String permalink(String uri) {
    try {
      // A plus stands for itself in a path.
      return URLDecoder.decode(
          uri.substring(BEFORE.length()).replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new CallerFault(
          Code.BAD_INPUT, uri + " holds a % that is no escape; write it as %25", e);
    }
  }

  /// In the protocol's words.
  static McpError refused(AsofException fault, boolean isAbsent) {
    Code code = fault.code();
    int number =
        isAbsent
            ? ErrorCodes.RESOURCE_NOT_FOUND
            : code.http() < 500 ? ErrorCodes.INVALID_PARAMS : ErrorCodes.INTERNAL_ERROR;
    return McpError.builder(number)
        .message(fault.sentence())
        .data(Map.of("code", code.word()))
        .build();
  }
}
