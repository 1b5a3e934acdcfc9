import type { Data } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { rootOf, unite } from "../../math/union-find.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { BEARING, bearing } from "./buckling.js";
import { type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, SOLVED, STATISTIC } from "./fields.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

const FAR = 1 << 20;

/**
 * Islands: bodies that act on each other through contacts and joints, but not through bodies that impulses do not move.
 * `island[b]` is the smallest body of its island. Reads: patchSolved, patchBody, joints. Writes: island, statistics.
 */
export function findIslands(model: Model, data: Data): void {
  const f = impulseFields(data);
  const { island } = f;
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let i = 0; i < n; i++) island[bodyActive[i]] = f.invMass[bodyActive[i]] > 0 ? bodyActive[i] : -1;
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] !== SOLVED.not) unite(island, f.patchBody[2 * k], f.patchBody[2 * k + 1]);
  }
  const joints = data.items.joints;
  for (let i = 0; i < model.joints.count; i++) {
    if (joints.broken[i] === 0) unite(island, model.joints.bodyA[i], model.joints.bodyB[i]);
  }
  let count = 0;
  for (let i = 0; i < n; i++) {
    const b = bodyActive[i];
    if (island[b] < 0) continue;
    island[b] = rootOf(island, b);
    if (island[b] === b) count++;
  }
  f.statistics[STATISTIC.islands] = count;
}

/**
 * Selects the islands whose contacts are solved directly: all small ones when the scene or the preset requires it,
 * otherwise those with a large mass ratio, and those whose soft contacts would buckle. Of the latter, what cannot be
 * solved directly is reported. Reads: island, patches. Writes: patchSolved, height, statistics, status.
 */
export function chooseDirect(model: Model, data: Data, state: ImpulseState, settings: ImpulseSettings): void {
  const f = impulseFields(data);
  f.statistics[STATISTIC.directBodies] = 0;
  f.statistics[STATISTIC.tallest] = 0;
  f.statistics[STATISTIC.frequency] = settings.frequency;
  const { moving } = data.systems.impulseState;
  if (moving.count === 0) return;
  // only sweeps support friction of points and the pyramid
  const sweeps = settings.contacts === "iterative" || settings.pyramid || !settings.patchFriction;
  const { bodies, least, most, tall } = state;
  const { island } = f;
  const { bodyActive } = data;
  const count = data.counter[COUNTER.active];
  for (let i = 0; i < count; i++) {
    const b = bodyActive[i];
    bodies[b] = 0;
    least[b] = Number.POSITIVE_INFINITY;
    most[b] = 0;
    tall[b] = 0;
  }
  for (let i = 0; i < count; i++) {
    const b = bodyActive[i];
    const r = island[b];
    if (r < 0) continue;
    bodies[r]++;
    const m = model.bodyMass[b];
    if (m < least[r]) least[r] = m;
    if (m > most[r]) most[r] = m;
  }
  if (!sweeps) keepTurning(f, state);
  if (settings.contacts !== "direct") measureHeights(model, data, f, state);
  const omega = 2 * Math.PI * settings.frequency;
  const always =
    settings.contacts === "direct" ||
    settings.preset === "precise" ||
    (!sweeps && touched(data, f, state) <= settings.directScene);
  for (let i = 0; i < count; i++) {
    const b = bodyActive[i];
    if (island[b] !== b) continue;
    const n = bodies[b];
    let direct = !sweeps && n <= settings.directBodies && (always || most[b] > settings.massRatio * least[b]);
    const borne = direct ? BEARING.stands : bearing(model, data, state, b, n, omega);
    if (borne !== BEARING.stands) {
      direct = !sweeps && borne === BEARING.direct;
      if (!direct) raiseStatus(data, STATUS.notConverged, b);
    }
    // marked in `bodies`: −1 for direct
    if (direct) {
      f.statistics[STATISTIC.directBodies] += n;
      bodies[b] = -1;
    }
    if (tall[b] > f.statistics[STATISTIC.tallest]) f.statistics[STATISTIC.tallest] = tall[b];
  }
  if (f.statistics[STATISTIC.directBodies] === 0) return;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] === SOLVED.not) continue;
    const a = island[f.patchBody[2 * k]];
    const r = a >= 0 ? a : island[f.patchBody[2 * k + 1]];
    if (bodies[r] === -1) f.patchSolved[k] = SOLVED.direct;
  }
}

/** Number of bodies in islands with contacts. `state.tall` is unchanged; `state.count` is scratch. */
function touched(data: Data, f: ImpulseFields, state: ImpulseState): number {
  const { count, bodies, moving } = state;
  const n = data.counter[COUNTER.active];
  for (let i = 0; i < n; i++) count[data.bodyActive[i]] = 0;
  let sum = 0;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] === SOLVED.not) continue;
    const a = f.island[f.patchBody[2 * k]];
    const root = a >= 0 ? a : f.island[f.patchBody[2 * k + 1]];
    if (count[root] === 1) continue;
    count[root] = 1;
    sum += bodies[root];
  }
  return sum;
}

/**
 * Marks islands with spinning or rolling friction as too large. With cones for these as well the direct solution did
 * not always converge (fifty Newton iterations per sub-step in random scenes, and results that depended on round-off in
 * the last bit); sweeps do. Writes: bodies.
 */
function keepTurning(f: ImpulseFields, state: ImpulseState): void {
  const { moving } = state;
  const { patchRow: row, patchBody, patchSolved, island } = f;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    const o = PATCH_SIZE * k;
    if (patchSolved[k] === SOLVED.not || (row[o + PATCH.spinning] === 0 && row[o + PATCH.rolling] === 0)) continue;
    const a = island[patchBody[2 * k]];
    state.bodies[a >= 0 ? a : island[patchBody[2 * k + 1]]] = FAR;
  }
}

/**
 * Smallest number of bodies from each body down to a body that does not move, and the largest such number per island.
 * Writes: height, tall.
 */
function measureHeights(model: Model, data: Data, f: ImpulseFields, state: ImpulseState): void {
  const { height, patchBody, patchSolved, invMass, island } = f;
  const { tall } = state;
  const { moving } = state;
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let i = 0; i < n; i++) height[bodyActive[i]] = invMass[bodyActive[i]] === 0 ? 0 : FAR;
  for (let place = 0; place < 2 * moving.count; place++) {
    const b = patchBody[2 * moving.list[place >> 1] + (place & 1)];
    if (invMass[b] === 0) height[b] = 0;
  }
  for (let sweep = 0; sweep < model.nb; sweep++) {
    let changed = false;
    for (let place = 0; place < moving.count; place++) {
      const k = moving.list[place];
      if (patchSolved[k] === SOLVED.not) continue;
      const a = patchBody[2 * k];
      const b = patchBody[2 * k + 1];
      if (height[a] > height[b] + 1) {
        height[a] = height[b] + 1;
        changed = true;
      } else if (height[b] > height[a] + 1) {
        height[b] = height[a] + 1;
        changed = true;
      }
    }
    if (!changed) break;
  }
  for (let i = 0; i < n; i++) {
    const b = bodyActive[i];
    const r = island[b];
    if (r >= 0 && height[b] < FAR && height[b] > tall[r]) tall[r] = height[b];
  }
}

/** Twice the reach of each body's first shape: its size, m. */
export function bodySizes(model: Model): Float64Array {
  const sizes = new Float64Array(model.nb).fill(1);
  const setup = model.systems.collision;
  model.shapes.forEach((s, i) => {
    const { reach } = setup.colliders[i];
    if (model.bodyType[s.body] === BODY_TYPE.dynamic && reach < Number.POSITIVE_INFINITY) sizes[s.body] = reach;
  });
  return sizes;
}
