/** A study as one HTML page that needs nothing else. */
import { summarize } from "../analysis/statistics.js";
import { HEAT_STYLE, heatMapSvg } from "../plots/heat-map.js";
import { escapeXml, PLOT_STYLE, plotSvg } from "../plots/line-plot.js";
import { curvePlots, fromReference } from "./curve-plots.js";
import { effectPlots, heatMaps, indexTables, precisionPlots } from "./figures.js";
import { PARALLEL_STYLE, parallelPart } from "./parallel.js";
import { besidePublished } from "./published.js";
import { combinations, type ResultTable, titleOf } from "./result-table.js";

/** Head of the page. */
export interface StudyHead {
  readonly name: string;
  readonly hash: string;
  readonly program: string;
  readonly date: string;
  readonly planned: number;
}

/** A plot as a file of its own. */
export interface StudyFigure {
  readonly file: string;
  readonly svg: string;
}

/** The page, and its plots as files. */
export interface StudyReport {
  readonly html: string;
  readonly figures: readonly StudyFigure[];
}

/** Combinations in the table of the page. */
const MAX_ROWS = 500;

/** Makes the page of a study. */
export function studyReport(head: StudyHead, table: ResultTable): StudyReport {
  const figures: StudyFigure[] = [];
  const figure = (title: string, svg: (id: string, standalone: boolean) => string) => {
    const slug = title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
    const number = String(figures.length + 1).padStart(2, "0");
    figures.push({ file: `${number}-${slug}.svg`, svg: svg("plot", true) });
    return `<figure>${svg(`p${figures.length}`, false)}</figure>`;
  };
  const plots = (list: readonly string[]) => `<div class="plots">\n${list.join("\n")}\n</div>`;
  const title = table.study.title ?? head.name;
  const parts: string[] = [];
  const section = (name: string, content: readonly string[]) => {
    if (content.length > 0) parts.push(`<h2>${escapeXml(name)}</h2>`, ...content);
  };

  section("Summary", [summaryTable(table)]);
  const beside = besidePublished(table);
  section(
    "Published values",
    beside.length === 0
      ? []
      : [
          htmlTable(
            ["", "metric", "median of ours", "published", "runs with a value", "source"],
            beside.map(({ where, metric, median, published, finished, runs, source }) => [
              where,
              metric,
              digits(median),
              digits(published),
              `${finished} of ${runs}`,
              source,
            ]),
          ),
        ],
  );
  const precision = precisionPlots(table);
  section(
    "Convergence",
    precision.flatMap(({ error, work, orders }) => [
      htmlTable(
        ["", "order", "± standard error", "points"],
        orders.map(({ label, order }) => [
          label,
          order === undefined ? "–" : digits(order.order),
          order === undefined || Number.isNaN(order.deviation) ? "–" : digits(order.deviation),
          order === undefined ? "–" : String(order.points),
        ]),
      ),
      plots([
        figure(error.title, (id, alone) => plotSvg(error, id, alone)),
        figure(work.title, (id, alone) => plotSvg(work, id, alone)),
      ]),
    ]),
  );
  section(
    "Sobol's indices",
    indexTables(table).map(({ metric, where, rows }) =>
      htmlTable(
        [`${metric}${where === "" ? "" : `, ${where}`}`, "first order", "95 %", "total", "95 %"],
        rows.map(({ factor, index }) => [
          factor,
          digits(index.first),
          `${digits(index.firstInterval[0])} … ${digits(index.firstInterval[1])}`,
          digits(index.total),
          `${digits(index.totalInterval[0])} … ${digits(index.totalInterval[1])}`,
        ]),
      ),
    ),
  );
  const curves = curvePlots(table).map((plot) => figure(plot.title, (id, alone) => plotSvg(plot, id, alone)));
  section("Sensors over time", curves.length === 0 ? [] : [plots(curves)]);
  const apart = fromReference(table);
  const sensors = [...new Set(apart.flatMap((entry) => Object.keys(entry.sensors)))];
  section(
    "Differences from the reference",
    sensors.length === 0
      ? []
      : [
          htmlTable(
            ["", ...sensors.flatMap((name) => [`${name}, largest`, "at the end"])],
            apart.map(({ label, isReference, sensors: own }) => [
              label,
              ...sensors.flatMap((name) =>
                isReference
                  ? ["reference", ""]
                  : [digits(own[name]?.max ?? Number.NaN), digits(own[name]?.end ?? Number.NaN)],
              ),
            ]),
          ),
        ],
  );
  const effects = effectPlots(table).map((plot) => figure(plot.title, (id, alone) => plotSvg(plot, id, alone)));
  section("Effects", effects.length === 0 ? [] : [plots(effects)]);
  const maps = heatMaps(table).map((map) =>
    figure(`map of ${map.title}`, (id, alone) => {
      const svg = heatMapSvg(map, id);
      return alone ? svg.replace(">", `><style>${PLOT_STYLE}${HEAT_STYLE}</style>`) : svg;
    }),
  );
  section("Maps", maps.length === 0 ? [] : [plots(maps)]);
  section("All runs", parallelPart(table));
  section("Trouble", troubleTable(table));

  const html = [
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${STYLE}${PLOT_STYLE}${HEAT_STYLE}${PARALLEL_STYLE}</style></head>`,
    "<body><main>",
    `<header><h1>${escapeXml(title)}</h1>`,
    `<p>${table.row.length} of ${head.planned} runs · <code>${escapeXml(head.name)} ${escapeXml(head.hash)}</code> · ${[head.program, head.date].filter(Boolean).map(escapeXml).join(" · ")}</p></header>`,
    ...parts,
    "</main></body></html>",
  ].join("\n");
  return { html: `${html}\n`, figures };
}

const digits = (x: number) => (Number.isFinite(x) ? String(Number(x.toPrecision(4))) : "–");
const show = (value: unknown) =>
  typeof value === "number" ? digits(value) : typeof value === "string" ? value : JSON.stringify(value);

function summaryTable(table: ResultTable): string {
  const listed = table.factors.filter(({ random }) => !random);
  const { of, values } = combinations(table);
  const shown = values.slice(0, MAX_ROWS);
  const columns = table.metrics.map((metric) => {
    const lists: number[][] = values.map(() => []);
    metric.values.forEach((value, i) => {
      if (value !== null) lists[of[i]].push(value);
    });
    return lists.map((list) => summarize(list));
  });
  const counts = values.map(() => 0);
  const failed = values.map(() => 0);
  of.forEach((group, i) => {
    counts[group]++;
    if (table.state[i] === "failed") failed[group]++;
  });
  // of single runs there is nothing to summarise
  const single = counts.every((count) => count === 1);
  const rows = shown.map((own, group) => [
    ...own.map(show),
    single ? outcome(table, of.indexOf(group)) : String(counts[group]),
    ...(single ? [] : [failed[group] === 0 ? "" : String(failed[group])]),
    ...columns.flatMap((list) => {
      if (single) return [digits(list[group].mean)];
      const { mean, interval, median, min, max } = list[group];
      const half = (interval[1] - interval[0]) / 2;
      return [
        digits(mean) + (Number.isFinite(half) ? ` ± ${digits(half)}` : ""),
        digits(median),
        `${digits(min)} … ${digits(max)}`,
      ];
    }),
  ]);
  const more = values.length > MAX_ROWS ? `<p>… and ${values.length - MAX_ROWS} more combinations</p>` : "";
  return (
    htmlTable(
      [
        ...listed.map(titleOf),
        ...(single ? ["status"] : ["runs", "failed"]),
        ...table.metrics.flatMap((metric) =>
          single ? [titleOf(metric)] : [`${titleOf(metric)}, mean ± 95 %`, "median", "range"],
        ),
      ],
      rows,
    ) + more
  );
}

/** Outcome of a run in a few words. */
function outcome({ state, message, status }: ResultTable, i: number): string {
  if (state[i] === "done") return status[i] || "ok";
  return [message[i] === "" ? state[i] : `${state[i]}: ${message[i]}`, status[i]].filter(Boolean).join("; ");
}

/** Runs that failed, were cut, or raised a status, by their words. */
function troubleTable(table: ResultTable): string[] {
  const counts = new Map<string, { count: number; first: number }>();
  table.row.forEach((row, i) => {
    const bits = table.status[i]
      .split(" ")
      .filter(Boolean)
      .map((word) => `status ${word.split(":")[0]}`);
    const own =
      table.state[i] === "failed" || table.state[i] === "limit" ? [`${table.state[i]}: ${table.message[i]}`] : [];
    for (const key of [...own, ...bits]) {
      const entry = counts.get(key) ?? { count: 0, first: row };
      entry.count++;
      counts.set(key, entry);
    }
  });
  if (counts.size === 0) return ["<p>No run failed, and no step raised a status.</p>"];
  return [
    htmlTable(
      ["", "runs", "first run"],
      [...counts].map(([key, { count, first }]) => [key, String(count), String(first)]),
    ),
  ];
}

function htmlTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: "th" | "td", cells: readonly string[]) =>
    `<tr>${cells.map((cell, k) => `<${tag}${k === 0 ? "" : ' class="number"'}${tag === "th" ? ' scope="col"' : ""}>${escapeXml(cell)}</${tag}>`).join("")}</tr>`;
  return `<div class="wide" tabindex="0" role="region" aria-label="table"><table><thead>${line("th", titles)}</thead><tbody>${rows.map((row) => line("td", row)).join("\n")}</tbody></table></div>`;
}

const STYLE = `
:root{color-scheme:light dark;--bg:#f6f8f7;--card:#fff;--ink:#14181a;--soft:#454e54;--line:#d2d9d5;--accent:#0b63ae}
@media(prefers-color-scheme:dark){:root{--bg:#0f1113;--card:#16191c;--ink:#e9ecee;--soft:#aeb6bc;--line:#2a3035;--accent:#5ab1f5}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1440px;padding:32px 24px;background:var(--bg);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
h1{font-size:24px;line-height:1.25;margin:0}h2{font-size:16px;margin:32px 0 8px}
p{margin:4px 0;color:var(--soft)}code{font:12px ui-monospace,monospace}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:6px;background:var(--card);margin:0 0 12px;max-height:520px}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th,td{padding:6px 10px;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
th{font-weight:600;color:var(--soft);font-size:12px;position:sticky;top:0;background:var(--card)}tr:last-child td{border-bottom:0}.number{text-align:right}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:16px;align-items:start;margin:0 0 12px}
figure{margin:0;border:1px solid var(--line);border-radius:6px;background:var(--card);padding:8px;overflow-x:auto}
figure svg{display:block;width:100%;height:auto}
@media print{body{max-width:none;padding:0}figure{break-inside:avoid}.wide{max-height:none}}
`;
