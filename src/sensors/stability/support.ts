import { collisionFields } from "../../collision/contact-tables.js";
import { LOAD, LOAD_SIZE } from "../../collision/loads.js";
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import type { Model } from "../../model/model.js";
import { findUp, machineOf, type StabilityWork } from "./machines.js";

/** Points of a loaded pair this much higher than its deepest one carry nothing, m. */
const SAME_GAP = 5e-3;

/**
 * The points where a machine stands on what does not belong to it, and their convex hull seen from above. Reads:
 * contacts, loads of the last step. Writes: points, flat, corners.
 */
export function findSupport(model: Model, data: Data, body: number): void {
  const work = data.systems.stability;
  const machine = machineOf(model, body);
  findUp(model, data);
  work.count = 0;
  const pairs = data.counter[COUNTER.pairs];
  for (let pair = 0; pair < pairs; pair++) {
    const a = data.pairKey[2 * pair];
    const b = data.pairKey[2 * pair + 1];
    if (carries(model, machine, a, b) && isLoaded(data, a, b)) addPoints(data, work, pair);
  }
  flatten(work);
  findHull(work);
}

/** Whether exactly one of two shapes belongs to the machine. */
export function carries({ systems }: Model, machine: number, a: number, b: number): boolean {
  const { of } = systems.stability;
  const { body } = systems.collision;
  return (of[body[a]] === machine) !== (of[body[b]] === machine);
}

/** Whether shapes a and b pushed each other in the last step, by bisection. */
function isLoaded(data: Data, a: number, b: number): boolean {
  const { loads, loadKey, loadWrench } = collisionFields(data);
  let low = 0;
  let high = loads[0];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (loadKey[2 * mid] < a || (loadKey[2 * mid] === a && loadKey[2 * mid + 1] < b)) low = mid + 1;
    else high = mid;
  }
  const found = low < loads[0] && loadKey[2 * low] === a && loadKey[2 * low + 1] === b;
  return found && loadWrench[LOAD_SIZE * low + LOAD.normal] > 0;
}

/** Adds the points of a pair that are as deep as its deepest one, or nearly. Writes: points. */
function addPoints(data: Data, work: StabilityWork, pair: number): void {
  const { pairPatch, patchPoint, pointGap, pointPos } = data;
  const first = pairPatch[2 * pair];
  const last = first + pairPatch[2 * pair + 1];
  let least = Number.POSITIVE_INFINITY;
  for (let patch = first; patch < last; patch++)
    for (let i = patchPoint[2 * patch]; i < patchPoint[2 * patch] + patchPoint[2 * patch + 1]; i++)
      if (pointGap[i] < least) least = pointGap[i];
  for (let patch = first; patch < last; patch++) {
    for (let i = patchPoint[2 * patch]; i < patchPoint[2 * patch] + patchPoint[2 * patch + 1]; i++) {
      if (pointGap[i] > Math.max(0, least) + SAME_GAP || work.count === work.order.length) continue;
      const at = 3 * work.count++;
      for (let k = 0; k < 3; k++) work.points[at + k] = pointPos[3 * i + k];
    }
  }
}

/** Places in the level plane, and their order by x, then y. Writes: flat, order. */
function flatten({ points, flat, level, order, count }: StabilityWork): void {
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 2; axis++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += level[3 * axis + k] * points[3 * i + k];
      flat[2 * i + axis] = sum;
    }
    let at = i;
    while (at > 0 && isBefore(flat, i, order[at - 1])) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = i;
  }
}

function isBefore(flat: Float64Array, i: number, j: number): boolean {
  return flat[2 * i] < flat[2 * j] || (flat[2 * i] === flat[2 * j] && flat[2 * i + 1] < flat[2 * j + 1]);
}

/** Convex hull by two chains over the sorted points [Andrew1979]. Writes: corners. */
function findHull(work: StabilityWork): void {
  const { flat, order, corners, count } = work;
  let n = 0;
  for (let pass = 0; pass < 2; pass++) {
    const base = n;
    for (let k = 0; k < count; k++) {
      const i = order[pass === 0 ? k : count - 1 - k];
      while (n >= base + 2 && !turnsLeft(flat, corners[n - 2], corners[n - 1], i)) n--;
      corners[n++] = i;
    }
    // the last point of a chain is the first of the other
    n--;
  }
  work.cornerCount = count === 1 ? 1 : Math.max(0, n);
}

function turnsLeft(flat: Float64Array, a: number, b: number, c: number): boolean {
  const x = flat[2 * b] - flat[2 * a];
  const y = flat[2 * b + 1] - flat[2 * a + 1];
  return x * (flat[2 * c + 1] - flat[2 * a + 1]) - y * (flat[2 * c] - flat[2 * a]) > 0;
}
