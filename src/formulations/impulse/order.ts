import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import {
  type ImpulseFields,
  impulseFields,
  PATCH,
  PATCH_SIZE,
  POINT,
  POINT_SIZE,
  SOLVED,
  STATISTIC,
} from "./fields.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

/**
 * Colours in use; patches between two moving bodies have the first of them, so that contacts with what does not move
 * come last [Box2D].
 */
export const COLORS = 24;
const PAIR_COLORS = 20;

/**
 * The order in which the iterative patches are solved. Patches are sorted by the names of their bodies, so that the
 * order of bodies in the scene does not matter; then coloured greedily, so that no moving body occurs twice in a
 * colour, and solved colour by colour. What finds no colour comes last. Returns the number of patches. Writes: order,
 * color.
 */
export function orderPatches(model: Model, data: Data, state: ImpulseState, settings: ImpulseSettings): number {
  const f = impulseFields(data);
  const n = sortByRank(data, f, state);
  if (settings.order === "color") colorPatches(f, n);
  else sortByHeight(model, data, f, n, settings.order === "bottom-up" ? 1 : -1);
  state.fresh = listFresh(data, f, n);
  return n;
}

/** Patches that carried nothing in the step before, in the order of solution. Writes: fresh. */
function listFresh(data: Data, f: ImpulseFields, n: number): number {
  let fresh = 0;
  for (let at = 0; at < n; at++) {
    const k = f.order[at];
    const first = data.patchPoint[2 * k];
    const end = first + data.patchPoint[2 * k + 1];
    let carried = false;
    for (let i = first; i < end; i++) if (f.pointRow[POINT_SIZE * i + POINT.before] > 0) carried = true;
    if (!carried) f.fresh[fresh++] = k;
  }
  return fresh;
}

/** Iterative patches in ascending order of (rank of A, rank of B), by two stable counting sorts. Writes: order. */
function sortByRank(data: Data, f: ImpulseFields, state: ImpulseState): number {
  const { rank, count } = state;
  const { moving } = data.systems.impulseState;
  let n = 0;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] === SOLVED.iterative) f.order[n++] = k;
  }
  if (state.ranked || n < 2) return n;
  for (let pass = 0; pass < 2; pass++) {
    // pass 0 sorts by the larger rank, pass 1 by the smaller
    count.fill(0);
    for (let i = 0; i < n; i++) count[rankOf(f, rank, f.order[i], pass) + 1]++;
    for (let r = 1; r < count.length; r++) count[r] += count[r - 1];
    for (let i = 0; i < n; i++) f.sorted[count[rankOf(f, rank, f.order[i], pass)]++] = f.order[i];
    for (let i = 0; i < n; i++) f.order[i] = f.sorted[i];
  }
  return n;
}

function rankOf(f: ImpulseFields, rank: Int32Array, patch: number, pass: number): number {
  const a = rank[f.patchBody[2 * patch]];
  const b = rank[f.patchBody[2 * patch + 1]];
  return pass === 0 ? Math.max(a, b) : Math.min(a, b);
}

function colorPatches(f: ImpulseFields, n: number): void {
  const { order, color, colorsOfBody, patchBody, patchRow, sorted, statistics } = f;
  for (let i = 0; i < n; i++) colorsOfBody[patchBody[2 * order[i]]] = colorsOfBody[patchBody[2 * order[i] + 1]] = 0;
  let most = 0;
  for (let i = 0; i < n; i++) {
    const k = order[i];
    const a = patchBody[2 * k];
    const b = patchBody[2 * k + 1];
    const movesA = patchRow[PATCH_SIZE * k + PATCH.invMassA] > 0;
    const movesB = patchRow[PATCH_SIZE * k + PATCH.invMassB] > 0;
    const used = (movesA ? colorsOfBody[a] : 0) | (movesB ? colorsOfBody[b] : 0);
    let c = movesA && movesB ? 0 : 1;
    const end = movesA && movesB ? PAIR_COLORS : COLORS;
    while (c < end && (used & (1 << c)) !== 0) c++;
    if (c === end) c = COLORS;
    else {
      if (movesA) colorsOfBody[a] |= 1 << c;
      if (movesB) colorsOfBody[b] |= 1 << c;
    }
    // contacts with what does not move come after those of their colour between moving bodies
    color[k] = c;
    if (c + 1 > most) most = c + 1;
  }
  statistics[STATISTIC.colors] = most;
  let at = 0;
  for (let fixed = 0; fixed < 2; fixed++) {
    for (let c = 0; c <= COLORS; c++) {
      if (c >= most) break;
      for (let i = 0; i < n; i++) {
        const k = order[i];
        if (color[k] !== c) continue;
        const o = PATCH_SIZE * k;
        const pair = patchRow[o + PATCH.invMassA] > 0 && patchRow[o + PATCH.invMassB] > 0;
        if (pair === (fixed === 0)) sorted[at++] = k;
      }
    }
  }
  for (let i = 0; i < n; i++) order[i] = sorted[i];
}

/** Stable insertion sort by height of the patch against gravity; `sign` −1 puts the highest first. */
function sortByHeight(model: Model, data: Data, f: ImpulseFields, n: number, sign: number): void {
  const { order } = f;
  const g = model.options.gravity;
  const { patchCentroid } = data;
  for (let i = 1; i < n; i++) {
    const k = order[i];
    const h = heightOf(patchCentroid, k, g);
    let j = i;
    for (; j > 0 && sign * heightOf(patchCentroid, order[j - 1], g) > sign * h + 1e-9; j--) order[j] = order[j - 1];
    order[j] = k;
  }
}

function heightOf(centroid: Float64Array, k: number, g: Float64Array): number {
  return -(centroid[3 * k] * g[0] + centroid[3 * k + 1] * g[1] + centroid[3 * k + 2] * g[2]);
}
