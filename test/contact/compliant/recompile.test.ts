/** What sticks goes on sticking when the scene is compiled anew around it. */
import {
  addBody,
  type BodySpec,
  bodyPosition,
  compile,
  createData,
  recompile,
  type Simulation,
  type Spec,
  step,
} from "stiction";
import { expect, test } from "vitest";

const block = {
  name: "block",
  mass: 1,
  position: [0, 0, 0.1],
  shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.1] }],
} satisfies BodySpec;
const spec: Spec = {
  timestep: 0.001,
  formulation: "augmented-lagrangian",
  // tan 0.3 with μ = 0.5
  gravity: [2.82, 0, -9.4],
  bodies: [{ name: "floor", type: "static", shapes: [{ type: "plane" }] }, block],
};

function run({ model, data }: Simulation, steps: number): number {
  for (let k = 0; k < steps; k++) step(model, data);
  return bodyPosition(model, data, "block")[0];
}

test("a block that is held stays where it is when another body is added before or after it", () => {
  const model = compile(spec);
  const simulation: Simulation = { model, data: createData(model) };
  const before = run(simulation, 2000);
  const ball = {
    name: "ball",
    mass: 1,
    position: [5, 0, 0.1],
    shapes: [{ type: "sphere", radius: 0.1 }],
  } satisfies BodySpec;
  const after = addBody(simulation, ball);
  // the strain of the bristle is 28 µm; it would build up anew
  expect(Math.abs(run(after, 500) - before)).toBeLessThan(1e-9);
  const renumbered = recompile(simulation, { ...spec, bodies: [...(spec.bodies ?? []).slice(0, 1), ball, block] });
  expect(Math.abs(run(renumbered, 500) - before)).toBeLessThan(1e-9);
});
