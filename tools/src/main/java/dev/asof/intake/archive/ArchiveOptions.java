package dev.asof.intake.archive;

import dev.asof.intake.Html;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What of an archive is imported, and how it is read.
///
/// @param source whom the looks are recorded of
/// @param urls beginnings of the addresses that are wanted; empty: all
/// @param selector CSS of the elements whose text is wanted; null: the main text of a page
/// @param language of pages that state none, BCP 47; null: unknown
public record ArchiveOptions(
    String source, List<String> urls, @Nullable String selector, @Nullable String language) {
  public ArchiveOptions {
    urls = urls.stream().map(PageKeys::beginning).toList();
    if (selector != null) {
      Html.check(selector);
    }
  }

  public static ArchiveOptions of(String source) {
    return new ArchiveOptions(source, List.of(), null, null);
  }

  boolean isWanted(String key) {
    return urls.isEmpty() || urls.stream().anyMatch(key::startsWith);
  }

  /// The extractor and how it was set, by which a text that changed with it is known.
  String extractor() {
    return selector == null ? Html.EXTRACTOR : Html.EXTRACTOR + " " + selector;
  }
}
