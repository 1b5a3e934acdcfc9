import type { Data } from "../data/data.js";
import type { ItemKind } from "../model/item.js";
import type { Model } from "../model/model.js";
import type { Params } from "../model/params.js";

/**
 * Fills `data.bodyForce` for the poses, velocities and time that `data` holds. `time`, s, is for how long these forces
 * act in the step: weights of Runge–Kutta stages times its length. Sensors add them up by it; where no evaluation of a
 * step says it, they show the forces of its end.
 */
export type EvaluateForces = (model: Model, data: Data, time?: number) => void;

/**
 * A time integrator for maximal coordinates: one file, one line in the index. `order` is what the generic test
 * measures.
 */
export interface Integrator<P extends Params = Params> extends ItemKind<P> {
  /** Global order of convergence on smooth problems. */
  readonly order: number;
  /** Order on torque-free rotation, where it is another. */
  readonly rotationOrder?: number;
  /**
   * Weight w of the new velocity in the displacement of a step, p ← p + h ((1 − w) v₀ + w v); 1/2 when absent. Bristles
   * of contacts go by it.
   */
  readonly wayWeight?: number;
  /** Whether `advance` honours its last argument; steps of an integrator that does not are never cut. */
  readonly divisible?: boolean;
  /** How parts of a step are done in which an impact is resolved, where not by `advance`. */
  readonly impacts?: Pick<Integrator, "order" | "wayWeight" | "advance">;
  /**
   * Moves active bodies by a time, s: `model.options.timestep`, or the length of a part of it. Must leave `data.clock`
   * as it found it.
   */
  advance(model: Model, data: Data, evaluate: EvaluateForces, time: number): void;
}

/** Declares an integrator. */
export function defineIntegrator<const P extends Params>(integrator: Integrator<P>): Integrator<P> {
  return integrator;
}
