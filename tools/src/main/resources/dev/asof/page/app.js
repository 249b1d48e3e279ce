/// The frame: which view, which tenant, whose token, light or dark, and the glossary, one click away everywhere.

import { h, render, Component, createRef } from "./lib/preact/dist/preact.module.js";
import { glossary, session, tenants } from "./api.js";
import { Fault, Field, to } from "./parts.js";
import { Ask } from "./ask.js";
import { Document } from "./document.js";
import { Changes } from "./changes.js";
import { Correct } from "./correct.js";
import { Ledger } from "./ledger.js";

const VIEWS = { ask: ["Ask", Ask], document: ["Document", Document], changes: ["Changes", Changes], correct: ["Correct", Correct], ledger: ["Ledger", Ledger] };

function place() {
  const [, view, query] = location.hash.match(/^#\/([a-z]*)(?:\?(.*))?$/) || [];
  return { view: VIEWS[view] ? view : "ask", fields: Object.fromEntries(new URLSearchParams(query || "")) };
}

class Glossary extends Component {
  dialog = createRef();
  state = { entries: null, fault: null };

  async open() {
    this.dialog.current.showModal();
    if (!this.state.entries) {
      try {
        this.setState({ entries: await glossary(), fault: null });
      } catch (fault) {
        this.setState({ fault });
      }
    }
  }

  render(_, { entries, fault }) {
    return [
      h("button", { type: "button", onClick: () => this.open() }, "Glossary"),
      h("dialog", { ref: this.dialog, "aria-label": "Glossary" },
        h("form", { method: "dialog", class: "tools" }, h("h2", { style: "margin:0;flex:1" }, "Each word in one sentence"), h("button", {}, "Close")),
        h(Fault, { of: fault }),
        entries && h("dl", {}, entries.map(entry => [h("dt", {}, entry.term), h("dd", {}, entry.sentence)]))),
    ];
  }
}

class Token extends Component {
  dialog = createRef();
  state = { token: session.token };

  render({ changed }, { token }) {
    const keep = event => {
      event.preventDefault();
      session.token = token.trim();
      this.dialog.current.close();
      changed();
    };
    return [
      h("button", { type: "button", onClick: () => this.dialog.current.showModal() }, session.token ? "Token set" : "Token"),
      h("dialog", { ref: this.dialog, "aria-label": "Token" },
        h("form", { onSubmit: keep },
          h("h2", {}, "Your token"),
          h("p", { class: "quiet" }, "Made with “asof token add”. It is kept for this tab only. Empty: none."),
          h(Field, { name: "token", label: "Token", type: "password", value: token, change: value => this.setState({ token: value }) }),
          h("div", { class: "tools" }, h("button", { class: "main" }, "Use it"), h("button", { type: "button", onClick: () => this.dialog.current.close() }, "Leave it")))),
    ];
  }
}

function themed(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("asof.theme", theme);
}

function turnTheme() {
  const dark = document.documentElement.dataset.theme === "dark"
    || !document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches;
  themed(dark ? "light" : "dark");
}

class App extends Component {
  state = { ...place(), tenants: null, fault: null };

  componentDidMount() {
    addEventListener("hashchange", () => { this.setState(place()); });
    this.load();
  }

  componentDidUpdate(_, before) {
    if (before.view !== this.state.view) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
    document.title = `${VIEWS[this.state.view][0]}: asof`;
  }

  async load() {
    try {
      const answer = await tenants();
      const names = (Array.isArray(answer) ? answer : answer.results).map(row => row.tenant);
      if (!names.includes(session.tenant)) {
        session.tenant = names.includes("demo") ? "demo" : names[0] || "";
      }
      this.setState({ tenants: names, fault: null });
    } catch (fault) {
      this.setState({ tenants: [], fault });
    }
  }

  tenant(name) {
    session.tenant = name;
    location.hash = to("ask");
    this.setState({ ...place(), fields: {} });
  }

  render(_, { view, fields, tenants: names, fault }) {
    const [, Shown] = VIEWS[view];
    return [
      h("header", { class: "top" },
        h("a", { class: "name", href: to("ask") }, "asof"),
        h("nav", { "aria-label": "Views" }, Object.entries(VIEWS).map(([key, [title]]) =>
          h("a", { href: to(key, key === "document" || key === "correct" ? { document: fields.document } : {}), "aria-current": key === view ? "page" : null }, title))),
        h("div", { class: "settings" },
          names && names.length > 0 && h("select", { "aria-label": "Tenant", value: session.tenant, onChange: event => this.tenant(event.target.value) },
            names.map(name => h("option", { value: name }, name))),
          h(Token, { changed: () => this.load() }),
          h("button", { type: "button", onClick: turnTheme, "aria-label": "Light or dark" }, "◐"),
          h(Glossary))),
      h("main", { id: "main", tabindex: "-1" },
        h(Fault, { of: fault }),
        names && session.tenant && h(Shown, { key: `${session.tenant}/${session.token}`, fields }),
        names && !session.tenant && !fault && h("p", {}, "There is no tenant yet: ", h("code", {}, "asof demo"), " makes one with real documents.")),
    ];
  }
}

const theme = localStorage.getItem("asof.theme");
if (theme) {
  document.documentElement.dataset.theme = theme;
}
const root = document.getElementById("app");
root.replaceChildren();
render(h(App), root);
