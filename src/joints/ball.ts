import { cos, sin } from "../math/elementary.js";
import { jointColumns } from "../model/joint-columns.js";
import type { Model } from "../model/model.js";
import * as p from "../model/params.js";
import { coordinateRowCount, rotationCoordinate, writeCoordinateRows } from "./coordinate.js";
import { AT, placeJoint } from "./frame.js";
import { defineJoint, followAngle, type JointKind, writeLocks } from "./joint.js";
import { finishAngular, openLimit, openRow, perpendicularRow } from "./row.js";
import { type JointFields, ROW } from "./system.js";

const params = {
  cone: p.number({
    unit: "rad",
    above: 0,
    max: Math.PI,
    optional: true,
    help: "α: largest angle between z of A and z of B; limits are those of the twist about z",
  }),
};
const COLUMN = jointColumns(params);
/** Behind the parameters: cos α and sin α. */
const COSINE = COLUMN.size;
const SINE = COLUMN.size + 1;

const point = defineJoint({
  name: "ball",
  help: "ball joint: one point in common; limits of swing and twist",
  params,
  lockedTranslation: "xyz",
  lockedRotation: "",
  coordinate: "rotation-z",
});

const pointPlan = point.natural as NonNullable<typeof point.natural>;

const hasCone = (model: Model, i: number) =>
  !model.planar && model.joints.own[model.joints.ownStart[i] + COLUMN.own.cone] < Math.PI;
/** Number of friction rows about x and y, in addition to that about z. */
const swingFriction = (model: Model, i: number) => (model.joints.friction[i] > 0 && !model.planar ? 2 : 0);

/**
 * Ball joint. Its coordinate is the twist about z, within half a turn to either side; in the plane it is the angle,
 * turns counted.
 *
 *   cone   C = (z_A · z_B − cos α) / sin α ≥ 0, in rad near the limit   dC/dt = (z_A × z_B) · (ω_A − ω_B) / sin α
 *
 * Friction acts about all three axes of A, each on its own.
 */
export const ball: JointKind<typeof params> = {
  ...point,
  derived: 2,
  prepare(table, i) {
    const o = table.ownStart[i];
    table.own[o + COSINE] = cos(table.own[o + COLUMN.own.cone]);
    table.own[o + SINE] = sin(table.own[o + COLUMN.own.cone]);
    return undefined;
  },
  rows: (model, i) =>
    point.holds(model, i) + (hasCone(model, i) ? 1 : 0) + coordinateRowCount(model, i) + swingFriction(model, i),
  holds: (model, i) => point.holds(model, i) + (hasCone(model, i) ? 1 : 0),
  writeRows(model, data, i, first, out) {
    placeJoint(model, data, i, out.frame);
    let r = writeLocks(model, i, first, out, point.locks);
    if (hasCone(model, i)) {
      writeCone(model, i, r, out);
      r++;
    }
    const rows = coordinateRowCount(model, i);
    if (rows === 0) return;
    rotationCoordinate(model, i, out);
    writeCoordinateRows(model, data, i, r, out);
    if (swingFriction(model, i) === 0) return;
    writeFriction(model, i, r + rows, 0, out);
    writeFriction(model, i, r + rows + 1, 1, out);
  },
  natural: (model, i) => ({ ...pointPlan(model, i), oneSided: hasCone(model, i) }),
  follow(model, data, i, out) {
    if (model.planar) followAngle(model, data, i, out);
  },
};

function writeCone(model: Model, i: number, r: number, out: JointFields): void {
  const { own, ownStart } = model.joints;
  const inv = 1 / own[ownStart[i] + SINE];
  openLimit(model, i, out, r);
  perpendicularRow(out, r, 2, 2, 1);
  out.rowError[r] = (out.rowError[r] - own[ownStart[i] + COSINE]) * inv;
  for (let k = 0; k < 12; k++) out.rowJacobian[12 * r + k] *= inv;
}

function writeFriction(model: Model, i: number, r: number, axis: number, out: JointFields): void {
  openRow(model, i, out, r, ROW.drive);
  for (let k = 0; k < 3; k++) out.rowJacobian[12 * r + 6 + k] = out.frame[AT.axesA + 3 * axis + k];
  finishAngular(out.rowJacobian, 12 * r);
  out.rowError[r] = 0;
  out.rowSpring[2 * r] = 0;
  out.rowBounds[2 * r] = -model.joints.friction[i];
  out.rowBounds[2 * r + 1] = model.joints.friction[i];
}
