// The page: search as you type, filters, results, keys.
import { ask, clearAnswer, isQuestion } from "./ask.js";
import { $, api, el, Failure, prose, setToken, untitled } from "./dom.js";
import { closePanel, isOpen, openPanel } from "./panel.js";
import { scoreCurve } from "./pictures.js";

const LIMIT = 20, PAUSE = 120;
const state = { q: "", tree: [], tag: [], property: [], after: "", explain: false, asks: false, chosen: -1, report: null };
let timer = 0, request = null;

const NAMES = ["title", "tag", "tags", "alias", "aliases"];  // they have places of their own
const DATES = [["Past week", "7d"], ["Past month", "1m"], ["Past year", "1y"]];

async function search() {
  request?.abort();
  request = new AbortController();
  const { q, tree, tag, property, after, explain } = state;
  remember();
  if (!q.trim()) { state.report = null; clearAnswer(); return draw(); }
  if (state.asks || isQuestion(q)) answer(); else clearAnswer();
  try {
    state.report = await api("search", { q, tree, tag, property, after, limit: LIMIT, html: true, fallback: true,
      ...(explain ? { explain: true, curve: true } : {}) }, request.signal);
    state.chosen = -1;
    draw();
  } catch (error) {
    if (error.name === "AbortError") return;
    failed(error);
  }
}

function answer() {
  const { q, tree, tag, property, after } = state;
  ask(q.trim(), { tree, filtered: tag.length + property.length > 0 || after !== "", failed });
}

// Ask what is typed, even if it does not look like a question.
function askNow() {
  if (!$("q").value.trim()) { $("q").focus(); return; }
  clearTimeout(timer);
  state.q = $("q").value;
  state.asks = true;
  search();
}

function failed(error) {
  if (error instanceof Failure && error.status === 401) { $("login").showModal(); return; }
  state.report = null;
  $("list").replaceChildren();
  $("curve").hidden = true;
  $("status").replaceChildren();
  $("blank").className = "blank bad";
  const title = error.status === 429 ? "Too many requests" : error.status ? "The search failed" : "The server does not answer";
  $("blank").replaceChildren(el("h2", {}, title), el("p", {}, error.message), el("button", { onclick: search }, "Try again"));
}

function draw() {
  const { report } = state;
  $("blank").className = "blank";
  $("blank").replaceChildren(...(report ? (report.results.length ? [] : nothing(report)) : welcome()));
  $("status").replaceChildren(...(report ? facts(report) : []));
  $("list").replaceChildren(...(report ? report.results.map(row) : []));
  for (const box of document.querySelectorAll(".excerpt")) box.classList.toggle("long", box.scrollHeight > box.clientHeight + 4);
  drawCurve(report);
  drawPressed();
}

function welcome() {
  const tips = [["green tea", "both words, also inflected"], ['"green tea"', "these words side by side"], ["tea -black", "without a word"], ["title:tea", "in headings only"], ["how hot is green tea?", "a question gets an answer"]];
  return [el("h2", {}, "What are you looking for?"), el("p", {}, "Results appear while you type."),
    el("ul", {}, tips.map(([query, meaning]) => el("li", {}, el("span", {}, el("code", {}, query)), el("span", {}, meaning))))];
}

function nothing(report) {
  const filtered = state.tree.length + state.tag.length + state.property.length + (state.after ? 1 : 0);
  return [el("h2", {}, "Nothing found"), el("p", {}, report.notes[0] || "Try other or fewer words."),
    filtered ? el("button", { onclick: clear }, "Remove the filters") : ""];
}

function facts(report) {
  const count = report.results.length;
  const parts = [el("span", { class: count ? "" : "visually-hidden" }, `${count}${count === LIMIT ? "+" : ""} ${count === 1 ? "result" : "results"}`)];
  if (count) parts.push(el("span", { class: report.verdict.strength === "strong" ? "strong" : "" }, `${report.verdict.strength} match`));
  for (const [typed, others] of Object.entries(report.corrections)) parts.push(el("span", {}, `“${typed}” is in no document; searched ${others.join(", ")}`));
  return [...parts, ...report.notes.slice(count ? 0 : 1).map((note) => el("span", { class: "note" }, note))];
}

function row(result, at) {
  const open = () => { choose(at); openPanel(result.id); };
  const more = result.aggregated ? `${result.constituents.length} matching sections` : "";
  const unfold = el("button", { "aria-expanded": "false", onclick: (event) => toggle(item, event.currentTarget) }, more || "Show all");
  const item = el("li", { class: "result", id: `r${at}` },
    el("p", { class: "crumbs" }, result.breadcrumb.slice(0, -1).join(" › ") || result.tree),
    el("h3", {}, el("button", { onclick: open }, result.title || result.path)),
    el("div", { class: "excerpt" }, untitled(prose(result.html, () => openPanel(result.doc_id), 3), result.title)),
    result.aggregated ? parts(result) : null,
    el("div", { class: "foot" }, unfold, el("span", { class: "path" }, `${result.tree}:${result.path}:${result.line}`),
      result.tags.slice(0, 4).map((tag) => el("span", { class: "tag" }, `#${tag}`)),
      result.missing.length ? el("span", { class: "lacks" }, `lacks ${result.missing.join(", ")}`) : null,
      result.also_in.length ? el("span", {}, `also in ${result.also_in.length} other ${result.also_in.length === 1 ? "place" : "places"}`) : null),
    state.explain ? why(result) : null);
  return item;
}

function parts(result) {
  return el("ul", { class: "parts", hidden: true }, result.constituents.map((each) => el("li", {},
    el("button", { onclick: () => openPanel(each.id) }, each.title), ` line ${each.line}`)));
}

function toggle(item, button) {
  const open = item.classList.toggle("open");
  button.setAttribute("aria-expanded", String(open));
  const list = item.querySelector(".parts");
  if (list) list.hidden = !open; else button.textContent = open ? "Show less" : "Show all";
}

function why(result) {
  const said = result.why || (result.constituents[0] && result.constituents[0].why);
  const rows = [["Score", result.score.toFixed(3)]];
  if (said) {
    for (const [leg, { rank, score }] of Object.entries(said.legs)) rows.push([leg, `rank ${rank}, score ${score.toFixed(3)}`]);
    if (said.terms.length) rows.push(["Matched", said.terms.join(", ")]);
    for (const [typed, near] of Object.entries(said.near)) rows.push([`Near “${typed}”`, near.join(", ")]);
    for (const [name, value] of Object.entries(said.factors)) rows.push([name.replace("_", " "), value.toFixed(3)]);
  }
  return el("dl", { class: "why" }, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

function drawCurve(report) {
  const box = $("curve");
  box.hidden = !(state.explain && report && report.curve && report.curve.scores.length);
  if (box.hidden) return;
  const { scores, kept, reason } = report.curve;
  const stages = Object.entries(report.stages || {}).filter(([, facts]) => facts && typeof facts === "object" && !Array.isArray(facts) && "dropped" in facts)
    .map(([name, facts]) => el("li", {}, `${name}: ${facts.kept ?? facts.tokens ?? ""} kept, ${facts.dropped} dropped`));
  box.replaceChildren(el("h2", {}, "Why these results"), el("p", {}, `${scores.length} candidates by score; ${kept} kept (${reason}).`), scoreCurve(report.curve), el("ol", {}, stages));
}

async function drawFacets() {
  let trees, facets;
  try { [{ trees }, facets] = await Promise.all([api("trees", {}), api("facets", {})]); } catch (error) { return failed(error); }
  const option = (key, value, name, count) => el("li", {}, el("button", { "data-key": key, "data-value": value, "aria-pressed": "false", onclick: () => pick(key, value) },
    el("span", { class: "name" }, name), count === null ? null : el("span", { class: "count" }, String(count))));
  const group = (title, rows) => rows.length ? el("section", {}, el("h2", {}, title), el("ul", {}, rows)) : "";
  $("facets").replaceChildren(...[
    group("Trees", trees.length > 1 ? trees.map((each) => option("tree", each.name, each.name, each.documents)) : []),
    group("Tags", facets.tags.slice(0, 12).map((each) => option("tag", each.name, `#${each.name}`, each.documents))),
    group("Updated", DATES.map(([name, value]) => option("after", value, name, null))),
    group("Properties", facets.properties.filter((each) => !NAMES.includes(each.name.toLowerCase())).slice(0, 8).map((each) => option("property", each.name, each.name, each.documents))),
  ].filter(Boolean));
  drawPressed();
}

function drawPressed() {
  for (const button of $("facets").querySelectorAll("button")) {
    const { key, value } = button.dataset;
    const on = key === "after" ? state.after === value : state[key].includes(value);
    button.setAttribute("aria-pressed", String(on));
  }
  $("explain").setAttribute("aria-pressed", String(state.explain));
}

function pick(key, value) {
  if (key === "after") state.after = state.after === value ? "" : value;
  else state[key] = state[key].includes(value) ? state[key].filter((each) => each !== value) : [...state[key], value];
  drawPressed();
  search();
}

function clear() { Object.assign(state, { tree: [], tag: [], property: [], after: "" }); search(); }

function choose(at, { scroll = true } = {}) {
  const rows = [...$("list").children];
  if (!rows.length) return;
  state.chosen = Math.max(0, Math.min(at, rows.length - 1));
  rows.forEach((each, number) => each.classList.toggle("chosen", number === state.chosen));
  const chosen = rows[state.chosen];
  if (scroll) chosen.scrollIntoView({ block: "nearest" });
  $("q").setAttribute("aria-activedescendant", chosen.id);
}

function explain() { state.explain = !state.explain; drawPressed(); search(); }

function keys(event) {
  const typing = event.target.matches("input");
  if (event.ctrlKey || event.metaKey || event.altKey || $("login").open) return;
  if (event.key === "/" && !typing) { event.preventDefault(); $("q").focus(); $("q").select(); }
  else if (event.key === "ArrowDown" && (typing || event.target === document.body || $("results").contains(event.target))) { event.preventDefault(); step(1); }
  else if (event.key === "ArrowUp" && (typing || event.target === document.body || $("results").contains(event.target))) { event.preventDefault(); step(-1); }
  else if (event.key === "Enter" && event.shiftKey && event.target === $("q")) { event.preventDefault(); askNow(); }
  else if (event.key === "Enter" && typing && state.report?.results.length) { event.preventDefault(); const at = Math.max(0, state.chosen); choose(at); openPanel(state.report.results[at].id); }
  else if (event.key === "Escape") { if (isOpen()) closePanel(); else if (typing) { $("q").value = ""; state.q = ""; search(); } }
  else if (event.key === "e" && !typing) explain();
  else if (event.key === "a" && !typing) askNow();
}

function step(by) {
  choose(state.chosen + by);
  if (isOpen() && state.report) openPanel(state.report.results[state.chosen].id, "Text", { focus: false });
}

// The address holds the search, so that it can be shared and the back button works.
function remember() {
  const place = new URLSearchParams();
  if (state.q) place.set("q", state.q);
  for (const key of ["tree", "tag", "property"]) for (const value of state[key]) place.append(key, value);
  if (state.after) place.set("after", state.after);
  if (state.explain) place.set("explain", "1");
  if (state.asks) place.set("ask", "1");
  history.replaceState(null, "", place.size ? `#${place}` : location.pathname);
}

function recall() {
  const place = new URLSearchParams(location.hash.slice(1));
  Object.assign(state, { q: place.get("q") || "", tree: place.getAll("tree"), tag: place.getAll("tag"), property: place.getAll("property"),
    after: place.get("after") || "", explain: place.has("explain"), asks: place.has("ask") });
  $("q").value = state.q;
}

$("q").addEventListener("input", () => { clearTimeout(timer); state.q = $("q").value; state.asks = false; timer = setTimeout(search, PAUSE); });
$("form").addEventListener("submit", (event) => event.preventDefault());
$("explain").addEventListener("click", explain);
$("ask").addEventListener("click", askNow);
$("filters").addEventListener("click", () => { const shown = $("facets").classList.toggle("shown"); $("filters").setAttribute("aria-expanded", String(shown)); });
$("login-form").addEventListener("submit", () => { setToken($("token").value.trim()); drawFacets(); search(); });
document.addEventListener("keydown", keys);
window.addEventListener("hashchange", () => { recall(); search(); });
recall();
draw();
$("q").focus();
drawFacets();
search();
