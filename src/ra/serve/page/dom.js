// Small helpers: elements from values, requests to the API, and safe HTML of the server.
export const $ = (id) => document.getElementById(id);

export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children.flat(Infinity));
  return node;
}

const TAGS = new Set(("P EM STRONG DEL SUP SUB LI UL OL PRE CODE BLOCKQUOTE TABLE THEAD TBODY TR TH TD BR HR "
  + "H1 H2 H3 H4 H5 H6 A SPAN DIV MARK").split(" "));
const KEPT = { A: ["href", "rel", "target", "data-link"], OL: ["start"], SPAN: ["class"],
  DIV: ["class", "tabindex", "role", "aria-label"], PRE: ["tabindex"] };

// The server writes only these tags. They are checked once more here, before they enter the page.
function cleaned(node) {
  for (const child of [...node.children]) {
    if (!TAGS.has(child.tagName)) { child.replaceWith(document.createTextNode(child.textContent)); continue; }
    for (const { name } of [...child.attributes]) {
      if (!(KEPT[child.tagName] || []).includes(name)) child.removeAttribute(name);
    }
    const href = child.getAttribute("href");
    if (href !== null && href !== "#" && !/^(https?:\/\/|mailto:)/i.test(href)) child.removeAttribute("href");
    cleaned(child);
  }
}

export function prose(html, link, lowest = 0) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  cleaned(parsed.body);
  const box = el("div", { class: "prose" });
  box.append(...parsed.body.childNodes);
  for (const heading of lowest ? box.querySelectorAll("h1,h2,h3,h4,h5,h6") : []) {
    const level = Math.min(6, Number(heading.tagName[1]) + lowest);
    const other = el(`h${level}`);
    other.append(...heading.childNodes);
    heading.replaceWith(other);
  }
  for (const anchor of box.querySelectorAll("a[data-link]")) {
    anchor.addEventListener("click", (event) => { event.preventDefault(); link(anchor.dataset.link); });
  }
  return box;
}

// The title stands above the text already.
export function untitled(text, title) {
  const first = text.firstElementChild;
  if (first && /^H[1-6]$/.test(first.tagName) && first.textContent.trim() === title) first.remove();
  return text;
}

let token = sessionStorage.getItem("ra-token") || "";
export function setToken(value) { token = value; sessionStorage.setItem("ra-token", value); }

export class Failure extends Error {
  constructor(status, problem) { super(problem.message || "The server does not answer."); this.status = status; this.code = problem.code; }
}

async function fetched(name, parameters, signal) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== "" && each !== null) query.append(key, each);
  }
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  let answer;
  try { answer = await fetch(`/api/v1/${name}?${query}`, { signal, headers }); }
  catch (error) { if (error.name === "AbortError") throw error; throw new Failure(0, {}); }
  if (!answer.ok) throw new Failure(answer.status, (await answer.json().catch(() => ({}))).error || {});
  return answer;
}

export async function api(name, parameters, signal) {
  return (await fetched(name, parameters, signal)).json().catch(() => ({}));
}

// Server-sent events by fetch, which can send the token: `heard` gets the name and data of each.
export async function stream(name, parameters, signal, heard) {
  const answer = await fetched(name, parameters, signal);
  let text = "";
  for await (const part of chunks(answer.body.pipeThrough(new TextDecoderStream()))) {
    const events = (text + part).split("\n\n");
    text = events.pop();
    for (const event of events) {
      const fields = Object.fromEntries(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
      if (fields.data) heard(fields.event, JSON.parse(fields.data));
    }
  }
}

// Not every browser iterates over streams.
async function* chunks(body) {
  const reader = body.getReader();
  try { for (let part; !(part = await reader.read()).done;) yield part.value; } finally { reader.cancel().catch(() => {}); }
}
