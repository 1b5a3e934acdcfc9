/** Outlines and small parts that visuals are made of. */
export * from "./curves.js";
export * from "./outlines.js";
export { wheelVisuals } from "./wheel-visuals.js";
