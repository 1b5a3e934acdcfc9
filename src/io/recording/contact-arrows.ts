/** Bodies that press on each other, and Foxglove's picture of them: an arrow along the force of each pair. */
import { collisionFields } from "../../collision/contact-tables.js";
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import type { Quantity } from "../../data/quantity.js";
import { pow } from "../../math/elementary.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { SensorKind } from "../../sensors/sensor.js";
import { stamp, WORLD_FRAME } from "./foxglove-scene.js";

/** Two bodies in contact. */
export interface RecordedContact {
  readonly bodyA: number;
  readonly bodyB: number;
  /** Mean of the centres of the patches, m. */
  readonly point: readonly [number, number, number];
  /** Unit vector from A to B. */
  readonly normal: readonly [number, number, number];
  /** Normal force, N: over the last step where contact is an impulse; NaN where it is not known. */
  readonly force: number;
}

/** Where contact is a force, forces of at most this many pairs are summed; each needs a pass over all contacts. */
const MAX_SUMMED = 100;

interface Sum {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly point: number[];
  readonly normal: number[];
  patches: number;
  force: number;
}

/** Pairs of bodies that press on each other, in the order of detection. */
export function recordedContacts(model: Model, data: Data): RecordedContact[] {
  const kind = (model.items.sensors as Readonly<Record<string, SensorKind>>).contact;
  const { slips, normalForce } = (kind?.quantities(model, 0) ?? {}) as Readonly<Record<string, Quantity | undefined>>;
  // only where contact is an impulse it is known whether a contact slips
  const hard = slips !== undefined;
  const sums = [...sumPatches(model, data, hard).values()];
  if (!hard) sumForces(model, data, normalForce, sums);
  return sums
    .filter(({ force }) => !(force <= 0))
    .map(({ bodyA, bodyB, point, normal, patches, force }) => {
      const length = Math.sqrt(normal.reduce((sum, x) => sum + x * x, 0)) || 1;
      return {
        bodyA,
        bodyB,
        point: point.map((x) => x / patches) as [number, number, number],
        normal: normal.map((x) => x / length) as [number, number, number],
        force,
      };
    });
}

function sumPatches(model: Model, data: Data, hard: boolean): Map<number, Sum> {
  const sums = new Map<number, Sum>();
  const { pointLoad } = collisionFields(data);
  for (let patch = 0; patch < data.counter[COUNTER.patches]; patch++) {
    const pair = data.patchPair[patch];
    const bodyA = model.shapes[data.pairKey[2 * pair]].body;
    const bodyB = model.shapes[data.pairKey[2 * pair + 1]].body;
    const key = bodyA * model.nb + bodyB;
    const sum = sums.get(key) ?? { bodyA, bodyB, point: [0, 0, 0], normal: [0, 0, 0], patches: 0, force: 0 };
    sums.set(key, sum);
    sum.patches++;
    for (let k = 0; k < 3; k++) {
      sum.point[k] += data.patchCentroid[3 * patch + k];
      sum.normal[k] += data.patchNormal[3 * patch + k];
    }
    const first = data.patchPoint[2 * patch];
    if (hard)
      for (let i = first; i < first + data.patchPoint[2 * patch + 1]; i++)
        sum.force += pointLoad[i] / model.options.timestep;
  }
  return sums;
}

function sumForces(model: Model, data: Data, normalForce: Quantity | undefined, sums: readonly Sum[]): void {
  const out = new Float64Array(1).fill(Number.NaN);
  for (const [k, sum] of sums.entries()) {
    if (normalForce === undefined || k >= MAX_SUMMED) sum.force = Number.NaN;
    else {
      normalForce.read(model, data, sum.bodyA * model.nb + sum.bodyB, out, 0);
      sum.force = out[0];
    }
  }
}

/** Length of an arrow of the weight of the lightest body that moves, m, and the weight, N. */
export interface ArrowScale {
  readonly length: number;
  readonly force: number;
}

/** Arrows as long as the scene's bodies are large: the lightest body on the ground has one of its own size. */
export function arrowScale(model: Model): ArrowScale {
  let mass = Number.POSITIVE_INFINITY;
  let body = 0;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] === BODY_TYPE.static || !(model.bodyMass[b] > 0 && model.bodyMass[b] < mass)) continue;
    mass = model.bodyMass[b];
    body = b;
  }
  if (body === 0) return { length: 1, force: 1 };
  const gravity = Math.sqrt(model.options.gravity.reduce((sum, g) => sum + g * g, 0)) || 1;
  // radius of a ball of water of that mass: a size that every body has
  const length = 2 * pow((3 * mass) / (4 * Math.PI * 1000), 1 / 3);
  return { length, force: mass * gravity };
}

/** A SceneUpdate message with one arrow per contact, in place of all earlier ones. */
export function contactUpdate(
  model: Model,
  time: number,
  contacts: readonly RecordedContact[],
  scale: ArrowScale,
): object {
  const timestamp = stamp(time);
  const none = { cubes: [], spheres: [], cylinders: [], lines: [], triangles: [], texts: [], models: [] };
  return {
    deletions: [{ timestamp, type: DELETE_ALL, id: "" }],
    entities: contacts.map(({ bodyA, bodyB, point: [x, y, z], normal, force }) => {
      const known = Number.isFinite(force);
      const length = scale.length * Math.max(0.2, Math.min(20, known ? force / scale.force : 1));
      const names = [model.bodyNames[bodyA], model.bodyNames[bodyB]];
      return {
        timestamp,
        frame_id: WORLD_FRAME,
        id: names.join(" | "),
        lifetime: { sec: 0, nsec: 0 },
        frame_locked: false,
        metadata: [
          { key: "bodyA", value: names[0] },
          { key: "bodyB", value: names[1] },
          { key: "normalForce, N", value: known ? String(force) : "" },
        ],
        arrows: [
          {
            pose: { position: { x, y, z }, orientation: alongX(normal) },
            shaft_length: 0.75 * length,
            shaft_diameter: 0.06 * scale.length,
            head_length: 0.25 * length,
            head_diameter: 0.14 * scale.length,
            color: { r: 0.76, g: 0.94, b: 0.24, a: 1 },
          },
        ],
        ...none,
      };
    }),
  };
}

/** SceneEntityDeletion.type of Foxglove: all entities of the topic. */
const DELETE_ALL = 1;

/** The shortest rotation that takes x to a unit vector. */
function alongX([x, y, z]: readonly [number, number, number]): object {
  // q = [x × n, 1 + x · n], normalised; opposite to x any half turn will do
  if (x < -1 + 1e-12) return { x: 0, y: 0, z: 1, w: 0 };
  const w = 1 + x;
  const length = Math.sqrt(w * w + y * y + z * z);
  return { x: 0, y: -z / length, z: y / length, w: w / length };
}
