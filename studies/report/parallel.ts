/**
 * Parallel coordinates: an axis for each factor and metric, a line for each run. Drag along axes to keep only the runs
 * that pass through; the table below lists them.
 */
import { escapeXml } from "../plots/line-plot.js";
import { type ResultTable, titleOf } from "./result-table.js";

/** Runs that are drawn; of more, evenly spread ones. */
const MAX_RUNS = 3000;
const MAX_AXES = 14;

/** The part of the page, with its data and script. */
export function parallelPart(table: ResultTable): string[] {
  const every = Math.max(1, Math.ceil(table.row.length / MAX_RUNS));
  const picked = [...table.row.keys()].filter((i) => i % every === 0);
  const axes = [...table.factors, ...table.metrics]
    .filter(({ values }) => new Set(picked.map((i) => JSON.stringify(values[i]))).size > 1)
    .slice(0, MAX_AXES)
    .map((column) => ({ title: titleOf(column), values: picked.map((i) => column.values[i] ?? null) }));
  if (axes.length < 2 || picked.length < 2) return [];
  // "<" would let a value end the element
  const json = JSON.stringify({ rows: picked.map((i) => table.row[i]), axes }).replaceAll("<", "\\u003c");
  const note = every > 1 ? `Every ${every}th run is drawn. ` : "";
  return [
    `<p>${escapeXml(note)}Drag along an axis to keep the runs that pass there; click it to take the range away. Colour goes by the last axis.</p>`,
    '<div id="parallel" class="parallel"></div>',
    `<script type="application/json" id="parallel-data">${json}</script>`,
    `<script>${SCRIPT}</script>`,
  ];
}

/** Style of the part. */
export const PARALLEL_STYLE =
  ".parallel{border:1px solid var(--line);border-radius:6px;background:var(--card);padding:8px;overflow-x:auto}" +
  ".parallel canvas{display:block;touch-action:none;cursor:crosshair}.parallel table{margin-top:8px}.parallel p{padding:4px 8px}";

/** Plain JavaScript for the page; it reads its data from the element before it. */
const SCRIPT = `(() => {
const { rows, axes } = JSON.parse(document.getElementById("parallel-data").textContent);
const host = document.getElementById("parallel");
const canvas = host.appendChild(document.createElement("canvas"));
canvas.tabIndex = 0;
canvas.setAttribute("role", "img");
canvas.setAttribute("aria-label", "Parallel coordinates of " + rows.length + " runs over " + axes.length + " axes");
const list = host.appendChild(document.createElement("div"));
const HEIGHT = 340, TOP = 44, BOTTOM = 26, SIDE = 70;
for (const axis of axes) {
  const numbers = axis.values.filter((v) => typeof v === "number");
  if (axis.values.every((v) => v === null || typeof v === "number")) {
    axis.low = Math.min(...numbers);
    axis.high = Math.max(...numbers);
    axis.at = (v) => v === null ? NaN : (v - axis.low) / (axis.high - axis.low || 1);
    axis.text = (s) => String(Number((axis.low + s * (axis.high - axis.low)).toPrecision(4)));
  } else {
    const words = [...new Set(axis.values.map(String))];
    axis.words = words;
    axis.at = (v) => words.length < 2 ? 0.5 : words.indexOf(String(v)) / (words.length - 1);
  }
  axis.range = null;
}
let width = 0;
const X = (k) => SIDE + k * (width - 2 * SIDE) / (axes.length - 1);
const Y = (s) => TOP + (1 - s) * (HEIGHT - TOP - BOTTOM);
const passes = (i) => axes.every((axis) => {
  if (!axis.range) return true;
  const s = axis.at(axis.values[i]);
  return s >= axis.range[0] && s <= axis.range[1];
});
function draw() {
  const scale = devicePixelRatio || 1;
  width = Math.max(110 * axes.length, host.clientWidth - 18);
  canvas.width = width * scale; canvas.height = HEIGHT * scale;
  canvas.style.width = width + "px"; canvas.style.height = HEIGHT + "px";
  const g = canvas.getContext("2d");
  g.scale(scale, scale);
  const css = getComputedStyle(document.documentElement);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  g.font = "12px system-ui, sans-serif";
  const kept = rows.map((_, i) => passes(i));
  const count = kept.filter(Boolean).length;
  const last = axes[axes.length - 1];
  for (const pass of [false, true]) {
    g.lineWidth = 1;
    rows.forEach((_, i) => {
      if (kept[i] !== pass) return;
      const s = last.at(last.values[i]);
      g.globalAlpha = pass ? Math.max(0.12, Math.min(0.8, 60 / count)) : 0.06;
      g.strokeStyle = !pass || Number.isNaN(s) ? "#888" : "hsl(" + (220 - 190 * s) + " 75% " + (dark ? 62 : 42) + "%)";
      g.beginPath();
      let pen = false;
      axes.forEach((axis, k) => {
        const y = axis.at(axis.values[i]);
        if (Number.isNaN(y)) { pen = false; return; }
        if (pen) g.lineTo(X(k), Y(y)); else g.moveTo(X(k), Y(y));
        pen = true;
      });
      g.stroke();
    });
  }
  g.globalAlpha = 1;
  axes.forEach((axis, k) => {
    g.strokeStyle = g.fillStyle = css.getPropertyValue("--soft");
    g.beginPath(); g.moveTo(X(k), Y(0)); g.lineTo(X(k), Y(1)); g.stroke();
    g.textAlign = k === 0 ? "left" : k === axes.length - 1 ? "right" : "center";
    const x = k === 0 ? 6 : k === axes.length - 1 ? width - 6 : X(k);
    g.fillStyle = css.getPropertyValue("--ink");
    g.fillText(axis.title, x, 16);
    g.fillStyle = css.getPropertyValue("--soft");
    if (axis.words) axis.words.slice(0, 12).forEach((word) => g.fillText(word.slice(0, 14), x, Y(axis.at(word)) - 4));
    else { g.fillText(axis.text(1), x, TOP - 10); g.fillText(axis.text(0), x, HEIGHT - 8); }
    if (axis.range) {
      g.fillStyle = css.getPropertyValue("--accent"); g.globalAlpha = 0.35;
      g.fillRect(X(k) - 7, Y(axis.range[1]), 14, Y(axis.range[0]) - Y(axis.range[1]));
      g.globalAlpha = 1;
    }
  });
  const shown = rows.map((row, i) => [row, i]).filter(([, i]) => kept[i]).slice(0, 20);
  list.replaceChildren();
  const p = list.appendChild(document.createElement("p"));
  p.textContent = count + " of " + rows.length + " runs" + (count > shown.length ? ", the first " + shown.length + ":" : ":");
  const t = list.appendChild(document.createElement("table"));
  const line = (tag, cells) => {
    const tr = t.appendChild(document.createElement("tr"));
    for (const cell of cells) tr.appendChild(document.createElement(tag)).textContent = cell;
  };
  line("th", ["run", ...axes.map((axis) => axis.title)]);
  // inside of the studio a run can be opened
  if (parent !== window) t.addEventListener("click", (event) => {
    const tr = event.target.closest("tr");
    const at = tr ? [...t.children].indexOf(tr) : 0;
    if (at > 0) parent.postMessage({ stictionRun: shown[at - 1][0] }, "*");
  });
  if (parent !== window) t.style.cursor = "pointer";
  for (const [row, i] of shown) line("td", [row, ...axes.map(({ values }) => typeof values[i] === "number" ? String(Number(values[i].toPrecision(5))) : String(values[i] ?? "–"))]);
}
let held = null;
const where = (event) => {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, 1 - (event.clientY - box.top - TOP) / (HEIGHT - TOP - BOTTOM)];
};
canvas.addEventListener("pointerdown", (event) => {
  const [x, s] = where(event);
  const k = axes.findIndex((_, i) => Math.abs(X(i) - x) < 24);
  if (k < 0) return;
  held = { axis: axes[k], from: s };
  axes[k].range = null;
  canvas.setPointerCapture(event.pointerId);
  draw();
});
canvas.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [, s] = where(event);
  held.axis.range = Math.abs(s - held.from) < 0.01 ? null : [Math.min(s, held.from), Math.max(s, held.from)];
  draw();
});
canvas.addEventListener("pointerup", () => { held = null; });
canvas.addEventListener("keydown", (event) => { if (event.key === "Escape") { for (const axis of axes) axis.range = null; draw(); } });
addEventListener("resize", draw);
draw();
})();`;
