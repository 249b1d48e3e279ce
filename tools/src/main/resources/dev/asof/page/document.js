/// Document: everything that was ever believed about one document on the bitemporal plane, the text at
/// crosshair A, and what differs from crosshair B.

import { h, Component } from "./lib/preact/dist/preact.module.js";
import { all, get, text } from "./api.js";
import { Cited, Differences, Field, Loading, Notices, Reading, Text, instant, range, to } from "./parts.js";
import { Key, Plane } from "./plane.js";

/// A field for the key of a document, with the keys that there are.
export class DocumentField extends Component {
  state = { keys: [] };

  async componentDidMount() {
    try {
      this.setState({ keys: (await get("documents", { limit: 500 })).results.map(row => row.document) });
    } catch {
      // keys are a help only: without them one writes them out
    }
  }

  render({ value, change }, { keys }) {
    return [h(Field, { name: "document", label: "Document", value, change, required: true, list: "documents" }),
      h("datalist", { id: "documents" }, keys.map(key => h("option", { value: key })))];
  }
}

const Beliefs = ({ of }) => h("details", {}, h("summary", {}, `The same as a table: ${of.length} ${of.length === 1 ? "belief" : "beliefs"}`),
  h("div", { class: "scroll" }, h("table", { class: "rows" },
    h("thead", {}, h("tr", {}, ["Source", "Section", "Version", "State", "Valid", "Known", "Written by", "Because"].map(name => h("th", { scope: "col" }, name)))),
    h("tbody", {}, of.map(belief => h("tr", {},
      h("td", {}, belief.source), h("td", {}, belief.section || ""), h("td", {}, belief.label), h("td", {}, belief.why ? `${belief.state}: ${belief.why}` : belief.state),
      h("td", {}, range(belief.valid)), h("td", {}, range(belief.system)), h("td", {}, belief.opened ? `${belief.opened.actor || ""} @${belief.opened.transaction}` : ""), h("td", {}, belief.opened?.reason || "")))))));

const Exact = ({ of, answer }) => h(Loading, {
  of: `${of.version}/${answer.about}/${answer.token}`,
  ask: signal => text("text", { document: of.document, source: of.source, about: answer.about, known: `@${answer.token}` }, signal),
  show: exact => h(Text, { of: exact }),
});

const InForce = ({ of }) => h(Loading, {
  of: JSON.stringify(of), ask: signal => get("in-force", of, signal),
  show: answer => h("div", { "data-part": "in-force" },
    h(Reading, { answer }), h(Notices, { of: answer.notices, about: answer.about, known: of.known }),
    answer.results.length === 0 && h("p", {}, h("b", {}, "Nothing is known to have applied there.")),
    answer.results.map(result => h("article", { class: "hit" },
      h("h3", {}, result.title || result.document), h(Cited, { of: result, about: of.about, known: of.known }, result.version && h("a", { href: to("ledger", { document: result.document, source: result.source, about: answer.about || of.about, known: `@${answer.token}` }) }, "prove")),
      result.state === "withdrawn" ? h("p", {}, h("b", {}, "The source holds that nothing applied.")) : h("details", { open: answer.results.length === 1 }, h("summary", {}, "The text"), h(Exact, { of: result, answer }))))),
});

/// What is said of the document itself today: who may see it, and whether anything of it may be erased.
const Standing = ({ of }) => h(Loading, {
  of, ask: async signal => {
    try {
      const [{ labels }, holds] = await Promise.all([get("labels", { document: of }, signal), get("holds", {}, signal)]);
      return { labels, holds: holds.filter(hold => hold.document === of) };
    } catch {
      // what is wrong is told by the history below
      return { labels: [], holds: [] };
    }
  },
  show: ({ labels, holds }) => (labels.length > 0 || holds.length > 0) && h("div", { class: "cite", "data-part": "standing" },
    labels.length > 0 && h("span", {}, "only for callers who hold ", labels.map(label => [h("span", { class: "badge", key: label }, label), " "])),
    holds.map(hold => h("span", { key: hold.matter }, h("span", { class: "badge unknown" }, "on hold"), ` for ${hold.matter}, since ${instant(hold.since)}`))),
});

const Difference = ({ document, a, b }) => h(Loading, {
  of: JSON.stringify([document, a, b]),
  ask: signal => get("diff", { document, about: a.about, known: a.known, "before-about": b.about, "before-known": b.known }, signal),
  show: answer => h("div", { "data-part": "difference" },
    answer.results.length === 0 && h("p", {}, h("b", {}, "Nothing differs.")),
    answer.results.map(result => h("section", {},
      h("h3", {}, `${result.source}: ${result.change}`, " ", result.nature && h("span", { class: "badge" }, result.nature)),
      h("div", { class: "side" }, [["B, before", result.before], ["A, after", result.after]].map(([name, side]) =>
        h("div", { class: "panel" }, h("b", {}, name), side ? h(Cited, { of: side }) : h("p", {}, "nothing in force")))),
      h(Differences, { of: result })))),
});

export class Document extends Component {
  state = { key: this.props.fields.document || "", active: "a" };

  componentWillReceiveProps({ fields }) {
    this.setState({ key: fields.document || this.state.key });
  }

  /// The points live in the address, so that what is seen can be kept and sent.
  go(more) {
    const { document, about, known, with_about, with_known } = this.props.fields;
    location.hash = to("document", { document, about, known, with_about, with_known, ...more });
  }

  pick(which, { about, known }) {
    this.go(which === "a" ? { about, known } : { with_about: about, with_known: known });
  }

  /// A point that was written in words is read by the server; the plane shows it where it is a plain instant.
  static point(about, known, now) {
    const day = about && /^\d{4}-\d\d-\d\d$/.test(about) ? `${about}T00:00:00Z` : about || now;
    const when = known && /^\d{4}-\d\d-\d\d$/.test(known) ? `${known}T23:59:59Z` : known || now;
    return Number.isNaN(Date.parse(day)) || Number.isNaN(Date.parse(when)) ? null : { about: day, known: when < now ? when : now };
  }

  shown(history) {
    const { fields } = this.props;
    const { active } = this.state;
    const document = fields.document;
    const a = Document.point(fields.about, fields.known, history.known);
    const compared = fields.with_about || fields.with_known;
    const b = compared ? Document.point(fields.with_about, fields.with_known, history.known) : null;
    const mode = (name, words) => h("button", { type: "button", "aria-pressed": active === name, onClick: () => this.setState({ active: name }) }, words);
    return h("div", {},
      h("div", { class: "tools", role: "group", "aria-label": "What a click sets" }, mode("a", "Click sets A, the point"), mode("b", "Click sets B, to compare with"),
        compared && h("button", { type: "button", onClick: () => this.go({ with_about: "", with_known: "" }) }, "Without B"),
        h("a", { href: to("correct", { document, about: a?.about }) }, "Correct this")),
      h(Plane, { beliefs: history.results, known: history.known, a, b, active, pick: (which, point) => this.pick(which, point) }),
      h(Key), h("p", { "aria-live": "polite", class: "small" }, a && `A: about ${instant(a.about)}, as known at ${instant(a.known)}. `, b && `B: about ${instant(b.about)}, as known at ${instant(b.known)}.`),
      h(Beliefs, { of: history.results }), h(Notices, { of: history.notices }),
      b && [h("h2", {}, "What differs between B and A"), h(Difference, { document, a: { about: fields.about, known: fields.known }, b: { about: fields.with_about, known: fields.with_known } })],
      h("h2", {}, "In force at A"),
      h(InForce, { of: { document, about: fields.about, known: fields.known } }));
  }

  render({ fields }, { key }) {
    const submit = event => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.go({ document: form.get("document"), about: form.get("about"), known: form.get("known"), with_about: "", with_known: "" });
    };
    return [
      h("h1", {}, fields.document || "Document"),
      h("form", { class: "fields", onSubmit: submit, key: JSON.stringify([fields.document, fields.about, fields.known]) },
        h(DocumentField, { value: key, change: value => this.setState({ key: value }) }),
        h("label", {}, "A: about (valid time); empty: now", h("input", { name: "about", defaultValue: fields.about || "", placeholder: "2023-06-01" })),
        h("label", {}, "A: known (system time); empty: the last transaction", h("input", { name: "known", defaultValue: fields.known || "", placeholder: "2023-05-15 or @12" })),
        h("button", { class: "main" }, "Show")),
      fields.document && h(Standing, { of: fields.document }),
      fields.document ? h(Loading, { of: fields.document, ask: signal => all("history", { document: fields.document }, signal), show: history => this.shown(history) })
        : h("p", { class: "lead" }, "Choose a document to see everything that was ever believed about it."),
    ];
  }
}
