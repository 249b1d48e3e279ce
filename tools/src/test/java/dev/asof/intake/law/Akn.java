package dev.asof.intake.law;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes samples of Akoma Ntoso, in the terms of the standard.
public final class Akn {
  private final String structure;
  private final String work;
  private String language = "eng";
  private String version = "2020-01-01";
  private String contains = "singleVersion";
  private final List<String> events = new ArrayList<>();
  private final List<String> groups = new ArrayList<>();
  private final List<String> modifications = new ArrayList<>();
  private final List<String> body = new ArrayList<>();
  private @Nullable String bodyPeriod;
  private String preface = "";
  private String behind = "";

  private Akn(String structure, String work) {
    this.structure = structure;
    this.work = work;
  }

  public static Akn act(String work) {
    return new Akn("act", work);
  }

  public static Akn of(String structure, String work) {
    return new Akn(structure, work);
  }

  public Akn in(String code) {
    language = code;
    return this;
  }

  public Akn version(String date) {
    version = date;
    return this;
  }

  public Akn contains(String kind) {
    contains = kind;
    return this;
  }

  public Akn event(String id, String date) {
    return event(id, date, null, null);
  }

  public Akn event(String id, String date, @Nullable String type, @Nullable String refersTo) {
    events.add(
        "<eventRef eId='"
            + id
            + "' date='"
            + date
            + "' source='#src'"
            + (type == null ? "" : " type='" + type + "'")
            + (refersTo == null ? "" : " refersTo='" + refersTo + "'")
            + "/>");
    return this;
  }

  /// @param intervals attributes of each
  public Akn group(String id, String... intervals) {
    StringBuilder group = new StringBuilder("<temporalGroup eId='" + id + "'>");
    for (String interval : intervals) {
      group.append("<timeInterval ").append(interval).append("/>");
    }
    groups.add(group + "</temporalGroup>");
    return this;
  }

  public Akn modified(String element, String type, String destination, String inside) {
    modifications.add(
        "<"
            + element
            + " type='"
            + type
            + "'><source href='/akn/zz/act/2024/9'/><destination href='"
            + destination
            + "'/>"
            + inside
            + "</"
            + element
            + ">");
    return this;
  }

  public Akn period(String group) {
    bodyPeriod = group;
    return this;
  }

  public Akn preface(String inside) {
    preface = "<preface>" + inside + "</preface>";
    return this;
  }

  public Akn article(String id, String attributes, String num, String heading, String text) {
    body.add(
        "<article eId='"
            + id
            + "' "
            + attributes
            + "><num>"
            + num
            + "</num><heading>"
            + heading
            + "</heading><content><p>"
            + text
            + "</p></content></article>");
    return this;
  }

  public Akn raw(String inside) {
    body.add(inside);
    return this;
  }

  /// Attachments, as they are written behind the body.
  public Akn behind(String inside) {
    behind = inside;
    return this;
  }

  /// The document, to be put into another, where an eId is used once.
  public String inside(String prefix) {
    return element()
        .replaceAll("eId='(src|c\\d|[eg]\\d|art_\\d)'", "eId='" + prefix + "$1'")
        .replaceAll("#(src|c\\d|[eg]\\d|art_\\d)'", "#" + prefix + "$1'");
  }

  /// The document alone.
  private String element() {
    String part =
        structure.equals("documentCollection")
            ? "collectionBody"
            : structure.equals("act") || structure.equals("bill") ? "body" : "mainBody";
    return "<"
        + structure
        + " name='"
        + structure
        + "' contains='"
        + contains
        + "'>"
        + meta()
        + preface
        + "<"
        + part
        + (bodyPeriod == null ? "" : " period='#" + bodyPeriod + "'")
        + ">\n"
        + String.join("\n", body)
        + "\n</"
        + part
        + ">"
        + behind
        + "</"
        + structure
        + ">";
  }

  @Override
  public String toString() {
    return "<?xml version='1.0' encoding='UTF-8'?>\n<akomaNtoso xmlns='"
        + Names.AKN
        + "'>"
        + element()
        + "</akomaNtoso>\n";
  }

  private String meta() {
    String expression = work + "/" + language + "@" + version;
    return "<meta><identification source='#src'>"
        + "<FRBRWork>"
        + level(work, "1999-12-31", "enacted")
        + "<FRBRcountry value='zz'/></FRBRWork>"
        + "<FRBRExpression>"
        + level(expression, version, "consolidated")
        + "<FRBRlanguage language='"
        + language
        + "'/></FRBRExpression>"
        + "<FRBRManifestation>"
        + level(expression + ".xml", "2021-06-07", "markup")
        + "</FRBRManifestation></identification>"
        + "<publication date='2000-01-15' name='gazette' showAs='Gazette'/>"
        + (events.isEmpty()
            ? ""
            : "<lifecycle source='#src'>" + String.join("", events) + "</lifecycle>")
        + (modifications.isEmpty()
            ? ""
            : "<analysis source='#src'><passiveModifications>"
                + String.join("", modifications)
                + "</passiveModifications></analysis>")
        + (groups.isEmpty()
            ? ""
            : "<temporalData source='#src'>" + String.join("", groups) + "</temporalData>")
        + "<references source='#src'>"
        + "<TLCOrganization eId='src' href='/ontology/organization/zz/gazette' showAs='Gazette'/>"
        + "<TLCConcept eId='c1' href='/ontology/concept/inForce' showAs='in force'/>"
        + "<TLCConcept eId='c2' href='/ontology/concept/efficacy' showAs='in efficacy'/>"
        + "<TLCConcept eId='c3' href='/ontology/time/1998' showAs='since 1998'/>"
        + "</references></meta>";
  }

  private static String level(String uri, String date, String name) {
    String own = uri.endsWith(".xml") ? uri : uri + "/!main";
    return "<FRBRthis value='"
        + own
        + "'/><FRBRuri value='"
        + uri
        + "'/><FRBRdate date='"
        + date
        + "' name='"
        + name
        + "'/><FRBRauthor href='#src'/>";
  }
}
