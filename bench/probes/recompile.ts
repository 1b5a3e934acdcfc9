import {
  addBody,
  type BodySpec,
  compile,
  createData,
  removeBody,
  type Simulation,
  type Spec,
  stateHash,
  step,
} from "stiction";
import { percentile } from "../measure.js";
import type { Probe } from "./probe.js";

const BODIES = 50;
const WARM = 25;

/** A machine-sized model: a chain of boxes on springs, with sensors, controllers and events. */
function chain(): Spec {
  const name = (k: number) => `link${k}`;
  const link = (k: number): BodySpec => ({
    name: name(k),
    density: 1000,
    position: [0.5 * k, 0, 0],
    shapes: [{ type: "box", halfExtents: [0.2, 0.1, 0.1] }],
  });
  const indices = Array.from({ length: BODIES }, (_, k) => k);
  return {
    name: "chain",
    timestep: 0.001,
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    bodies: indices.map(link),
    forces: indices.map((k) => ({
      type: "spring",
      name: `spring${k}`,
      bodyA: k === 0 ? "world" : name(k - 1),
      bodyB: name(k),
      stiffness: 1e4,
      damping: 10,
    })),
    controllers: indices.slice(0, 8).map((k) => ({
      type: "pd",
      name: `hold${k}`,
      output: `bodies.${name(k)}.force.y`,
      sensor: `body/${name(k)}/position.y`,
      rateSensor: `body/${name(k)}/velocity.y`,
      kp: 100,
      kd: 10,
    })),
    sensors: indices.flatMap((k) => [`body/${name(k)}/position`, `force/spring${k}/tension`]),
    events: [{ name: "low", crosses: `[body/${name(BODIES - 1)}/position.z] + 1` }],
  };
}

/** Adds a body to a running model of 50 bodies and removes it again, and times both. */
export const recompileProbe: Probe = {
  name: "recompile",
  title: `Adding a body to a running model of ${BODIES} bodies, 50 springs, 200 sensors, and removing it`,
  settings: "one body added or removed, CPU ms",
  rounds: 50,
  run(rounds) {
    const model = compile(chain());
    let simulation: Simulation = { model, data: createData(model) };
    const visitor: BodySpec = { name: "visitor", mass: 1, shapes: [{ type: "sphere", radius: 0.1 }] };
    const times: number[] = [];
    const timed = (work: () => Simulation, keep: boolean) => {
      const start = process.cpuUsage();
      simulation = work();
      const { user, system } = process.cpuUsage(start);
      if (keep) times.push((user + system) / 1000);
      for (let k = 0; k < 5; k++) step(simulation.model, simulation.data);
    };
    // unmeasured pairs first, until the code is compiled
    for (let k = -WARM; k < rounds; k++) {
      timed(() => addBody(simulation, visitor), k >= 0);
      timed(() => removeBody(simulation, "visitor"), k >= 0);
    }
    const mean = times.reduce((sum, t) => sum + t, 0) / times.length;
    const figures = { medianMs: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
    return { steps: times.length, cpuMsMean: mean, cpuMsP99: figures.p99Ms, figures, hash: stateHash(simulation.data) };
  },
};
