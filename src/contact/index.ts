/** Contact laws and what can be computed from them; the public surface of this folder. */
export { type BristleEstimate, type BristleParams, estimateBristle } from "./bristle.js";
/** For contact models of one's own: what one is, and what a step offers it. */
export { carryRows, type RememberedRows } from "./carry-rows.js";
export type { ImpactResult } from "./contact-law.js";
export { type ContactModel, defineContactModel } from "./contact-model.js";
export { type ContactReport, contactReport } from "./contact-report.js";
export { type ContactStep, elapsedTime, farApart, mayPush, mayTouch } from "./contact-step.js";
export { addBlock, addPointBlock, type ContactTangent, selectBodies, selectPoint } from "./contact-tangent.js";
export { type CornerShape, cornerSpheres } from "./corner-spheres.js";
export { frictionLaws } from "./friction/index.js";
export {
  defineFrictionLaw,
  type FrictionBatch,
  type FrictionLaw,
  type FrictionLawClaims,
  type FrictionOutput,
  stictionShare,
  turnWithPlane,
} from "./friction-law.js";
export {
  impactOf,
  integratedImpact,
  kelvinVoigtImpact,
  longestStep,
  type PowerLawImpact,
  powerLawImpact,
  STEPS_PER_IMPACT,
} from "./impact.js";
export { type ElasticBody, hertzStiffness, pairModulus } from "./laws/hertz.js";
export { contactLaws as laws } from "./laws/index.js";
export { linearDamping } from "./laws/linear.js";
export { POPOV_AS_HERTZ } from "./laws/popov.js";
export { contactModels as models } from "./models.js";
export {
  exactFactor,
  floresFactor,
  huntCrossleyFactor,
  kelvinVoigtRatio,
  kelvinVoigtRestitution,
  LEAST_RESTITUTION,
  lankaraniNikraveshFactor,
  restitutionOf,
} from "./restitution.js";
export {
  COEFFICIENT as RIM_COEFFICIENT,
  ELEMENT as RIM_ELEMENT,
  RESULT as RIM_RESULT,
  stepElement as stepRimElement,
} from "./rim/element.js";
export { addSlope as addRimSlope } from "./rim/element-slope.js";
/** What a segment of a rim remembers: offsets in a row of `data.items.rim.memory`. */
export { ROW as RIM_ROW } from "./rim/rim-fields.js";
export { createRimSegments, findRim, type RimSegments } from "./rim/segments.js";
export { addRowsBetween } from "./rows-between.js";
export { type ExplicitScheme, stepLimit } from "./step-limit.js";
export { commitField, fieldFriction } from "./volumetric/bristle-field.js";
/** Regions of common volume with their surfaces, clipped; for drawing and export, not for stepping. */
export { type ClippedPair, clippedPairs } from "./volumetric/clipped-pairs.js";
export { diskFriction } from "./volumetric/disk-friction.js";
export { type Footprint, footprints } from "./volumetric/footprint-field.js";
export { PATCH_FRICTION, PATCH_MOTION } from "./volumetric/patch-friction.js";
export { diskPattern, type Pattern } from "./volumetric/pattern.js";
export { RATE_LAWS, rateFriction } from "./volumetric/rate-friction.js";
/** What a region of common volume remembers: offsets in a row of `data.items.volumetric.memory`. */
export { ROW as REGION_ROW } from "./volumetric/volume-fields.js";
