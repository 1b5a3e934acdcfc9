import { quatRotate } from "../math/quat.js";
import { cross, dot, type Vec3 } from "../math/vec3.js";
import type { ProblemList } from "../model/errors.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import type { AxisJointKind } from "./joint.js";

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Part of the lever that counts as none. */
const NEGLIGIBLE = 1e-9;

/**
 * A body without inertia does not turn where velocities are those of bodies. A joint that holds a point of it away from
 * its centre and lets it turn, such as the pivot of a pendulum with a point mass, then holds the body where it is.
 * Natural coordinates know point masses. Writes: `problems.warnings`.
 */
export function warnOfPointMasses(model: Model, problems: ProblemList): void {
  if (model.systemKinds.some(({ name }) => name === "natural")) return;
  const { joints } = model;
  for (let i = 0; i < joints.count; i++) {
    const { translation, rotation } = joints.kinds[i] as Partial<AxisJointKind>;
    if (translation === undefined || rotation === undefined || !translation.includes("locked")) continue;
    const sides = [
      { body: joints.bodyA[i], point: joints.pointA, quat: joints.quatA },
      { body: joints.bodyB[i], point: joints.pointB, quat: joints.quatB },
    ];
    for (const { body, point, quat } of sides) {
      if (model.bodyType[body] !== BODY_TYPE.dynamic || turns(model, body)) continue;
      const lever: Vec3 = [point[3 * i], point[3 * i + 1], point[3 * i + 2]];
      const reach = Math.sqrt(dot(lever, lever));
      const holds = AXES.some((axis, k) => {
        if (rotation[k] !== "free" || (model.planar && k !== joints.across[i])) return false;
        const arm = cross(quatRotate(quat.subarray(4 * i, 4 * i + 4), axis), lever);
        return Math.sqrt(dot(arm, arm)) > NEGLIGIBLE * Math.max(1, reach);
      });
      if (!holds) continue;
      const lengthText = String(Number(reach.toPrecision(2)));
      problems.warn(
        `joints[${i}]: ${model.bodyNames[body]} has a mass but no inertia, so that it does not turn, and "${joints.names[i]}", ${lengthText} m from its centre, holds it in place; give it an inertia or shapes, a joint of type distance, or use formulation augmented-lagrangian`,
      );
    }
  }
}

/** Whether a body has a finite inertia about some axis. */
function turns({ bodyInvInertia }: Model, b: number): boolean {
  for (let k = 6 * b; k < 6 * b + 6; k++) if (bodyInvInertia[k] !== 0) return true;
  return false;
}
