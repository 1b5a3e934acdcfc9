import type { JointKind } from "../../joints/joint.js";
import { isGuided } from "../../joints/natural.js";
import type { Model } from "../../model/model.js";

/** What the formulation cannot do with a joint, as a sentence, or undefined. */
export function refuseJoint(model: Model, i: number): string | undefined {
  const { joints } = model;
  const { name } = joints.kinds[i];
  if (joints.lower[i] > Number.NEGATIVE_INFINITY || joints.upper[i] < Number.POSITIVE_INFINITY)
    return "limits: augmented-lagrangian has no stops yet; leave them out or use formulation impulse";
  if (joints.friction[i] > 0)
    return "friction: augmented-lagrangian has no friction in joints yet; leave it out or use formulation impulse";
  if (joints.breakForce[i] < Number.POSITIVE_INFINITY || joints.breakTorque[i] < Number.POSITIVE_INFINITY)
    return "breakForce: bodies that share points cannot break apart; leave it out or use formulation impulse";
  if (isGuided(model, i)) {
    if (joints.driveMaxEffort[i] < Number.POSITIVE_INFINITY || joints.driveMaxSpeed[i] < Number.POSITIVE_INFINITY)
      return "drive: a guided coordinate knows no bounds; leave out maxEffort and maxSpeed, or give stiffness and damping";
    if ((joints.kinds[i] as JointKind).natural?.(model, i).scalars.length === 0)
      return "drive: guide a hinge or a slider; the twist of a ball joint is no coordinate";
  }
  if (name === "distance") {
    const mode = joints.params[i].mode as string;
    if (mode === "rope" || mode === "strut")
      return `mode: ${mode} holds one way only; use a rod, a spring, or formulation impulse`;
  }
  if (name === "ball" && joints.params[i].cone !== undefined && !model.planar)
    return "cone: augmented-lagrangian has no stops yet; leave it out or use formulation impulse";
  return undefined;
}
