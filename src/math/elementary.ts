/**
 * Elementary functions that give the same bits in every JavaScript engine.
 *
 * ECMAScript leaves `Math.sin` and similar functions to the engine, and engines differ in the last bits. The functions
 * here are built from + − × ÷, √ and access to the bits of a double, all of which the language specifies exactly.
 *
 * Largest error in ulp over a million arguments each, from big integers (test/math/elementary-accuracy-*.test.ts):
 *
 *   sin 0.79   cos 0.77   tan 0.95   asin 0.65   acos 0.63   atan 0.85   atan2 1.46   hypot 0.75   hypot3 0.75
 *   cbrt 0.68   exp 0.75   expm1 0.98   log 0.82   log1p 0.85   pow 0.76   sinh 1.23   cosh 0.77   tanh 1.16
 *
 * Each function has two forms: `sin(x)`, and `sinAt(a, i)`, which replaces a[i] in place. V8 boxes doubles that are
 * passed through a call that is not inlined, so hot kernels use the second form, which never allocates.
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
