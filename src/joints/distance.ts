import type { Data } from "../data/data.js";
import { jointColumns } from "../model/joint-columns.js";
import { linkageSchema } from "../model/linkage.js";
import type { Model } from "../model/model.js";
import * as p from "../model/params.js";
import { coordinateRowCount, copyJacobian, writeCoordinateRows } from "./coordinate.js";
import { placeJoint } from "./frame.js";
import { type JointKind, twoPointParams } from "./joint.js";
import { lengthCoordinate, placedLength, rememberDirection } from "./length.js";
import { guidedScalar, isGuided, UNCONSTRAINED } from "./natural.js";
import { keepPrescribed, prescribe } from "./prescribed.js";
import { openLimit, openLock } from "./row.js";
import { type JointFields, ROW } from "./system.js";

const params = {
  mode: p.choice(["rod", "rope", "strut", "free"], {
    default: "rod",
    help: "rod keeps its length, rope only pulls, strut only pushes, free has limits and drive only",
  }),
  length: p.number({
    unit: "m",
    min: 0,
    optional: true,
    input: true,
    help: "length; that of the placement when absent",
  }),
  cylinder: p.record(
    {
      radius: p.number({ unit: "m", above: 0, help: "radius of the barrel" }),
      barrel: p.number({ unit: "m", above: 0, help: "length of the barrel" }),
      spacing: p.number({ unit: "m", min: 0, default: 0, help: "distance of two side by side; 0: there is one" }),
      linkage: linkageSchema,
    },
    { help: "draws it as a cylinder whose rod comes out; no effect on motion", optional: true },
  ),
  ...twoPointParams,
};
const COLUMN = jointColumns(params);
const ROD = 0;
const ROPE = 1;
const FREE = 3;

/** Place of the length in the joint's memory, behind the direction. */
const LENGTH = 4;

const lengthInput = ({ joints }: Model, i: number) => joints.input[joints.inputStart[i] + COLUMN.input.length];

const modeOf = (model: Model, i: number) => model.joints.own[model.joints.ownStart[i] + COLUMN.own.mode];

/**
 * Distance of a point of A from a point of B. The coordinate is the length ℓ, which limits, drive and friction act on
 * too.
 *
 *   rod  C = ℓ − L = 0        rope  C = L − ℓ ≥ 0        strut  C = ℓ − L ≥ 0
 *
 * The length L is an input, as of a winch: J v = dL/dt. A rod whose length a drive guides without bounds is as long as
 * the drive makes it. Source: [Gribel2009] (17)–(18); rope and strut after it.
 */
export const distance: JointKind<typeof params> = {
  name: "distance",
  help: "two points at a distance: rod, rope or strut",
  params,
  freedom: { spatial: 5, planar: 2 },
  planarAxis: "across",
  drawing: "bar",
  coordinateUnit: "m",
  prepare(table, i, context) {
    const at = table.ownStart[i] + COLUMN.own.length;
    if (Number.isNaN(table.own[at])) table.own[at] = placedLength(table, i, context);
    return undefined;
  },
  holds: () => 0,
  rows: (model, i) => (modeOf(model, i) === FREE ? 0 : 1) + coordinateRowCount(model, i),
  writeCoordinate,
  writeRows(model, data, i, first, out) {
    const { joints } = model;
    writeCoordinate(model, data, i, out);
    const mode = modeOf(model, i);
    let r = first;
    if (mode !== FREE) {
      prescribe(model, data, i, out, lengthInput(model, i), joints.ownStart[i] + COLUMN.own.length, LENGTH);
      const excess = out.coordinate[0] - out.prescribed[0];
      if (mode === ROD) openLock(model, i, out, r);
      else openLimit(model, i, out, r);
      if (mode === ROD && isGuided(model, i)) out.rowKind[r] = ROW.off;
      copyJacobian(out, r, mode === ROPE ? -1 : 1);
      out.rowError[r] = mode === ROPE ? -excess : excess;
      out.rowSpeed[r] = mode === ROPE ? -out.prescribed[1] : out.prescribed[1];
      r++;
    }
    writeCoordinateRows(model, data, i, r, out);
  },
  update(model, data, i, _first, out) {
    writeCoordinate(model, data, i, out);
    rememberDirection(i, out);
    keepPrescribed(data, i, out, lengthInput(model, i), LENGTH);
  },
  natural(model, i) {
    const guided = guidedScalar(model, i, "length");
    const mode = modeOf(model, i);
    if (guided.length === 0 && mode !== ROD) return { ...UNCONSTRAINED, oneSided: mode !== FREE };
    const { joints } = model;
    const length = joints.own[joints.ownStart[i] + COLUMN.own.length];
    const input = guided[0]?.input ?? joints.input[joints.inputStart[i] + COLUMN.input.length];
    return { ...UNCONSTRAINED, scalars: [{ kind: "length", input, memory: -1, length }] };
  },
};

function writeCoordinate(model: Model, data: Data, i: number, out: JointFields): void {
  placeJoint(model, data, i, out.frame);
  lengthCoordinate(i, out);
}
