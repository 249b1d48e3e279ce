/// What several views show: times and how they were read, states, citations, notices, texts, differences.

import { h, Component } from "./lib/preact/dist/preact.module.js";

/// A link to a view with its fields, so that every view can be kept and sent.
export function to(view, fields = {}) {
  const query = new URLSearchParams(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== "")).toString();
  return `#/${view}${query ? `?${query}` : ""}`;
}

/// An instant in UTC, as short as is exact: a midnight is its date.
export function instant(value) {
  if (!value) {
    return "unbounded";
  }
  const whole = value.match(/^([+-]?\d+-\d\d-\d\d)T(\d\d:\d\d)(:00)?Z$/);
  if (!whole) {
    return value.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
  }
  return whole[2] === "00:00" ? whole[1] : `${whole[1]} ${whole[2]} UTC`;
}

/// A half-open range: the start belongs to it, the end does not.
export function range(value) {
  return value ? `[${instant(value.from)}, ${instant(value.to)})` : "";
}

/// The key of the only section of a text that has none.
const WHOLE = "~document";

const WHY = {
  asserted: "an authority states when it applies", observed: "seen at the source at that time",
  presumed: "seen before, not contradicted since", unknown: "nobody says when it applies",
  withdrawn: "the source holds that nothing applies",
};

export const State = ({ of }) => h("span", { class: `badge ${of.state}`, title: WHY[of.state] }, of.why ? `${of.state}: ${of.why}` : of.state);

/// What went wrong, as the server says it.
export const Fault = ({ of }) => of ? h("p", { class: "fault", role: "alert" }, of.message) : null;

function ofAbout(about) {
  if (!about) {
    return [];
  }
  return about.zones.map(zone => h("p", {},
    "About ", h("b", {}, instant(zone.instant)),
    about.text ? `, from “${about.text}”` : ", now, as no time was given",
    ` in ${zone.zone === "Z" ? "UTC" : zone.zone}${zone.assumed ? " (assumed: the source has no zone of its own)" : ""}`,
    zone.decision ? `; ${zone.decision}` : "", "."));
}

function ofKnown(known) {
  const why = known.text ? `, from “${known.text}”`
    : known.how === "token" ? ", from the token" : ", the last transaction, as none was given";
  return h("p", {}, "As known at ", h("b", {}, instant(known.instant)), why, known.zone_assumed ? ` in ${known.zone} (assumed)` : "", ".");
}

/// How the two times were read, and the token that repeats the answer.
export const Reading = ({ answer, sentence }) => h("div", { class: "reading", "data-part": "reading" },
  sentence && h("p", {}, h("b", {}, sentence[0].toUpperCase() + sentence.slice(1))),
  answer && answer.reading && ofAbout(answer.reading.about),
  answer && answer.reading && answer.reading.known && ofKnown(answer.reading.known),
  answer && answer.token !== undefined && answer.token !== null
    && h("p", { class: "small quiet" }, "Token ", h("code", { "data-part": "token" }, `@${answer.token}`), " repeats this answer, whatever is written later."));

const CONFLICTS = ["sources-conflict", "observed-differs"];

/// Notices. What disagrees stands side by side; the beliefs behind other notices can be unfolded.
export const Notices = ({ of, about, known }) => (of || []).map(notice => {
  const beliefs = notice.beliefs && notice.beliefs.length > 0
    && h("div", { class: "side" }, notice.beliefs.map(belief => h("div", { class: "panel" }, h(Cited, { of: belief, about, known }))));
  return h("div", { class: "notice", "data-code": notice.code },
    beliefs && !CONFLICTS.includes(notice.code) ? h("details", {}, h("summary", {}, notice.sentence), beliefs) : [h("div", {}, notice.sentence), beliefs]);
});

/// One citation: whose text, when it applied, since when that is known.
export const Cited = ({ of, about, known, children }) => h("div", { class: "cite" },
  h("b", {}, h("a", { href: to("document", { document: of.document, about, known }) }, of.document)),
  of.section && of.section !== WHOLE && h("span", {}, "section ", h("b", {}, of.section)),
  h("span", {}, "version ", h("b", {}, of.label || of.version)),
  h("span", {}, "source ", h("b", {}, of.source)),
  of.scope && h("span", {}, "for ", h("b", {}, of.scope)),
  h("span", {}, h(State, { of })),
  h("span", {}, "valid ", h("b", {}, range(of.valid))),
  of.seen && h("span", {}, `seen ${instant(of.seen.first)} to ${instant(of.seen.last)}`),
  h("span", {}, "known ", h("b", {}, range(of.system))),
  of.erased && h("span", { class: "badge unknown" }, `erased ${instant(of.erased.system_time)}`),
  of.sha256 && h("span", { title: of.sha256 }, "sha-256 ", h("code", {}, of.sha256.slice(0, 12))),
  of.url && /^https?:/.test(of.url) && h("a", { href: of.url, rel: "noopener noreferrer", target: "_blank" }, "at the source"),
  of.rights && h("span", {}, "the linked page may have changed"),
  children);

let markdown = null;

function renderer() {
  if (!markdown) {
    markdown = window.markdownit({ html: false, linkify: false });
    // Nothing is loaded from elsewhere, and a link of an old text may lead anywhere: both are shown as words.
    markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index].content);
    markdown.renderer.rules.link_open = (tokens, index) =>
      `<span class="link" title="${markdown.utils.escapeHtml(tokens[index].attrGet("href") || "")}">`;
    markdown.renderer.rules.link_close = () => "</span>";
  }
  return markdown;
}

/// A text, its Markdown shown as such; HTML inside it stays words.
export const Text = ({ of }) => h("div", { class: "text", dangerouslySetInnerHTML: { __html: renderer().render(of) } });

const KEEP = 160;

function shortened(words, first, last) {
  if (words.length <= 2 * KEEP + 40) {
    return words;
  }
  const before = first ? "" : words.slice(0, KEEP);
  const after = last ? "" : words.slice(-KEEP);
  return [before, h("span", { class: "more" }, " … "), after];
}

/// What differs between two texts, section by section, words that stay shortened.
export const Differences = ({ of }) => (of.sections || []).map(section => h("section", { class: "panel", "data-section": section.section },
  h("h3", {}, section.title || (section.section === WHOLE ? "The whole text" : section.section), " ", h("span", { class: "badge" }, section.change), " ",
    section.nature && h("span", { class: "badge" }, section.nature)),
  h("div", { class: "diff" }, (section.words || []).map((run, index, runs) =>
    run.kind === "added" ? h("ins", {}, run.text)
      : run.kind === "removed" ? h("del", {}, run.text)
        : h("span", {}, shortened(run.text, index === 0, index === runs.length - 1))))));

/// A field whose label says what may be written.
export const Field = ({ name, label, value, change, wide, ...more }) => h("label", { class: wide ? "wide" : null },
  label, h("input", { name, value: value || "", onInput: event => change(event.target.value), autocomplete: "off", ...more }));

/// Loads when its question changes; a question that came later wins over an answer that comes late.
export class Loading extends Component {
  state = { waiting: true, answer: null, fault: null };

  componentDidMount() { this.load(); }

  componentDidUpdate(before) {
    if (before.of !== this.props.of) {
      this.load();
    }
  }

  componentWillUnmount() { this.abort?.abort(); }

  async load() {
    this.abort?.abort();
    const mine = this.abort = new AbortController();
    this.setState({ waiting: true, fault: null });
    try {
      const answer = await this.props.ask(mine.signal);
      if (!mine.signal.aborted) {
        this.setState({ waiting: false, answer });
      }
    } catch (fault) {
      if (!mine.signal.aborted) {
        this.setState({ waiting: false, fault, answer: null });
      }
    }
  }

  render({ show }, { waiting, answer, fault }) {
    return h("div", { "aria-busy": waiting },
      fault && h(Fault, { of: fault }),
      answer ? h("div", { style: waiting ? "opacity:.5" : null }, show(answer)) : waiting && h("p", { class: "waiting" }, "One moment …"));
  }
}
