/// The bitemporal plane: valid time across, system time up, one rectangle for each belief, a lane for
/// each source. Crosshair A picks a point, crosshair B the one it is compared with.

import { h, Component, createRef } from "./lib/preact/dist/preact.module.js";
import { instant, range } from "./parts.js";

const d3 = window.d3;
const DAY = 86_400_000;
const MARGIN = { left: 78, right: 14, top: 8, bottom: 30 };
const HEAD = 20;
const OVERVIEW = 44;

const ms = text => Date.parse(text);
const iso = time => new Date(time).toISOString().replace(".000Z", "Z");

/// What a source says of a document as a whole, what was seen of it, and what holds for single sections are lanes of their own.
export function lanes(beliefs) {
  const found = new Map();
  for (const belief of beliefs) {
    const seen = belief.seen ? "seen" : "stated";
    const key = [belief.source, belief.scope, seen, belief.section || ""].join("\n");
    if (!found.has(key)) {
      const words = [belief.source, belief.scope && `for ${belief.scope}`, belief.seen && "as observed", belief.section && `section ${belief.section}`];
      found.set(key, { key, title: words.filter(Boolean).join(", "), section: belief.section, beliefs: [] });
    }
    found.get(key).beliefs.push(belief);
  }
  return [...found.values()].sort((one, other) => Number(Boolean(one.section)) - Number(Boolean(other.section)));
}

/// Each version keeps its colour in all lanes; neighbours differ.
function colours(beliefs) {
  const order = new Map();
  for (const belief of [...beliefs].sort((one, other) => d3.ascending(one.system.from, other.system.from) || d3.ascending(one.valid.from, other.valid.from))) {
    if (!order.has(belief.version)) {
      order.set(belief.version, d3.schemeSet3[order.size % d3.schemeSet3.length]);
    }
  }
  return belief => order.get(belief.version) || d3.schemeSet3[0];
}

function padded([low, high], least, low_open, high_open) {
  const pad = Math.max((high - low) * 0.05, least);
  return [low - (low_open ? 2 * pad : pad), high + (high_open ? 2 * pad : pad)];
}

/// What the plane spans at first: every bound that anybody stated, and now, on both axes.
export function spans(beliefs, now, room) {
  const valid = [now], system = [now];
  for (const belief of beliefs) {
    for (const bound of [belief.valid.from, belief.valid.to]) {
      if (bound) {
        valid.push(ms(bound));
      }
    }
    system.push(ms(belief.system.from));
  }
  const across = padded(d3.extent(valid), 10 * DAY, beliefs.some(belief => !belief.valid.from), beliefs.some(belief => !belief.valid.to));
  const up = padded(d3.extent(system), 60_000, false, false);
  if (room) {
    up[1] += (up[1] - up[0]) * 0.3;
  }
  return { x: across, y: up };
}

/// As short as a tick can be read between its neighbours, hours from 0 to 23.
const TICKS = [[d3.utcSecond, ".%L"], [d3.utcMinute, ":%S"], [d3.utcDay, "%H:%M"], [d3.utcMonth, "%-d %b"], [d3.utcYear, "%B"]]
  .map(([above, form]) => [above, d3.utcFormat(form)]);
const YEAR = d3.utcFormat("%Y");
const tickWords = date => (TICKS.find(([above]) => above(date) < date)?.[1] || YEAR)(date);

const day = ends => ends.map(at => iso(at).slice(0, 10)).join(" to ");

function edges(values) {
  return [...new Set(values.filter(Boolean).map(ms))].sort(d3.ascending);
}

const next = (sorted, from, way) => way > 0 ? sorted.find(value => value > from) : sorted.findLast(value => value < from);

/// A line that can be told from any colour below it.
const drawn = ends => [h("line", { ...ends, class: "halo" }), h("line", ends)];

export class Plane extends Component {
  frame = createRef();
  surface = createRef();
  strip = createRef();
  state = { width: 0, view: null, tip: null, sections: false };

  componentDidMount() {
    this.watch = new ResizeObserver(([entry]) => this.setState({ width: Math.round(entry.contentRect.width) }));
    this.watch.observe(this.frame.current);
  }

  componentDidUpdate(before, earlier) {
    if (before.beliefs !== this.props.beliefs || before.proposed !== this.props.proposed) {
      this.setState({ view: null });
    }
    if (this.state.width && earlier.width !== this.state.width) {
      this.listen();
    }
    this.showStrip();
  }

  componentWillUnmount() { this.watch.disconnect(); }

  whole() { return spans(this.props.beliefs, ms(this.props.known), this.props.proposed); }

  /// Lanes of single sections are unfolded on demand, unless there are few.
  lanes() {
    const every = lanes(this.props.beliefs);
    const whole = every.filter(lane => !lane.section);
    return every.length <= 4 || this.state.sections || whole.length === 0 ? every : whole;
  }

  get view() { return this.state.view || this.whole(); }

  scales() {
    const { x, y } = this.view;
    const shown = this.lanes();
    const high = Math.max(110, Math.min(360, 560 / Math.max(1, shown.length)));
    const inner = Math.max(120, this.state.width - MARGIN.left - MARGIN.right);
    return { shown, high, inner, x: d3.scaleUtc(x, [0, inner]), y: d3.scaleUtc(y, [high, 0]) };
  }

  /// Drags and wheels of d3 are turned into the two spans, which may be stretched apart. What begins in the strip is the
  /// brush's alone: it keeps the end of a drag from everybody else, who would go on dragging.
  listen() {
    let last = d3.zoomIdentity;
    const zoom = d3.zoom().scaleExtent([1e-5, 1e7]).wheelDelta(event => -event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002))
      .filter(event => event.target.closest(".brush") ? false : event.type === "wheel" ? event.ctrlKey || event.metaKey || document.activeElement === this.surface.current : !event.button)
      .on("zoom", event => {
        const { shown, x, y, inner, high } = this.scales();
        const now = event.transform, k = now.k / last.k, dx = now.x - k * last.x, dy = now.y - k * last.y;
        last = now;
        // What is under the pointer stays there, in whichever lane that is.
        const pointer = event.sourceEvent ? d3.pointers(event.sourceEvent, this.surface.current)[0] : null;
        const lane = Math.max(0, Math.min(shown.length - 1, Math.floor(((pointer?.[1] ?? 0) - MARGIN.top) / (high + HEAD))));
        const left = MARGIN.left, top = MARGIN.top + lane * (high + HEAD) + HEAD;
        const across = [0, inner].map(at => +x.invert((at + left - dx) / k - left));
        const up = event.sourceEvent?.shiftKey ? this.view.y : [high, 0].map(at => +y.invert((at + top - dy) / k - top));
        this.look({ x: across, y: up });
      });
    d3.select(this.surface.current).call(zoom).on("dblclick.zoom", null);
    const { inner } = this.scales();
    this.brush = d3.brushX().extent([[0, 0], [inner, OVERVIEW - 16]]).on("start brush end", event => {
      if (!event.sourceEvent) {
        return;
      }
      this.brushing = event.type !== "end";
      if (event.selection && event.type !== "start") {
        const all = d3.scaleUtc(this.whole().x, [0, inner]);
        this.look({ x: event.selection.map(at => +all.invert(at)), y: this.view.y });
      } else if (event.type === "end") {
        this.setState({ view: null });
      }
    });
    d3.select(this.strip.current).call(this.brush);
  }

  look(view) {
    if (view.x[1] - view.x[0] > 60_000 && view.y[1] - view.y[0] > 1000) {
      this.setState({ view });
    }
  }

  /// What is shown of the whole; nothing is marked where that is all, so that a part can be drawn.
  showStrip() {
    if (!this.brush || !this.strip.current || this.brushing) {
      return;
    }
    const { inner } = this.scales();
    const all = d3.scaleUtc(this.whole().x, [0, inner]).clamp(true);
    d3.select(this.strip.current).call(this.brush.move, this.state.view ? this.view.x.map(all) : null);
  }

  zoomBy(factor) {
    const around = ([low, high]) => {
      const middle = (low + high) / 2, half = (high - low) / 2 * factor;
      return [middle - half, middle + half];
    };
    this.look({ x: around(this.view.x), y: around(this.view.y) });
  }

  /// A day is picked as a day, unless so little is shown that hours matter; nothing is known of the future.
  pick(about, known) {
    const step = this.view.x[1] - this.view.x[0] < 20 * DAY ? 60_000 : DAY;
    this.props.pick(this.props.active, {
      about: iso(Math.floor(about / step) * step),
      known: known >= ms(this.props.known) ? this.props.known : iso(Math.floor(known / 1000) * 1000),
    });
  }

  clicked(event, lane) {
    const { x, y, high } = this.scales();
    const [left, top] = d3.pointer(event, this.surface.current);
    const inLane = (top - MARGIN.top) - lane * (high + HEAD) - HEAD;
    this.pick(+x.invert(left - MARGIN.left), +y.invert(Math.max(0, Math.min(high, inLane))));
  }

  key(event) {
    const at = this.props[this.props.active] || { about: this.props.known, known: this.props.known };
    const about = ms(at.about), known = ms(at.known);
    const across = edges(this.props.beliefs.flatMap(belief => [belief.valid.from, belief.valid.to]));
    const up = edges([...this.props.beliefs.map(belief => belief.system.from), this.props.known]);
    const moves = {
      ArrowLeft: () => this.pick(event.shiftKey ? next(across, about, -1) ?? about : about - DAY, known),
      ArrowRight: () => this.pick(event.shiftKey ? next(across, about, 1) ?? about : about + DAY, known),
      ArrowUp: () => this.pick(about, next(up, known, 1) ?? known),
      ArrowDown: () => this.pick(about, next(up, known, -1) ?? known),
      "+": () => this.zoomBy(0.6), "-": () => this.zoomBy(1.6), Home: () => this.setState({ view: null }),
    };
    if (moves[event.key]) {
      event.preventDefault();
      moves[event.key]();
    }
  }

  tipOf(event, belief) {
    const box = this.frame.current.getBoundingClientRect();
    this.setState({ tip: { belief, left: Math.min(event.clientX - box.left + 14, box.width - 250), top: event.clientY - box.top + 14 } });
  }

  rectangle(belief, { x, y, inner, high }, fill, kind) {
    const left = belief.valid.from ? Math.max(-4, x(ms(belief.valid.from))) : -4;
    const right = belief.valid.to ? Math.min(inner + 4, x(ms(belief.valid.to))) : inner + 4;
    const bottom = Math.min(high + 4, y(ms(belief.system.from)));
    const top = belief.system.to ? Math.max(-4, y(ms(belief.system.to))) : -4;
    if (right <= left || bottom <= top) {
      return null;
    }
    const nothing = belief.state === "withdrawn" || belief.nothing;
    const place = { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
    const since = belief.seen ? Math.min(right, Math.max(left, x(ms(belief.seen.last)))) : left;
    const hatched = belief.seen ? right - since > 1 : belief.state === "unknown";
    const words = nothing ? "nothing applies" : belief.label;
    return h("g", { onPointerMove: event => this.tipOf(event, belief), onPointerLeave: () => this.setState({ tip: null }) },
      h("rect", { ...place, class: `belief ${belief.system.to ? "closed" : ""} ${kind || ""}`, fill: nothing ? "var(--nothing)" : fill, "data-label": belief.label, "data-state": belief.state }),
      hatched && h("rect", { ...place, x: since, width: Math.max(1, right - since), fill: "url(#hatch)", "pointer-events": "none" }),
      nothing && h("rect", { ...place, fill: "url(#crossed)", "pointer-events": "none" }),
      right - left > 7 * (words || "").length + 8 && bottom - top > 15 && h("text", { class: "words", x: Math.max(left, 0) + 5, y: Math.max(top, 0) + 13 }, words));
  }

  /// What a dry run would give up and open, above everything that is known.
  proposal(lane, scales) {
    const { proposed } = this.props;
    if (!proposed) {
      return null;
    }
    const mine = row => row.source === lane.beliefs[0].source && row.scope === lane.beliefs[0].scope && (row.section || "") === (lane.section || "")
      && lane.beliefs[0].seen === null;
    const rows = (list, kind) => list.filter(mine).map(row => this.rectangle({ ...row, system: { from: this.props.known, to: null } }, scales, this.colour(this.props.beliefs.find(belief => belief.label === row.label) || {}), kind));
    return [rows(proposed.opened, "proposed"), rows(proposed.closed, "given-up").map(node => node && h("g", { "pointer-events": "none", class: "outline", "fill-opacity": 0 }, node))];
  }

  cross(name, { x, y, high, inner, shown }) {
    const at = this.props[name];
    if (!at) {
      return null;
    }
    const left = x(ms(at.about)), up = y(ms(at.known));
    const tall = shown.length * (high + HEAD);
    return h("g", { class: `cross ${name}`, "data-about": at.about, "data-known": at.known, "pointer-events": "none" },
      left >= 0 && left <= inner && drawn({ x1: left, x2: left, y1: HEAD, y2: tall }),
      up >= 0 && up <= high && shown.map((_, index) => {
        const line = index * (high + HEAD) + HEAD + up;
        return [drawn({ x1: 0, x2: inner, y1: line, y2: line }), left >= 0 && left <= inner && h("circle", { cx: left, cy: line, r: 9 }), left >= 0 && left <= inner && h("text", { x: left, y: line + 4, "text-anchor": "middle" }, name.toUpperCase())];
      }));
  }

  lane(lane, index, scales) {
    const { x, y, high, inner } = scales;
    const top = index * (high + HEAD) + HEAD;
    const across = x.ticks(Math.max(2, inner / 90)), up = y.ticks(Math.max(2, high / 40));
    return h("g", { transform: `translate(0,${top})`, "data-lane": lane.title },
      h("text", { class: "lane", x: 0, y: -5 }, lane.title),
      h("g", { class: "grid" }, across.map(tick => h("line", { x1: x(tick), x2: x(tick), y1: 0, y2: high })), up.map(tick => h("line", { x1: 0, x2: inner, y1: y(tick), y2: y(tick) }))),
      h("rect", { width: inner, height: high, fill: "transparent", onClick: event => this.clicked(event, index) }),
      h("g", { "clip-path": "url(#lane)", onClick: event => this.clicked(event, index) },
        lane.beliefs.map(belief => this.rectangle(belief, scales, this.colour(belief))),
        this.proposal(lane, scales)),
      h("line", { class: "now", x1: 0, x2: inner, y1: y(ms(this.props.known)), y2: y(ms(this.props.known)), "clip-path": "url(#lane)" }),
      h("g", { class: "axis" }, up.map(tick => h("text", { x: -6, y: y(tick) + 4, "text-anchor": "end" }, tickWords(tick))), h("path", { d: `M0,0V${high}H${inner}`, fill: "none" })),
      index === scales.shown.length - 1 && across.map(tick => h("text", { x: x(tick), y: high + 16, "text-anchor": "middle" }, tickWords(tick))));
  }

  render({ beliefs, known }, { width, tip, sections }) {
    if (!width) {
      return h("div", { class: "plane", ref: this.frame });
    }
    const scales = this.scales();
    this.colour = colours(beliefs);
    const { shown, high, inner } = scales;
    const tall = shown.length * (high + HEAD);
    const total = MARGIN.top + tall + MARGIN.bottom + OVERVIEW;
    const all = d3.scaleUtc(this.whole().x, [0, inner]);
    const folded = lanes(beliefs).length > 4 ? lanes(beliefs).filter(lane => lane.section).length : 0;
    return h("div", { class: "plane", ref: this.frame },
      h("svg", {
        ref: this.surface, viewBox: `0 0 ${width} ${total}`, width, height: total, tabindex: 0, role: "application",
        "aria-label": "Beliefs: valid time across, system time up. Arrow keys move the crosshair, with Shift to the next bound; plus and minus zoom; Home shows everything. The table below says the same.",
        onKeyDown: event => this.key(event),
      },
      h("defs", {},
        h("pattern", { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, h("line", { x1: 0, y1: 0, x2: 0, y2: 7, stroke: "#10202f", "stroke-width": 1.6, opacity: 0.55 })),
        h("pattern", { id: "crossed", width: 8, height: 8, patternUnits: "userSpaceOnUse" }, h("path", { d: "M0,0L8,8M8,0L0,8", stroke: "#10202f", opacity: 0.3 })),
        h("clipPath", { id: "lane" }, h("rect", { width: inner, height: high }))),
      h("g", { transform: `translate(${MARGIN.left},${MARGIN.top})` },
        shown.map((lane, index) => this.lane(lane, index, scales)),
        this.cross("b", scales), this.cross("a", scales)),
      h("g", { transform: `translate(${MARGIN.left},${total - OVERVIEW + 6})` },
        h("rect", { width: inner, height: OVERVIEW - 16, fill: "var(--grid)" }),
        beliefs.filter(belief => !belief.system.to).map(belief => {
          const left = belief.valid.from ? all(ms(belief.valid.from)) : 0, right = belief.valid.to ? all(ms(belief.valid.to)) : inner;
          return h("rect", { x: left, width: Math.max(1, right - left), y: 4, height: OVERVIEW - 24, fill: this.colour(belief), stroke: "var(--panel)" });
        }),
        h("g", { class: "brush", ref: this.strip }))),
      tip && h("div", { class: "tip", style: `left:${tip.left}px;top:${tip.top}px` },
        h("b", {}, tip.belief.label || tip.belief.state), ` ${tip.belief.state}`, h("br"), `valid ${range(tip.belief.valid)}`, h("br"), `known ${range(tip.belief.system)}`,
        tip.belief.opened && tip.belief.opened.reason && [h("br"), `because: ${tip.belief.opened.reason}`]),
      h("p", { class: "small quiet", style: "margin:.2em .6em" }, `Valid time across, ${day(scales.x.domain())}; system time up, ${day(scales.y.domain())}; the last transaction at ${instant(known)}. Drag to move, Ctrl and wheel to zoom (with Shift across only), or mark a part of the strip above; a click in it shows everything.`),
      h("div", { class: "tools", style: "padding:0 .6em" },
        h("button", { type: "button", "aria-label": "Zoom in", onClick: () => this.zoomBy(0.6) }, "+"),
        h("button", { type: "button", "aria-label": "Zoom out", onClick: () => this.zoomBy(1.6) }, "−"),
        h("button", { type: "button", onClick: () => this.setState({ view: null }) }, "Everything"),
        folded > 0 && h("button", { type: "button", "aria-pressed": sections, onClick: () => this.setState({ sections: !sections }) }, sections ? "Without single sections" : `Single sections: ${folded} lanes`)));
  }
}

const swatch = (...inside) => h("svg", { viewBox: "0 0 24 16", "aria-hidden": "true" }, inside);

/// What the colours and patterns say.
export const Key = () => h("div", { class: "key" },
  h("span", {}, swatch(h("rect", { width: 24, height: 16, fill: d3.schemeSet3[4] })), "a belief; each version has its colour"),
  h("span", {}, swatch(h("rect", { width: 24, height: 16, fill: d3.schemeSet3[4], opacity: 0.62 })), "given up later"),
  h("span", {}, swatch(h("rect", { width: 24, height: 16, fill: d3.schemeSet3[4] }), h("path", { d: "M-2,10L10,-2M2,18L20,0M12,20L28,4", stroke: "#10202f", opacity: 0.55 })), "presumed or unknown"),
  h("span", {}, swatch(h("rect", { width: 24, height: 16, fill: "var(--nothing)" }), h("path", { d: "M0,0L24,16M24,0L0,16", stroke: "#10202f", opacity: 0.3 })), "nothing applies"),
  h("span", { class: "a-ink" }, "A the point"), h("span", { class: "b-ink" }, "B what it is compared with"));
