import { augmentedLagrangianFormulation } from "./augmented-lagrangian.js";
import { complementarityFormulation } from "./complementarity.js";
import { forcesFormulation } from "./forces.js";
import { wholeImpulse } from "./impulse/impulse-whole.js";

/** Every formulation. A new one is a file in this folder and a line here. */
export const formulations = {
  impulse: wholeImpulse,
  forces: forcesFormulation,
  complementarity: complementarityFormulation,
  "augmented-lagrangian": augmentedLagrangianFormulation,
} as const;
