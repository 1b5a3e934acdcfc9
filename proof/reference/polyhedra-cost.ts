import { type Simulation, STAGES, startProfile, step } from "stiction";
import { COMPLEMENTARITY_STATISTIC } from "stiction/internals";

/**
 * What a run of the box of polyhedra costs: ms per step of collision and solution (stage `advance`), and mean and
 * largest sizes of its problems.
 */
export interface PolyhedraCost {
  readonly ms: number;
  readonly rows: readonly [mean: number, most: number];
  readonly contacts: readonly [mean: number, most: number];
}

/** Runs a simulation of formulation `complementarity` for the given time, s. `clock` in ms. */
export function polyhedraCost({ model, data }: Simulation, seconds: number, clock: () => number): PolyhedraCost {
  const profile = startProfile(data, clock);
  const { statistics } = data.items.complementarity as { statistics: Float64Array };
  const steps = Math.round(seconds / model.options.timestep);
  const rows: [number, number] = [0, 0];
  const contacts: [number, number] = [0, 0];
  for (let k = 0; k < steps; k++) {
    step(model, data);
    for (const [sum, value] of [
      [rows, statistics[COMPLEMENTARITY_STATISTIC.rows]],
      [contacts, statistics[COMPLEMENTARITY_STATISTIC.contacts]],
    ] as const) {
      sum[0] += value / steps;
      sum[1] = Math.max(sum[1], value);
    }
  }
  return { ms: profile.total[STAGES.indexOf("advance")] / steps, rows, contacts };
}
