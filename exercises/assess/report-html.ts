import { framePlot, type Plot, pathOf } from "./plots.js";
import type { ReportContent } from "./report-content.js";

const WIDTH = 440;
const HEIGHT = 240;

/** The report as one HTML page: no script, nothing from elsewhere. */
export function reportHtml({ title, lines, score, passed, items, figures, plots, log }: ReportContent): string {
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
    `<table><thead><tr>${head.map((text) => `<th>${escapeHtml(text)}</th>`).join("")}</tr></thead><tbody>${rows
      .map((row) => `<tr>${row.map((text) => `<td>${escapeHtml(text)}</td>`).join("")}</tr>`)
      .join("")}</tbody></table>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}: report</title>
<style>
:root { color-scheme: light dark; --ink: #1d2024; --soft: #62676e; --line: #d8d9d4; --page: #fbfbf9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e2; --soft: #9da2a8; --line: #3a3d41; --page: #17191c; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 960px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.head { display: flex; justify-content: space-between; gap: 2rem; align-items: start; }
.head p { color: var(--soft); margin: .2rem 0; }
.score { text-align: right; white-space: nowrap; } .score b { font-size: 2.4rem; line-height: 1; }
.passed { color: #2f7d43; } .failed { color: #b03a2e; }
@media (prefers-color-scheme: dark) { .passed { color: #68c07d; } .failed { color: #e57b70; } }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; color: var(--soft); } th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(330px, 1fr)); gap: 1rem; }
svg { width: 100%; height: auto; } svg text { font: 10px system-ui, sans-serif; fill: var(--soft); } svg .title { font-size: 12px; fill: var(--ink); }
svg .frame, svg .tick { stroke: var(--line); fill: none; } svg .limit { stroke: #b03a2e; stroke-dasharray: 2 3; }
@media print { body { margin: 0; max-width: none; } h2, svg, tr { break-inside: avoid; } }
</style>
</head>
<body>
<div class="head">
<div><h1>${escapeHtml(title)}</h1>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}</div>
<div class="score ${passed ? "passed" : "failed"}"><b>${score}</b> of 100<br>${passed ? "passed" : "not passed"}</div>
</div>
<h2>Grade</h2>
${items.length > 0 ? table(["What", "Measured", "Points"], items) : "<p>There is no grade: the session was stopped.</p>"}
<h2>Figures of the session</h2>
${table(["What", "This session", "Reference"], figures)}
<h2>Plots</h2>
<div class="plots">
${plots.map(svgPlot).join("\n")}
</div>
<h2>Log</h2>
${log.length > 0 ? table(["Time", "Kind", "What"], log) : "<p>Nothing to report.</p>"}
</body>
</html>
`;
}

/** A plot as SVG. */
function svgPlot(plot: Plot): string {
  const frame = framePlot(plot, WIDTH, HEIGHT);
  const { left, top, width, height, xTicks, yTicks } = frame;
  const bottom = top + height;
  const limit = plot.limit === undefined ? undefined : frame.place(0, plot.limit)[1].toFixed(1);
  const parts = [
    `<rect class="frame" x="${left}" y="${top}" width="${width}" height="${height}"/>`,
    ...xTicks.map(
      ({ at, text }) =>
        `<path class="tick" d="M${at.toFixed(1)} ${bottom}v-4"/><text x="${at.toFixed(1)}" y="${bottom + 12}" text-anchor="middle">${text}</text>`,
    ),
    ...yTicks.map(
      ({ at, text }) =>
        `<path class="tick" d="M${left} ${at.toFixed(1)}h4"/><text x="${left - 4}" y="${(at + 3).toFixed(1)}" text-anchor="end">${text}</text>`,
    ),
    limit === undefined ? "" : `<path class="limit" d="M${left} ${limit}h${width}"/>`,
    ...plot.series.map(
      (series) =>
        `<path d="${pathOf(series, frame)}" fill="none" stroke="${series.color}" stroke-width="1.6"${series.dashed ? ' stroke-dasharray="4 3"' : ""}/>`,
    ),
    `<text class="title" x="${left}" y="16">${escapeHtml(plot.title)}, ${escapeHtml(plot.y)}</text>`,
    `<text x="${left + width}" y="${HEIGHT - 6}" text-anchor="end">${escapeHtml(plot.x)}</text>`,
    ...legend(plot).map(
      ({ name, color, at }) =>
        `<path d="M${left + at} ${HEIGHT - 9}h12" stroke="${color}" stroke-width="2"/><text x="${left + at + 16}" y="${HEIGHT - 6}">${escapeHtml(name)}</text>`,
    ),
  ];
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(plot.title)}">${parts.join("")}</svg>`;
}

/** Names of the lines and where each begins, side by side. */
export function legend({ series }: Plot): { name: string; color: string; at: number }[] {
  let at = 0;
  return series.map(({ name, color }) => {
    const entry = { name, color, at };
    at += 26 + 6 * name.length;
    return entry;
  });
}

/** A text within HTML. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (letter) => entities[letter]);
}
