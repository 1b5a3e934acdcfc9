import { norm, sub } from "../math/vec3.js";
import { jointColumns } from "../model/joint-columns.js";
import type { Model } from "../model/model.js";
import * as p from "../model/params.js";
import { AT, placeJoint } from "./frame.js";
import { type JointKind, twoPointParams } from "./joint.js";
import { armTorque, placedPoint } from "./length.js";
import { keepPrescribed, prescribe } from "./prescribed.js";
import { openLimit, openLock } from "./row.js";
import type { JointFields } from "./system.js";

const params = {
  groundA: p.vector({ unit: "m", help: "where the rope from A leaves the pulley, world frame" }),
  groundB: p.vector({ unit: "m", help: "where the rope to B leaves the pulley, world frame" }),
  ratio: p.number({
    unit: "1",
    above: 0,
    default: 1,
    help: "weight of B's part of the rope: 2 where B hangs in a loose pulley",
  }),
  length: p.number({
    unit: "m",
    min: 0,
    optional: true,
    input: true,
    help: "length of the rope; that of the placement when absent",
  }),
  slack: p.flag({ default: true, help: "whether the rope can hang slack; otherwise it pushes too" }),
  ...twoPointParams,
};
const COLUMN = jointColumns(params);

/** Place of the length in the joint's memory. */
const LENGTH = 0;

const lengthInput = ({ joints }: Model, i: number) => joints.input[joints.inputStart[i] + COLUMN.input.length];

/**
 * A rope from A over fixed pulleys to B:  ℓ = |x_A − g_A| + ratio |x_B − g_B|,  C = L − ℓ ≥ 0, or ℓ − L = 0 when it
 * cannot hang slack. The effort is the tension on A's side. The pulleys are points of the world and bear what does not
 * balance here.
 */
export const pulley: JointKind<typeof params> = {
  name: "pulley",
  help: "rope from A over two points of the world to B",
  params,
  freedom: { spatial: 5, planar: 2 },
  planarAxis: "across",
  drawing: "bar",
  grounded: true,
  prepare(table, i, context) {
    const own = table.ownStart[i];
    const lengths = ([0, 1] as const).map((side) => {
      const ground = own + (side === 0 ? COLUMN.own.groundA : COLUMN.own.groundB);
      return norm(sub(placedPoint(table, i, context, side), table.own.subarray(ground, ground + 3)));
    });
    const at = own + COLUMN.own.length;
    if (Number.isNaN(table.own[at])) table.own[at] = lengths[0] + table.own[own + COLUMN.own.ratio] * lengths[1];
    return undefined;
  },
  holds: () => 1,
  rows: () => 1,
  writeRows(model, data, i, first, out) {
    const { joints } = model;
    const start = joints.ownStart[i];
    const slack = joints.own[start + COLUMN.own.slack] === 1;
    placeJoint(model, data, i, out.frame);
    if (slack) openLimit(model, i, out, first);
    else openLock(model, i, out, first);
    prescribe(model, data, i, out, lengthInput(model, i), start + COLUMN.own.length, LENGTH);
    out.rowError[first] = out.prescribed[0];
    out.rowSpeed[first] = -out.prescribed[1];
    ropeSide(data.bodyPos, 3 * joints.bodyA[i], AT.armA, joints.own, start + COLUMN.own.groundA, 1, first, 0, out);
    const ratio = joints.own[start + COLUMN.own.ratio];
    ropeSide(data.bodyPos, 3 * joints.bodyB[i], AT.armB, joints.own, start + COLUMN.own.groundB, ratio, first, 6, out);
    if (slack) return;
    out.rowError[first] = -out.rowError[first];
    out.rowSpeed[first] = -out.rowSpeed[first];
    for (let k = 0; k < 12; k++) out.rowJacobian[12 * first + k] = -out.rowJacobian[12 * first + k];
  },
  update(model, data, i, _first, out) {
    keepPrescribed(data, i, out, lengthInput(model, i), LENGTH);
  },
};

/** Takes one side's part, its length times the weight w, from the error, and writes its half of the row. */
function ropeSide(
  bodyPos: Float64Array,
  po: number,
  arm: number,
  own: Float64Array,
  ground: number,
  w: number,
  r: number,
  half: number,
  out: JointFields,
): void {
  const x = bodyPos[po] + out.frame[arm] - own[ground];
  const y = bodyPos[po + 1] + out.frame[arm + 1] - own[ground + 1];
  const z = bodyPos[po + 2] + out.frame[arm + 2] - own[ground + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  // a rope that has been pulled in has no direction left, and pulls no more
  const s = length > 1e-9 ? -w / length : 0;
  out.rowError[r] -= w * length;
  const o = 12 * r + half;
  out.rowJacobian[o + 3] = s * x;
  out.rowJacobian[o + 4] = s * y;
  out.rowJacobian[o + 5] = s * z;
  armTorque(out.rowJacobian, o, out.frame, arm);
}
