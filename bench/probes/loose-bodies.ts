import { buildScene, compile, createData, STATUS, stateHash, step } from "stiction";
import { LAGRANGIAN_STATISTIC } from "stiction/internals";
import { sceneByName } from "stiction/scenes";
import { percentile } from "../measure.js";
import type { Probe } from "./probe.js";

/** What one scene costs per step. */
export interface LooseFigures {
  /** CPU time of the process per step, ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  readonly mean: number;
  /** Per step: parts that were computed, repeated ones too; Newton iterations; factorisations. */
  readonly parts: number;
  readonly iterations: number;
  readonly factorisations: number;
  /** Steps with the status `notConverged` and with `unresolved`. */
  readonly failed: number;
  readonly unresolved: number;
  readonly hash: string;
}

/** Runs of a scene; a step takes what it takes in the fastest of them, as other processes disturb some. */
const TAKES = 3;

/** Steps a scene by name, the first `warm` steps without a clock. */
export function measureLoose(
  name: string,
  params: Record<string, unknown>,
  steps: number,
  warm: number,
  settings: Record<string, unknown> = {},
): LooseFigures {
  const takes = Array.from({ length: TAKES }, () => takeOnce(name, params, steps, warm, settings));
  const times = takes[0].times.map((_, k) => Math.min(...takes.map((take) => take.times[k])));
  return {
    ...takes[0].figures,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    max: Math.max(...times),
    mean: times.reduce((sum, t) => sum + t, 0) / steps,
  };
}

function takeOnce(
  name: string,
  params: Record<string, unknown>,
  steps: number,
  warm: number,
  settings: Record<string, unknown>,
) {
  const scene = sceneByName(name);
  if (scene === undefined) throw new Error(`no scene ${name}`);
  const spec = buildScene(scene, params);
  const own = typeof spec.formulation === "string" ? { type: spec.formulation } : (spec.formulation as object);
  const formulation = { ...own, ...settings };
  const model = compile({ ...spec, formulation } as typeof spec);
  const data = createData(model);
  const { statistics } = data.items["augmented-lagrangian"] as { statistics: Float64Array };
  for (let k = 0; k < warm; k++) step(model, data);
  const before = statistics.slice();
  const times: number[] = [];
  let failed = 0;
  let unresolved = 0;
  for (let k = 0; k < steps; k++) {
    const begin = process.cpuUsage();
    const status = step(model, data);
    const { user, system } = process.cpuUsage(begin);
    times.push((user + system) / 1000);
    if ((status & STATUS.notConverged) !== 0) failed++;
    if ((status & STATUS.unresolved) !== 0) unresolved++;
  }
  const per = (at: number) => (statistics[at] - before[at]) / steps;
  return {
    times,
    figures: {
      parts: per(LAGRANGIAN_STATISTIC.partsInAll),
      iterations: per(LAGRANGIAN_STATISTIC.iterationsInAll),
      factorisations: per(LAGRANGIAN_STATISTIC.factorisations),
      failed,
      unresolved,
      hash: stateHash(data),
    },
  };
}

const COUNTS = [8, 32] as const;
const WARM = 200;
const PRIORITIES = ["accuracy", "real-time"] as const;

/** An excavator's arm with rocks in its bucket: CPU time of a step of 5 ms. */
export const looseBodies: Probe = {
  name: "loose-bodies",
  title: "Arm of an excavator with rocks in its bucket, steps of 5 ms",
  settings: "ms of CPU per step",
  rounds: 300,
  run(rounds) {
    const figures: Record<string, number> = {};
    let total = 0;
    let worst = 0;
    let hash = "";
    for (const rocks of COUNTS) {
      for (const priority of PRIORITIES) {
        const f = measureLoose("rock-bucket", { rocks }, rounds, WARM, { priority });
        for (const key of ["p50", "p95", "p99", "max", "parts", "iterations", "unresolved"] as const)
          figures[`${rocks} rocks/${priority}/${key}`] = f[key];
        total += f.mean;
        worst = Math.max(worst, f.p99);
        hash = f.hash;
      }
    }
    const site = measureLoose("large-site", { objects: 2000, speed: 4 }, rounds, WARM);
    for (const key of ["p50", "p95", "p99", "max", "iterations"] as const) figures[`2000 fences/${key}`] = site[key];
    const runs = COUNTS.length * PRIORITIES.length;
    return { steps: rounds * runs, cpuMsMean: total / runs, cpuMsP99: worst, figures, hash };
  },
};
