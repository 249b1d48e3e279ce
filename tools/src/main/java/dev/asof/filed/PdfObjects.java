package dev.asof.filed;

import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.cos.COSString;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.jspecify.annotations.Nullable;

/// Every object of a PDF that a reader can come to, in a fixed order: pages, fonts, pictures,
/// links, attachments, what is said of the document. Streams stand here by the hash of their
/// content, unpacked, since the same content may be packed differently by another machine.
final class PdfObjects {
  private static final Set<COSName> PACKING =
      Set.of(COSName.LENGTH, COSName.FILTER, COSName.DECODE_PARMS, COSName.getPDFName("Length1"));
  private static final Set<COSName> OF_THE_FILE =
      Set.of(
          COSName.SIZE,
          COSName.PREV,
          COSName.XREF_STM,
          COSName.W,
          COSName.INDEX,
          COSName.TYPE,
          COSName.ID);

  private final IdentityHashMap<COSBase, Integer> seen = new IdentityHashMap<>();
  private final Map<String, String> objects = new TreeMap<>();

  private PdfObjects() {}

  /// @return what stands at each path from the trailer, such as `Root/Pages/Kids/0/Contents`
  private static Map<String, String> in(PDDocument pdf) {
    PdfObjects found = new PdfObjects();
    COSDictionary trailer = pdf.getDocument().getTrailer();
    for (COSName name : names(trailer)) {
      if (!OF_THE_FILE.contains(name) && !PACKING.contains(name)) {
        found.visit(name.getName(), trailer.getItem(name));
      }
    }
    return found.objects;
  }

  /// The first place, in order of their paths, at which `filed` is not `made`; null: they are
  /// alike.
  static @Nullable String firstDifference(PDDocument filed, PDDocument made) {
    Map<String, String> one = in(filed);
    Map<String, String> other = in(made);
    if (one.equals(other)) {
      return null;
    }
    Map<String, String> all = new TreeMap<>(one);
    all.putAll(other);
    return all.keySet().stream()
        .filter(path -> !String.valueOf(one.get(path)).equals(String.valueOf(other.get(path))))
        .findFirst()
        .orElse(null);
  }

  private void visit(String path, @Nullable COSBase given) {
    COSBase value = given instanceof COSObject object ? object.getObject() : given;
    if (value == null) {
      objects.put(path, "null");
      return;
    }
    boolean composed = value instanceof COSDictionary || value instanceof COSArray;
    Integer before = composed ? seen.putIfAbsent(value, seen.size()) : null;
    if (before != null) {
      objects.put(path, "object " + before);
      return;
    }
    switch (value) {
      case COSStream stream -> {
        objects.put(path, content(stream));
        dictionary(path, stream);
      }
      case COSDictionary dictionary -> dictionary(path, dictionary);
      case COSArray array -> {
        objects.put(path, "array of " + array.size());
        for (int i = 0; i < array.size(); i++) {
          visit(path + "/" + i, array.get(i));
        }
      }
      case COSString string -> objects.put(path, HexFormat.of().formatHex(string.getBytes()));
      default -> objects.put(path, value.toString());
    }
  }

  private void dictionary(String path, COSDictionary dictionary) {
    objects.putIfAbsent(path, "dictionary");
    for (COSName name : names(dictionary)) {
      if (!(dictionary instanceof COSStream && PACKING.contains(name))) {
        visit(path + "/" + name.getName(), dictionary.getItem(name));
      }
    }
  }

  private static List<COSName> names(COSDictionary dictionary) {
    List<COSName> names = new ArrayList<>(dictionary.keySet());
    names.sort(null);
    return names;
  }

  private static String content(COSStream stream) {
    try (InputStream in = stream.createInputStream()) {
      return "stream " + Hash.wrap(Sha256.of(in.readAllBytes())).hex();
    } catch (IOException e) {
      return "stream that cannot be unpacked";
    }
  }
}
