import { createData, type Model, step } from "stiction";

/**
 * CPU time of this process, s: on a machine that is shared, wall time says how busy it is. In a browser wall time,
 * since there is no other.
 */
export function cpuClock(): number {
  if (typeof process === "undefined") return performance.now() / 1000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Time of stepping over simulated time, without compiling: the least of several runs after one to warm up. `clock` in
 * s. `each` is called with the data of every run.
 */
export function realTimeRatio(
  model: Model,
  seconds: number,
  rounds: number,
  clock: () => number,
  each: (data: ReturnType<typeof createData>, steps: number) => void = () => {},
): number {
  const steps = Math.round(seconds / model.options.timestep);
  let least = Number.POSITIVE_INFINITY;
  for (let round = -1; round < rounds; round++) {
    const data = createData(model);
    const start = clock();
    for (let k = 0; k < steps; k++) step(model, data);
    if (round >= 0) least = Math.min(least, (clock() - start) / seconds);
    each(data, steps);
  }
  return least;
}
