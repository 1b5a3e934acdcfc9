import type { Data } from "../data/data.js";
import { quatMultiply } from "../math/quat.js";
import { jointColumns } from "../model/joint-columns.js";
import type { JointPlacement, JointTable, Model } from "../model/model.js";
import * as p from "../model/params.js";
import { followTwist, MEMORY, referenceOf, writeTwist } from "./coordinate.js";
import { placeAgainst } from "./frame.js";
import { type JointKind, looseParams } from "./joint.js";
import { freeScalar, ownNumber, UNCONSTRAINED } from "./natural.js";
import { openLock } from "./row.js";
import type { JointFields } from "./system.js";

const params = {
  ratio: p.number({
    unit: "1",
    default: -1,
    help: "speed of B over speed of A, each about its own axis: −(teeth of A)/(teeth of B) for outer gears",
  }),
  axisB: p.vector({ unit: "1", optional: true, help: "axis of B at the start, world frame; axis is that of A" }),
  ...looseParams,
};
const COLUMN = jointColumns(params);
/** Behind the parameters: orientation of the two frames in the world at the start. */
const REFERENCE_A = COLUMN.size;
const REFERENCE_B = COLUMN.size + 4;

/**
 * Gears: the rotations of A and of B, each about its own axis that is fixed in the world, keep their ratio:
 *
 *   C = θ_B − ratio θ_A,   dC/dt = n_B · ω_B − ratio n_A · ω_A
 *
 * θ is the rotation since the start about z of the frame, turns counted. The bearings of the gears are joints of their
 * own, and bear what does not balance here. Axes that move with a carrier, as of planets, are beyond a row between two
 * bodies.
 */
export const gear: JointKind<typeof params> = {
  name: "gear",
  help: "ties the rotations of two bodies about axes fixed in the world",
  params,
  freedom: { spatial: 5, planar: 2 },
  planarAxis: "across",
  drawing: "axis",
  placeless: true,
  grounded: true,
  derived: 8,
  prepare(table, i, context) {
    storeReference(table, i, context, 0, REFERENCE_A);
    storeReference(table, i, context, 1, REFERENCE_B);
    return table.own[table.ownStart[i] + COLUMN.own.ratio] === 0 ? "ratio: expected a number other than 0" : undefined;
  },
  holds: () => 1,
  rows: () => 1,
  writeRows(model, data, i, first, out) {
    const ratio = model.joints.own[model.joints.ownStart[i] + COLUMN.own.ratio];
    const J = out.rowJacobian;
    const o = 12 * first;
    openLock(model, i, out, first);
    turnOf(model, data, i, 0, out);
    out.rowError[first] = -ratio * out.coordinate[0];
    for (let k = 0; k < 3; k++) {
      J[o + k] = -ratio * out.coordinate[7 + k];
      J[o + 3 + k] = 0;
    }
    turnOf(model, data, i, 1, out);
    out.rowError[first] += out.coordinate[0];
    for (let k = 0; k < 3; k++) {
      J[o + 6 + k] = out.coordinate[7 + k];
      J[o + 9 + k] = 0;
    }
  },
  follow(model, data, i, out) {
    for (let side = 0; side < 2; side++) {
      turnOf(model, data, i, side, out);
      followTwist(MEMORY * i + side, referenceOf(i, side), out);
    }
  },
  natural: (model, i) => ({
    ...UNCONSTRAINED,
    scalars: [freeScalar("sideA", 0), freeScalar("sideB", 1)],
    ratio: ownNumber(model, i, "ratio"),
  }),
};

/** Remembers how a frame lies in the world at the start. */
export function storeReference(
  table: JointTable,
  i: number,
  context: JointPlacement,
  side: number,
  offset: number,
): void {
  const body = (side === 0 ? table.bodyA : table.bodyB)[i];
  const quat = side === 0 ? table.quatA : table.quatB;
  const world = quatMultiply(context.bodyQuat.subarray(4 * body, 4 * body + 4), quat.subarray(4 * i, 4 * i + 4));
  table.own.set(world, table.ownStart[i] + offset);
}

function turnOf(model: Model, data: Data, i: number, side: number, out: JointFields): void {
  worldTurn(model, data, i, side, side === 0 ? REFERENCE_A : REFERENCE_B, out);
}

/**
 * Rotation of one side about z of its frame since the start: its value and, on ω of that side, its derivative to
 * coordinate[7 … 9].
 */
export function worldTurn(
  model: Model,
  data: Data,
  i: number,
  side: number,
  reference: number,
  out: JointFields,
): void {
  const { joints } = model;
  const o = joints.ownStart[i] + reference;
  if (side === 0) placeAgainst(data, joints.bodyA[i], joints.pointA, joints.quatA, i, joints.own, o, out.frame);
  else placeAgainst(data, joints.bodyB[i], joints.pointB, joints.quatB, i, joints.own, o, out.frame);
  writeTwist(MEMORY * i + side, referenceOf(i, side), out);
}
