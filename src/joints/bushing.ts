import { jointColumns } from "../model/joint-columns.js";
import * as p from "../model/params.js";
import { complianceRowCount, writeCompliance } from "./compliance.js";
import { placeJoint } from "./frame.js";
import type { JointKind } from "./joint.js";
import { UNCONSTRAINED } from "./natural.js";

const none = [0, 0, 0] as const;
// Units of components along or about the axes of the frame: pure numbers to the check of planar vectors.
const params = {
  stiffness: p.vector({ unit: "1", default: none, help: "N/m along x, y, z of the frame on A" }),
  angularStiffness: p.vector({ unit: "1", default: none, help: "N m/rad about x, y, z" }),
  damping: p.vector({ unit: "1", default: none, help: "N s/m along x, y, z" }),
  angularDamping: p.vector({ unit: "1", default: none, help: "N m s/rad about x, y, z" }),
};
/** Stiffness and angular stiffness, then the dampings, stand in a row as `writeCompliance` wants them. */
const COLUMN = jointColumns(params);

/**
 * Bushing: separate springs and dampers along and about each axis of the frame on A, solved with the joints. The
 * rotation counts as rotation vector, so that the torque is K φ at any angle below half a turn.
 */
export const bushing: JointKind<typeof params> = {
  name: "bushing",
  help: "rubber bushing: separate stiffness and damping along and about each axis",
  params,
  freedom: { spatial: 6, planar: 3 },
  planarAxis: "across",
  drawing: "point",
  sprung: true,
  natural: () => UNCONSTRAINED,
  prepare(table, i) {
    const o = table.ownStart[i];
    return table.own.subarray(o, o + COLUMN.size).some((v) => v < 0)
      ? "expected stiffness and damping >= 0"
      : undefined;
  },
  holds: complianceRowCount,
  rows: complianceRowCount,
  writeRows(model, data, i, first, out) {
    placeJoint(model, data, i, out.frame);
    writeCompliance(model, i, first, model.joints.ownStart[i], out);
  },
};
