/** A metric over two factors as a field of colours, with a number in each cell where there is room. */
import { escapeXml } from "./line-plot.js";

/** Cells by row (y) and column (x); NaN is empty. */
export interface HeatMap {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly x: readonly string[];
  readonly y: readonly string[];
  readonly values: readonly (readonly number[])[];
}

const WIDTH = 640;
const LEFT = 110;
const TOP = 34;
const CELL = 34;

/** Draws a heat map: from light to dark by value, on one scale that is printed below. */
export function heatMapSvg(map: HeatMap, id: string): string {
  const { x, y, values } = map;
  const finite = values.flat().filter(Number.isFinite);
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  const w = (WIDTH - LEFT - 16) / x.length;
  const height = TOP + CELL * y.length + 64;
  const text = (value: number) => String(Number(value.toPrecision(3)));
  const cells = values.flatMap((row, j) =>
    row.map((value, i) => {
      const at = `x="${fixed(LEFT + w * i)}" y="${TOP + CELL * j}" width="${fixed(w)}" height="${CELL}"`;
      if (!Number.isFinite(value)) return `<rect class="empty" ${at}><title>no value</title></rect>`;
      const share = high > low ? (value - low) / (high - low) : 0.5;
      const label =
        w > 44
          ? `<text x="${fixed(LEFT + w * (i + 0.5))}" y="${TOP + CELL * (j + 0.5) + 4}" text-anchor="middle" class="${share > 0.5 ? "on-dark" : "on-light"}">${text(value)}</text>`
          : "";
      return `<rect ${at} fill="${color(share)}"><title>${escapeXml(`${x[i]}, ${y[j]}: ${value}`)}</title></rect>${label}`;
    }),
  );
  const every = Math.ceil(40 / w);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="plot heat" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="${id}-t">`,
    `<title id="${id}-t">${escapeXml(map.title)}</title>`,
    `<rect class="paper" width="${WIDTH}" height="${height}"/>`,
    `<text class="name" x="${LEFT}" y="20">${escapeXml(map.title)}</text>`,
    ...cells,
    ...y.map(
      (label, j) =>
        `<text x="${LEFT - 8}" y="${TOP + CELL * (j + 0.5) + 4}" text-anchor="end">${escapeXml(label.slice(0, 12))}</text>`,
    ),
    ...x.map((label, i) =>
      i % every === 0
        ? `<text x="${fixed(LEFT + w * (i + 0.5))}" y="${TOP + CELL * y.length + 16}" text-anchor="middle">${escapeXml(label.slice(0, 12))}</text>`
        : "",
    ),
    `<text x="${LEFT + (WIDTH - LEFT) / 2}" y="${TOP + CELL * y.length + 36}" text-anchor="middle">${escapeXml(map.xTitle)}</text>`,
    `<text x="12" y="20">${escapeXml(map.yTitle)}</text>`,
    finite.length > 0
      ? `<text x="${LEFT}" y="${height - 8}">light ${text(low)} … dark ${text(high)}</text>`
      : `<text x="${LEFT}" y="${height - 8}">no values</text>`,
    "</svg>",
  ].join("\n");
}

const fixed = (x: number) => Math.round(x * 100) / 100;

/** From pale to deep blue, even in lightness. */
function color(share: number): string {
  const mix = (a: number, b: number) => Math.round(a + share * (b - a));
  return `rgb(${mix(232, 8)},${mix(241, 66)},${mix(250, 120)})`;
}

/** Style of heat maps, to be added to that of plots. */
export const HEAT_STYLE =
  ".heat .on-dark{fill:#fff}.heat .on-light{fill:#14181a}.heat .empty{fill:none;stroke:var(--grid);stroke-dasharray:3 3}.heat rect:not(.paper):not(.empty){stroke:var(--paper)}";
