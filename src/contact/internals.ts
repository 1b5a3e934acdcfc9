/**
 * The parts of contact that experiments, overlays and tests look into, in addition to the public ones. No promise of
 * stability.
 */

export { normals as polarNormals, uniform } from "../terrain/heap.js";
export {
  integratedImpact,
  kelvinVoigtImpact,
  type PowerLawImpact,
  powerLawImpact,
  STEPS_PER_IMPACT,
} from "./impact.js";
export * from "./index.js";
export { linearDamping } from "./laws/linear.js";
export { POPOV_AS_HERTZ } from "./laws/popov.js";
export {
  floresFactor,
  huntCrossleyFactor,
  kelvinVoigtRatio,
  kelvinVoigtRestitution,
  LEAST_RESTITUTION,
  lankaraniNikraveshFactor,
} from "./restitution.js";
export {
  COEFFICIENT as RIM_COEFFICIENT,
  ELEMENT as RIM_ELEMENT,
  RESULT as RIM_RESULT,
  stepElement as stepRimElement,
} from "./rim/element.js";
export { addSlope as addRimSlope } from "./rim/element-slope.js";
export { ROW as RIM_ROW } from "./rim/rim-fields.js";
export { createRimSegments, findRim, type RimSegments } from "./rim/segments.js";
export {
  createHoldWork,
  fillRoom,
  findRoom,
} from "./soil/bucket-hold.js";
export {
  bearingFactors,
  createEarthmovingTable,
  earthmovingForce,
  factorsAt,
  failureAngle,
} from "./soil/earthmoving.js";
export { commitField, fieldFriction } from "./volumetric/bristle-field.js";
export { diskFriction } from "./volumetric/disk-friction.js";
export { PATCH_FRICTION, PATCH_MOTION } from "./volumetric/patch-friction.js";
export { diskPattern, type Pattern } from "./volumetric/pattern.js";
export { RATE_LAWS, rateFriction } from "./volumetric/rate-friction.js";
export { ROW as REGION_ROW } from "./volumetric/volume-fields.js";
