import { type BodySpec, compile, createData, type Data, type Spec, stateHash, step } from "stiction";
import { percentile } from "../measure.js";
import type { Probe } from "./probe.js";

const CROWD = 10_000;
/** Steps after which everything sleeps that will. */
const SETTLE = 60;
/** Steps per measurement. */
const BLOCK = 5;

const cube = (name: string, position: readonly number[], rest: Partial<BodySpec> = { mass: 1 }): BodySpec => ({
  name,
  position: [...position],
  shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
  ...rest,
});

/** Cubes on a floor, side by side without touching. */
function crowd(rest: Partial<BodySpec>): BodySpec[] {
  const side = Math.ceil(Math.sqrt(CROWD));
  return Array.from({ length: CROWD }, (_, k) =>
    cube(`b${k}`, [1.2 * (k % side), 1.2 * Math.floor(k / side), 0.5], rest),
  );
}

/** Falls beside the others for longer than it is looked at. */
const faller = cube("faller", [-5, -5, 5000]);

const tower = (height: number) => Array.from({ length: height }, (_, k) => cube(`b${k}`, [0, 0, k + 0.5]));

function scene(bodies: readonly BodySpec[], sleep: boolean): Spec {
  return {
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "fast", sleep },
    sensors: ["solver/all/direct"],
    bodies: [{ name: "floor", type: "static", shapes: [{ type: "plane" }] }, ...bodies],
  };
}

interface Timed {
  /** Median of the CPU time of a step, ms. */
  readonly ms: number;
  readonly kilobytes: number;
  /** Bodies whose contacts Newton's method solves. */
  readonly direct: number;
  readonly data: Data;
}

/** Time per step after settling, and resident memory per body that `createData` and the steps add. */
function time(spec: Spec, rounds: number): Timed {
  const model = compile(spec);
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage.rss();
  const data = createData(model);
  for (let k = 0; k < SETTLE; k++) step(model, data);
  const kilobytes = (process.memoryUsage.rss() - before) / 1000 / model.nb;
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    for (let k = 0; k < BLOCK; k++) step(model, data);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / BLOCK;
  });
  return { ms: percentile(times, 0.5), kilobytes, direct: data.slot[model.sensors.columns[0].slot], data };
}

/** What costs nothing in an ideal engine: sleepers, static bodies; and the step from direct to swept contacts. */
export const crowds: Probe = {
  name: "crowds",
  title:
    `${CROWD} cubes asleep, the same with one that falls, it alone, ${CROWD} static ones, towers of 24 and 25: ` +
    "ms per step, kB per body",
  settings:
    "impulse, preset fast; median of blocks of steps; memory is what the process has resident, code included; " +
    "Direct: bodies solved directly, since the tower would buckle on soft contacts",
  rounds: 20,
  run(rounds) {
    const asleep = time(scene(crowd({ mass: 1 }), true), rounds);
    const falling = time(scene([...crowd({ mass: 1 }), faller], true), rounds);
    const fixed = time(scene([...crowd({ type: "static" }), faller], false), rounds);
    const alone = time(scene([faller], true), rounds);
    const [low, high] = [24, 25].map((height) => time(scene(tower(height), false), rounds));
    const figures = {
      asleepMs: asleep.ms,
      oneFallingMs: falling.ms,
      aloneMs: alone.ms,
      "falling among sleepers over alone": falling.ms / alone.ms,
      staticMs: fixed.ms,
      asleepKb: asleep.kilobytes,
      staticKb: fixed.kilobytes,
      tower24Ms: low.ms,
      tower25Ms: high.ms,
      tower24Direct: low.direct,
      tower25Direct: high.direct,
      "tower of 24 over 25": low.ms / high.ms,
    };
    return {
      steps: 6 * rounds * BLOCK,
      cpuMsMean: falling.ms,
      cpuMsP99: falling.ms,
      figures,
      hash: stateHash(falling.data),
    };
  },
};
