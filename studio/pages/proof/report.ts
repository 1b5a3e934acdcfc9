/** What was measured in the page as a file. */
import { escaped } from "../../markup.js";
import { texts as experiment } from "../../texts/proof-experiment.js";
import { texts } from "../../texts/proof-report.js";
import type { ExperimentEntry, Row } from "../../worker/proof-protocol.js";

/** An experiment and its rows, as far as they were measured. */
export interface Measured {
  readonly entry: ExperimentEntry;
  readonly rows: readonly Row[];
  readonly hash: string | null;
}

/** The same names as `stiction verify --json` has, by experiment. */
export function reportJson(all: readonly Measured[]): string {
  const rows = all.flatMap((one) => one.rows);
  const passed = rows.filter(({ pass }) => pass).length;
  const experiments = all.map(({ entry: { id, title, reference, partial }, rows: own, hash }) => ({
    id,
    title,
    reference,
    partial,
    hash,
    rows: own,
  }));
  return `${JSON.stringify({ experiments, passed, failed: rows.length - passed }, null, 2)}\n`;
}

/** A self-contained page: no script, no request. */
export function reportHtml(all: readonly Measured[], language: string): string {
  const holds = all.filter(({ rows }) => rows.every(({ pass }) => pass)).length;
  const sections = all.map(({ entry, rows, hash }) => {
    const lines = rows.map(
      (row) =>
        `<tr class="${row.pass ? "" : "fails"}"><td>${row.pass ? "✓" : "✗"}</td><td>${escaped(row.quantity)}</td><td>${number(row.expected)}</td><td>${number(row.measured)}</td><td>${escaped(row.unit === "1" ? "" : row.unit)}</td><td>${bound(row)}</td><td>${escaped(row.error ?? row.origin)}</td></tr>`,
    );
    const note = entry.partial === null ? "" : `<p>${escaped(experiment.partial(entry.partial))}</p>`;
    return `<h2>${escaped(entry.title)}</h2><p><code>${escaped(entry.id)}</code> ${hash === null ? "" : `<code>${hash}</code>`} ${escaped(entry.reference)}</p>${note}<table><thead><tr>${HEAD()}</tr></thead><tbody>${lines.join("")}</tbody></table>`;
  });
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(texts.title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(texts.title)}</h1><p>${escaped(texts.made(holds, all.length))}</p>
${sections.join("\n")}
</body></html>
`;
}

const HEAD = () =>
  ["", experiment.quantity, experiment.expected, experiment.measured, "", experiment.limit, ""]
    .map((text) => `<th>${escaped(text)}</th>`)
    .join("");

const STYLE =
  "body{font:14px/1.5 system-ui,sans-serif;max-width:75em;margin:2em auto;padding:0 1em}h2{margin-top:2em;font-size:1.1em}table{border-collapse:collapse;width:100%}td,th{padding:.2em .6em;border-bottom:1px solid #ccc;text-align:left}td:nth-child(3),td:nth-child(4){font-variant-numeric:tabular-nums;text-align:right}.fails{color:#b3261b}";

const number = (x: number) => (Number.isNaN(x) ? "" : String(x));

function bound({ comparison, tolerance }: Row): string {
  return comparison === "within" ? `± ${tolerance}` : comparison === "at-most" ? "≤" : "≥";
}
