import { isLate } from "../../../data/budget.js";
import type { Data } from "../../../data/data.js";
import { COUNTER } from "../../../data/fields.js";
import type { Model } from "../../../model/model.js";
import { islandOf, isOff, measureChanges, NONE, reportLatePatch } from "../cone-residual.js";
import { type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, SOLVED, STATISTIC } from "../fields.js";
import { SWEEPS } from "../fresh.js";
import { EACH_TURN, MEASURED, MOST_TURNS, reverse, SHORT_TURNS } from "../late-turns.js";
import type { ImpulseSettings } from "../settings.js";
import type { ImpulseState } from "../state.js";
import { Batches, type BatchList } from "./batches.js";
import { createKernel, type Kernel } from "./kernel.js";
import * as at from "./layout.js";

/**
 * Fastest point of a body that single precision is good for, m/s: a speed of single precision is wrong by up to 2⁻²⁴ of
 * it, and four of them make the speed at a contact, which is to be right to the tolerance of contacts.
 */
const FASTEST = (NONE * 16_777_216) / 4;

/** An island with fewer patches is not worth while: batches have four. */
const FEWEST = 16;

/** Below any number of patches. */
const NEVER = -1_000_000_000;

/** Sweeps in single precision of one Data. */
export interface MixedSweeps {
  /** Patches that are swept here. */
  patches: number;
  readonly batches: Batches;
  readonly kernel: Kernel;
  /** Per island: whether it is swept here, its patches, whether it misses by more than its tolerance. */
  readonly single: Uint8Array;
  readonly count: Int32Array;
  readonly late: Uint8Array;
  /** Patches that are swept here, in the order of solution; which patches are new. */
  taken: Int32Array;
  isFresh: Uint8Array;
}

/** Without batches; `simd`: false for the twin in TypeScript. */
export function createMixedSweeps(model: Model, simd: boolean): MixedSweeps {
  const { nb } = model;
  const batches = new Batches(nb);
  return {
    patches: 0,
    batches,
    kernel: createKernel(batches.memory, simd),
    single: new Uint8Array(nb),
    count: new Int32Array(nb),
    late: new Uint8Array(nb),
    taken: new Int32Array(0),
    isFresh: new Uint8Array(0),
  };
}

/**
 * Takes the swept patches of islands that single precision is good for from the order of solution. An island stays in
 * double precision where a body has a joint, or is faster than `FASTEST`; where masses differ by more than the ratio
 * that asks for the direct solution; where something rebounds, since its energy is watched to round-off; where friction
 * resists spinning or rolling; and where it is small. All do while something that moves by itself is faster. Writes:
 * order, fresh, patchSolved.
 */
export function takeIslands(mixed: MixedSweeps, data: Data, state: ImpulseState): void {
  const f = impulseFields(data);
  const { order, fresh, color } = f;
  if (mixed.isFresh.length < color.length) {
    mixed.isFresh = new Uint8Array(color.length);
    mixed.taken = new Int32Array(color.length);
  }
  const { single, isFresh, taken } = mixed;
  chooseIslands(mixed, data, f, state);
  isFresh.fill(0, 0, data.counter[COUNTER.patches]);
  let n = 0;
  for (let i = 0; i < state.fresh; i++) {
    if (single[islandOf(f, fresh[i])] === 1) isFresh[fresh[i]] = 1;
    else fresh[n++] = fresh[i];
  }
  state.fresh = n;
  n = 0;
  mixed.patches = 0;
  for (let i = 0; i < state.ordered; i++) {
    if (single[islandOf(f, order[i])] === 1) {
      taken[mixed.patches++] = order[i];
      f.patchSolved[order[i]] = SOLVED.mixed;
    } else order[n++] = order[i];
  }
  state.ordered = n;
  mixed.batches.fill(data, f, taken, mixed.patches, isFresh);
}

function chooseIslands(mixed: MixedSweeps, data: Data, f: ImpulseFields, state: ImpulseState): void {
  const { settings } = state;
  const { single, count } = mixed;
  single.fill(0);
  if (!settings.patchFriction || settings.pyramid || settings.order !== "color") return;
  count.fill(0);
  for (let i = 0; i < state.ordered; i++) {
    const k = f.order[i];
    const o = PATCH_SIZE * k;
    const root = islandOf(f, k);
    const { patchRow: row } = f;
    const turns = row[o + PATCH.spinning] > 0 || row[o + PATCH.rolling] > 0;
    count[root] = turns || row[o + PATCH.restitution] > 0 ? NEVER : count[root] + 1;
  }
  const { bodyActive, bodyVel: v } = data;
  const active = data.counter[COUNTER.active];
  for (let i = 0; i < active; i++) {
    const root = f.island[bodyActive[i]];
    if (root < 0 || count[root] < FEWEST) continue;
    single[root] = state.most[root] > settings.massRatio * state.least[root] ? 0 : 1;
  }
  for (let i = 0; i < active; i++) {
    const b = bodyActive[i];
    const root = f.island[b];
    const o = 6 * b;
    const turn = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    const speed = Math.sqrt(v[o + 3] * v[o + 3] + v[o + 4] * v[o + 4] + v[o + 5] * v[o + 5]);
    const fast = !(speed + turn * state.size[b] < FASTEST);
    if (root >= 0 && (fast || state.jointed[b] === 1 || state.light[b] === 1)) single[root] = 0;
    else if (root < 0 && fast) single.fill(0);
  }
}

/** The sweeps of the first half of a sub-step, as `substep` has them. Writes: bodyVel, impulses. */
export function aimMixed(mixed: MixedSweeps, data: Data, settings: ImpulseSettings, h: number, first: boolean): void {
  if (mixed.patches === 0) return;
  const { kernel, batches } = mixed;
  begin(mixed, data, settings, h, true);
  const { all, fresh } = batches;
  for (let i = 0; i < settings.iterations; i++) {
    kernel.sweepNormals(all.start, all.count, at.ALL, true);
    noteResidual(mixed, data, all);
    for (let k = 0; first && k < SWEEPS; k++) {
      kernel.sweepNormals(fresh.start, fresh.count, at.FRESH, true);
    }
  }
  batches.giveVelocities(data);
}

/**
 * Those of the second half; in the last sub-step with further turns over islands that miss by more than their
 * tolerance. Writes: bodyVel, impulses, status.
 */
export function relaxMixed(
  mixed: MixedSweeps,
  data: Data,
  state: ImpulseState,
  h: number,
  first: boolean,
  last: boolean,
): void {
  if (mixed.patches === 0) return;
  const { settings } = state;
  const { kernel, batches } = mixed;
  begin(mixed, data, settings, h, false);
  const { all, fresh } = batches;
  for (let i = 0; i < settings.iterations; i++) {
    kernel.sweepNormals(all.start, all.count, at.ALL, false);
    noteResidual(mixed, data, all);
    kernel.sweepFriction(all.start, all.count, at.ALL, false);
    noteResidual(mixed, data, all);
    for (let k = 0; first && k < SWEEPS; k++) {
      kernel.sweepNormals(fresh.start, fresh.count, at.FRESH, false);
      kernel.sweepFriction(fresh.start, fresh.count, at.FRESH, false);
    }
  }
  if (last) sweepLate(mixed, data, state, h);
  batches.giveVelocities(data);
  // the work of what moves by itself is measured by the impulses
  if (state.moves) batches.showImpulses(data, impulseFields(data));
}

/** Ends a sub-step, after its energy was bounded. */
export function endMixed({ patches, kernel, batches }: MixedSweeps): void {
  if (patches > 0) kernel.end(batches.first, batches.count);
}

/** The impulses of the sub-steps since contacts were found, to the rows. Writes: rows, totals. */
export function finishMixed({ patches, batches }: MixedSweeps, data: Data): void {
  if (patches > 0) batches.giveImpulses(data, impulseFields(data));
}

/** A half of a sub-step: bodies as they are, and the impulses to start from. */
function begin(
  { batches, kernel }: MixedSweeps,
  data: Data,
  settings: ImpulseSettings,
  h: number,
  begins: boolean,
): void {
  const f = impulseFields(data);
  batches.takeBodies(data, f);
  batches.takeSurfaces(f);
  batches.setHeader(h, settings.pushSpeed);
  kernel.use(batches.floats, batches.ints);
  kernel.moveGaps(batches.first, batches.count);
  kernel.warm(batches.first, batches.count, begins);
}

/** The largest change of speed in the last sweep. Writes: statistics. */
function noteResidual({ batches }: MixedSweeps, data: Data, list: BatchList): void {
  const { statistics } = impulseFields(data);
  let most = statistics[STATISTIC.residual];
  for (let i = 0; i < list.count; i++) {
    const o = (batches.ints[(list.start >> 2) + i] >> 2) + 4 * at.RESIDUAL;
    for (let lane = 0; lane < at.LANES; lane++) if (batches.floats[o + lane] > most) most = batches.floats[o + lane];
  }
  statistics[STATISTIC.residual] = most;
}

/** Further turns, as in `sweepOn`. */
function sweepLate(mixed: MixedSweeps, data: Data, state: ImpulseState, h: number): void {
  const { batches, kernel, late } = mixed;
  late.fill(1);
  const list = batches.late;
  for (let k = 0; ; k++) {
    if (k < EACH_TURN || k % MEASURED === 0) listLate(mixed, data, state, h);
    if (list.count === 0) return;
    if (k === MOST_TURNS || isLate(data)) {
      reportLatePatch(data, firstLate(mixed));
      return;
    }
    // in turn from either end: what comes last in every turn would lean to its side
    if (k % 2 === 1) reverse(batches.ints, list.start >> 2, list.count);
    kernel.sweepNormals(list.start, list.count, at.LATE, false);
    kernel.sweepFriction(list.start, list.count, at.LATE, k >= SHORT_TURNS);
  }
}

/** Lists the batches of islands that miss by more than their tolerance, of those that did before. Writes: late. */
function listLate({ batches, kernel, late }: MixedSweeps, data: Data, state: ImpulseState, h: number): void {
  const f = impulseFields(data);
  const { miss } = state;
  const { floats, ints, lanes, first, count } = batches;
  batches.giveVelocities(data);
  kernel.measure(first, count);
  miss.fill(0);
  for (let b = 0; b < count; b++) {
    const o = (first >> 2) + b * 4 * at.BATCH_UNITS;
    for (let lane = 0; lane < at.LANES; lane++) {
      const k = lanes[at.LANES * b + lane];
      if (k < 0) continue;
      const root = islandOf(f, k);
      const residual = floats[o + 4 * at.RESIDUAL + lane];
      if (residual > miss[root]) miss[root] = residual;
    }
  }
  measureChanges(data, state, h);
  batches.late.count = 0;
  for (let b = 0; b < count; b++) {
    const o = (first >> 2) + b * 4 * at.BATCH_UNITS;
    let any = false;
    for (let lane = 0; lane < at.LANES; lane++) {
      const k = lanes[at.LANES * b + lane];
      const off = k >= 0 && late[islandOf(f, k)] === 1 && isOff(state, islandOf(f, k), 1);
      ints[o + 4 * at.LATE + lane] = off ? -1 : 0;
      if (off) any = true;
    }
    if (any) batches.list(batches.late, 4 * o);
  }
  for (let b = 0; b < late.length; b++) if (late[b] === 1 && !isOff(state, b, 1)) late[b] = 0;
}

/** A patch of the first late batch. */
function firstLate({ batches }: MixedSweeps): number {
  const { ints, late } = batches;
  const o = ints[late.start >> 2] >> 2;
  for (let lane = 0; lane < at.LANES; lane++) {
    if (ints[o + 4 * at.LATE + lane] !== 0) return ints[o + 4 * at.PATCHES + lane];
  }
  return 0;
}
