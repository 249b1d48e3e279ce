/// Ledger: every transaction with its hash, the verification, a checkpoint to keep.

import { h, Component } from "./lib/preact/dist/preact.module.js";
import { get } from "./api.js";
import { Fault, Loading, instant, to } from "./parts.js";

class Verify extends Component {
  state = { busy: false, result: null, fault: null };

  async run() {
    this.setState({ busy: true, fault: null });
    try {
      this.setState({ result: await get("verify") });
    } catch (fault) {
      this.setState({ fault, result: null });
    }
    this.setState({ busy: false });
  }

  render(_, { busy, result, fault }) {
    return h("div", {},
      h("div", { class: "tools" }, h("button", { class: "main", disabled: busy, onClick: () => this.run() }, busy ? "Making every hash again …" : "Verify everything")),
      h(Fault, { of: fault }),
      result && (result.good
        ? h("div", { class: "reading", role: "status", "data-part": "verified" }, h("p", {}, h("b", {}, `Every hash, content and belief up to transaction @${result.checkpoint.sequence} was made again and agrees.`)),
          h("p", {}, "Head: ", h("code", {}, result.checkpoint.hash)), h("p", { class: "small quiet" }, "Keep the checkpoint where the owner of the database cannot reach it; against it also a ledger that was made anew as a whole is found."))
        : h("div", { class: "fault", role: "alert" }, typeof result.wrong === "string" ? result.wrong : result.wrong?.sentence || JSON.stringify(result.wrong))));
  }
}

class Checkpoint extends Component {
  state = { fault: null };

  async save() {
    try {
      const checkpoint = await get("checkpoint");
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([checkpoint.text])), download: `checkpoint-${checkpoint.sequence}.txt` });
      link.click();
      URL.revokeObjectURL(link.href);
      this.setState({ fault: null });
    } catch (fault) {
      this.setState({ fault });
    }
  }

  render(_, { fault }) {
    return [h("button", { type: "button", onClick: () => this.save() }, "Save a checkpoint"), h(Fault, { of: fault })];
  }
}

const Rows = ({ of }) => h("div", { class: "scroll" }, h("table", { class: "rows", "data-part": "transactions" },
  h("thead", {}, h("tr", {}, ["Transaction", "System time", "Kind", "Actor", "Because", "Hash"].map(name => h("th", { scope: "col" }, name)))),
  h("tbody", {}, of.map(entry => h("tr", {},
    h("td", {}, h("a", { href: to("changes", { since: `@${Math.max(0, entry.sequence - 1)}`, known: `@${entry.sequence}` }) }, `@${entry.sequence}`)), h("td", {}, instant(entry.system_time)), h("td", {}, entry.kind), h("td", {}, entry.actor || ""), h("td", {}, entry.reason || ""),
    h("td", { title: `${entry.hash}, after ${entry.previous}` }, h("code", {}, entry.hash.slice(0, 16))))))));

export class Ledger extends Component {
  state = { pages: [null] };

  render(_, { pages }) {
    const after = pages[pages.length - 1];
    return [
      h("h1", {}, "Ledger"),
      h("p", { class: "lead" }, "Each transaction is sealed with the hash of the one before. The newest comes first."),
      h(Verify), h(Checkpoint),
      h(Loading, {
        of: after || "first", ask: signal => get("transactions", { limit: 50, after, order: "newest" }, signal),
        show: answer => h("div", {}, h(Rows, { of: answer.results }),
          h("div", { class: "tools" },
            pages.length > 1 && h("button", { type: "button", onClick: () => this.setState({ pages: pages.slice(0, -1) }) }, "Newer"),
            answer.next && h("button", { type: "button", onClick: () => this.setState({ pages: [...pages, answer.next] }) }, "Older"))),
      }),
    ];
  }
}
