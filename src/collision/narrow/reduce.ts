import { moveCandidate } from "./candidates.js";
import { type NarrowWorkspace, PATCH_POINTS } from "./workspace.js";

/** Up to this many candidates all choices of three companions are compared; above it, points are chosen one by one. */
export const EXHAUSTIVE = 16;

/**
 * Gaps that differ by less than this fraction of the patch's size count as equal, so that noise does not change the
 * choice.
 */
const EQUAL = 1e-7;

/** Scratch of this file, see `NarrowWorkspace`. */
export interface ReductionWorkspace {
  readonly chosen: Int32Array;
  readonly area: Float64Array;
}

function reductionWork(w: NarrowWorkspace): ReductionWorkspace {
  w.reduction ??= {
    chosen: new Int32Array(4),
    area: new Float64Array(1),
  };
  return w.reduction;
}

/**
 * Reduces the candidates to four: the deepest, and the three that span the largest area with it. Redundant points only
 * slow down the solver; [Gribel2009, §5.3.1] lists their reduction as future work. Up to `EXHAUSTIVE` candidates, all
 * choices are compared instead of adding one point after the other. An octagon keeps 1/√2 of its area, a four-sided
 * patch all of it. Ties go to the earlier candidate, so a pair at rest keeps its points. The order of the candidates is
 * preserved.
 */
export function reduceCandidates(w: NarrowWorkspace): void {
  const { chosen } = reductionWork(w);
  const { candidates } = w;
  const n = candidates.count;
  if (n <= PATCH_POINTS) return;
  const { heightA, heightB, uv } = candidates;
  // size of the patch
  let size = 0;
  for (let i = 1; i < n; i++) size = Math.max(size, Math.abs(uv[2 * i] - uv[0]) + Math.abs(uv[2 * i + 1] - uv[1]));
  let deepest = 0;
  for (let i = 1; i < n; i++) {
    if (heightB[i] - heightA[i] < heightB[deepest] - heightA[deepest] - EQUAL * size) deepest = i;
  }
  if (n <= EXHAUSTIVE) chooseLargest(w, deepest);
  else chooseGreedy(w, deepest);
  // ascending order, then compact
  for (let i = 1; i < 4; i++) {
    for (let j = i; j > 0 && chosen[j] < chosen[j - 1]; j--) {
      const c = chosen[j];
      chosen[j] = chosen[j - 1];
      chosen[j - 1] = c;
    }
  }
  let kept = 0;
  for (let i = 0; i < 4; i++) {
    if (i > 0 && chosen[i] === chosen[i - 1]) continue;
    moveCandidate(w, chosen[i], kept++);
  }
  candidates.count = kept;
}

function chooseLargest(w: NarrowWorkspace, deepest: number): void {
  const { chosen, area } = reductionWork(w);
  const { candidates } = w;
  const n = candidates.count;
  let best = -1;
  for (let i = 0; i < n; i++) {
    if (i === deepest) continue;
    for (let j = i + 1; j < n; j++) {
      if (j === deepest) continue;
      for (let k = j + 1; k < n; k++) {
        if (k === deepest) continue;
        measure(w, deepest, i, j, k);
        if (area[0] > best * (1 + 1e-9)) {
          best = area[0];
          chosen[0] = deepest;
          chosen[1] = i;
          chosen[2] = j;
          chosen[3] = k;
        }
      }
    }
  }
}

/** Farthest from the deepest, then the largest triangle, then the largest area. */
function chooseGreedy(w: NarrowWorkspace, deepest: number): void {
  const { chosen, area } = reductionWork(w);
  const { candidates } = w;
  const n = candidates.count;
  for (let k = 0; k < 4; k++) chosen[k] = deepest;
  for (let step = 1; step < 4; step++) {
    let best = -1;
    let pick = deepest;
    for (let i = 0; i < n; i++) {
      if (step === 1) {
        const dx = candidates.uv[2 * i] - candidates.uv[2 * deepest];
        const dy = candidates.uv[2 * i + 1] - candidates.uv[2 * deepest + 1];
        area[0] = dx * dx + dy * dy;
      } else if (step === 2) measure(w, chosen[0], chosen[1], i, i);
      else measure(w, chosen[0], chosen[1], chosen[2], i);
      if (area[0] > best * (1 + 1e-9)) {
        best = area[0];
        pick = i;
      }
    }
    chosen[step] = pick;
    if (step === 2) chosen[3] = pick;
  }
}

/** Twice the area of the convex hull of four candidates, into `area`. */
function measure(w: NarrowWorkspace, i: number, j: number, k: number, l: number): void {
  const { area } = reductionWork(w);
  const { candidates } = w;
  const { uv } = candidates;
  const ax = uv[2 * j] - uv[2 * i];
  const ay = uv[2 * j + 1] - uv[2 * i + 1];
  const bx = uv[2 * k] - uv[2 * i];
  const by = uv[2 * k + 1] - uv[2 * i + 1];
  const cx = uv[2 * l] - uv[2 * i];
  const cy = uv[2 * l + 1] - uv[2 * i + 1];
  const ab = ax * by - ay * bx;
  const bc = bx * cy - by * cx;
  const ca = cx * ay - cy * ax;
  // the hull is the quadrilateral with the largest product of diagonals, or the largest triangle
  const quad = Math.max(Math.abs(ab + bc), Math.abs(bc + ca), Math.abs(ca + ab));
  const triangle = Math.max(Math.abs(ab), Math.abs(bc), Math.abs(ca), Math.abs(ab + bc + ca));
  area[0] = Math.max(quad, triangle);
}
