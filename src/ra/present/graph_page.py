"""The page around a picture of links; it loads nothing and runs without a network."""

from __future__ import annotations

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>@TITLE@</title>
<style>
html, body { margin: 0; height: 100%; font-family: system-ui, sans-serif; }
svg { width: 100%; height: 100%; cursor: grab; touch-action: none; }
input { position: fixed; top: 12px; right: 12px; padding: 6px 10px; font-size: 15px; }
.dim { opacity: 0.12; }
circle { cursor: pointer; }
</style>
<input type="search" placeholder="Find a document" aria-label="Find a document">
@SVG@
<script>
const svg = document.querySelector('svg'), graph = document.getElementById('graph');
const nodes = [...graph.querySelectorAll('[data-node]')];
const lines = [...graph.querySelectorAll('[data-ends]')];
const labels = [...graph.querySelectorAll('text')];
let x = 0, y = 0, scale = 1, held = null, chosen = null;
const move = () => graph.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
const point = event => new DOMPoint(event.clientX, event.clientY)
  .matrixTransform(svg.getScreenCTM().inverse());
const show = keep => {
  nodes.forEach(node => node.classList.toggle('dim', !!keep && !keep.has(node.dataset.node)));
  lines.forEach(line => line.classList.toggle('dim',
    !!keep && !line.dataset.ends.split(' ').every(end => keep.has(end))));
  labels.forEach(label => label.classList.toggle('dim', !!keep));
};
const around = node => {
  const keep = new Set([node.dataset.node]);
  for (const line of lines) {
    const ends = line.dataset.ends.split(' ');
    if (ends.includes(node.dataset.node)) ends.forEach(end => keep.add(end));
  }
  return keep;
};
svg.addEventListener('wheel', event => {
  event.preventDefault();
  const at = point(event), by = Math.exp(-event.deltaY / 500);
  x = at.x - (at.x - x) * by; y = at.y - (at.y - y) * by; scale *= by; move();
}, {passive: false});
svg.addEventListener('pointerdown', event => { held = point(event); });
svg.addEventListener('pointermove', event => {
  if (!held) return;
  const at = point(event); x += at.x - held.x; y += at.y - held.y; held = at; move();
});
addEventListener('pointerup', () => { held = null; });
nodes.forEach(node => node.addEventListener('click', () => {
  chosen = chosen === node ? null : node;
  show(chosen && around(chosen));
}));
document.querySelector('input').addEventListener('input', event => {
  const text = event.target.value.trim().toLowerCase();
  show(text && new Set(nodes.filter(node => node.dataset.name.includes(text))
    .map(node => node.dataset.node)));
});
</script>
</html>
"""
