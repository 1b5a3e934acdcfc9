import { norm } from "../math/vec3.js";
import { jointColumns } from "../model/joint-columns.js";
import { WORLD } from "../model/model.js";
import * as p from "../model/params.js";
import { AT, placeJoint } from "./frame.js";
import { type JointKind, looseParams } from "./joint.js";
import { armTorque, placedPoint } from "./length.js";
import { openRow } from "./row.js";
import { ROW } from "./system.js";

const target = (axis: string) =>
  p.number({
    unit: "m",
    optional: true,
    input: true,
    help: `${axis} of the pointer, world frame; the grabbed point when absent`,
  });

const params = {
  targetX: target("x"),
  targetY: target("y"),
  targetZ: target("z"),
  grip: p.number({ unit: "1", default: 1, input: true, help: "0 lets go, anything else holds" }),
  frequency: p.number({ unit: "Hz", above: 0, default: 4, help: "f: K = m (2π f)², m the mass of B" }),
  dampingRatio: p.number({ unit: "1", min: 0, default: 0.7, help: "ζ: D = 2 ζ √(K m)" }),
  maxForce: p.number({
    unit: "N",
    min: 0,
    optional: true,
    help: "largest force; 200 times the weight of B when absent",
  }),
  ...looseParams,
};
const COLUMN = jointColumns(params);
/** Behind the parameters: K, D, and the largest force along each axis. */
const STIFFNESS = COLUMN.size;
const DAMPING = COLUMN.size + 1;
const MOST = COLUMN.size + 2;

/** Times the weight, where gravity is none 9.81 m/s². */
const FORCE_OF_WEIGHTS = 200;

/**
 * Pointer drag: springs along the world's axes from a point of B to a target that inputs state: C = x_B − target. Each
 * axis bears the share 1/√3 (in the plane 1/√2) of the largest force, so that their sum keeps within it. Source:
 * [Gribel2009] §4.2, MouseTrackingForce.
 */
export const drag: JointKind<typeof params> = {
  name: "drag",
  help: "pulls a point of B after a pointer, with a largest force",
  params,
  freedom: { spatial: 6, planar: 3 },
  planarAxis: "across",
  drawing: "axis",
  grounded: true,
  derived: 3,
  prepare(table, i, context) {
    if (table.bodyA[i] !== WORLD) return "bodyA: the pointer is in the world; leave bodyA out";
    const o = table.ownStart[i];
    const { own } = table;
    const mass = context.bodyMass[table.bodyB[i]];
    const omega = 2 * Math.PI * own[o + COLUMN.own.frequency];
    own[o + STIFFNESS] = mass * omega * omega;
    own[o + DAMPING] = 2 * own[o + COLUMN.own.dampingRatio] * mass * omega;
    const gravity = norm(context.gravity);
    const given = own[o + COLUMN.own.maxForce];
    const most = Number.isNaN(given) ? FORCE_OF_WEIGHTS * mass * (gravity > 0 ? gravity : 9.81) : given;
    own[o + MOST] = most / Math.sqrt(context.planar ? 2 : 3);
    const grabbed = placedPoint(table, i, context, 1);
    for (let k = 0; k < 3; k++) {
      const at = o + COLUMN.own.targetX + k;
      if (Number.isNaN(own[at])) own[at] = grabbed[k];
    }
    return undefined;
  },
  holds: (model) => (model.planar ? 2 : 3),
  rows: (model) => (model.planar ? 2 : 3),
  writeRows(model, data, i, first, out) {
    const { joints } = model;
    const o = joints.ownStart[i];
    const input = joints.inputStart[i];
    const held = data.input[joints.input[input + COLUMN.input.grip]] !== 0;
    const b = joints.bodyB[i];
    placeJoint(model, data, i, out.frame);
    const rows = model.planar ? 2 : 3;
    for (let k = 0; k < rows; k++) {
      const r = first + k;
      openRow(model, i, out, r, held ? ROW.spring : ROW.off);
      const J = out.rowJacobian;
      for (let c = 0; c < 12; c++) J[12 * r + c] = c === 9 + k ? 1 : 0;
      armTorque(J, 12 * r + 6, out.frame, AT.armB);
      out.rowError[r] =
        data.bodyPos[3 * b + k] + out.frame[AT.armB + k] - data.input[joints.input[input + COLUMN.input.targetX + k]];
      out.rowSpring[2 * r] = joints.own[o + STIFFNESS];
      out.rowSpring[2 * r + 1] = joints.own[o + DAMPING];
      out.rowBounds[2 * r] = -joints.own[o + MOST];
      out.rowBounds[2 * r + 1] = joints.own[o + MOST];
    }
  },
};
