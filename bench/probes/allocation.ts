import {
  applySetting,
  buildScene,
  compile,
  createData,
  defaultItems,
  type Simulation,
  stateHash,
  step,
} from "stiction";
import { scenes } from "stiction/scenes";
import { percentile } from "../measure.js";
import type { Probe } from "./probe.js";

/** Steps before the first measurement: every function of the step is optimised by then. */
const WARM = 20_000;
const STEPS = 1000;
const LOOKS = 4;

/**
 * Bytes that a thousand warm steps allocate, for every shipped scene with every integrator, and of an empty loop
 * measured in the same way, which is the measurement itself.
 */
export const allocation: Probe = {
  name: "allocation",
  title: "Bytes allocated by 1,000 warm steps of each shipped scene and integrator",
  settings: "bytes per 1,000 steps",
  rounds: 12,
  run(rounds) {
    for (let k = 0; k < rounds; k++) bytesPerRound(() => {}, 1);
    const figures: Record<string, number> = { "empty loop": bytesPerRound(() => {}, rounds) };
    const begin = process.cpuUsage();
    let steps = 0;
    let hash = "";
    for (const scene of scenes) {
      for (const integrator of Object.keys(defaultItems.integrators)) {
        const simulation = start(scene.name, integrator);
        if (simulation === undefined) continue;
        advance(simulation, WARM);
        const round = () => advance(simulation, STEPS);
        let bytes = bytesPerRound(round, rounds);
        steps += WARM + rounds * STEPS;
        // on a busy machine compilation is late; a step that allocates does so in every round
        for (let look = 1; look < LOOKS && bytes > figures["empty loop"]; look++) {
          bytes = Math.min(bytes, bytesPerRound(round, rounds));
          steps += rounds * STEPS;
        }
        figures[`${scene.name}/${integrator}`] = bytes;
        hash = stateHash(simulation.data);
      }
    }
    const { user, system } = process.cpuUsage(begin);
    const mean = (user + system) / 1000 / steps;
    return { steps, cpuMsMean: mean, cpuMsP99: mean, figures, hash };
  },
};

function start(name: string, integrator: string): Simulation | undefined {
  const scene = scenes.find((candidate) => candidate.name === name);
  if (scene === undefined) return undefined;
  const spec = buildScene(scene);
  const formulation = spec.formulation as string | { type: string } | undefined;
  const type = typeof formulation === "object" ? formulation.type : (formulation ?? "forces");
  // a formulation with its own integrator is measured once
  if (type !== "forces") return undefined;
  // steps of meshes take longer: test/bench/step-allocation.test.ts has them
  if (scene.group === "soft contact") return undefined;
  const model = compile(applySetting(spec, "formulation", { type, integrator }));
  return { model, data: createData(model) };
}

function advance({ model, data }: Simulation, steps: number): void {
  for (let k = 0; k < steps; k++) step(model, data);
}

/**
 * Growth of the heap in one round, B, which three quarters of the rounds do not exceed: background compilation shows in
 * some of them, whereas code that allocates does so in all of them, and events come in every third.
 */
function bytesPerRound(work: () => void, rounds: number): number {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error("needs node --expose-gc");
  const grown: number[] = [];
  for (let k = 0; k < rounds; k++) {
    collect();
    const before = process.memoryUsage().heapUsed;
    work();
    grown.push(process.memoryUsage().heapUsed - before);
  }
  return percentile(grown, 0.75);
}
