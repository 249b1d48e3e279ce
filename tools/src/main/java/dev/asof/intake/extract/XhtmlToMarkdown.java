package dev.asof.intake.extract;

import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/// What Tika tells of an office document, as Markdown.
final class XhtmlToMarkdown extends DefaultHandler {

  private final MarkdownWriter markdown;
  private boolean inBody;

  XhtmlToMarkdown(MarkdownWriter markdown) {
    this.markdown = markdown;
  }

  @Override
  public void startElement(String uri, String name, String qualified, Attributes attributes) {
    if (name.equals("body")) {
      inBody = true;
    } else if (inBody) {
      markdown.open(name, attributes.getValue("class"));
    }
  }

  @Override
  public void endElement(String uri, String name, String qualified) {
    if (inBody) {
      markdown.close(name);
    }
  }

  @Override
  public void characters(char[] characters, int start, int length) {
    if (inBody) {
      markdown.text(new String(characters, start, length).replace('\0', ' '));
    }
  }

  @Override
  public void ignorableWhitespace(char[] characters, int start, int length) {
    characters(characters, start, length);
  }
}
