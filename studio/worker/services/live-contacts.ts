/** Which bodies press on each other, how hard, and whether they slide. */
import { COUNTER, type Data, type Model, type Quantity, type SensorKind } from "stiction";
import { collision } from "stiction/internals";
import type { ContactList, ContactRow } from "./live-protocol.js";

/** Where contact is a force, forces of at most this many pairs are summed; each needs a pass over all contacts. */
const MAX_SUMMED = 100;
/** Where contact is a force, surfaces that move faster than this along each other slide, m/s. */
export const SLIDING = 1e-3;

interface Pair {
  readonly bodyA: number;
  readonly bodyB: number;
  force: number;
  slips: boolean;
  patch: number;
}

/** The strongest `most` contacts between bodies. */
export function contactList(model: Model, data: Data, most: number): ContactList {
  const kind = (model.items.sensors as Readonly<Record<string, SensorKind>>).contact;
  const quantities = kind?.quantities(model, 0) ?? {};
  const pairs = [...touching(model, data, quantities.slips !== undefined).values()];
  if (quantities.slips === undefined && quantities.normalForce !== undefined)
    sumForces(model, data, quantities.normalForce, pairs);
  const pressing = pairs.filter(({ force }) => !(force <= 0));
  pressing.sort((a, b) => (b.force || 0) - (a.force || 0) || a.bodyA - b.bodyA || a.bodyB - b.bodyB);
  const slip = pressing.filter(({ slips }) => slips).length;
  const known = quantities.normalForce !== undefined;
  return {
    total: pressing.length,
    stick: known ? pressing.length - slip : -1,
    slip: known ? slip : -1,
    rows: pressing.slice(0, most).map((pair) => rowOf(data, pair)),
  };
}

function rowOf(data: Data, { bodyA, bodyB, force, slips, patch }: Pair): ContactRow {
  return { bodyA, bodyB, force, slips, point: Array.from(data.patchCentroid.subarray(3 * patch, 3 * patch + 3)) };
}

/** Pairs of bodies with contact; where contact is an impulse, with its force over the step. */
function touching(model: Model, data: Data, hard: boolean): Map<number, Pair> {
  const found = new Map<number, Pair>();
  const h = model.options.timestep;
  const { pointLoad } = collision.collisionFields(data);
  for (let patch = 0; patch < data.counter[COUNTER.patches]; patch++) {
    const pair = data.patchPair[patch];
    const bodyA = model.shapes[data.pairKey[2 * pair]].body;
    const bodyB = model.shapes[data.pairKey[2 * pair + 1]].body;
    const key = bodyA * model.nb + bodyB;
    const entry = found.get(key) ?? { bodyA, bodyB, force: hard ? 0 : Number.NaN, slips: false, patch };
    found.set(key, entry);
    if (!hard) {
      entry.slips ||= slidingSpeed(data, bodyA, bodyB, patch) > SLIDING;
      continue;
    }
    const first = data.patchPoint[2 * patch];
    for (let i = first; i < first + data.patchPoint[2 * patch + 1]; i++) entry.force += pointLoad[i] / h;
    entry.slips ||= data.patchFriction[8 * patch + 7] > 0;
  }
  return found;
}

function sumForces(model: Model, data: Data, normalForce: Quantity, pairs: Pair[]): void {
  const out = new Float64Array(1);
  for (const pair of pairs.slice(0, MAX_SUMMED)) {
    normalForce.read(model, data, pair.bodyA * model.nb + pair.bodyB, out, 0);
    pair.force = out[0];
  }
}

/** Speed of the two surfaces along each other at the centre of a patch, m/s. */
function slidingSpeed(data: Data, a: number, b: number, patch: number): number {
  const { patchCentroid: c, patchNormal: n } = data;
  const v = [0, 1, 2].map((k) => velocityAt(data, b, c, 3 * patch, k) - velocityAt(data, a, c, 3 * patch, k));
  const along = [0, 1, 2].reduce((sum, k) => sum + v[k] * n[3 * patch + k], 0);
  return Math.hypot(...v.map((x, k) => x - along * n[3 * patch + k]));
}

/** Component k of v + ω × (p − c). */
function velocityAt(data: Data, body: number, point: Float64Array, at: number, k: number): number {
  const { bodyVel: v, bodyPos: p } = data;
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  const arm = (m: number) => point[at + m] - p[3 * body + m];
  return v[6 * body + 3 + k] + v[6 * body + i] * arm(j) - v[6 * body + j] * arm(i);
}
