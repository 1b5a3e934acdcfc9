import { SIZE } from "../../solvers/body-cholesky.js";
import {
  CONE_SIZE,
  CONE_VALUE_SIZE,
  type DirectSystem,
  PLACE,
  PLACE_SIZE,
  SEARCH,
  SEARCH_SIZE,
  VALUE,
  VALUE_SIZE,
} from "./direct-system.js";
import { rowSpeed } from "./merit.js";

/** A slope of this part of the first ends the search. */
const FLAT = 0.1;

/**
 * Places that are tried at most. A stiff row has its kinks as near to each other as its penalty is large, which
 * bisection finds in 50.
 */
const MOST = 100;

/**
 * How far each cluster goes along its direction d: to the bottom of the merit function, which is convex, so that its
 * slope
 *
 *   s(t) = dᵀM(x + t d) − Σ (λ(t) − λ₀) J d,   λ(t) = clip(λ(0) − ρ t J d)
 *
 * grows with t. J d is taken once, so that a place on the line costs a few operations per row, and none per body. The
 * full step comes first; where the slope has turned there, regula falsi and bisection in turn. Reads: wanted, applied,
 * direction. Writes: `SEARCH.at`.
 */
export function searchLines(system: DirectSystem): void {
  const { search, live, clusters } = system;
  startLines(system);
  for (let c = 0; c < clusters; c++) {
    const o = SEARCH_SIZE * c;
    search[o + SEARCH.before] = search[o + SEARCH.lowSlope] = search[o + SEARCH.slope];
    search[o + SEARCH.low] = 0;
    search[o + SEARCH.high] = search[o + SEARCH.at] = live[c];
  }
  measureLines(system);
  for (let c = 0; c < clusters; c++)
    search[SEARCH_SIZE * c + SEARCH.highSlope] = search[SEARCH_SIZE * c + SEARCH.slope];
  for (let k = 0; k < MOST && choosePlaces(system, k); k++) {
    measureLines(system);
    closeIn(system);
  }
}

/** What stays the same along the line. Writes: along, inertia, bend; searching. */
function startLines(system: DirectSystem): void {
  const { value, place, jacobian: j, direction, change, mass, clusterOf, search, searching } = system;
  for (let c = 0; c < system.clusters; c++) {
    search[SEARCH_SIZE * c + SEARCH.inertia] = search[SEARCH_SIZE * c + SEARCH.bend] = 0;
    searching[c] = system.live[c];
  }
  for (let n = 0; n < system.nodes; n++) {
    const s = SEARCH_SIZE * clusterOf[n];
    const m = 7 * n;
    const i = SIZE * n;
    const x = direction[i];
    const y = direction[i + 1];
    const z = direction[i + 2];
    const u = direction[i + 3];
    const v = direction[i + 4];
    const w = direction[i + 5];
    // M d
    const px = mass[m + 1] * x + mass[m + 4] * y + mass[m + 5] * z;
    const py = mass[m + 4] * x + mass[m + 2] * y + mass[m + 6] * z;
    const pz = mass[m + 5] * x + mass[m + 6] * y + mass[m + 3] * z;
    search[s + SEARCH.bend] += px * x + py * y + pz * z + mass[m] * (u * u + v * v + w * w);
    search[s + SEARCH.inertia] +=
      px * change[i] +
      py * change[i + 1] +
      pz * change[i + 2] +
      mass[m] * (u * change[i + 3] + v * change[i + 4] + w * change[i + 5]);
  }
  for (let r = 0; r < system.rows; r++) {
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (c >= 0 && searching[c] === 1) value[VALUE_SIZE * r + VALUE.along] = rowSpeed(direction, j, place, r);
  }
}

/** Slopes of the clusters that search, at their places. Writes: slope. */
function measureLines(system: DirectSystem): void {
  const { value, place, soft, search, searching, cone, coneValue } = system;
  for (let c = 0; c < system.clusters; c++) {
    const s = SEARCH_SIZE * c;
    if (searching[c] === 1)
      search[s + SEARCH.slope] = search[s + SEARCH.inertia] + search[s + SEARCH.at] * search[s + SEARCH.bend];
  }
  for (let r = 0; r < system.rows; r++) {
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (c < 0 || searching[c] === 0 || soft[r] === 2) continue;
    const o = VALUE_SIZE * r;
    const s = SEARCH_SIZE * c;
    const along = value[o + VALUE.along];
    const wanted = value[o + VALUE.wanted] - search[s + SEARCH.at] * value[o + VALUE.penalty] * along;
    const lower = value[o + VALUE.lower];
    const upper = value[o + VALUE.upper];
    const impulse = wanted <= lower ? lower : wanted >= upper ? upper : wanted;
    search[s + SEARCH.slope] -= (impulse - value[o + VALUE.applied]) * along;
  }
  for (let k = 0; k < system.cones; k++) {
    const r = cone[CONE_SIZE * k];
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (c < 0 || searching[c] === 0) continue;
    const s = SEARCH_SIZE * c;
    const o = VALUE_SIZE * r;
    const p = o + VALUE_SIZE;
    const q = p + VALUE_SIZE;
    const t = search[s + SEARCH.at];
    let x = value[o + VALUE.wanted] - t * value[o + VALUE.penalty] * value[o + VALUE.along];
    let y = value[p + VALUE.wanted] - t * value[p + VALUE.penalty] * value[p + VALUE.along];
    let z = value[q + VALUE.wanted] - t * value[q + VALUE.penalty] * value[q + VALUE.along];
    const bound = coneValue[CONE_VALUE_SIZE * k + 1];
    if (system.pyramid) {
      x = x > bound ? bound : x < -bound ? -bound : x;
      y = y > bound ? bound : y < -bound ? -bound : y;
      z = z > bound ? bound : z < -bound ? -bound : z;
    } else {
      const size = Math.sqrt(x * x + y * y + z * z);
      if (size > bound) {
        const scale = bound / size;
        x *= scale;
        y *= scale;
        z *= scale;
      }
    }
    search[s + SEARCH.slope] -=
      (x - value[o + VALUE.applied]) * value[o + VALUE.along] +
      (y - value[p + VALUE.applied]) * value[p + VALUE.along] +
      (z - value[q + VALUE.applied]) * value[q + VALUE.along];
  }
}

/** Next place of each cluster that is not at the bottom. Returns whether there is one. Writes: at, searching. */
function choosePlaces(system: DirectSystem, k: number): boolean {
  const { search, searching } = system;
  let any = false;
  for (let c = 0; c < system.clusters; c++) {
    if (searching[c] === 0) continue;
    const o = SEARCH_SIZE * c;
    const flat = -FLAT * search[o + SEARCH.before];
    const low = search[o + SEARCH.low];
    const high = search[o + SEARCH.high];
    const slope = search[o + SEARCH.slope];
    // short of the bottom counts only once the far side is known
    const known = search[o + SEARCH.highSlope] > flat;
    if (slope <= flat && !(known && slope < -flat && high - low > 1e-15 * high)) {
      searching[c] = 0;
      continue;
    }
    const lowSlope = search[o + SEARCH.lowSlope];
    const highSlope = search[o + SEARCH.highSlope];
    search[o + SEARCH.at] =
      (k & 1) === 0 ? (low * highSlope - high * lowSlope) / (highSlope - lowSlope) : 0.5 * (low + high);
    any = true;
  }
  return any;
}

/** The bracket of each cluster that has moved. */
function closeIn(system: DirectSystem): void {
  const { search, searching } = system;
  for (let c = 0; c < system.clusters; c++) {
    if (searching[c] === 0) continue;
    const o = SEARCH_SIZE * c;
    const end = search[o + SEARCH.slope] > 0 ? SEARCH.high : SEARCH.low;
    search[o + end] = search[o + SEARCH.at];
    search[o + (end === SEARCH.high ? SEARCH.highSlope : SEARCH.lowSlope)] = search[o + SEARCH.slope];
  }
}
