import type { Data } from "../data/data.js";
import type { Items, Model } from "../model/model.js";

/** One parameter of a scene at values near its own: d/dp ≈ Σ weight × (what the model makes of it). */
export interface Variation {
  readonly points: readonly { readonly model: Model; readonly weight: number }[];
  /** Distance of the nearest from the value itself. */
  readonly change: number;
}

/**
 * Central differences with four points, (8 {f(ε) − f(−ε)} − {f(2 ε) − f(−2 ε)}) / 12 ε, error ε⁴/30 times the fifth
 * derivative: where they are, over ε, and their weights times ε.
 */
export const STENCIL = [
  [1, 2 / 3],
  [-1, -2 / 3],
  [2, -1 / 12],
  [-2, 1 / 12],
] as const;

/** The same to one side, where the value itself is a bound: error ε⁴/5 times the fifth derivative. */
export const FORWARD = [
  [0, -25 / 12],
  [1, 4],
  [2, -3],
  [3, 4 / 3],
  [4, -1 / 4],
] as const;

/** Where the equations of the sensitivities could not be solved. */
export interface SensitivityTrouble {
  /** Steps in which they could not. */
  readonly steps: number;
  /** End of the first of them, s; NaN: none. */
  readonly first: number;
}

/** Follows a run from its start and knows how its state changes with parameters. */
export interface Sensitivity {
  /** Derivative of every slot (sensors among them) by each parameter, as of the last step with `sample`. */
  readonly slots: readonly Float64Array[];
  readonly trouble: readonly SensitivityTrouble[];
  /** Call before a step. */
  before(): void;
  /** Call after it; `sample`: sensors are wanted. */
  after(sample: boolean): void;
}

/** What a formulation with gradients provides. */
export interface SensitivityKind {
  /** Why the parameters of this model cannot be differentiated, and what to do; undefined when they can. */
  refuse(model: Model): string | undefined;
  /** Typical length, m. */
  size(model: Model): number;
  /** Registries to compile variations of the model with. */
  items(model: Model): Items;
  /** Why a variation cannot be compared with the model; undefined when it can. */
  refuseVariation(model: Model, variation: Variation): string | undefined;
  create(model: Model, data: Data, variations: readonly Variation[]): Sensitivity;
}
