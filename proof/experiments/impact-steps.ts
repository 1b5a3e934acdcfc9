import { readSensor, type Spec, step } from "stiction";
import type { Context } from "../context.js";
import { atMost, defineExperiment, type Expectation, type Experiment } from "../experiment.js";

/** s */
const STEPS = [0.001, 0.002, 0.005, 0.01] as const;

/** Enough for impacts of 2 ms in steps of 10 ms. */
const parts = 256;
const METHODS = {
  "index-3": { type: "augmented-lagrangian", parts },
  "index-1": { type: "augmented-lagrangian", method: "index-1", parts },
  penalty: { type: "augmented-lagrangian", method: "penalty", parts },
  "semi-implicit-euler": { type: "forces", integrator: "semi-implicit-euler", parts },
  leapfrog: { type: "forces", integrator: "leapfrog", parts },
  rk4: { type: "forces", integrator: "rk4", parts },
} as const;
type Method = keyof typeof METHODS;
const JOINTED: readonly Method[] = ["index-3", "index-1", "penalty"];

const material = (restitution: number) =>
  ({ m: { friction: 0, restitution, contact: { type: "hunt-crossley", stiffness: 8e5 } } }) as const;

/** An arm of 0.8 m on a hinge at its end turns towards a stop; or, released, falls on it. */
function arm(timestep: number, method: Method, restitution: number, spin: number): Spec {
  return {
    timestep,
    plane: "xy",
    gravity: spin === 0 ? [0, -9.81] : [0, 0],
    formulation: METHODS[method],
    materials: material(restitution),
    bodies: [
      {
        name: "stop",
        type: "static",
        material: "m",
        position: [0.62, -0.1],
        shapes: [{ type: "polygon", halfExtents: [0.05, 0.06] }],
      },
      {
        name: "arm",
        mass: 1.8,
        material: "m",
        position: [0.4, 0],
        velocity: [0, 0.4 * spin],
        angularVelocity: [0, 0, spin],
        shapes: [{ type: "polygon", halfExtents: [0.4, 0.02] }],
      },
    ],
    joints: [{ type: "hinge", bodyB: "arm", at: [0, 0] }],
    sensors: ["system/all/energy"],
  };
}

/** A box above another one, which floats: both are free, and the upper one comes down at 1.3 m/s. */
function boxes(timestep: number, method: Method, restitution: number): Spec {
  return {
    timestep,
    gravity: [0, 0, 0],
    formulation: METHODS[method],
    materials: material(restitution),
    bodies: [
      { name: "lower", mass: 4, material: "m", shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.1] }] },
      {
        name: "upper",
        mass: 1.6,
        material: "m",
        position: [0, 0, 0.207],
        velocity: [0, 0, -1.3],
        shapes: [{ type: "box", halfExtents: [0.11, 0.09, 0.1] }],
      },
    ],
    sensors: ["system/all/energy"],
  };
}

/** Energy of a run beyond that of its start, J, at most; its steps until `stop`; and all status bits. */
function follow(context: Context, spec: Spec, seconds: number, stop: (velocities: Float64Array) => boolean) {
  const { model, data } = context.simulate(spec);
  const start = readSensor(model, data, "system/all/energy");
  let gained = 0;
  let status = 0;
  for (let k = 0; k * model.options.timestep < seconds && !stop(data.bodyVel); k++) {
    status |= step(model, data);
    gained = Math.max(gained, readSensor(model, data, "system/all/energy") - start);
  }
  return { gained, status };
}

const worst = (values: readonly number[]) => values.reduce((most, x) => (x <= most ? most : x), 0);

/** One row for each method. */
function rowsFor(key: string, what: string, methods: readonly string[]): Record<string, Expectation> {
  const origin = "parts resolve 2 % of the speed where a contact begins or ends";
  return Object.fromEntries(
    methods.map((method) => [
      `${method}.${key}`,
      atMost(`restitution of ${what}, off by, ${method}`, "1", 0.03, origin),
    ]),
  );
}

export const impactSteps: Experiment = defineExperiment<string>({
  id: "own.impact-steps",
  title: "Impacts within usual steps: an arm on a stop, a box on a box",
  reference:
    "Restitution as the law has it, at 10 ms and e = 0.4, in the full form at 1, 2, 5 and 10 ms and e = 0.3 and 0.8, by every method that integrates contact forces; the energy is never above that of the start.",
  rows: {
    ...rowsFor("boxes", "a box on a box", Object.keys(METHODS)),
    ...rowsFor("arm", "an arm on a stop", JOINTED),
    gained: atMost(
      "energy over that of the start, of the kinetic energy before impacts",
      "1",
      1e-3,
      "method of second order at 10 ms in free motion",
    ),
    status: atMost("status bits of all runs", "1", 0, "every impact is resolved"),
  },
  *measure(context) {
    let gained = 0;
    let status = 0;
    /** Rate of the gap after an impact over that before it, without weight: it stays what it is once it is positive. */
    const restitution = (spec: Spec, rate: (velocities: Float64Array) => number, energy: number) => {
      let before = 0;
      let last = 0;
      const run = follow(context, spec, 0.12, (velocities) => {
        const now = rate(velocities);
        if (before === 0) before = now;
        const over = now > 0 && now === last;
        last = now;
        return over;
      });
      gained = Math.max(gained, run.gained / energy);
      status |= run.status;
      return -last / before;
    };
    const steps = context.full ? STEPS : [0.01];
    const asked = context.full ? [0.3, 0.8] : [0.4];
    for (const method of Object.keys(METHODS) as Method[]) {
      const gap = (v: Float64Array) => v[17] - v[11];
      const off = (h: number, e: number) => Math.abs(restitution(boxes(h, method, e), gap, 1.352) - e);
      yield [`${method}.boxes`, worst(steps.flatMap((h) => asked.map((e) => off(h, e))))];
    }
    for (const method of JOINTED) {
      const off = (h: number, e: number) => Math.abs(restitution(arm(h, method, e, -1.2), (v) => v[14], 0.277) - e);
      yield [`${method}.arm`, worst(steps.flatMap((h) => asked.map((e) => off(h, e))))];
      // 0.23 J from the fall to the stop; penalties hold energy that no account has
      const fall = follow(context, arm(0.01, method, 0.3, 0), 0.4, () => false);
      if (method !== "penalty") gained = Math.max(gained, fall.gained / 0.23);
      status |= fall.status;
    }
    yield ["gained", gained];
    yield ["status", status];
  },
});
