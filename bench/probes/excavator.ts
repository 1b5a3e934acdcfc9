import { measureLoose } from "./loose-bodies.js";
import type { Probe } from "./probe.js";

const PRIORITIES = ["accuracy", "real-time"] as const;
const WARM = 200;

/** The wheeled excavator that drives down its feet, digs, swings and dumps: CPU time of a step of 5 ms. */
export const excavator: Probe = {
  name: "excavator",
  title: "Wheeled excavator that digs, swings and dumps, steps of 5 ms",
  settings: "ms of CPU per step",
  rounds: 3400,
  run(rounds) {
    const figures: Record<string, number> = {};
    let total = 0;
    let worst = 0;
    let hash = "";
    for (const priority of PRIORITIES) {
      const f = measureLoose("excavator", {}, rounds, WARM, { priority });
      for (const key of ["p50", "p95", "p99", "max", "parts", "iterations", "unresolved"] as const)
        figures[`${priority}/${key}`] = f[key];
      total += f.mean;
      worst = Math.max(worst, f.p99);
      hash = f.hash;
    }
    return {
      steps: rounds * PRIORITIES.length,
      cpuMsMean: total / PRIORITIES.length,
      cpuMsP99: worst,
      figures,
      hash,
    };
  },
};

const SLEEPERS = [200, 2000] as const;
const AWAY = 150;

/** Fences that sleep beside the plough's way: what they cost, and the ratio of the times of a step. */
export const sleepers: Probe = {
  name: "sleepers",
  title: "Site with 200 and with 2,000 fences, nearly all asleep, steps of 5 ms",
  settings: "ms of CPU per step",
  rounds: 300,
  run(rounds) {
    const figures: Record<string, number> = {};
    const all = SLEEPERS.map((objects) => measureLoose("large-site", { objects }, rounds, AWAY));
    all.forEach((f, k) => {
      for (const key of ["p50", "p99", "mean", "iterations"] as const) figures[`${SLEEPERS[k]} fences/${key}`] = f[key];
    });
    figures["2000 over 200"] = all[1].p50 / all[0].p50;
    return {
      steps: rounds * all.length,
      cpuMsMean: all[1].mean,
      cpuMsP99: all[1].p99,
      figures,
      hash: all[1].hash,
    };
  },
};
