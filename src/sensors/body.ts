import { collisionFields } from "../collision/contact-tables.js";
import { LOAD, LOAD_SIZE } from "../collision/loads.js";
import { COMPLIANT } from "../contact/contact-model.js";
import type { Data } from "../data/data.js";
import { frameOriginInto } from "../data/frame-origin.js";
import { angularMomentumInto } from "../data/momentum.js";
import { JOINT_LOAD, JOINT_LOAD_SIZE } from "../joints/system.js";
import { atan2At } from "../math/elementary.js";
import { rotateInverseInto } from "../math/quat.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { addKineticEnergy } from "./energy.js";
import { type Quantity, type SensorKind, XYZ } from "./sensor.js";

function copy(from: Float64Array, o: number, n: number, out: Float64Array, at: number): void {
  for (let k = 0; k < n; k++) out[at + k] = from[o + k];
}

/**
 * Three components of what acted on a body over the last step; `from` 0 is the torque, 3 the force. A body that forces
 * do not move has no change of momentum to tell; what acts on it is added up: joints, contacts, and forces, those of
 * the end of the step where contact is an impulse.
 */
function load(unit: string, help: string, from: number): Quantity {
  return {
    unit,
    help,
    components: XYZ,
    needsForces: true,
    needsEfforts: true,
    needsStep: true,
    read(model, data, b, out, at) {
      const { bodyApplied, bodyForce } = data;
      if (model.bodyType[b] === BODY_TYPE.dynamic) {
        copy(data.bodyLoad, 6 * b + from, 3, out, at);
        return;
      }
      copy(model.formulation.kind.contacts.includes(COMPLIANT) ? bodyApplied : bodyForce, 6 * b + from, 3, out, at);
      addContactLoads(model, data, b, from, out, at);
      addJointLoads(model, data, b, from, out, at);
    },
  };
}

/** Adds what contacts did to a body. */
function addContactLoads(model: Model, data: Data, b: number, from: number, out: Float64Array, at: number): void {
  const { loads, loadKey, loadWrench } = collisionFields(data);
  const { body } = model.systems.collision;
  for (let row = 0; row < loads[0]; row++) {
    for (let side = 0; side < 2; side++) {
      if (body[loadKey[2 * row + side]] !== b) continue;
      const o = LOAD_SIZE * row + (from === 3 ? LOAD.impulse : side === 0 ? LOAD.turnA : LOAD.turnB);
      const sign = from === 3 && side === 0 ? -1 : 1;
      for (let k = 0; k < 3; k++) out[at + k] += (sign * loadWrench[o + k]) / model.options.timestep;
    }
  }
}

/** Adds what joints did to a body. */
function addJointLoads(model: Model, data: Data, b: number, from: number, out: Float64Array, at: number): void {
  const { joints } = model;
  const { jointLoad } = data.items.joints;
  for (let i = 0; i < joints.count; i++) {
    for (let side = 0; side < 2; side++) {
      if ((side === 0 ? joints.bodyA : joints.bodyB)[i] !== b) continue;
      const o = JOINT_LOAD_SIZE * i + (side === 0 ? JOINT_LOAD.onA : JOINT_LOAD.onB) + from;
      for (let k = 0; k < 3; k++) out[at + k] += jointLoad[o + k];
    }
  }
}

const quantities: Readonly<Record<string, Quantity>> = {
  position: { unit: "m", help: "origin of the body frame", components: XYZ, read: frameOriginInto },
  center: {
    unit: "m",
    help: "centre of mass",
    components: XYZ,
    read: (_m, data, b, out, at) => copy(data.bodyPos, 3 * b, 3, out, at),
  },
  orientation: {
    unit: "1",
    help: "unit quaternion",
    components: ["x", "y", "z", "w"],
    read: (_m, data, b, out, at) => copy(data.bodyQuat, 4 * b, 4, out, at),
  },
  angle: {
    unit: "rad",
    help: "rotation about z, −π … π; the whole rotation in planar scenes",
    components: [],
    read(_m, data, b, out, at) {
      // tan θ = 2 (xy + wz) / (1 − 2 (y² + z²))
      const q = data.bodyQuat;
      const o = 4 * b;
      ANGLE[0] = 2 * (q[o] * q[o + 1] + q[o + 3] * q[o + 2]);
      ANGLE[1] = 1 - 2 * (q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2]);
      atan2At(ANGLE, 0);
      out[at] = ANGLE[0];
    },
  },
  velocity: {
    unit: "m/s",
    help: "velocity of the centre of mass",
    components: XYZ,
    read: (_m, data, b, out, at) => copy(data.bodyVel, 6 * b + 3, 3, out, at),
  },
  speed: {
    unit: "m/s",
    help: "speed of the centre of mass",
    components: [],
    read(_m, data, b, out, at) {
      const v = 6 * b + 3;
      const { bodyVel } = data;
      out[at] = Math.sqrt(bodyVel[v] * bodyVel[v] + bodyVel[v + 1] * bodyVel[v + 1] + bodyVel[v + 2] * bodyVel[v + 2]);
    },
  },
  angularVelocity: {
    unit: "rad/s",
    help: "angular velocity, world axes",
    components: XYZ,
    read: (_m, data, b, out, at) => copy(data.bodyVel, 6 * b, 3, out, at),
  },
  spin: {
    unit: "rad/s",
    help: "angular velocity, body axes",
    components: XYZ,
    read: (_m, data, b, out, at) => rotateInverseInto(out, at, data.bodyQuat, 4 * b, data.bodyVel, 6 * b),
  },
  acceleration: {
    unit: "m/s^2",
    help: "acceleration of the centre of mass, mean of the last step: change of velocity over its length",
    components: XYZ,
    needsStep: true,
    read(model, data, b, out, at) {
      for (let k = 0; k < 3; k++) out[at + k] = model.bodyInvMass[3 * b + k] * data.bodyLoad[6 * b + 3 + k];
    },
  },
  force: load("N", "sum of all forces on the body, of joints and contacts too; mean of the last step", 3),
  torque: load("N m", "sum of all torques about the centre of mass; mean of the last step, world axes", 0),
  appliedForce: {
    unit: "N",
    help: "gravity, inputs and `forces`, without joints and contacts; mean of the last step",
    components: XYZ,
    needsStep: true,
    read: (_m, data, b, out, at) => copy(data.bodyApplied, 6 * b + 3, 3, out, at),
  },
  appliedTorque: {
    unit: "N m",
    help: "torque of the applied forces about the centre of mass; mean of the last step, world axes",
    components: XYZ,
    needsStep: true,
    read: (_m, data, b, out, at) => copy(data.bodyApplied, 6 * b, 3, out, at),
  },
  momentum: {
    unit: "N s",
    help: "linear momentum",
    components: XYZ,
    read(model, data, b, out, at) {
      for (let k = 0; k < 3; k++) out[at + k] = model.bodyMass[b] * data.bodyVel[6 * b + 3 + k];
    },
  },
  angularMomentum: {
    unit: "N m s",
    help: "angular momentum about the centre of mass, world axes",
    components: XYZ,
    read: angularMomentumInto,
  },
  kineticEnergy: {
    unit: "J",
    help: "kinetic energy",
    components: [],
    read(model, data, b, out, at) {
      out[at] = 0;
      addKineticEnergy(model, data, b, out, at);
    },
  },
};

/** Scratch of this file; written before it is read within one call, so it is no state. */
const ANGLE = new Float64Array(2);
/** `body/<name>/<quantity>` */
export const bodySensor: SensorKind = {
  name: "body",
  help: "pose, velocity, forces and energy of a body",
  quantities: () => quantities,
  names: (model) => model.bodyNames,
  find: (model, name) => model.bodyIndex.get(name) ?? -1,
};
