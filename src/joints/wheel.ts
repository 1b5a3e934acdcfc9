import type { Data } from "../data/data.js";
import { sinCosAt } from "../math/elementary.js";
import { jointColumns } from "../model/joint-columns.js";
import type { Model } from "../model/model.js";
import * as p from "../model/params.js";
import { coordinateRowCount, rotationCoordinate, writeCoordinateRows } from "./coordinate.js";
import { AT, placeJoint, turnFrameA } from "./frame.js";
import { defineJoint, followAngle, type JointKind, writeLocks } from "./joint.js";
import { keepPrescribed, prescribe } from "./prescribed.js";
import { lineRow, openLimit, openRow } from "./row.js";
import { type JointFields, ROW } from "./system.js";

const params = {
  travel: p.vector({
    unit: "1",
    optional: true,
    help: "direction of the suspension at the start, world frame; z when absent, y in the plane. Frames have it along x",
  }),
  stiffness: p.number({ unit: "N/m", min: 0, default: 0, help: "stiffness of the suspension" }),
  damping: p.number({ unit: "N s/m", min: 0, default: 0, help: "damping of the suspension" }),
  restTravel: p.number({ unit: "m", default: 0, input: true, help: "travel without force; negative: preloaded" }),
  minTravel: p.number({ unit: "m", optional: true, help: "lower stop of the suspension" }),
  maxTravel: p.number({ unit: "m", optional: true, help: "upper stop of the suspension" }),
  steer: p.number({ unit: "rad", default: 0, input: true, help: "steering angle about the travel; not in the plane" }),
};
const COLUMN = jointColumns(params);

/** What holds: the wheel's centre on the line of travel, the axle across it and fixed in the (steered) frame of A. */
const guide = defineJoint({
  name: "wheel",
  help: "wheel on a sprung travel: turns about its axle z, moves along x, can be steered about x",
  params,
  lockedTranslation: "yz",
  lockedRotation: "xy",
  coordinate: "rotation-z",
});

const { own: AT_OWN } = COLUMN;

function sprung({ joints }: Model, i: number): boolean {
  const o = joints.ownStart[i];
  return joints.own[o + AT_OWN.stiffness] > 0 || joints.own[o + AT_OWN.damping] > 0;
}

function hasMin({ joints }: Model, i: number): boolean {
  return joints.own[joints.ownStart[i] + AT_OWN.minTravel] > Number.NEGATIVE_INFINITY;
}

function hasMax({ joints }: Model, i: number): boolean {
  return joints.own[joints.ownStart[i] + AT_OWN.maxTravel] < Number.POSITIVE_INFINITY;
}

/** Half the steering angle, then the quaternion about x. */
const STEER = new Float64Array(4);

/**
 * Wheel B on chassis A: rows along the two directions across the travel, and two that keep the axle z of B across
 * travel and forward of A; a spring row on the travel t = x · d, effort = −K (t − rest) − D dt/dt, and stops. Limits,
 * drive and friction of the joint act on the rotation about the axle. Steering turns the frame on A about the travel.
 */
export const wheel: JointKind<typeof params> = {
  ...guide,
  natural: undefined,
  xAxis: "travel",
  prepare(table, i) {
    const at = table.ownStart[i];
    const [low, high] = [table.own[at + AT_OWN.minTravel], table.own[at + AT_OWN.maxTravel]];
    return low > high ? "expected minTravel <= maxTravel" : undefined;
  },
  rows: (model, i) =>
    guide.holds(model, i) +
    (sprung(model, i) ? 1 : 0) +
    (hasMin(model, i) ? 1 : 0) +
    (hasMax(model, i) ? 1 : 0) +
    coordinateRowCount(model, i),
  /** Suspension rows are no part of the rotation, so they count as holding. */
  holds: (model, i) => wheel.rows(model, i) - coordinateRowCount(model, i),
  writeCoordinate(model, data, i, out) {
    placeSteered(model, data, i, out);
    rotationCoordinate(model, i, out);
  },
  writeRows(model, data, i, first, out) {
    const { joints } = model;
    const o = joints.ownStart[i];
    placeSteered(model, data, i, out);
    let r = writeLocks(model, i, first, out, guide.locks);
    if (out.prescribed[1] !== 0) writeSteering(out, first, r);
    if (sprung(model, i)) {
      openRow(model, i, out, r, ROW.spring);
      lineRow(out, r, 0);
      out.rowError[r] -= data.input[joints.input[joints.inputStart[i] + COLUMN.input.restTravel]];
      out.rowSpring[2 * r] = joints.own[o + AT_OWN.stiffness];
      out.rowSpring[2 * r + 1] = joints.own[o + AT_OWN.damping];
      out.rowBounds[2 * r] = Number.NEGATIVE_INFINITY;
      out.rowBounds[2 * r + 1] = Number.POSITIVE_INFINITY;
      r++;
    }
    if (hasMin(model, i)) {
      openLimit(model, i, out, r);
      lineRow(out, r, 0);
      out.rowError[r] -= joints.own[o + AT_OWN.minTravel];
      r++;
    }
    if (hasMax(model, i)) {
      openLimit(model, i, out, r);
      lineRow(out, r, 0);
      out.rowError[r] = joints.own[o + AT_OWN.maxTravel] - out.rowError[r];
      for (let k = 0; k < 12; k++) out.rowJacobian[12 * r + k] = -out.rowJacobian[12 * r + k];
      r++;
    }
    if (coordinateRowCount(model, i) === 0) return;
    rotationCoordinate(model, i, out);
    writeCoordinateRows(model, data, i, r, out);
  },
  follow: followAngle,
  update(model, data, i, _first, out) {
    keepPrescribed(data, i, out, steerInput(model, i), STEERED);
  },
};

/** Place of the steering angle in the joint's memory, behind the reference of the rotation. */
const STEERED = 8;

const steerInput = ({ joints }: Model, i: number) => joints.input[joints.inputStart[i] + COLUMN.input.steer];

/**
 * Speeds of the rows first … end − 1 that hold the axle, by steering: it turns the frame on A about its x axis as ω_A
 * would. Rows along lines do not change: the wheel's centre is on the axis. Writes: rowSpeed.
 */
function writeSteering(out: JointFields, first: number, end: number): void {
  const { rowJacobian: j, rowSpeed, frame, prescribed } = out;
  for (let r = first; r < end; r++) {
    const o = 12 * r;
    if (j[o + 9] !== 0 || j[o + 10] !== 0 || j[o + 11] !== 0) continue;
    const along = j[o] * frame[AT.axesA] + j[o + 1] * frame[AT.axesA + 1] + j[o + 2] * frame[AT.axesA + 2];
    rowSpeed[r] = -prescribed[1] * along;
  }
}

function placeSteered(model: Model, data: Data, i: number, out: JointFields): void {
  const { joints } = model;
  placeJoint(model, data, i, out.frame);
  out.prescribed[1] = 0;
  if (model.planar) return;
  prescribe(model, data, i, out, steerInput(model, i), joints.ownStart[i] + AT_OWN.steer, STEERED);
  const angle = out.prescribed[0];
  if (angle === 0) return;
  STEER[0] = 0.5 * angle;
  sinCosAt(STEER, 0);
  STEER[3] = STEER[1];
  STEER[1] = STEER[2] = 0;
  turnFrameA(STEER, out.frame);
}
