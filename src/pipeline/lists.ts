import { collisionFields } from "../collision/contact-tables.js";
import { COMPLIANT } from "../contact/contact-model.js";
import type { Data } from "../data/data.js";
import { COUNTER, STATUS } from "../data/fields.js";
import { checkOwner } from "../data/owner.js";
import type { Vec3 } from "../math/vec3.js";
import { unknownWord } from "../model/errors.js";
import type { Model } from "../model/model.js";
import { readSensor, readSensorVector } from "./read-sensor.js";

/** A shape of a contact: its body, and its place in that body's list of shapes. */
export interface ContactShape {
  readonly body: string;
  readonly index: number;
}

/** A contact point: one point where two shapes touch, or are about to. World axes. */
export interface ContactPoint {
  readonly a: ContactShape;
  readonly b: ContactShape;
  /** m */
  readonly position: Vec3;
  /** Unit vector from A to B. */
  readonly normal: Vec3;
  /** m, negative when the shapes overlap. */
  readonly gap: number;
  /**
   * Normal force at this point, mean of the last step, N; undefined where contact is not an impulse (`forces` and
   * `augmented-lagrangian` have the force between two bodies: `contactForce`).
   */
  readonly normalForce: number | undefined;
}

/** The contact points of the last step, in the order of the contact tables. Copies: they stay valid. */
export function* contacts(model: Model, data: Data): Generator<ContactPoint> {
  checkOwner(model, data);
  const { pairKey, pairPatch, patchPoint, patchNormal, pointPos, pointGap } = data;
  const { pointLoad } = collisionFields(data);
  const { contacts: how } = model.formulation.kind;
  const impulsive = how.length > 0 && !how.includes(COMPLIANT);
  for (let pair = 0; pair < data.counter[COUNTER.pairs]; pair++) {
    const [a, b] = [0, 1].map((side) => {
      const { body, index } = model.shapes[pairKey[2 * pair + side]];
      return { body: model.bodyNames[body], index };
    });
    const first = pairPatch[2 * pair];
    for (let patch = first; patch < first + pairPatch[2 * pair + 1]; patch++) {
      const normal = vectorAt(patchNormal, patch);
      const start = patchPoint[2 * patch];
      for (let k = start; k < start + patchPoint[2 * patch + 1]; k++) {
        const normalForce = impulsive ? pointLoad[k] / model.options.timestep : undefined;
        yield { a, b, position: vectorAt(pointPos, k), normal, gap: pointGap[k], normalForce };
      }
    }
  }
}

/** Force of body `a` on body `b` in the last step, friction included, N, world axes; zero where they do not touch. */
export function contactForce(model: Model, data: Data, a: string, b: string): Vec3 {
  return triple(readSensorVector(model, data, `contact/${a}:${b}/force`));
}

/** A joint and its loads. World axes. */
export interface JointReading {
  readonly name: string;
  /** Its kind, such as `hinge`. */
  readonly type: string;
  readonly bodyA: string;
  readonly bodyB: string;
  /** Joint coordinate, rad or m, and its rate of change, rad/s or m/s; undefined for kinds without one. */
  readonly coordinate: number | undefined;
  readonly rate: number | undefined;
  /** Force of the joint on B, N, and torque about the joint's point, N m: means of the last step. */
  readonly force: Vec3;
  readonly torque: Vec3;
  readonly broken: boolean;
}

/** The joints of the scene with their coordinates and loads, in the order of the scene. */
export function* joints(model: Model, data: Data): Generator<JointReading> {
  for (const name of model.joints.names) yield readJoint(model, data, name);
}

/** One joint by name; throws for an unknown one. */
export function readJoint(model: Model, data: Data, name: string): JointReading {
  checkOwner(model, data);
  const i = model.joints.names.indexOf(name);
  if (i < 0)
    throw new RangeError(
      `no joint named "${name}" in scene "${model.name}": ${unknownWord("joint", String(name), model.joints.names)}`,
    );
  const { kinds, bodyA, bodyB } = model.joints;
  const hasCoordinate = kinds[i].writeCoordinate !== undefined;
  const read = (quantity: string) => readSensor(model, data, `joint/${name}/${quantity}`);
  return {
    name,
    type: kinds[i].name,
    bodyA: model.bodyNames[bodyA[i]],
    bodyB: model.bodyNames[bodyB[i]],
    coordinate: hasCoordinate ? read("position") : undefined,
    rate: hasCoordinate ? read("speed") : undefined,
    force: triple(readSensorVector(model, data, `joint/${name}/force`)),
    torque: triple(readSensorVector(model, data, `joint/${name}/torque`)),
    broken: read("broken") !== 0,
  };
}

/** Numerical trouble since the start of the run, one entry per status bit that was set. */
export interface StepWarning {
  readonly status: keyof typeof STATUS;
  /** How often. */
  readonly count: number;
  /** The last culprit by name, where the status has one: a body, a joint, or `body.shapes[k]`. */
  readonly who: string | undefined;
}

/** The warnings of `data.warningCount` and `data.warningWho`, by name. */
export function warnings(model: Model, data: Data): StepWarning[] {
  checkOwner(model, data);
  const found: StepWarning[] = [];
  for (const [status, bit] of Object.entries(STATUS) as [keyof typeof STATUS, number][]) {
    const k = 31 - Math.clz32(bit);
    const count = data.warningCount[k];
    if (count > 0) found.push({ status, count, who: culprit(model, status, data.warningWho[k]) });
  }
  return found;
}

function culprit(model: Model, status: keyof typeof STATUS, who: number): string | undefined {
  if (
    status === "nonFinite" ||
    status === "slowed" ||
    status === "unresolved" ||
    status === "gained" ||
    status === "overlapping" ||
    status === "sunk"
  )
    return model.bodyNames[who];
  if (status === "contradiction" || status === "openJoint") return model.joints.names[who];
  if (status !== "pairCapacity") return undefined;
  const shape = model.shapes[who];
  return shape === undefined ? undefined : `${model.bodyNames[shape.body]}.shapes[${shape.index}]`;
}

function vectorAt(array: Float64Array, i: number): Vec3 {
  return [array[3 * i], array[3 * i + 1], array[3 * i + 2]];
}

function triple([x, y, z]: readonly number[]): Vec3 {
  return [x, y, z];
}
