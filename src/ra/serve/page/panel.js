// The panel with one document: its text, outline, links in and out, and a map of them.
import { $, api, el, prose, untitled } from "./dom.js";
import { linkMap } from "./pictures.js";

const TABS = ["Text", "Outline", "Links", "Map"];
let open = null, tab = "Text", from = null;

export const isOpen = () => open !== null;

export function closePanel() {
  open = null;
  $("panel").hidden = true;
  $("columns").classList.remove("has-panel");
  if (from && from.isConnected) from.focus();
}

export async function openPanel(id, which = "Text", { focus = true } = {}) {
  if (!isOpen()) from = document.activeElement;
  tab = which;
  const panel = $("panel");
  panel.hidden = false;
  $("columns").classList.add("has-panel");
  if (open === null) panel.replaceChildren(el("p", { class: "blank" }, "Loading …"));
  try {
    const place = await api("get", { id, html: true });
    const [chunks, links] = await Promise.all([api("chunks", { id: place.doc_id, limit: 500 }), api("links", { id: place.doc_id })]);
    open = { place, chunks: chunks.chunks, links };
    draw();
    if (focus) panel.querySelector(".close").focus();
  } catch (error) {
    open = open || {};
    panel.replaceChildren(el("div", { class: "blank bad" }, el("h2", {}, "Not found"), el("p", {}, error.message),
      el("button", { class: "close", onclick: closePanel }, "Close")));
  }
}

function draw() {
  const { place } = open;
  const head = el("div", { class: "panel-head" },
    el("div", {}, el("p", { class: "crumbs" }, place.breadcrumb.slice(0, -1).join(" › ") || place.tree), el("h2", {}, place.title)),
    el("button", { class: "close", "aria-label": "Close the document", onclick: closePanel }, "✕"));
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Views of the document" }, TABS.map((name) => el("button", {
    role: "tab", id: `tab-${name}`, "aria-controls": "view", "aria-selected": String(name === tab), tabindex: name === tab ? 0 : -1,
    onclick: () => { tab = name; draw(); $(`tab-${name}`).focus(); }, onkeydown: move }, label(name))));
  const view = el("div", { class: "panel-body", id: "view", role: "tabpanel", "aria-labelledby": `tab-${tab}`, tabindex: 0 }, VIEWS[tab]());
  $("panel").replaceChildren(head, tabs, view);
  $("panel").scrollTop = 0;
}

function move(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  tab = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
  draw();
  $(`tab-${tab}`).focus();
}

function label(name) {
  const { outgoing, incoming, broken } = open.links;
  return name === "Links" ? `Links ${outgoing.length + incoming.length + broken.length}` : name;
}

// A link of the text leads to the target that the index has resolved for it.
function follow(target) {
  const { outgoing } = open.links;
  const written = decodeURIComponent(target);
  const found = outgoing.find((each) => {
    const fragment = each.fragment === null ? "" : `#${each.fragment}`;
    return [each.original_url, each.original_url + fragment].some((one) => one === target || one === written);
  });
  if (found && found.target_chunk) openPanel(found.target_chunk);
}

const VIEWS = {
  Text() {
    const { place } = open;
    const whole = place.id !== place.doc_id && el("p", {}, el("button", { onclick: () => openPanel(place.doc_id) }, "Read the whole document"));
    return [el("p", { class: "foot" }, el("span", { class: "path" }, `${place.tree}:${place.path}:${place.line_start}`),
      place.tags.map((tag) => el("span", { class: "tag" }, `#${tag}`))), untitled(prose(place.html, follow, 2), place.title), whole || null];
  },
  Outline() {
    const rows = open.chunks.filter((each) => !each.part).map((each) => el("li", { class: `d${each.depth}${each.id === open.place.id ? " here" : ""}` },
      el("button", { onclick: () => openPanel(each.id) }, each.title || each.path)));
    return el("ul", { class: "outline" }, rows);
  },
  Links() {
    const { outgoing, incoming, broken } = open.links;
    const row = (id, text, where) => el("li", {}, id ? el("button", { onclick: () => openPanel(id) }, text, el("span", { class: "where" }, where)) : el("span", {}, text, el("span", { class: "where" }, where)));
    const group = (title, rows) => rows.length ? [el("h3", {}, `${title} (${rows.length})`), el("ul", { class: "links" }, rows)] : [];
    const all = [
      ...group("Out", outgoing.filter((each) => each.target_chunk).map((each) => row(each.target_chunk, each.target_chunk, `line ${each.line}`))),
      ...group("In", incoming.map((each) => row(each.source_chunk, each.source_chunk, `line ${each.line}`))),
      ...group("Elsewhere", outgoing.filter((each) => !each.target_chunk).map((each) => row(null, each.original_url, `line ${each.line}`))),
      ...group("Broken", broken.map((each) => row(null, each.original_url, each.note))),
    ];
    return all.length ? all : el("p", { class: "blank" }, "No links.");
  },
  Map() {
    const { place, links } = open;
    const ids = new Set([...links.outgoing.map((each) => each.target_document), ...links.incoming.map((each) => each.source_document)]);
    ids.delete(null);
    ids.delete(place.doc_id);
    if (!ids.size) return el("p", { class: "blank" }, "No linked documents.");
    const name = (id) => id.slice(id.indexOf(":") + 1).replace(/\.(md|markdown|txt)$/, "").split("/").filter((part) => part !== "index").pop() || id;
    const near = [...ids].map((id) => ({ id, name: name(id) }));
    return [linkMap({ id: place.doc_id, name: name(place.doc_id) }, near, (id) => openPanel(id, "Map")),
      el("p", { class: "foot" }, near.length > 12 ? `12 of ${near.length} linked documents` : `${near.length} linked ${near.length === 1 ? "document" : "documents"}`)];
  },
};
