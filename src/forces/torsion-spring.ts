import { itemFields } from "../data/data.js";
import { atan2At } from "../math/elementary.js";
import { rotateInto } from "../math/quat.js";
import { defineFields } from "../model/fields.js";
import * as p from "../model/params.js";
import { defineForce } from "./force.js";

const fields = defineFields({
  work: { type: "f64", role: "scratch", size: 1, stride: 8, unit: "", help: "relative rotation, axis and angle" },
});

/**
 * Torsion spring and damper between the frames of two bodies, isotropic in space and about z in the plane.
 *
 *   q = q_WA⁻¹ q_WB (the shorter way round),  θ u = its rotation vector in the axes of A
 *   torque on B = −k θ u − c (ω_B − ω_A),   on A the opposite,   E = ½ k θ²
 *
 * It is at rest where the two frames are aligned; |θ| ≤ π, and the spring snaps over at π, where E has a corner.
 */
export const torsionSpring = defineForce({
  name: "torsion-spring",
  help: "torsion spring and damper between two bodies",
  params: {
    bodyA: p.body({ default: "world", help: "first body" }),
    bodyB: p.body({ help: "second body" }),
    stiffness: p.number({ unit: "N m/rad", min: 0, default: 10, help: "k" }),
    damping: p.number({ unit: "N m s/rad", min: 0, default: 0, help: "c" }),
  },
  fields,
  evaluate(_model, data, table) {
    const { work } = itemFields(data, "torsion-spring", fields);
    const { bodyForce, bodyVel, bodyQuat } = data;
    const { bodyA, bodyB, stiffness, damping } = table.col;
    for (let i = 0; i < table.count; i++) {
      const a = bodyA[i];
      const b = bodyB[i];
      if (data.bodyState[a] === 2 || data.bodyState[b] === 2) continue;
      rotationVector(bodyQuat, 4 * a, 4 * b, work);
      rotateInto(work, 0, bodyQuat, 4 * a, work, 0);
      for (let k = 0; k < 3; k++) {
        const torque = -stiffness[i] * work[k] - damping[i] * (bodyVel[6 * b + k] - bodyVel[6 * a + k]);
        bodyForce[6 * b + k] += torque;
        bodyForce[6 * a + k] -= torque;
      }
    }
  },
  energy(_model, data, table, out, at) {
    const { work } = itemFields(data, "torsion-spring", fields);
    const { bodyA, bodyB, stiffness } = table.col;
    for (let i = 0; i < table.count; i++) {
      if (data.bodyState[bodyA[i]] === 2 || data.bodyState[bodyB[i]] === 2) continue;
      rotationVector(data.bodyQuat, 4 * bodyA[i], 4 * bodyB[i], work);
      out[at] += 0.5 * stiffness[i] * (work[0] * work[0] + work[1] * work[1] + work[2] * work[2]);
    }
  },
});

/** work[0..2] = rotation vector (rad) of q_A⁻¹ q_B, the shorter way: θ = 2 atan2(|v|, |w|). */
function rotationVector(q: Float64Array, a: number, b: number, work: Float64Array): void {
  let x = q[a + 3] * q[b] - q[a] * q[b + 3] - q[a + 1] * q[b + 2] + q[a + 2] * q[b + 1];
  let y = q[a + 3] * q[b + 1] + q[a] * q[b + 2] - q[a + 1] * q[b + 3] - q[a + 2] * q[b];
  let z = q[a + 3] * q[b + 2] - q[a] * q[b + 1] + q[a + 1] * q[b] - q[a + 2] * q[b + 3];
  let w = q[a + 3] * q[b + 3] + q[a] * q[b] + q[a + 1] * q[b + 1] + q[a + 2] * q[b + 2];
  if (w < 0) {
    x = -x;
    y = -y;
    z = -z;
    w = -w;
  }
  const s = Math.sqrt(x * x + y * y + z * z);
  work[4] = s;
  work[5] = w;
  atan2At(work, 4);
  const scale = s > 0 ? (2 * work[4]) / s : 0;
  work[0] = scale * x;
  work[1] = scale * y;
  work[2] = scale * z;
}
