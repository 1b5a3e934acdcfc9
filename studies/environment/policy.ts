/** A small network as a policy, and its training by an evolution strategy. */
import { cmaEs } from "../optimise/cma-es.js";
import type { Environment } from "./environment.js";

/** Layers of tanh neurons: inputs, hidden neurons (none for a linear policy), outputs. */
export interface PolicyShape {
  readonly inputs: number;
  readonly hidden: number;
  readonly outputs: number;
}

/** Number of weights of a policy. */
export const weightsOf = ({ inputs, hidden, outputs }: PolicyShape): number =>
  hidden === 0 ? outputs * (inputs + 1) : hidden * (inputs + 1) + outputs * (hidden + 1);

/** Actions in −1 … 1 for an observation. */
export function act(
  { inputs, hidden, outputs }: PolicyShape,
  weights: ArrayLike<number>,
  observation: ArrayLike<number>,
): number[] {
  let at = 0;
  const layer = (count: number, from: ArrayLike<number>, width: number) =>
    Array.from({ length: count }, () => {
      let sum = weights[at++];
      for (let k = 0; k < width; k++) sum += weights[at++] * from[k];
      return Math.tanh(sum);
    });
  if (hidden === 0) return layer(outputs, observation, inputs);
  return layer(outputs, layer(hidden, observation, inputs), hidden);
}

/** Total reward of an episode. */
export function episode(
  environment: Environment,
  shape: PolicyShape,
  weights: ArrayLike<number>,
  seed: number,
): number {
  let observation = environment.reset(seed);
  let total = 0;
  for (;;) {
    const transition = environment.step(act(shape, weights, observation));
    total += transition.reward;
    if (transition.done || transition.truncated) return total;
    observation = transition.observation;
  }
}

export interface TrainingOptions {
  readonly shape: PolicyShape;
  /** Episodes in all. */
  readonly episodes: number;
  /** Episodes per set of weights, with the seeds 0, 1, …. */
  readonly seeds?: number;
  readonly seed?: number;
  readonly population?: number;
  /** Weights lie between −range and range. */
  readonly range?: number;
  /** Called after each generation with the best mean reward so far; returns true to stop. */
  onGeneration?(reward: number, episodes: number): boolean;
}

/** Trains a policy by CMA-ES; returns its weights and their mean reward. */
export async function trainPolicy(
  environment: Environment,
  { shape, episodes, seeds = 1, seed = 1, population, range = 5, onGeneration }: TrainingOptions,
): Promise<{ readonly weights: readonly number[]; readonly reward: number }> {
  const variables = Array.from({ length: weightsOf(shape) }, (_, k) => ({ name: `w${k}`, low: -range, high: range }));
  const reward = (weights: readonly number[]) => {
    let sum = 0;
    for (let k = 0; k < seeds; k++) sum += episode(environment, shape, weights, k);
    return sum / seeds;
  };
  const best = await cmaEs(
    { variables, evaluate: async (points) => points.map((point) => ({ value: -reward(point), violation: 0 })) },
    {
      evaluations: Math.floor(episodes / seeds),
      tolerance: 1e-9,
      seed,
      ...(population === undefined ? {} : { population }),
      onBatch: ({ value }, evaluations) => onGeneration?.(-value, evaluations * seeds) ?? false,
    },
  );
  return { weights: best.point, reward: -best.value };
}
