/** What may happen to a parameter while a scene runs, by the rules of `findParameter`. */
import type { JointKind, param } from "stiction";
import type { Live, LiveRule } from "./parameter-table.js";

/** Numbers and vectors of forces and controllers. */
export const liveItem: LiveRule = (_path, meta) => liveNumber(meta);

/** Parameters of a joint kind: those that place it are constant. */
export function liveJoint(kind: JointKind): LiveRule {
  return (path, meta) => (["to", "axisB", kind.xAxis].includes(path) ? "" : liveNumber(meta));
}

/** What every joint has: limits, drive, friction and break thresholds where the scene gives them. */
export const liveJointPlacement: LiveRule = (path, meta) => {
  if (path === "drive.target") return "input";
  return /^(zero|break|limits\.|drive\.|friction\.)/.test(path) ? liveNumber(meta) : "";
};

/** Keys of a scene. */
export const liveScene: LiveRule = (path) => (path === "timestep" || path === "gravity" ? "set" : "");

/** Keys of a body. */
export const liveBody: LiveRule = (path) => (path === "mass" ? "set" : "");

function liveNumber(meta: param.ParamMeta | undefined): Live {
  if (meta?.kind === "number") return meta.input ? "input" : "set";
  return meta?.kind === "vector" ? "set" : "";
}
