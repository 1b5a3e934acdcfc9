import { jointColumns } from "../model/joint-columns.js";
import * as p from "../model/params.js";
import { coordinateRowCount, rotationCoordinate, writeCoordinateRows } from "./coordinate.js";
import { cylindrical } from "./cylindrical.js";
import { AT, placeJoint } from "./frame.js";
import { followAngle, type JointKind, writeLocks } from "./joint.js";
import { freeScalar, guidedScalar, ownNumber, UNCONSTRAINED } from "./natural.js";
import { lineJacobian, openLock } from "./row.js";

const params = { pitch: p.number({ unit: "m", help: "advance of B along z in one turn" }) };
const COLUMN = jointColumns(params);

/**
 * Screw: as cylindrical, with translation and rotation about z tied together:  C = z · d − (pitch / 2π) θ. The
 * coordinate is θ, turns counted.
 */
export const screw: JointKind<typeof params> = {
  name: "screw",
  help: "screw: moves along z by its pitch as it turns about z",
  params,
  freedom: { spatial: 1, planar: -1 },
  planarAxis: "none",
  drawing: "slide",
  coordinateUnit: "rad",
  holds: () => 5,
  rows: (model, i) => 5 + coordinateRowCount(model, i),
  writeCoordinate(model, data, i, out) {
    placeJoint(model, data, i, out.frame);
    rotationCoordinate(model, i, out);
  },
  writeRows(model, data, i, first, out) {
    placeJoint(model, data, i, out.frame);
    const r = writeLocks(model, i, first, out, cylindrical.locks);
    rotationCoordinate(model, i, out);
    const { own, ownStart } = model.joints;
    const perRadian = own[ownStart[i] + COLUMN.own.pitch] / (2 * Math.PI);
    const n = AT.axesA + 6;
    openLock(model, i, out, r);
    lineJacobian(out.rowJacobian, 12 * r, out.frame, n);
    for (let k = 0; k < 12; k++) out.rowJacobian[12 * r + k] -= perRadian * out.coordinate[1 + k];
    out.rowError[r] =
      out.frame[n] * out.frame[AT.gap] +
      out.frame[n + 1] * out.frame[AT.gap + 1] +
      out.frame[n + 2] * out.frame[AT.gap + 2] -
      perRadian * (out.coordinate[0] - model.joints.zero[i]);
    writeCoordinateRows(model, data, i, r + 1, out);
  },
  follow: followAngle,
  natural(model, i) {
    const guided = guidedScalar(model, i, "turn");
    return {
      ...UNCONSTRAINED,
      axes: [2],
      across: [0, 1],
      scalars: guided.length > 0 ? guided : [freeScalar("turn", 0)],
      pitch: ownNumber(model, i, "pitch"),
    };
  },
};
