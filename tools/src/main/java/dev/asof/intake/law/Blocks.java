package dev.asof.intake.law;

import java.util.ArrayList;
import java.util.List;

/// Text on its way into blocks. White space is one space, as a reader sees it, except where the
/// file keeps it.
final class Blocks {
  private final List<Object> into;
  private final StringBuilder block = new StringBuilder();
  private boolean space;
  private boolean kept;
  private int inside;

  Blocks(List<Object> into) {
    this.into = into;
  }

  void text(String text, boolean preserve) {
    if (preserve) {
      settle();
      block.append(text);
      return;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        space = true;
      } else {
        settle();
        block.append(c);
      }
    }
  }

  private void settle() {
    char last = block.isEmpty() ? '\n' : block.charAt(block.length() - 1);
    if (space && last != '\n' && last != '[') {
      block.append(' ');
    }
    space = false;
  }

  boolean isEmpty() {
    return block.isEmpty();
  }

  void space() {
    space = true;
  }

  /// Without a space before it.
  void closing(String text) {
    space = false;
    block.append(text);
  }

  void line() {
    space = false;
    block.append('\n');
  }

  /// From here on the block is kept as it stands, however empty it is.
  void keep() {
    kept = true;
  }

  /// What follows stays in this block, as in the cell of a table or a note, until [#leave].
  void enter() {
    inside++;
  }

  void leave() {
    inside--;
  }

  /// Ends the block.
  void end() {
    if (inside > 0) {
      space = true;
      return;
    }
    if (kept || !block.toString().isBlank()) {
      into.add(kept ? block.toString() : block.toString().stripTrailing());
    }
    block.setLength(0);
    space = false;
    kept = false;
  }

  /// What was collected, as one line.
  static String joined(List<Object> blocks) {
    List<String> texts = new ArrayList<>();
    blocks.forEach(one -> texts.add(one.toString()));
    return String.join(" ", texts);
  }
}
