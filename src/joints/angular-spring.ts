import { jointColumns } from "../model/joint-columns.js";
import * as p from "../model/params.js";
import { coordinateRowCount, copyJacobian, rotationCoordinate, writeCoordinateRows } from "./coordinate.js";
import { placeJoint } from "./frame.js";
import { followAngle, type JointKind, looseParams } from "./joint.js";
import { UNCONSTRAINED } from "./natural.js";
import { openRow } from "./row.js";
import { ROW } from "./system.js";

const params = {
  stiffness: p.number({ unit: "N m/rad", min: 0, default: 10, help: "K" }),
  damping: p.number({ unit: "N m s/rad", min: 0, default: 0, help: "D" }),
  restAngle: p.number({ unit: "rad", default: 0, input: true, help: "angle without torque" }),
  maxTorque: p.number({ unit: "N m", min: 0, optional: true, help: "largest torque" }),
  ...looseParams,
};
const COLUMN = jointColumns(params);

/**
 * Spring and damper about z that the solver takes along: effort = −K (θ − φ) − D dθ/dt. Turns are counted. Source:
 * [Gribel2009] §4.2.
 */
export const angularSpring: JointKind<typeof params> = {
  name: "angular-spring",
  help: "spring and damper of the rotation about z, solved with the joints: stable however stiff",
  params,
  freedom: { spatial: 6, planar: 3 },
  planarAxis: "across",
  placeless: true,
  drawing: "axis",
  coordinateUnit: "rad",
  sprung: true,
  natural: () => UNCONSTRAINED,
  holds: () => 0,
  rows: (model, i) => 1 + coordinateRowCount(model, i),
  writeCoordinate(model, data, i, out) {
    placeJoint(model, data, i, out.frame);
    rotationCoordinate(model, i, out);
  },
  writeRows(model, data, i, first, out) {
    const { joints } = model;
    const own = joints.ownStart[i];
    placeJoint(model, data, i, out.frame);
    rotationCoordinate(model, i, out);
    openRow(model, i, out, first, ROW.spring);
    copyJacobian(out, first, 1);
    out.rowError[first] = out.coordinate[0] - data.input[joints.input[joints.inputStart[i] + COLUMN.input.restAngle]];
    out.rowSpring[2 * first] = joints.own[own + COLUMN.own.stiffness];
    out.rowSpring[2 * first + 1] = joints.own[own + COLUMN.own.damping];
    const given = joints.own[own + COLUMN.own.maxTorque];
    const most = given >= 0 ? given : Number.POSITIVE_INFINITY;
    out.rowBounds[2 * first] = -most;
    out.rowBounds[2 * first + 1] = most;
    writeCoordinateRows(model, data, i, first + 1, out);
  },
  follow: followAngle,
};
