import { jointColumns } from "../model/joint-columns.js";
import * as p from "../model/params.js";
import { complianceRowCount, effectiveMass, writeCompliance } from "./compliance.js";
import { placeJoint } from "./frame.js";
import type { JointKind } from "./joint.js";

const params = {
  frequency: p.number({
    unit: "Hz",
    above: 0,
    default: 30,
    help: "f: stiffness that was not given follows from the masses at the joint, K = m (2π f)²",
  }),
  dampingRatio: p.number({ unit: "1", min: 0, default: 1, help: "ζ: damping that was not given, D = 2 ζ √(K m)" }),
  stiffness: p.number({ unit: "N/m", min: 0, optional: true, help: "K in every direction, instead of the frequency" }),
  damping: p.number({ unit: "N s/m", min: 0, optional: true, help: "D in every direction" }),
  angularStiffness: p.number({ unit: "N m/rad", min: 0, optional: true, help: "K about every axis" }),
  angularDamping: p.number({ unit: "N m s/rad", min: 0, optional: true, help: "D about every axis" }),
};
const COLUMN = jointColumns(params);

/**
 * Fixed with compliance: six spring rows, efforts −K C − D dC/dt, of the separation and of the rotation vector in the
 * frame on A. The masses of frequency and damping ratio are those at the joint, 1 / (J M⁻¹ Jᵀ), in the scene's
 * placement.
 */
export const weld: JointKind<typeof params> = {
  name: "weld",
  help: "fixed, but compliant: a stiffness, or a frequency, along and about every axis",
  params,
  freedom: { spatial: 6, planar: 3 },
  planarAxis: "across",
  drawing: "block",
  derived: 12,
  prepare(table, i, context) {
    const o = table.ownStart[i];
    const { own } = table;
    const omega = 2 * Math.PI * own[o + COLUMN.own.frequency];
    for (let k = 0; k < 6; k++) {
      const mass = effectiveMass(table, i, context, k);
      const given = own[o + (k < 3 ? COLUMN.own.stiffness : COLUMN.own.angularStiffness)];
      const stiffness = Number.isNaN(given) ? mass * omega * omega : given;
      const damping = own[o + (k < 3 ? COLUMN.own.damping : COLUMN.own.angularDamping)];
      own[o + COLUMN.size + k] = stiffness;
      own[o + COLUMN.size + 6 + k] = Number.isNaN(damping)
        ? 2 * own[o + COLUMN.own.dampingRatio] * Math.sqrt(stiffness * mass)
        : damping;
    }
    return undefined;
  },
  holds: complianceRowCount,
  rows: complianceRowCount,
  writeRows(model, data, i, first, out) {
    placeJoint(model, data, i, out.frame);
    writeCompliance(model, i, first, model.joints.ownStart[i] + COLUMN.size, out);
  },
};
