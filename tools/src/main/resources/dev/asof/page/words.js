/// An answer in words: that a model wrote it and which, its sentences with their citations, and what does not hold of them.

import { h } from "./lib/preact/dist/preact.module.js";
import { Text, range, to } from "./parts.js";

/// Where a passage stands on the page.
export const anchor = number => `passage-${number}`;

/// Goes to the passage on this page; opened elsewhere, it verifies it.
const Citation = ({ of, number }) => h("a", {
  class: "small", "data-part": "citation", href: of ? to("ask", { cite: of.permalink }) : null,
  title: of ? `${of.document}${of.section ? `, ${of.section}` : ""}, ${of.source}, valid ${range(of.valid)}` : null,
  onClick: event => {
    const passage = document.getElementById(anchor(number));
    if (passage && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      passage.scrollIntoView({ block: "center" });
      passage.focus();
    }
  },
}, `[${number}]`);

const Sentence = ({ of, passages }) => h("p", { class: of.marks.length > 0 ? "said marked" : "said", "data-part": "sentence" },
  of.text, " ", of.citations.map(number => h(Citation, { number, of: passages.get(number) })),
  of.marks.map(mark => h("span", { class: "badge unknown", "data-mark": mark.code }, mark.sentence)));

const Added = ({ of }) => h("article", { class: "panel", id: anchor(of.number), tabIndex: -1, "data-part": "added" },
  h("p", { class: "small quiet" }, `[${of.number}] The other side: ${of.document}, source ${of.source}, valid ${range(of.valid)}. `,
    h("a", { href: to("ask", { cite: of.permalink }) }, "verify")),
  h(Text, { of: of.text || "" }));

export const InWords = ({ of }) => {
  const passages = new Map(of.citations.map(cited => [cited.number, cited]));
  const added = of.citations.filter(cited => cited.added);
  return h("section", { class: "panel words", "data-part": "words", "data-outcome": of.outcome },
    h("p", { class: "quiet", role: of.fault ? "alert" : null }, `${of.sentence[0].toUpperCase()}${of.sentence.slice(1)}.`),
    of.outcome === "written" && h("p", { class: "small quiet" }, "Citations, quotations, numbers and dates of each sentence were checked; whether its passages mean what it says was not, so read them."),
    of.conflicts.map(conflict => h("div", { class: "notice", "data-part": "words-conflict" },
      conflict.period && `${conflict.period}: `, conflict.sentence, " ", conflict.citations.map(number => h(Citation, { number, of: passages.get(number) })))),
    of.sections.map(section => h("div", {},
      of.sections.length > 1 && h("h3", {}, section.period || "All together"),
      section.sentences.map(sentence => h(Sentence, { of: sentence, passages })))),
    added.length > 0 && h("div", { class: "side" }, added.map(cited => h(Added, { of: cited }))),
    of.cut && h("p", { class: "small quiet" }, "The model did not come to its end."),
    of.left.map(left => h("p", { class: "small quiet" }, `Not sent: ${left.count} ${left.count === 1 ? "passage" : "passages"} ${left.why}.`)));
};
