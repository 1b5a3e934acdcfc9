import type { Data } from "../data/data.js";
import { norm, normalize, type Vec3 } from "../math/vec3.js";
import { jointColumns } from "../model/joint-columns.js";
import type { Model } from "../model/model.js";
import * as p from "../model/params.js";
import { followTwist, MEMORY, referenceOf } from "./coordinate.js";
import { AT, placeAgainst } from "./frame.js";
import { storeReference, worldTurn } from "./gear.js";
import { type JointKind, looseParams } from "./joint.js";
import { armTorque, placedPoint } from "./length.js";
import { freeScalar, UNCONSTRAINED } from "./natural.js";
import { openLock } from "./row.js";
import type { JointFields } from "./system.js";

const params = {
  radius: p.number({
    unit: "m",
    help: "displacement of the rack per radian of the pinion; negative when it runs against travel",
  }),
  travel: p.vector({ unit: "1", help: "direction in which the rack moves, world frame" }),
  ...looseParams,
};
const COLUMN = jointColumns(params);
/**
 * Behind the parameters: orientation of the pinion's frame in the world, and the rack's point along travel, at the
 * start.
 */
const REFERENCE = COLUMN.size;
const START = COLUMN.size + 4;

/**
 * Pinion A turns about its z axis, rack B moves along u, both fixed in the world:
 *
 *   C = u · (x_B − x_B(0)) − radius θ_A,   dC/dt = u · (v_B + ω_B × r_B) − radius n_A · ω_A
 *
 * Bearing and guide are separate joints.
 */
export const rackAndPinion: JointKind<typeof params> = {
  name: "rack-and-pinion",
  help: "ties the rotation of pinion A about its axis to the displacement of rack B along travel",
  params,
  freedom: { spatial: 5, planar: 2 },
  planarAxis: "across",
  drawing: "slide",
  placeless: true,
  grounded: true,
  derived: 5,
  prepare(table, i, context) {
    const own = table.ownStart[i];
    const at = own + COLUMN.own.travel;
    const travel = table.own.subarray(at, at + 3);
    if (!(norm(travel) > 1e-12)) return "travel: expected a direction of non-zero length";
    if (table.own[own + COLUMN.own.radius] === 0) return "radius: expected a number other than 0";
    table.own.set(normalize(travel), at);
    storeReference(table, i, context, 0, REFERENCE);
    const point: Vec3 = placedPoint(table, i, context, 1);
    table.own[own + START] = table.own[at] * point[0] + table.own[at + 1] * point[1] + table.own[at + 2] * point[2];
    return undefined;
  },
  holds: () => 1,
  rows: () => 1,
  writeRows(model, data, i, first, out) {
    const { own, ownStart, bodyB } = model.joints;
    const start = ownStart[i];
    const radius = own[start + COLUMN.own.radius];
    const J = out.rowJacobian;
    const o = 12 * first;
    openLock(model, i, out, first);
    turnOfPinion(model, data, i, out);
    out.rowError[first] = -radius * out.coordinate[0] - own[start + START];
    for (let k = 0; k < 3; k++) {
      J[o + k] = -radius * out.coordinate[7 + k];
      J[o + 3 + k] = 0;
    }
    // the rack's point
    const { pointB, quatB } = model.joints;
    placeAgainst(data, bodyB[i], pointB, quatB, i, own, start + REFERENCE, out.frame);
    for (let k = 0; k < 3; k++) {
      const u = own[start + COLUMN.own.travel + k];
      J[o + 9 + k] = u;
      out.rowError[first] += u * (data.bodyPos[3 * bodyB[i] + k] + out.frame[AT.armB + k]);
    }
    armTorque(J, o + 6, out.frame, AT.armB);
  },
  follow(model, data, i, out) {
    turnOfPinion(model, data, i, out);
    followTwist(MEMORY * i, referenceOf(i, 0), out);
  },
  natural(model, i) {
    const { own, ownStart } = model.joints;
    const at = ownStart[i] + COLUMN.own.travel;
    return {
      ...UNCONSTRAINED,
      scalars: [freeScalar("sideA", 0)],
      rack: {
        travel: [own[at], own[at + 1], own[at + 2]],
        start: own[ownStart[i] + START],
        radius: own[ownStart[i] + COLUMN.own.radius],
      },
    };
  },
};

function turnOfPinion(model: Model, data: Data, i: number, out: JointFields): void {
  worldTurn(model, data, i, 0, REFERENCE, out);
}
