import type { Data } from "../data/data.js";
import type { JointKind } from "../joints/joint.js";
import { JOINT_LOAD, JOINT_LOAD_SIZE, ROW, writeRowsOfJoint } from "../joints/system.js";
import type { Model } from "../model/model.js";
import { type Quantity, type SensorKind, XYZ } from "./sensor.js";

const fieldsOf = (data: Data) => data.items.joints;

/** Value and derivative of the joint coordinate: [q, ∂q/∂ …12]. */
function readCoordinate(model: Model, data: Data, i: number): Float64Array {
  const fields = fieldsOf(data);
  (model.joints.kinds[i] as JointKind).writeCoordinate?.(model, data, i, fields);
  return fields.coordinate;
}

/** Three components of what the joint did over the last step, from `place` of its load on. */
function reaction(unit: string, help: string, place: number): Quantity {
  return {
    unit,
    help,
    components: XYZ,
    needsEfforts: true,
    needsStep: true,
    read(_model, data, i, out, at) {
      const { jointLoad } = fieldsOf(data);
      for (let k = 0; k < 3; k++) out[at + k] = jointLoad[JOINT_LOAD_SIZE * i + place + k];
    },
  };
}

const reactions: Readonly<Record<string, Quantity>> = {
  force: reaction("N", "force of the joint on B, mean of the last step, world axes", JOINT_LOAD.onB + 3),
  torque: reaction(
    "N m",
    "torque of the joint on B about the joint's point, mean of the last step, world axes",
    JOINT_LOAD.atPoint,
  ),
  forceOnA: reaction("N", "force of the joint on A, mean of the last step, world axes", JOINT_LOAD.onA + 3),
  torqueOnA: reaction(
    "N m",
    "torque of the joint on A about A's centre of mass, mean of the last step, world axes",
    JOINT_LOAD.onA,
  ),
  torqueOnB: reaction(
    "N m",
    "torque of the joint on B about B's centre of mass, mean of the last step, world axes",
    JOINT_LOAD.onB,
  ),
  gap: {
    unit: "m or rad",
    help: "largest error of what the joint locks",
    components: [],
    read(model, data, i, out, at) {
      const { rowStart } = model.systems.joints;
      const { rowKind, rowError } = fieldsOf(data);
      writeRowsOfJoint(model, data, i);
      out[at] = 0;
      for (let r = rowStart[i]; r < rowStart[i + 1]; r++)
        if (rowKind[r] === ROW.lock) out[at] = Math.max(out[at], Math.abs(rowError[r]));
    },
  },
  broken: {
    unit: "1",
    help: "1 when the joint has broken",
    components: [],
    read(_model, data, i, out, at) {
      out[at] = fieldsOf(data).broken[i];
    },
  },
};

const coordinates: Readonly<Record<string, Quantity>> = {
  position: {
    unit: "rad or m",
    help: "joint coordinate: angle with turns counted, way or length",
    components: [],
    read(model, data, i, out, at) {
      out[at] = readCoordinate(model, data, i)[0];
    },
  },
  speed: {
    unit: "rad/s or m/s",
    help: "speed of the joint coordinate",
    components: [],
    read(model, data, i, out, at) {
      const coordinate = readCoordinate(model, data, i);
      const { bodyA, bodyB } = model.joints;
      const { bodyVel } = data;
      out[at] = 0;
      for (let k = 0; k < 6; k++)
        out[at] += coordinate[1 + k] * bodyVel[6 * bodyA[i] + k] + coordinate[7 + k] * bodyVel[6 * bodyB[i] + k];
    },
  },
  effort: {
    unit: "N m or N",
    help: "torque or force along the joint coordinate: limits, drive, friction, spring; mean of the last step",
    components: [],
    needsEfforts: true,
    needsStep: true,
    read(model, data, i, out, at) {
      const { rowStart } = model.systems.joints;
      const { rowKind, rowMean, rowJacobian } = fieldsOf(data);
      writeRowsOfJoint(model, data, i);
      const coordinate = readCoordinate(model, data, i);
      out[at] = 0;
      const first = rowStart[i] + (model.joints.kinds[i] as JointKind).holds(model, i);
      for (let r = first; r < rowStart[i + 1]; r++) {
        if (rowKind[r] === ROW.off) continue;
        // a row along the coordinate has its derivative, or the opposite
        let along = 0;
        let square = 0;
        for (let k = 0; k < 12; k++) {
          along += coordinate[1 + k] * rowJacobian[12 * r + k];
          square += coordinate[1 + k] * coordinate[1 + k];
        }
        out[at] += (rowMean[r] * along) / square;
      }
    },
  },
};

const all: Readonly<Record<string, Quantity>> = { ...coordinates, ...reactions };

/** The quantities of a joint whose coordinate is an angle, and of one whose coordinate is a length. */
const BY_UNIT = {
  rad: withUnits("rad", "rad/s", "N m"),
  m: withUnits("m", "m/s", "N"),
};

function withUnits(position: string, speed: string, effort: string): Readonly<Record<string, Quantity>> {
  return {
    ...all,
    position: { ...all.position, unit: position },
    speed: { ...all.speed, unit: speed },
    effort: { ...all.effort, unit: effort },
  };
}

/** `joint/<name>/<quantity>` */
export const jointSensor: SensorKind = {
  name: "joint",
  help: "coordinate, effort and reaction of a joint",
  quantities: (model, i) => {
    const kind = model?.joints.kinds[i] as JointKind | undefined;
    if (kind === undefined) return all;
    if (kind.writeCoordinate === undefined) return reactions;
    return kind.coordinateUnit === undefined ? all : BY_UNIT[kind.coordinateUnit];
  },
  names: (model) => model.joints.names,
  find: (model, name) => model.joints.names.indexOf(name),
};
