/** Height fields of a model → terrains for the page. */
import { BODY_TYPE, type Model } from "stiction";
import type { DrawnTerrain } from "./terrain-protocol.js";

type ShapeInstance = Model["shapes"][number];

/** Whether a shape is drawn as ground: a height field that does not move. */
export function isTerrain(model: Model, { body, geometry }: ShapeInstance): boolean {
  return geometry.heightField !== undefined && model.bodyType[body] === BODY_TYPE.static;
}

/** Every terrain of a model, in the order of its shapes. */
export function drawnTerrains(model: Model): DrawnTerrain[] {
  return model.shapes.flatMap((shape) => {
    const { body, position, orientation, geometry } = shape;
    const field = geometry.heightField;
    if (!field || !isTerrain(model, shape)) return [];
    const { nx: columns, ny: rows, dx, dy } = field;
    const heights = Float32Array.from(field.heights);
    return [
      {
        body,
        position: [...position],
        orientation: [...orientation],
        columns,
        rows,
        spacing: [dx, dy],
        heights,
        ...workedSoil(heights, columns, rows, dx, dy),
      },
    ];
  });
}

/** Half side of the square whose usual height is taken for the grown surface, as a part of the terrain's size. */
const REACH = 0.14;
/** Cuts and heaps show from the first of these differences to the grown surface on, in full at the second, m. */
const SHOWS = [0.1, 0.3] as const;
/**
 * How far a hillside lies off the mean over its neighbourhood where it begins, as a part of the mean's own rise over
 * the reach R: with the slope s on one side, s R/4 of s R/2.
 */
const HILL = 0.5;
/** Depth below the grown surface at which soil is as wet as it gets, m. */
const WET = 1.6;
/** Terrains smaller than this are models of larger ones: their lengths count in proportion, m. */
const FULL_SIZE = 30;

/**
 * Where a terrain as it is given was worked: what lies off the usual height of its neighbourhood was cut or dumped, and
 * cuts are wet towards the depth. Soil that moves later says so itself.
 */
export function workedSoil(
  heights: Float32Array,
  columns: number,
  rows: number,
  dx: number,
  dy: number,
): { disturbance: Uint8Array; moisture: Uint8Array } {
  const size = Math.min((columns - 1) * dx, (rows - 1) * dy);
  const unit = Math.min(1, size / FULL_SIZE);
  const [ri, rj] = [Math.max(1, Math.round((REACH * size) / dx)), Math.max(1, Math.round((REACH * size) / dy))];
  const weight = new Float64Array(heights.length).fill(1);
  let grown = localMean(heights, weight, columns, rows, ri, rj);
  let rise = riseOf(grown, columns, rows, ri, rj);
  // what is far off the mean counts less in the next one; a hillside is off it at its foot and its brow
  for (let pass = 0; pass < 3; pass++) {
    for (let k = 0; k < heights.length; k++)
      weight[k] = 1 / (1 + ((heights[k] - grown[k]) / (0.12 * unit + HILL * rise[k])) ** 4);
    grown = localMean(heights, weight, columns, rows, ri, rj);
    rise = riseOf(grown, columns, rows, ri, rj);
  }
  const disturbance = new Uint8Array(heights.length);
  const moisture = new Uint8Array(heights.length);
  for (let k = 0; k < heights.length; k++) {
    const above = (heights[k] - grown[k]) / unit;
    const hill = (HILL * rise[k]) / unit;
    const t = Math.max(0, Math.min(1, (Math.abs(above) - hill - SHOWS[0]) / (SHOWS[1] - SHOWS[0])));
    disturbance[k] = 255 * t * t * (3 - 2 * t);
    moisture[k] = 255 * Math.max(0, Math.min(1, -(above + hill) / WET));
  }
  return { disturbance, moisture };
}

/** How much a surface rises over the reach of a mean at each point, by its differences across half of it, m. */
function riseOf(grown: Float64Array, columns: number, rows: number, ri: number, rj: number): Float64Array {
  const rise = new Float64Array(grown.length);
  const [hi, hj] = [Math.max(1, ri >> 1), Math.max(1, rj >> 1)];
  for (let j = 0; j < rows; j++) {
    const [j0, j1] = [Math.max(0, j - hj), Math.min(rows - 1, j + hj)];
    for (let i = 0; i < columns; i++) {
      const [i0, i1] = [Math.max(0, i - hi), Math.min(columns - 1, i + hi)];
      const x = (ri * (grown[j * columns + i1] - grown[j * columns + i0])) / (i1 - i0);
      const y = (rj * (grown[j1 * columns + i] - grown[j0 * columns + i])) / (j1 - j0);
      rise[j * columns + i] = Math.hypot(x, y);
    }
  }
  return rise;
}

/** Weighted mean over the points within ri columns and rj rows of each, by sums over rectangles. */
function localMean(
  values: Float32Array,
  weight: Float64Array,
  columns: number,
  rows: number,
  ri: number,
  rj: number,
): Float64Array {
  const stride = columns + 1;
  const sum = new Float64Array(stride * (rows + 1));
  const total = new Float64Array(stride * (rows + 1));
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const k = j * columns + i;
      const o = (j + 1) * stride + i + 1;
      sum[o] = weight[k] * values[k] + sum[o - 1] + sum[o - stride] - sum[o - stride - 1];
      total[o] = weight[k] + total[o - 1] + total[o - stride] - total[o - stride - 1];
    }
  }
  const over = (table: Float64Array, i0: number, i1: number, j0: number, j1: number) =>
    table[j1 * stride + i1] - table[j0 * stride + i1] - table[j1 * stride + i0] + table[j0 * stride + i0];
  const mean = new Float64Array(values.length);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const [i0, i1] = [Math.max(0, i - ri), Math.min(columns, i + ri + 1)];
      const [j0, j1] = [Math.max(0, j - rj), Math.min(rows, j + rj + 1)];
      mean[j * columns + i] = over(sum, i0, i1, j0, j1) / over(total, i0, i1, j0, j1);
    }
  }
  return mean;
}
