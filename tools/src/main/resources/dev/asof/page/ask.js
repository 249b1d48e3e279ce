/// Ask: a question in words, how its times were read, and the passages in force, with their citations.

import { h, Component } from "./lib/preact/dist/preact.module.js";
import { get, wording } from "./api.js";
import { Cited, Fault, Field, Loading, Notices, Reading, Text, instant, range, to } from "./parts.js";
import { InWords, anchor } from "./words.js";

const NAMES = ["q", "about", "known", "zone", "explain", "words"];

function factors(of) {
  const shown = Object.entries(of).filter(([, value]) => value !== null);
  return h("details", {}, h("summary", { class: "small" }, "Why it stands here"),
    h("div", { class: "scroll" }, h("table", { class: "rows small", "data-part": "factors" }, h("tbody", {}, shown.map(([name, value]) =>
      h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "mono" }, typeof value === "number" ? +value.toPrecision(5) : String(value))))))));
}

class Permalink extends Component {
  state = { copied: false };

  async copy() {
    await navigator.clipboard.writeText(this.props.of);
    this.setState({ copied: true });
  }

  render({ of }, { copied }) {
    return h("span", {}, h("button", { type: "button", class: "plain small", title: of, onClick: () => this.copy() }, copied ? "copied" : "copy permalink"),
      " ", h("a", { class: "small", href: to("ask", { cite: of }) }, "verify"));
  }
}

/// The heading stands above the passage already.
function body(of) {
  const [first, ...rest] = (of.text || "").split("\n");
  return of.heading && first.replace(/^#+\s*/, "").trim() === of.heading ? rest.join("\n") : of.text || "";
}

const Hit = ({ of, number, part }) => h("article", { class: of.tier === 2 ? "hit second" : "hit", "data-part": "hit", id: anchor(number), tabIndex: -1 },
  h("h3", {}, `${number}. ${of.heading || of.title || of.document}`),
  of.tier === 2 && h("p", { class: "small quiet" }, "Second tier: when this text applied is not known."),
  h(Text, { of: body(of) }),
  h(Cited, { of, about: part.about, known: `@${part.token}` }, of.permalink && h(Permalink, { of: of.permalink })),
  (of.remarks || []).map(remark => h("p", { class: "small quiet" }, remark)),
  (of.also || []).length > 0 && h("details", {}, h("summary", { class: "small" }, `The same passage in ${of.also.length} other places`),
    of.also.map(other => h(Cited, { of: other, about: part.about, known: `@${part.token}` }))),
  of.factors && factors(of.factors));

/// A notice belongs above the passages where it is about one of their documents, or about none.
function sorted(part) {
  const shown = new Set(part.results.map(hit => hit.document));
  const near = notice => !notice.document || shown.has(notice.document);
  return [(part.notices || []).filter(near), (part.notices || []).filter(notice => !near(notice))];
}

const Part = ({ of, sentence, before, notices: [near, far] }) => h("section", { "data-part": "part" },
  of.label && h("h2", {}, of.label),
  h(Reading, { answer: of, sentence }),
  of.during && h("p", { class: "quiet" }, `During ${range(of.during)}.`),
  h(Notices, { of: near, about: of.about, known: `@${of.token}` }),
  of.results.length === 0 && h("p", { "data-part": "nothing" }, h("b", {}, "Nothing that answers this was in force.")),
  of.results.map((hit, index) => h(Hit, { of: hit, number: before + index + 1, part: of })),
  far.length > 0 && h("details", {}, h("summary", {}, `To note of other documents: ${far.length}`), h(Notices, { of: far, about: of.about, known: `@${of.token}` })));

/// How many passages stand in the parts before, through which the words count them.
function counted(parts, index) {
  return parts.slice(0, index).reduce((sum, part) => sum + part.results.length, 0);
}

/// What is not certain is asked back: a choice writes it into the question.
const Asked = ({ of, question, choose }) => h("div", { class: "panel", "data-part": "asked-back" },
  h("p", {}, h("b", {}, of.sentence)),
  h("div", { class: "choices" }, (of.choices || []).map(choice =>
    h("button", { type: "button", onClick: () => choose(question.slice(0, of.span.start) + choice.write + question.slice(of.span.end)) }, choice.label))));

const Verified = ({ of }) => h(Loading, {
  of, ask: signal => get("cite", { permalink: of }, signal),
  show: answer => h("div", { class: "panel", "data-part": "verified" }, h("p", {}, h("b", {}, "Verified: the text is the one that was cited.")),
    h(Text, { of: answer.text || "" }), h(Cited, { of: answer })),
});

export class Ask extends Component {
  state = { ...this.props.fields, asked: null, writer: null };

  async componentDidMount() {
    try {
      this.setState({ writer: await wording() });
    } catch {
      // the answer says what is wrong; there are no words then
    }
  }

  componentWillReceiveProps({ fields }) {
    this.setState(Object.fromEntries(NAMES.map(name => [name, fields[name] || ""])));
  }

  go(more = {}) {
    const fields = Object.fromEntries(NAMES.map(name => [name, this.state[name]]));
    location.hash = to("ask", { ...fields, ...more });
  }

  render({ fields }, { q, about, known, zone, explain, words, writer }) {
    const set = name => value => this.setState({ [name]: value });
    return [
      h("h1", {}, "Ask"),
      h("p", { class: "lead" }, "As known at T, what did the documents say about time V? The times may stand in the question."),
      h("form", { class: "fields", role: "search", onSubmit: event => { event.preventDefault(); this.go(); } },
        h(Field, { name: "q", label: "Question", wide: true, value: q, change: set("q"), required: true, placeholder: "what did we know on 3 June 2023 about the policy of 1 May 2023?" }),
        h(Field, { name: "about", label: "About (valid time); empty: as in the question, or now", value: about, change: set("about"), placeholder: "2023-06-01" }),
        h(Field, { name: "known", label: "Known (system time); empty: the last transaction", value: known, change: set("known"), placeholder: "2023-05-15 or @12" }),
        h(Field, { name: "zone", label: "Zone of times that name none", value: zone, change: set("zone"), placeholder: "Europe/Berlin" }),
        h("label", { class: "line" }, h("input", { type: "checkbox", name: "explain", checked: Boolean(explain), onChange: event => set("explain")(event.target.checked ? "true" : "") }), "explain"),
        writer?.configured && h("label", { class: "line", title: `${writer.model} at ${writer.endpoint} is sent the passages` },
          h("input", { type: "checkbox", name: "words", checked: Boolean(words), onChange: event => set("words")(event.target.checked ? "true" : "") }), "in words, by a model"),
        h("button", { class: "main" }, "Ask")),
      fields.cite && h(Verified, { of: fields.cite }),
      fields.q && h(Loading, {
        of: JSON.stringify(fields),
        ask: signal => get("ask", Object.fromEntries(NAMES.map(name => [name, fields[name]])), signal),
        show: answer => h("div", { "data-part": "answer" },
          answer.parts.length !== 1 && answer.asks.length === 0 && h("div", { class: "reading" }, h("p", {}, h("b", {}, answer.sentence))),
          answer.asks.map(asked => h(Asked, { of: asked, question: fields.q, choose: question => this.go({ q: question }) })),
          h(Notices, { of: answer.notices }),
          answer.words && h(InWords, { of: answer.words }),
          answer.parts.map((part, index) => h(Part, { of: part, before: answer.words ? counted(answer.parts, index) : 0, notices: sorted(part), sentence: answer.parts.length === 1 && (answer.times.length > 0 || !fields.about) ? answer.sentence : null })),
          answer.index && answer.parts.length > 0 && h("p", { class: "small quiet" }, `Index up to transaction @${answer.index.sequence}. As known at ${instant(answer.known)}.`)),
      }),
      !fields.q && !fields.cite && h(Documents),
    ];
  }
}

const Documents = () => h(Loading, {
  of: "documents", ask: signal => get("documents", { limit: 60 }, signal),
  show: answer => h("section", {}, h("h2", {}, "Documents"),
    answer.results.length === 0 ? h("p", { class: "quiet" }, "None yet.") : h("div", { class: "side small" }, answer.results.map(row => h("a", { href: to("document", { document: row.document }) }, row.document))),
    answer.next && h("p", { class: "quiet small" }, "And more: write a key under Document.")),
});
