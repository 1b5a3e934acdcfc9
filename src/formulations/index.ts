import { augmentedLagrangianFormulation } from "./augmented-lagrangian.js";
import { complementarityFormulation } from "./complementarity.js";
import { forcesFormulation } from "./forces.js";
import { impulseInMixed } from "./impulse/mixed/formulation.js";

/** Every formulation. A new one is a file in this folder and a line here. */
export const formulations = {
  impulse: impulseInMixed,
  forces: forcesFormulation,
  complementarity: complementarityFormulation,
  "augmented-lagrangian": augmentedLagrangianFormulation,
} as const;
