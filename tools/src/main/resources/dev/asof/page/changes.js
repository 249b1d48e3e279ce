/// Changes: what came to be believed differently between two times of knowing.

import { h, Component } from "./lib/preact/dist/preact.module.js";
import { get } from "./api.js";
import { Cited, Field, Loading, Notices, Reading, instant, range, to } from "./parts.js";

const Side = ({ name, of }) => h("div", { class: "panel" }, h("b", {}, name), of ? h(Cited, { of }) : h("p", { class: "quiet" }, "nothing was believed"));

/// A point inside the range whose answer changed, to look at on the plane.
const inside = valid => valid.from || (valid.to ? new Date(Date.parse(valid.to) - 86_400_000).toISOString() : undefined);

const Change = ({ of, answer }) => h("article", { class: "hit", "data-part": "change" },
  h("h3", {}, h("a", { href: to("document", { document: of.document, about: inside(of.valid), known: `${answer.known}`, with_about: inside(of.valid), with_known: `${answer.before.known}` }) }, of.document),
    of.section && ` section ${of.section}`, ` about ${range(of.valid)}`),
  h("p", { class: "small quiet" }, of.recorded.map(entry => `@${entry.transaction} ${instant(entry.system_time)}: ${entry.kind}${entry.actor ? ` by ${entry.actor}` : ""}${entry.reason ? `, because: ${entry.reason}` : ""}. `)),
  h("div", { class: "side" }, h(Side, { name: "Before", of: of.before }), h(Side, { name: "After", of: of.after })));

class Pages extends Component {
  state = { more: [], next: this.props.answer.next, waiting: false };

  async load() {
    this.setState({ waiting: true });
    const page = await get("changes", { ...this.props.asked, after: this.state.next });
    this.setState({ more: [...this.state.more, ...page.results], next: page.next, waiting: false });
  }

  render({ answer }, { more, next, waiting }) {
    return [[...answer.results, ...more].map(change => h(Change, { of: change, answer })),
      next && h("button", { type: "button", disabled: waiting, onClick: () => this.load() }, "More")];
  }
}

export class Changes extends Component {
  state = { ...this.props.fields };

  render({ fields }, { since, known, document }) {
    const set = name => value => this.setState({ [name]: value });
    const asked = { since: fields.since, known: fields.known, document: fields.document, limit: 50 };
    return [
      h("h1", {}, "Changes"),
      h("p", { class: "lead" }, "What we came to believe differently between two times of knowing, whatever time it is about."),
      h("form", { class: "fields", onSubmit: event => { event.preventDefault(); location.hash = to("changes", { since, known, document }); } },
        h(Field, { name: "since", label: "Since (system time)", value: since, change: set("since"), required: true, placeholder: "2024-01-01 or @12" }),
        h(Field, { name: "known", label: "Until; empty: the last transaction", value: known, change: set("known"), placeholder: "2024-06-30 or @20" }),
        h(Field, { name: "document", label: "Document; empty: all", value: document, change: set("document") }),
        h("button", { class: "main" }, "Show")),
      fields.since && h(Loading, {
        of: JSON.stringify(asked), ask: signal => get("changes", asked, signal),
        show: answer => h("div", { "data-part": "changes" },
          h(Reading, { answer, sentence: `between ${instant(answer.before.known)} (@${answer.before.token}) and ${instant(answer.known)} (@${answer.token}).` }), h(Notices, { of: answer.notices }),
          answer.results.length === 0 ? h("p", {}, h("b", {}, "Nothing came to be believed differently.")) : h(Pages, { key: answer.token + answer.before.token, answer, asked })),
      }),
    ];
  }
}
