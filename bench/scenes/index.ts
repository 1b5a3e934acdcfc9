import type { BenchTest } from "../scene.js";
import { contactTests } from "./contact.js";
import { fitTests } from "./fit.js";
import { frictionTests } from "./friction.js";
import { jointTests } from "./joints.js";
import { meshTests } from "./mesh.js";
import { motionTests } from "./motion.js";
import { planarTests } from "./planar.js";
import { speedTests } from "./speed.js";
import { workTests } from "./work-precision.js";

/** Every test of the comparison, grouped. A new one is an object in one of these lists. */
export const benchTests: readonly BenchTest[] = [
  ...motionTests,
  ...speedTests,
  ...planarTests,
  ...frictionTests,
  ...contactTests,
  ...fitTests,
  ...meshTests,
  ...jointTests,
  ...workTests,
];
