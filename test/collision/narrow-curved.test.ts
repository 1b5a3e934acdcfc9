import { judgePairs } from "./narrow-judge.js";

/** Pairs by GJK, EPA and refinement: 1e-6 of the size. */
judgePairs([
  ["capsule", "cylinder"],
  ["capsule", "cone"],
  ["capsule", "ellipsoid"],
  ["box", "cylinder"],
  ["box", "cone"],
  ["box", "ellipsoid"],
  ["cylinder", "cylinder"],
  ["cylinder", "cone"],
  ["cylinder", "ellipsoid"],
  ["cylinder", "hull"],
  ["cone", "cone"],
  ["cone", "ellipsoid"],
  ["cone", "hull"],
  ["ellipsoid", "ellipsoid"],
  ["ellipsoid", "hull"],
]);
