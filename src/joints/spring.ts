import type { Data } from "../data/data.js";
import { jointColumns } from "../model/joint-columns.js";
import type { Model } from "../model/model.js";
import * as p from "../model/params.js";
import { coordinateRowCount, copyJacobian, writeCoordinateRows } from "./coordinate.js";
import { placeJoint } from "./frame.js";
import { type JointKind, twoPointParams } from "./joint.js";
import { lengthCoordinate, placedLength, rememberDirection } from "./length.js";
import { UNCONSTRAINED } from "./natural.js";
import { openRow } from "./row.js";
import { type JointFields, ROW } from "./system.js";

const params = {
  stiffness: p.number({ unit: "N/m", min: 0, default: 100, help: "K" }),
  damping: p.number({ unit: "N s/m", min: 0, default: 0, help: "D" }),
  restLength: p.number({
    unit: "m",
    min: 0,
    optional: true,
    input: true,
    help: "L, length without force; that of the placement when absent",
  }),
  mode: p.choice(["both", "pull", "push"], { default: "both", help: "whether it pulls and pushes, or does one only" }),
  maxForce: p.number({ unit: "N", min: 0, optional: true, help: "largest force" }),
  ...twoPointParams,
};
const COLUMN = jointColumns(params);
const PULL = 1;
const PUSH = 2;

/**
 * Linear spring and damper that the solver takes along, so that it is stable however stiff: effort = −K (ℓ − L) − D
 * dℓ/dt, positive where it pushes. Limits, drive and friction act on the length ℓ too. Source: [Gribel2009] §4.2.
 */
export const spring: JointKind<typeof params> = {
  name: "spring",
  help: "spring and damper between two points, solved with the joints: stable however stiff",
  params,
  freedom: { spatial: 6, planar: 3 },
  planarAxis: "across",
  drawing: "spring",
  coordinateUnit: "m",
  sprung: true,
  natural: () => UNCONSTRAINED,
  prepare(table, i, context) {
    const at = table.ownStart[i] + COLUMN.own.restLength;
    if (Number.isNaN(table.own[at])) table.own[at] = placedLength(table, i, context);
    return undefined;
  },
  holds: () => 0,
  rows: (model, i) => 1 + coordinateRowCount(model, i),
  writeCoordinate,
  writeRows(model, data, i, first, out) {
    const { joints } = model;
    const own = joints.ownStart[i];
    writeCoordinate(model, data, i, out);
    openRow(model, i, out, first, ROW.spring);
    copyJacobian(out, first, 1);
    out.rowError[first] = out.coordinate[0] - data.input[joints.input[joints.inputStart[i] + COLUMN.input.restLength]];
    out.rowSpring[2 * first] = joints.own[own + COLUMN.own.stiffness];
    out.rowSpring[2 * first + 1] = joints.own[own + COLUMN.own.damping];
    const given = joints.own[own + COLUMN.own.maxForce];
    const most = given >= 0 ? given : Number.POSITIVE_INFINITY;
    const mode = joints.own[own + COLUMN.own.mode];
    out.rowBounds[2 * first] = mode === PUSH ? 0 : -most;
    out.rowBounds[2 * first + 1] = mode === PULL ? 0 : most;
    writeCoordinateRows(model, data, i, first + 1, out);
  },
  update(model, data, i, _first, out) {
    writeCoordinate(model, data, i, out);
    rememberDirection(i, out);
  },
};

function writeCoordinate(model: Model, data: Data, i: number, out: JointFields): void {
  placeJoint(model, data, i, out.frame);
  lengthCoordinate(i, out);
}
