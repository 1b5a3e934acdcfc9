import type { Data } from "../data/data.js";
import { jointColumns } from "../model/joint-columns.js";
import type { Model } from "../model/model.js";
import * as p from "../model/params.js";
import { coordinateRowCount, copyJacobian, MEMORY, writeCoordinateRows } from "./coordinate.js";
import { placeJoint } from "./frame.js";
import { type JointKind, twoPointParams } from "./joint.js";
import { lengthCoordinate, placedLength } from "./length.js";
import { openLimit, openLock, openRow } from "./row.js";
import { type JointFields, ROW } from "./system.js";

const params = {
  command: p.number({
    unit: "1",
    default: 0,
    input: true,
    help: "above 1/2 extends, below −1/2 contracts, between holds",
  }),
  force: p.number({ unit: "N", min: 0, help: "f_max: largest driving force, pressure times area of the bore" }),
  pullForce: p.number({
    unit: "N",
    min: 0,
    optional: true,
    help: "the same when it contracts, less the rod; force when absent",
  }),
  speed: p.number({ unit: "m/s", min: 0, help: "v_max: speed of the piston, flow over area" }),
  pullSpeed: p.number({ unit: "m/s", min: 0, optional: true, help: "the same when it contracts; speed when absent" }),
  minLength: p.number({ unit: "m", min: 0, default: 0, help: "L_min: stroke" }),
  maxLength: p.number({ unit: "m", above: 0, optional: true, help: "L_max: stroke" }),
  checkValve: p.flag({ default: true, help: "whether the load cannot drive the piston back" }),
  leak: p.number({
    unit: "m/(N s)",
    min: 0,
    default: 0,
    help: "speed at which load drives the held piston back, per force",
  }),
  ...twoPointParams,
};
const COLUMN = jointColumns(params);

/** Rows: the driver, then what keeps the length from below (or altogether, while it holds), then from above. */
const [DRIVER, BELOW, ABOVE] = [0, 1, 2];
const ROWS = 3;
/**
 * Memory: stored length S; 2 + state for which it was stored (0 before the first step). Direction is not kept: a
 * cylinder has length.
 */
const STORED = 0;
const STATE = 1;

/** +1 EXTEND, 0 HOLD, −1 CONTRACT. */
function stateOf(model: Model, data: Data, i: number): number {
  const command = data.input[model.joints.input[model.joints.inputStart[i] + COLUMN.input.command]];
  return command > 0.5 ? 1 : command < -0.5 ? -1 : 0;
}

/**
 * Hydraulic cylinder, light: without bodies, with rows along u from a point of A to a point of B, ℓ = |d|, S the
 * stored length.
 *
 *   state      driver: dℓ/dt = , effort within    length from below      from above          S after the step
 *   EXTEND     + v_max, [−∞, f_max]               ℓ ≥ S                  ℓ ≤ L_max           max(S, ℓ)
 *   CONTRACT   − v_max, [−f_max, ∞]               ℓ ≥ L_min              ℓ ≤ S               min(S, ℓ)
 *   HOLD       off                                ℓ = S                  –                   S
 *
 * S is ℓ when a state is entered. The rows with S are a check valve: the load cannot drive the piston back; the one
 * infinite bound lets the driver brake a load that helps, so that v_max holds then too. A leak makes those rows dampers
 * of 1/leak and S follows ℓ.
 *
 * Limits, drive and friction of the joint act on the length too. Source: [Gribel2009] §5.2, with N for the printed Nm,
 * and actual and stored length told apart.
 */
export const hydraulic: JointKind<typeof params> = {
  name: "hydraulic",
  help: "hydraulic cylinder between two points: extends, contracts or holds by command, with largest force, speed and stroke",
  params,
  freedom: { spatial: 5, planar: 2 },
  planarAxis: "across",
  drawing: "cylinder",
  coordinateUnit: "m",
  prepare(table, i, context) {
    const { own } = table;
    const o = table.ownStart[i];
    const or = (key: "pullForce" | "pullSpeed" | "maxLength", value: number) => {
      if (Number.isNaN(own[o + COLUMN.own[key]])) own[o + COLUMN.own[key]] = value;
    };
    or("pullForce", own[o + COLUMN.own.force]);
    or("pullSpeed", own[o + COLUMN.own.speed]);
    or("maxLength", Number.POSITIVE_INFINITY);
    if (own[o + COLUMN.own.minLength] > own[o + COLUMN.own.maxLength]) return "expected minLength <= maxLength";
    return placedLength(table, i, context) > 0
      ? undefined
      : "the two ends are at the same place: state at and to, or frames";
  },
  holds: () => 0,
  rows: (model, i) => ROWS + coordinateRowCount(model, i),
  writeCoordinate,
  writeRows(model, data, i, first, out) {
    const { own, ownStart } = model.joints;
    const o = ownStart[i];
    const m = MEMORY * i;
    const state = stateOf(model, data, i);
    writeCoordinate(model, data, i, out);
    const length = out.coordinate[0];
    writeCoordinateRows(model, data, i, first + ROWS, out);

    // a state is entered with the length as it is
    if (out.memory[m + STATE] !== 2 + state) {
      out.memory[m + STATE] = 2 + state;
      out.memory[m + STORED] = length;
    }
    const stored = out.memory[m + STORED];

    // driver
    const driver = first + DRIVER;
    openRow(model, i, out, driver, state === 0 ? ROW.off : ROW.drive);
    copyJacobian(out, driver, 1);
    out.rowError[driver] = 0;
    out.rowSpring[2 * driver] = 0;
    out.rowSpeed[driver] = state > 0 ? own[o + COLUMN.own.speed] : -own[o + COLUMN.own.pullSpeed];
    out.rowBounds[2 * driver] = state > 0 ? Number.NEGATIVE_INFINITY : -own[o + COLUMN.own.pullForce];
    out.rowBounds[2 * driver + 1] = state > 0 ? own[o + COLUMN.own.force] : Number.POSITIVE_INFINITY;

    // length
    const leak = own[o + COLUMN.own.leak];
    const valve = own[o + COLUMN.own.checkValve] === 1;
    const below = first + BELOW;
    const above = first + ABOVE;
    copyJacobian(out, below, 1);
    copyJacobian(out, above, -1);
    for (let r = below; r <= above; r++) {
      out.rowSpring[2 * r] = 0;
      out.rowSpring[2 * r + 1] = leak > 0 ? 1 / leak : 0;
    }
    if (state === 0) {
      openLock(model, i, out, below);
      out.rowError[below] = length - stored;
      if (leak > 0) openLeak(out, below);
      openRow(model, i, out, above, ROW.off);
      return;
    }
    const low = own[o + COLUMN.own.minLength];
    const high = own[o + COLUMN.own.maxLength];
    openLimit(model, i, out, below);
    openLimit(model, i, out, above);
    out.rowError[below] = length - (state > 0 && valve && leak === 0 ? Math.max(low, stored) : low);
    out.rowError[above] = (state < 0 && valve && leak === 0 ? Math.min(high, stored) : high) - length;
    if (out.rowError[above] === Number.POSITIVE_INFINITY) out.rowKind[above] = ROW.off;
    if (!valve || leak === 0) return;
    // the leaking valve yields slowly; the end of the stroke behind it does not leak, and is not met while it moves
    // in the other direction
    openLeak(out, state > 0 ? below : above);
  },
  update(model, data, i, _first, out) {
    const m = MEMORY * i;
    const state = out.memory[m + STATE] - 2;
    writeCoordinate(model, data, i, out);
    const length = out.coordinate[0];
    const stored = out.memory[m + STORED];
    if (model.joints.own[model.joints.ownStart[i] + COLUMN.own.leak] > 0) out.memory[m + STORED] = length;
    else if (state > 0) out.memory[m + STORED] = Math.max(stored, length);
    else if (state < 0 && out.memory[m + STATE] > 0) out.memory[m + STORED] = Math.min(stored, length);
  },
};

/** Makes a length row one that yields at the speed effort × leak; its damping is written. Keeps its bounds. */
function openLeak(out: JointFields, r: number): void {
  out.rowKind[r] = ROW.spring;
}

function writeCoordinate(model: Model, data: Data, i: number, out: JointFields): void {
  placeJoint(model, data, i, out.frame);
  lengthCoordinate(i, out);
}
