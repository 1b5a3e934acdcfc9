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
/** For friction laws of one's own: reading a contact, and writing a force that depends on the speed of slip. */
export {
  addSpeedForce,
  clearOutput,
  createSlip,
  defineFrictionLaw,
  type FrictionBatch,
  type FrictionLaw,
  type FrictionLawClaims,
  type FrictionOutput,
  loadContact,
  nothingToCommit,
  SLIP,
  stictionShare,
  turnWithPlane,
} from "./friction-law.js";
export { impactOf, longestStep } from "./impact.js";
export { type ElasticBody, hertzStiffness, pairModulus } from "./laws/hertz.js";
export { contactLaws as laws } from "./laws/index.js";
export { contactModels as models } from "./models.js";
export { exactFactor, restitutionOf } from "./restitution.js";
export { addRowsBetween } from "./rows-between.js";
export { type ExplicitScheme, stepLimit } from "./step-limit.js";
/** Regions of common volume with their surfaces, clipped; for drawing and export, not for stepping. */
export { type ClippedPair, clippedPairs } from "./volumetric/clipped-pairs.js";
export { type Footprint, footprints } from "./volumetric/footprint-field.js";
