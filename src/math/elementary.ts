/**
 * Elementary functions that give the same bits in every JavaScript engine.
 *
 * ECMAScript leaves `Math.sin` and its like to the engine, and engines differ in the last bits. These are built from
 * + − × ÷, √ and access to the bits of a double, all of which the language specifies exactly.
 *
 * Each function has two forms: `sin(x)`, and `sinAt(a, i)` which replaces a[i] in place. V8 boxes doubles that cross a
 * call it does not inline, so hot kernels use the second, which never allocates.
 */
export {
  exp,
  expAt,
  expm1,
  expm1At,
} from "./elementary/exponential.js";
export { cosh, coshAt, sinh, sinhAt, tanh, tanhAt } from "./elementary/hyperbolic.js";
export { acos, acosAt, asin, asinAt, atan, atan2, atan2At, atanAt } from "./elementary/inverse-trigonometric.js";
export { log, log1p, log1pAt, logAt } from "./elementary/logarithm.js";
export { pow, powAt } from "./elementary/power.js";
export { cbrt, cbrtAt, hypot, hypot3, hypot3At, hypotAt } from "./elementary/root.js";
export { cos, cosAt, sin, sinAt, sinCos, sinCosAt, tan, tanAt } from "./elementary/trigonometric.js";
