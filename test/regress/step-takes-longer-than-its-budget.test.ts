// A step with contact could be cut into 64 parts of 20 iterations, and nothing bounded its time.
import {
  addHook,
  compileUntyped,
  createData,
  limitStepTime,
  recompile,
  STATUS,
  step,
  type UntypedSpec,
} from "stiction";
import { describe, expect, test } from "vitest";

const formulations = [
  { type: "augmented-lagrangian" },
  { type: "augmented-lagrangian", method: "index-1" },
  { type: "forces" },
  { type: "forces", integrator: "rk4" },
] as const;

function scene(formulation: { readonly type: string }, stiffness: number, speed: number): UntypedSpec {
  return {
    timestep: 0.006,
    formulation: { ...formulation, parts: 1024 },
    materials: { m: { friction: 0.3, restitution: 0.4, contact: { type: "hunt-crossley", stiffness } } },
    bodies: [
      { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] },
      {
        name: "box",
        mass: 1.7,
        material: "m",
        position: [0, 0, 0.11],
        velocity: [0.2, 0, -speed],
        shapes: [{ type: "box", halfExtents: [0.1, 0.08, 0.09] }],
      },
    ],
  };
}

/** Evaluations of forces in the busiest step, and all status bits; `budget` counts readings of a clock. */
function busiest(spec: UntypedSpec, budget: number | null) {
  const model = compileUntyped(spec);
  const data = createData(model);
  let calls = 0;
  addHook(data, "forces", () => {
    calls++;
  });
  // every reading is 1 ms later than the one before: parts are counted, whatever the machine does
  let now = 0;
  if (budget !== null) limitStepTime(data, () => now++, 1000 * budget);
  let most = 0;
  let status = 0;
  let fastest = 0;
  for (let k = 0; k < 40; k++) {
    calls = 0;
    status |= step(model, data);
    most = Math.max(most, calls);
    fastest = Math.max(fastest, Math.abs(data.bodyVel[6 * model.bodyNames.indexOf("box") + 5]));
  }
  return { most, status, fastest };
}

describe.each(formulations.map((f) => [JSON.stringify(f), f] as const))("%s", (_, formulation) => {
  test("a step that is late ends in few parts, and says so", () => {
    const spec = scene(formulation, 2e6, 1.5);
    const whole = busiest(spec, null);
    const hurried = busiest(spec, 3);
    expect(whole.status).toBe(0);
    expect(hurried.status & STATUS.unresolved).not.toBe(0);
    expect(hurried.most).toBeLessThan(0.5 * whole.most);
  });
  test("a late step is stable", () => {
    // at rest k h² is 100 times the mass
    expect(busiest(scene(formulation, 3e7, 0.1), 2).fastest).toBeLessThan(3);
  });
});

test("the budget goes along with a recompile, ends on request, and must be a time", () => {
  const spec = scene({ type: "forces" }, 1e6, 1);
  const model = compileUntyped(spec);
  const data = createData(model);
  limitStepTime(data, () => 0, 100);
  expect(recompile({ model, data }, spec).data.budget).toBe(data.budget);
  limitStepTime(data, null);
  expect(data.budget).toBeNull();
  for (const wrong of [0, -1, Number.NaN]) expect(() => limitStepTime(data, () => 0, wrong)).toThrow(/microseconds/);
});
