import { damper } from "./damper.js";
import { spring } from "./spring.js";
import { torsionSpring } from "./torsion-spring.js";
import { wrench } from "./wrench.js";

/** Every kind of force. A new one is a file beside this and a line here. */
export const forces = {
  spring,
  damper,
  "torsion-spring": torsionSpring,
  wrench,
} as const;
