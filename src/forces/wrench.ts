import { itemFields } from "../data/data.js";
import { rotateInto } from "../math/quat.js";
import { defineFields } from "../model/fields.js";
import * as p from "../model/params.js";
import { defineForce } from "./force.js";

const fields = defineFields({
  work: { type: "f64", role: "scratch", size: 3, stride: 3, unit: "", help: "arm, force, torque in world axes" },
});

/**
 * A constant force at a point of a body, and a constant torque: in world axes, or turning with the body (a thruster).
 *
 *   f on the body at p;   τ about the centre of mass = torque + r × f
 */
export const wrench = defineForce({
  name: "wrench",
  help: "constant force at a point and torque, in world axes or turning with the body",
  params: {
    body: p.body({ help: "the body it acts on" }),
    point: p.point({ of: "body", help: "where the force acts, in the body's frame" }),
    force: p.vector({ unit: "N", default: [0, 0, 0], help: "force" }),
    torque: p.vector({ unit: "N m", default: [0, 0, 0], help: "torque" }),
    axes: p.choice(["world", "body"], { default: "world", help: "axes that force and torque are given in" }),
  },
  fields,
  evaluate(_model, data, table) {
    const { work } = itemFields(data, "wrench", fields);
    const { bodyForce, bodyQuat } = data;
    const { body, point, force, torque, axes } = table.col;
    for (let i = 0; i < table.count; i++) {
      const b = body[i];
      rotateInto(work, 0, bodyQuat, 4 * b, point, 3 * i);
      if (axes[i] === 1) {
        rotateInto(work, 3, bodyQuat, 4 * b, force, 3 * i);
        rotateInto(work, 6, bodyQuat, 4 * b, torque, 3 * i);
      } else {
        for (let k = 0; k < 3; k++) {
          work[3 + k] = force[3 * i + k];
          work[6 + k] = torque[3 * i + k];
        }
      }
      bodyForce[6 * b] += work[6] + work[1] * work[5] - work[2] * work[4];
      bodyForce[6 * b + 1] += work[7] + work[2] * work[3] - work[0] * work[5];
      bodyForce[6 * b + 2] += work[8] + work[0] * work[4] - work[1] * work[3];
      bodyForce[6 * b + 3] += work[3];
      bodyForce[6 * b + 4] += work[4];
      bodyForce[6 * b + 5] += work[5];
    }
  },
});
