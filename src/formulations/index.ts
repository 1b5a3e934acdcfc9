import { forcesFormulation } from "./forces.js";

/** Every formulation. A new one is a file beside this and a line here. */
export const formulations = {
  forces: forcesFormulation,
} as const;
