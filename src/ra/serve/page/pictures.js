// Pictures: the curve of scores with its elbow, and the map of linked documents.
import { svg } from "./dom.js";

export function scoreCurve(curve) {
  const { scores, kept, reason } = curve;
  const wide = 640, high = 170, left = 40, bottom = 26, top = 12;
  const most = Math.max(...scores, 1e-9);
  const x = (at) => left + (scores.length < 2 ? 0 : (at / (scores.length - 1)) * (wide - left - 12));
  const y = (score) => top + (1 - Math.max(0, score) / most) * (high - top - bottom);
  const path = (from, to) => scores.slice(from, to).map((score, at) => `${at ? "L" : "M"}${x(from + at).toFixed(1)},${y(score).toFixed(1)}`).join("");
  const base = high - bottom;
  const picture = svg("svg", { viewBox: `0 0 ${wide} ${high}`, width: "100%", role: "img",
    "aria-label": `${scores.length} candidates, the best has a score of ${scores[0].toFixed(2)}; ${kept} are kept.` });
  picture.append(svg("line", { class: "axis", x1: left, y1: base, x2: wide - 8, y2: base }),
    svg("line", { class: "axis", x1: left, y1: top, x2: left, y2: base }));
  const label = (at, up, text, anchor) => picture.append(svg("text", { x: at, y: up, "text-anchor": anchor }, text));
  label(left - 6, top + 6, most.toFixed(1), "end");
  label(left - 6, base, "0", "end");
  label(left, high - 8, "rank 1", "start");
  label(wide - 8, high - 8, `rank ${scores.length}`, "end");
  if (kept) picture.append(svg("path", { class: "area", d: `${path(0, kept)}L${x(kept - 1)},${base}L${x(0)},${base}Z` }),
    svg("path", { class: "kept", d: path(0, kept) }));
  if (kept < scores.length) {
    const at = (x(Math.max(0, kept - 1)) + x(kept)) / 2;
    picture.append(svg("path", { class: "dropped", d: path(Math.max(0, kept - 1), scores.length) }),
      svg("line", { class: "elbow", x1: at, y1: top, x2: at, y2: base }));
    label(at > wide - 60 ? at - 5 : at + 5, top + 8, reason === "limit" ? "limit" : "elbow", at > wide - 60 ? "end" : "start");
  }
  scores.forEach((score, at) => picture.append(svg("circle", { class: at < kept ? "dot" : "off", cx: x(at), cy: y(score), r: scores.length > 40 ? 1.6 : 2.6 })));
  return picture;
}

const short = (text, most = 22) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export function linkMap(center, neighbors, open) {
  const wide = 480, high = 300, shown = neighbors.slice(0, 12);
  const picture = svg("svg", { class: "map", viewBox: `0 0 ${wide} ${high}`, role: "group", "aria-label": `Map of ${shown.length} linked documents` });
  const places = shown.map((each, at) => {
    const angle = (at / shown.length) * 2 * Math.PI - Math.PI / 2 + (shown.length % 2 ? 0 : Math.PI / shown.length);
    return { ...each, x: wide / 2 + Math.cos(angle) * 150, y: high / 2 + Math.sin(angle) * 104 };
  });
  for (const each of places) picture.append(svg("line", { class: "edge", x1: wide / 2, y1: high / 2, x2: each.x, y2: each.y }));
  const node = (each, kind, at) => {
    const title = svg("title", {}, each.id);
    const label = svg("text", { x: each.x, y: each.y + (each.y < high / 2 && kind === "node" ? -12 : 20), "text-anchor": "middle" }, short(each.name));
    const group = svg("g", { class: kind, ...(kind === "node" ? { tabindex: 0, role: "button", "aria-label": `Open ${each.name}` } : {}) },
      title, svg("circle", { cx: each.x, cy: each.y, r: at }), label);
    if (kind === "node") {
      group.addEventListener("click", () => open(each.id));
      group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(each.id); } });
    }
    return group;
  };
  picture.append(...places.map((each) => node(each, "node", 7)), node({ ...center, x: wide / 2, y: high / 2 }, "center", 9));
  return picture;
}
