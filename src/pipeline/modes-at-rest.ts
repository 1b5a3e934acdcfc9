import type { Data } from "../data/data.js";
import { minimalMotion } from "../formulations/augmented-lagrangian/linearize.js";
import type { Model } from "../model/model.js";
import { type Equilibrium, type SettleOptions, settleNatural, tell } from "./equilibrium.js";
import { describe } from "./linearization.js";
import { type Modes, modesOf } from "./modes.js";

/** The equilibrium of a scene, and its modes there. */
export interface ModesAtRest {
  readonly equilibrium: Equilibrium;
  readonly modes: Modes;
}

/**
 * `settle` and the modes about the equilibrium, with what friction of contacts remembers there: in other formulations
 * than `augmented-lagrangian`, `modes` after `settle` starts with bristles that carry nothing. Where no equilibrium was
 * found, modes are about the pose where the search ended.
 */
export function modesAtRest(model: Model, data: Data, options: SettleOptions = {}): ModesAtRest {
  const { equilibrium, twin, motion: still } = settleNatural(model, data, options);
  const state = twin.data.systems.natural;
  // where bodies can touch, the search has differentiated by velocities too
  const touching = twin.model.contactModels.length > 0;
  const motion = touching ? still : minimalMotion(twin.model, twin.data, state, true, tell(options));
  return { equilibrium, modes: modesOf(twin.model, describe(twin, motion)) };
}
