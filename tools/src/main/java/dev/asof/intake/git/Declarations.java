package dev.asof.intake.git;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.attributes.Attribute;
import org.eclipse.jgit.attributes.AttributesNode;
import org.eclipse.jgit.attributes.AttributesRule;
import org.jspecify.annotations.Nullable;

/// What the `.gitattributes` of a state of the repository declare of its files, of that which
/// matters to reading them. The settings of a machine (`info/attributes`, `core.attributesFile`) do
/// not count, so that every machine reads the same.
final class Declarations {
  static final String FILE = ".gitattributes";

  private static final String TEXT = "text";
  private static final String LINE_ENDS = "eol";
  private static final String IN_WORKING_TREE = "working-tree-encoding";
  private static final String ENCODING = "encoding";
  private static final String CHARSET = "charset";

  /// @param charset in which the file is in the repository; null: nothing is declared
  /// @param inWorkingTree in which it is in a working tree, while git keeps it in UTF-8; null:
  ///   nothing is declared
  /// @param lineFeeds git keeps its lines ended by line feeds, whatever a working tree has
  record Declared(@Nullable String charset, @Nullable String inWorkingTree, boolean lineFeeds) {}

  private static final Declared NOTHING = new Declared(null, null, false);

  /// By folder: empty, or ending with a slash.
  private final Map<String, List<AttributesRule>> rules = new HashMap<>();

  static boolean isOne(String path) {
    return path.substring(path.lastIndexOf('/') + 1).equals(FILE);
  }

  private static String folderOf(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  /// What a `.gitattributes` at `path` says from now on.
  void put(String path, byte[] content) throws IOException {
    AttributesNode node = new AttributesNode();
    node.parse(new ByteArrayInputStream(content));
    rules.put(folderOf(path), List.copyOf(node.getRules()));
  }

  void remove(String path) {
    rules.remove(folderOf(path));
  }

  /// What is declared of the file at `path`: the nearest folder, and in it the last line, decides.
  Declared of(String path) {
    if (rules.isEmpty()) {
      return NOTHING;
    }
    Map<String, Attribute> found = new HashMap<>();
    for (String folder = folderOf(path);
        ;
        folder = folderOf(folder.substring(0, folder.length() - 1))) {
      collect(rules.getOrDefault(folder, List.of()), path.substring(folder.length()), found);
      if (folder.isEmpty()) {
        break;
      }
    }
    Attribute text = found.get(TEXT);
    boolean lineFeeds =
        text == null
            ? valueOf(found.get(LINE_ENDS)) != null
            : text.getState() == Attribute.State.SET;
    String encoding = valueOf(found.get(ENCODING));
    return new Declared(
        encoding == null ? valueOf(found.get(CHARSET)) : encoding,
        valueOf(found.get(IN_WORKING_TREE)),
        lineFeeds);
  }

  private static void collect(
      List<AttributesRule> lines, String path, Map<String, Attribute> found) {
    for (AttributesRule line : lines.reversed()) {
      if (line.isMatch(path, false)) {
        for (Attribute attribute : line.getAttributes().reversed()) {
          found.putIfAbsent(attribute.getKey(), attribute);
          if (attribute.getKey().equals("binary") && attribute.getState() == Attribute.State.SET) {
            found.putIfAbsent(TEXT, new Attribute(TEXT, Attribute.State.UNSET));
          }
        }
      }
    }
  }

  private static @Nullable String valueOf(@Nullable Attribute attribute) {
    return attribute == null || attribute.getState() != Attribute.State.CUSTOM
        ? null
        : attribute.getValue();
  }
}
