import type { Data } from "../../data/data.js";
import { BODY_STATE, type Model } from "../../model/model.js";
import { type Extent, wholeExtent, writeExtent } from "./extent.js";
import type { LooseBodies } from "./loose/loose-bodies.js";
import type { MassMatrix } from "./mass.js";
import type { Natural } from "./natural.js";

/**
 * What takes part in a step: everything but loose bodies that sleep. The loops of a step run over these ranges, so that
 * sleepers cost nothing there.
 */
export interface Awake {
  /** Coordinates that are solved for; all; constraints; entries of their Jacobian. */
  readonly free: Extent;
  readonly coordinates: Extent;
  readonly rows: Extent;
  readonly entries: Extent;
  /** Forms of constraints; the others; products of forms. */
  readonly constraintForms: Extent;
  readonly bodyForms: Extent;
  readonly dots: Extent;
  /** Entries of the mass matrix; rows of springs, which no loose body has. */
  readonly mass: Extent;
  readonly soft: Extent;
  readonly bodies: Extent;
  /** Loose bodies that are awake, and how many. */
  readonly loose: Int32Array;
  looseCount: number;
  /** Per loose body: 1 while it sleeps. */
  readonly asleep: Uint8Array;
  sleepers: number;
}

export function createAwake(
  model: Model,
  natural: Natural,
  mass: MassMatrix,
  softRows: number,
  loose: LooseBodies,
): Awake {
  const { constraints, forms } = natural;
  return {
    free: wholeExtent(natural.free),
    coordinates: wholeExtent(natural.count),
    rows: wholeExtent(constraints.rows),
    entries: wholeExtent(constraints.column.length),
    constraintForms: wholeExtent(forms.inConstraints),
    bodyForms: { count: 1, from: Int32Array.of(forms.inConstraints), to: Int32Array.of(forms.count) },
    dots: wholeExtent(constraints.dot.count),
    mass: wholeExtent(mass.row.length),
    soft: wholeExtent(softRows),
    bodies: wholeExtent(model.nb),
    loose: Int32Array.from({ length: loose.count }, (_, k) => k),
    looseCount: loose.count,
    asleep: new Uint8Array(loose.count),
    sleepers: 0,
  };
}

/** Everything takes part. Writes: ranges. */
export function awakenAll(natural: Natural, mass: MassMatrix, loose: LooseBodies, awake: Awake): void {
  if (awake.sleepers === 0) return;
  awake.asleep.fill(0);
  awake.sleepers = 0;
  for (let k = 0; k < loose.count; k++) awake.loose[k] = k;
  awake.looseCount = loose.count;
  writeRanges(natural, mass, loose, awake);
}

/** Whether a loose body fell asleep or woke since the last call; the ranges are then made again. Reads: bodyState. */
export function updateAwake(data: Data, natural: Natural, mass: MassMatrix, loose: LooseBodies, awake: Awake): boolean {
  const { asleep } = awake;
  let changed = false;
  let sleepers = 0;
  for (let k = 0; k < loose.count; k++) {
    const now = data.bodyState[loose.body[k]] === BODY_STATE.asleep ? 1 : 0;
    if (now !== asleep[k]) changed = true;
    asleep[k] = now;
    sleepers += now;
  }
  if (!changed) return false;
  awake.sleepers = sleepers;
  awake.looseCount = 0;
  for (let k = 0; k < loose.count; k++) if (asleep[k] === 0) awake.loose[awake.looseCount++] = k;
  writeRanges(natural, mass, loose, awake);
  return true;
}

function writeRanges(natural: Natural, mass: MassMatrix, { coreOf, ofBody }: LooseBodies, awake: Awake): void {
  const { asleep } = awake;
  const { constraints, forms } = natural;
  const { column, rowStart } = constraints;
  const sleepsAt = (i: number) => i < natural.free && coreOf[i] < 0 && asleep[-1 - coreOf[i]] === 1;
  const rowSleeps = (r: number) => rowStart[r] < rowStart[r + 1] && sleepsAt(column[rowStart[r]]);
  const formSleeps = (f: number) => forms.start[f] < forms.start[f + 1] && sleepsAt(forms.offset[forms.start[f]]);
  writeExtent(awake.free, natural.free, sleepsAt);
  writeExtent(awake.coordinates, natural.count, sleepsAt);
  writeExtent(awake.rows, constraints.rows, rowSleeps);
  writeExtent(awake.entries, column.length, (e) => sleepsAt(column[e]));
  writeExtent(awake.constraintForms, forms.inConstraints, formSleeps);
  writeExtent(awake.bodyForms, forms.count, formSleeps, forms.inConstraints);
  writeExtent(awake.dots, constraints.dot.count, (i) => rowSleeps(constraints.dot.row[i]));
  writeExtent(awake.mass, mass.row.length, (e) => sleepsAt(mass.row[e]));
  writeExtent(awake.bodies, ofBody.length, (b) => ofBody[b] >= 0 && asleep[ofBody[b]] === 1);
}
