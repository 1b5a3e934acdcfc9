/**
 * `stiction/internals`: what our own experiments, benchmarks, overlays and tests need beyond the public interface. Any
 * version may change it.
 */
export * as collision from "./collision/internals.js";
export * as contact from "./contact/internals.js";
export { LAGRANGIAN_STATISTIC } from "./formulations/augmented-lagrangian/fields.js";
export { STATISTIC as COMPLEMENTARITY_STATISTIC } from "./formulations/complementarity/complementarity-fields.js";
export * as geometry from "./geometry/internals.js";
export { jsonSchemaOf } from "./model/json-schema.js";
