/** The files of a comparison: plots as .svg, and one page with everything. */

import { escapeXml, PLOT_STYLE, type Plot, plotSvg } from "stiction/studies";
import { sensorsOf, type TextTable, withUnit } from "./columns.js";
import type { Axis, Cell } from "./grid.js";
import type { CellResult } from "./run-cell.js";

/** Head of the page. */
export interface ReportHead {
  readonly scene: string;
  readonly title: string | undefined;
  readonly command: string;
  readonly program: string;
  readonly date: string;
}

/** One plot per sensor, with the name of its file. */
export interface SensorPlot {
  readonly file: string;
  readonly plot: Plot;
}

/** Plots of all sensors: colour by the first axis, dashes by the others. */
export function sensorPlots(
  axes: readonly Axis[],
  cells: readonly Cell[],
  results: readonly CellResult[],
): SensorPlot[] {
  return sensorsOf(results).map(({ name, unit }, index) => {
    const lines = cells.flatMap((cell, i) => {
      const { series } = results[i];
      const k = series?.names.indexOf(name) ?? -1;
      if (series === undefined || k < 0 || series.time.length === 0) return [];
      const dash = cell.choice.slice(1).reduce((sum, choice, a) => sum * axes[a + 1].values.length + choice, 0);
      return [{ label: cell.label, color: cell.choice[0], dash, x: series.time, y: series.values[k] }];
    });
    const slug = name.replace(/[^A-Za-z0-9._]+/g, "-").slice(0, 80);
    return {
      file: `${String(index + 1).padStart(2, "0")}-${slug}.svg`,
      plot: { title: `${name} over time`, xTitle: "time [s]", yTitle: withUnit(name, unit), lines },
    };
  });
}

const STYLE = `
:root{color-scheme:light dark;--bg:#f6f8f7;--card:#fff;--ink:#14181a;--soft:#454e54;--line:#d2d9d5;--err:#b3261b}
@media(prefers-color-scheme:dark){:root{--bg:#0f1113;--card:#16191c;--ink:#e9ecee;--soft:#aeb6bc;--line:#2a3035;--err:#ff7a6b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1440px;padding:32px 24px;background:var(--bg);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
h1{font-size:24px;line-height:1.25;margin:0}h2{font-size:16px;margin:32px 0 8px}
p{margin:4px 0;color:var(--soft)}code{font:12px ui-monospace,monospace;overflow-wrap:anywhere}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:6px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th,td{padding:6px 10px;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top}
td.status{white-space:normal}td.trouble{min-width:10em;color:var(--err)}
th{font-weight:600;color:var(--soft);font-size:12px}tr:last-child td{border-bottom:0}.number{text-align:right}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,560px),1fr));gap:16px;align-items:start}
figure{margin:0;border:1px solid var(--line);border-radius:6px;background:var(--card);padding:8px;overflow-x:auto}
figure svg{display:block;width:100%;min-width:480px;height:auto}
@media print{body{max-width:none;padding:0}figure{break-inside:avoid}}
`;

/** The page, self-contained. */
export function reportHtml(head: ReportHead, tables: readonly TextTable[], plots: readonly SensorPlot[]): string {
  const name = `${head.scene}: comparison`;
  return `${[
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(name)}</title>`,
    `<style>${STYLE}${PLOT_STYLE}\n</style></head>`,
    "<body><main>",
    `<header><h1>${escapeXml(head.title ?? head.scene)}</h1>`,
    `<p><code>${escapeXml(head.command)}</code></p>`,
    `<p>${escapeXml(head.program)}, ${escapeXml(head.date)}</p></header>`,
    ...tables.slice(0, 1).map((table) => tableHtml(statusFirst(table))),
    '<h2 id="plots">Sensors over time</h2>',
    plots.length === 0
      ? "<p>The scene has no sensors; add some with --set 'sensors=[body/name/position.x]'.</p>"
      : `<div class="plots">\n${plots.map(({ plot }, k) => `<figure>${plotSvg(plot, `p${k + 1}`, false)}</figure>`).join("\n")}\n</div>`,
    ...tables.slice(1).map(tableHtml),
    "</main></body></html>",
  ].join("\n")}\n`;
}

/** The same table with the status before the figures: on a page the last columns of a wide table are out of sight. */
function statusFirst({ title, columns, rows }: TextTable): TextTable {
  const rank = (k: number) => (columns[k].number ? 2 : columns[k].status ? 1 : 0);
  const order = [...columns.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
  return { title, columns: order.map((k) => columns[k]), rows: rows.map((row) => order.map((k) => row[k])) };
}

function tableHtml({ title, columns, rows }: TextTable): string {
  const id = `t-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  const kind = (k: number, text = "ok") => {
    if (columns[k].number) return ' class="number"';
    return columns[k].status ? ` class="status${text === "ok" ? "" : " trouble"}"` : "";
  };
  const line = (row: readonly string[]) =>
    `<tr>${row.map((text, k) => `<td${kind(k, text)}>${escapeXml(text)}</td>`).join("")}</tr>`;
  return [
    `<h2 id="${id}">${escapeXml(title)}</h2>`,
    `<div class="wide" tabindex="0" role="region" aria-labelledby="${id}"><table>`,
    `<thead><tr>${columns.map((column, k) => `<th scope="col"${kind(k)}>${escapeXml(column.title)}</th>`).join("")}</tr></thead>`,
    `<tbody>${rows.map(line).join("\n")}</tbody></table></div>`,
  ].join("\n");
}
