// The answer to a question: sentences as they come, each with citations that open their section.
import { $, el, Failure, prose, stream } from "./dom.js";
import { openPanel } from "./panel.js";

let request = null, asked = null;

const NAMES = { extractive: "Quoted from the documents", generated: "Written by a language model, checked against its sources" };

// A question mark at the end asks by itself; other texts are asked by the button or Shift+Enter.
export const isQuestion = (text) => /\S[?？؟]\s*$/.test(text);

export function clearAnswer() {
  request?.abort();
  request = asked = null;
  $("answer").hidden = true;
  $("answer").replaceChildren();
}

export async function ask(question, { tree, filtered, failed }) {
  const key = JSON.stringify([question, tree]);
  if (key === asked) return;
  request?.abort();
  request = new AbortController();
  asked = key;
  const box = $("answer"), answer = { sentences: [], evidence: [], notes: [], verdict: null, kind: "", done: false, filtered };
  box.hidden = false;
  box.setAttribute("aria-busy", "true");
  draw(answer);
  const { signal } = request;
  try {
    await stream("ask", { q: question, tree, html: true, stream: true }, signal, (name, data) => {
      if (name === "error") throw new Failure(500, data.error);
      if (name === "evidence") Object.assign(answer, data, { sentences: [] });
      if (name === "sentence") answer.sentences.push(data);
      if (name === "answer") Object.assign(answer, data, { done: true });
      draw(answer);
    });
    if (!answer.done) throw new Failure(0, { message: "The answer broke off." });
  } catch (error) {
    if (error.name === "AbortError") return;
    asked = null;
    if (error.status === 401) { clearAnswer(); return failed(error); }
    box.replaceChildren(el("div", { class: "answer-head" }, el("h2", {}, "Answer")), el("p", { class: "caveat" }, error.message));
  } finally {
    if (!signal.aborted) box.removeAttribute("aria-busy");
  }
}

function draw(answer) {
  const { sentences, evidence, verdict, kind, notes, done } = answer;
  const parts = [el("div", { class: "answer-head" }, el("h2", {}, "Answer"), el("span", {}, NAMES[kind] || ""))];
  if (done && !sentences.length) {
    parts.push(el("p", { class: "refusal" }, "The documents do not answer this question."),
      el("p", { class: "hint-line" }, "Ask in other words, or look through the results below."));
  } else if (!sentences.length) {
    parts.push(el("p", { class: "waiting" }, evidence.length ? `Reading ${evidence.length} ${evidence.length === 1 ? "section" : "sections"} …` : "Searching …"));
  } else {
    if (verdict && verdict.strength === "weak") parts.push(el("p", { class: "caveat" }, "Weak match: the documents may not answer this question."));
    parts.push(el("div", { class: "said" }, paragraphs(answer)), sources(answer));
  }
  if (done) parts.push(...notes.filter((note) => !note.startsWith("no embeddings")).map((note) => el("p", { class: "hint-line" }, note)));
  if (done && answer.filtered) parts.push(el("p", { class: "hint-line" }, "Answers use the filter of trees only."));
  $("answer").replaceChildren(...parts);
}

// Sentences that follow each other are one paragraph; lists and code are blocks of their own.
function paragraphs(answer) {
  const blocks = [];
  for (const each of answer.sentences) {
    const text = prose(each.html, () => openPanel(place(each, answer)), 3);
    const marks = each.citations.map((number) => citation(number, each, answer));
    if (!each.supported) marks.push(el("span", { class: "doubt" }, "not supported"));
    const line = text.lastElementChild;
    if (each.kind !== "sentence" || text.children.length !== 1 || line.tagName !== "P") { blocks.push(el("div", { class: "block" }, text, marks)); continue; }
    const last = blocks.at(-1);
    if (last?.tagName === "P") last.append(" ", ...line.childNodes, ...marks);
    else blocks.push(el("p", {}, [...line.childNodes], marks));
  }
  return blocks;
}

const piece = (number, answer) => answer.evidence.find((one) => one.number === number);

function place(sentence, answer) {
  return sentence.id || piece(sentence.citations[0], answer)?.id;
}

function citation(number, sentence, answer) {
  const source = piece(number, answer);
  const name = source ? source.breadcrumb.join(" › ") || source.path : "";
  return el("button", { class: "cite", "aria-label": `Source ${number}: ${name}`, title: name, onclick: () => openPanel(sentence.id || source.id) }, String(number));
}

function sources(answer) {
  const numbers = [...new Set(answer.sentences.flatMap((each) => each.citations))].sort((a, b) => a - b);
  return el("ol", { class: "sources", "aria-label": "Sources" }, numbers.map((number) => {
    const source = piece(number, answer), quoted = answer.sentences.filter((each) => each.citations.includes(number) && each.id);
    if (!source) return null;
    const line = quoted.length ? Math.min(...quoted.map((each) => each.line_start)) : source.line_start;
    return el("li", {}, el("span", { class: "cite", "aria-hidden": "true" }, String(number)),
      el("button", { onclick: () => openPanel(quoted[0]?.id || source.id) }, source.breadcrumb.join(" › ") || source.path),
      el("span", { class: "path" }, `${source.tree}:${source.path}:${line}`));
  }));
}
