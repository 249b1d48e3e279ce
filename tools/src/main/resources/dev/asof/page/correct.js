/// Correct: say what really applied during a range, see on the plane what that would give up, then confirm.

import { h, Component } from "./lib/preact/dist/preact.module.js";
import { all, post } from "./api.js";
import { DocumentField } from "./document.js";
import { Fault, Field, Loading, instant, range, to } from "./parts.js";
import { Key, Plane } from "./plane.js";

const KINDS = {
  correct: "another version applied during the range",
  retract: "nothing is asserted about the range any more",
  terminate: "nothing applies from the start on",
};

const lines = rows => rows.map(row => h("tr", {}, h("td", {}, row.source), h("td", {}, row.nothing || row.label), h("td", {}, row.state), h("td", {}, range(row.valid))));

const Receipt = ({ of }) => h("div", { class: "side" }, [["Given up", of.closed], ["Believed instead", of.opened]].map(([name, rows]) =>
  h("div", { class: "panel" }, h("b", {}, name), rows.length === 0 ? h("p", { class: "quiet" }, "nothing") : h("div", { class: "scroll" }, h("table", { class: "rows" }, h("tbody", {}, lines(rows)))))));

export class Correct extends Component {
  state = { document: this.props.fields.document || "", kind: "correct", from: (this.props.fields.about || "").slice(0, 10), dry: null, written: null, fault: null, busy: false, round: 0 };

  componentWillReceiveProps({ fields }) {
    if (fields.document && fields.document !== this.props.fields.document) {
      this.setState({ document: fields.document, dry: null, written: null, fault: null });
    }
  }

  change(fields) {
    this.setState({ ...fields, dry: null, fault: null });
  }

  body(more) {
    const { kind, source, label, from, to: until, zone, reason } = this.state;
    const told = { document: this.props.fields.document, source, from, zone, reason };
    if (kind !== "terminate") {
      told.to = until;
    }
    if (kind === "correct") {
      told.version_label = label;
    }
    return { ...told, ...more };
  }

  async run(more, key) {
    this.setState({ busy: true, fault: null });
    try {
      return await post(this.state.kind, this.body(more), key);
    } catch (fault) {
      this.setState({ fault });
      return null;
    } finally {
      this.setState({ busy: false });
    }
  }

  async dryRun(event, sources) {
    event.preventDefault();
    this.setState({ source: this.state.source || sources[0], written: null });
    const dry = await this.run({ source: this.state.source || sources[0], dry_run: true });
    if (dry) {
      // What was shown is what is confirmed: another write in between is refused by its transaction.
      this.setState({ dry, key: crypto.randomUUID(), expect: dry.checked_at });
    }
  }

  async confirm() {
    const written = await this.run({ source: this.state.source, expect: this.state.expect }, this.state.key);
    if (written) {
      this.setState({ written, dry: null, round: this.state.round + 1 });
    }
  }

  form(history) {
    const { kind, source, label, from, to: until, zone, reason, dry, written, fault, busy } = this.state;
    const sources = [...new Set(history.results.map(belief => belief.source))];
    const chosen = source || sources[0];
    const versions = [...new Set(history.results.filter(belief => belief.source === chosen && belief.label).map(belief => belief.label))];
    const set = name => value => this.change({ [name]: value });
    const select = (name, title, value, options) => h("label", { class: options.some(([, words]) => words.length > 20) ? "long" : null }, title, h("select", { name, value, onChange: event => set(name)(event.target.value) }, options.map(([key, words]) => h("option", { value: key }, words))));
    return h("div", {},
      h("form", { class: "fields", onSubmit: event => this.dryRun(event, sources) },
        select("kind", "What is to be said", kind, Object.entries(KINDS)),
        select("source", "Source", chosen, sources.map(name => [name, name])),
        kind === "correct" && select("label", "Version that applied", label || "", [["", "choose"], ...versions.map(name => [name, name])]),
        h(Field, { name: "from", label: "From (valid time)", value: from, change: set("from"), required: true, placeholder: "2023-06-01" }),
        kind !== "terminate" && h(Field, { name: "to", label: "To, which no longer belongs to it; empty: unbounded", value: until, change: set("to"), placeholder: "2023-07-01" }),
        h(Field, { name: "zone", label: "Zone; empty: the source's", value: zone, change: set("zone"), placeholder: "Europe/Berlin" }),
        h(Field, { name: "reason", label: "Reason, kept for good", wide: true, value: reason, change: set("reason"), required: true }),
        h("button", { class: "main", disabled: busy }, "See what would change")),
      h(Fault, { of: fault }),
      written && h("div", { class: "reading", role: "status", "data-part": "written" }, h("p", {}, h("b", {}, `Written as transaction @${written.token}.`), ` The answer of before stays readable as known at ${instant(history.known)}. `,
        h("a", { href: to("document", { document: this.props.fields.document }) }, "See the document"))),
      dry && h("div", { class: "notice", role: "status", "data-part": "dry-run" },
        h("p", {}, h("b", {}, dry.closed.length + dry.opened.length === 0 ? "This would change nothing." : "This is what would change. Nothing is written yet.")),
        (dry.reading || []).map(read => h("p", { class: "small" }, `${read.option}: “${read.written}” is ${instant(read.instant)} in ${read.zone}${read.zone_assumed ? " (assumed)" : ""}.`)),
        h(Receipt, { of: dry }),
        h("div", { class: "tools" }, h("button", { type: "button", class: "danger", disabled: busy, onClick: () => this.confirm() }, "Write it"), h("button", { type: "button", onClick: () => this.setState({ dry: null }) }, "Leave it"))),
      h(Plane, { beliefs: history.results, known: history.known, a: null, b: null, active: "a", proposed: dry, pick: (_, point) => this.change({ from: point.about.slice(0, 10) }) }),
      h("p", { class: "small quiet" }, "A click on the plane sets where the range begins."), h(Key));
  }

  render({ fields }, { document, round }) {
    return [
      h("h1", {}, "Correct"),
      h("p", { class: "lead" }, "A correction changes what is believed from now on. What was answered before stays readable, with the time at which it was believed."),
      h("form", { class: "fields", onSubmit: event => { event.preventDefault(); location.hash = to("correct", { document }); } },
        h(DocumentField, { value: document, change: value => this.setState({ document: value }) }), h("button", {}, "Show")),
      fields.document && h(Loading, { of: `${fields.document}/${round}`, ask: signal => all("history", { document: fields.document }, signal), show: history => this.form(history) }),
    ];
  }
}
