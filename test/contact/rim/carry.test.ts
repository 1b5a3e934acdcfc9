/** What rims remember outlives a recompile, and a snapshot has what was held over the last step. */
import {
  addBody,
  type BodySpec,
  bodyPosition,
  bodyVelocity,
  compile,
  createData,
  type Data,
  type Model,
  recompile,
  removeBody,
  restore,
  type Simulation,
  type Spec,
  snapshot,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";
import { boxMesh } from "../../../proof/reference/mesh-shapes.js";
import { rimFields } from "../../../src/contact/rim/rim-fields.js";
import { evaluateForces } from "../../../src/formulations/evaluate-forces.js";

const cube = (name: string, x: number) =>
  ({
    name,
    mass: 10,
    material: "soft",
    position: [x, 0, 0.2 + 1e-9],
    shapes: [boxMesh(0.2, 0.2, 0.2)],
  }) satisfies BodySpec;
const spec = (formulation: "forces" | "augmented-lagrangian"): Spec => ({
  timestep: 1e-3,
  formulation: { type: formulation },
  materials: { soft: { friction: 0.3, youngModulus: 2.1e6, poissonRatio: 0.3, contact: { type: "rim" } } },
  bodies: [{ name: "floor", type: "static", material: "soft", shapes: [boxMesh(2, 2, 0.2)] }, cube("m", 0)],
});

function settled(formulation: "forces" | "augmented-lagrangian"): Simulation {
  const model = compile(spec(formulation));
  const simulation = { model, data: createData(model) };
  run(simulation, 1500);
  return simulation;
}

function run({ model, data }: Simulation, steps: number): void {
  for (let k = 0; k < steps; k++) step(model, data);
}

describe.each(["forces", "augmented-lagrangian"] as const)("%s", (formulation) => {
  test("a cube at rest stays where it is when bodies are added before and after it, or taken away", () => {
    let simulation = settled(formulation);
    const z = bodyPosition(simulation.model, simulation.data, "m")[2];
    // 10 kg on 0.8 m of rim: forgotten, it would sink by that again
    expect(0.2 - z).toBeGreaterThan(0.8e-3);
    const stays = (what: string) => {
      run(simulation, 300);
      const { model, data } = simulation;
      expect(Math.abs(bodyPosition(model, data, "m")[2] - z), what).toBeLessThan(2e-6);
      expect(Math.abs(bodyVelocity(model, data, "m")[2]), what).toBeLessThan(1e-4);
    };
    simulation = addBody(simulation, cube("a", 0.5));
    stays("added before");
    simulation = addBody(simulation, cube("z", -0.5));
    stays("added after");
    simulation = removeBody(simulation, "a");
    stays("removed");
    const { bodies } = simulation.model.spec;
    simulation = recompile(simulation, { ...simulation.model.spec, bodies: [...bodies].reverse() });
    stays("listed the other way round");
  });
});

test("another mesh in the same place starts anew", () => {
  const simulation = settled("forces");
  const { bodies } = simulation.model.spec;
  const floor = { ...bodies[0], shapes: [{ ...boxMesh(2, 2, 0.2), faces: boxMesh(2, 2, 0.2).faces.slice(0, 11) }] };
  const { data } = recompile(simulation, { ...simulation.model.spec, bodies: [floor, bodies[1]] });
  expect(rimFields(data).remembered[0]).toBe(0);
});

test("forces between steps are those of the last step, after a snapshot too", () => {
  const { model, data } = settled("forces");
  const forceOn = (m: Model, d: Data) => {
    evaluateForces(m, d);
    return d.bodyForce.slice();
  };
  const held = snapshot(data);
  const here = forceOn(model, data);
  const m = 6 * model.bodyNames.indexOf("m") + 5;
  // at rest the floor bears the weight: nothing is left of the sum
  expect(Math.abs(here[m])).toBeLessThan(1e-6);
  expect(Math.abs((data.items.rim.wrench as Float64Array)[m] - 98.1)).toBeLessThan(1e-6);
  const other = createData(model);
  restore(model, other, held);
  expect(forceOn(model, other)).toEqual(here);
});
