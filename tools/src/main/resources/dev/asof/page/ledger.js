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

const file = (text, type) => URL.createObjectURL(new Blob([text], { type }));

/// One citation with the bytes under its hashes, as the two files that verify-proof reads.
class Proof extends Component {
  state = { busy: false, fault: null, made: null };

  componentWillUnmount() { this.forget(); }

  forget() {
    for (const saved of this.state.made || []) {
      URL.revokeObjectURL(saved.href);
    }
  }

  async make(event) {
    event.preventDefault();
    const { kept, ...cited } = Object.fromEntries(new FormData(event.target));
    this.setState({ busy: true });
    try {
      const sealed = kept.size ? { name: kept.name, text: await kept.text() } : await get("checkpoint").then(({ sequence, text }) => ({ name: `checkpoint-${sequence}.txt`, text }));
      const proof = await get("prove", { ...cited, checkpoint: sealed.text });
      this.forget();
      this.setState({ busy: false, fault: null, made: [
        { name: `${cited.document.replace(/[^\p{L}\p{N}]+/gu, "-")}.proof`, href: file(`${JSON.stringify(proof, null, 2)}\n`, "application/json"), words: "Save the proof" },
        ...(kept.size ? [] : [{ name: sealed.name, href: file(sealed.text, "text/plain"), words: "Save its checkpoint" }])] });
    } catch (fault) {
      this.forget();
      this.setState({ busy: false, fault, made: null });
    }
  }

  render({ fields }, { busy, fault, made }) {
    const field = (name, label, more) => h("label", {}, label, h("input", { name, defaultValue: fields[name] || "", autocomplete: "off", ...more }));
    return h("details", { open: Boolean(fields.document) }, h("summary", {}, "A proof of one citation"),
      h("p", { class: "small quiet" }, "Anybody can check it with verify-proof, without this server: it leads from what was recorded to a checkpoint."),
      h("form", { class: "fields", key: JSON.stringify(fields), onSubmit: event => this.make(event) },
        field("document", "Document", { required: true }), field("source", "Source; empty: the first"), field("section", "Section; empty: the whole text"),
        field("about", "About (valid time); empty: now", { placeholder: "2023-06-01" }), field("known", "Known (system time); empty: the last transaction", { placeholder: "@12" }),
        h("label", {}, "A checkpoint that was kept; none: the ledger's end", h("input", { type: "file", name: "kept" })),
        h("button", { class: "main", disabled: busy }, busy ? "One moment …" : "Prove")),
      h(Fault, { of: fault }),
      made && h("div", { class: "tools", role: "status", "data-part": "proof" }, made.map(saved => h("a", { href: saved.href, download: saved.name }, `${saved.words}: ${saved.name}`))));
  }
}

class Checkpoint extends Component {
  state = { fault: null };

  async save() {
    try {
      const checkpoint = await get("checkpoint");
      const link = Object.assign(document.createElement("a"), { href: file(checkpoint.text, "text/plain"), download: `checkpoint-${checkpoint.sequence}.txt` });
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
    h("td", {}, h("a", { href: to("changes", { since: `@${Math.max(0, entry.sequence - 1)}`, known: `@${entry.sequence}` }) }, `@${entry.sequence}`)), h("td", { class: "when" }, instant(entry.system_time)), h("td", {}, entry.kind), h("td", {}, entry.actor || ""), h("td", {}, entry.reason || ""),
    h("td", { title: `${entry.hash}, after ${entry.previous}` }, h("code", {}, entry.hash.slice(0, 16))))))));

export class Ledger extends Component {
  state = { pages: [null] };

  render({ fields }, { pages }) {
    const after = pages[pages.length - 1];
    return [
      h("h1", {}, "Ledger"),
      h("p", { class: "lead" }, "Each transaction is sealed with the hash of the one before. The newest comes first."),
      h(Verify), h(Checkpoint), h(Proof, { fields }),
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
