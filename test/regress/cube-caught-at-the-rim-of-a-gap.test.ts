/**
 * A cube of 0.999 m that fell through a gap of 1 m was caught at its rim.
 *
 * Edges that end next to each other were taken for edges that meet; they may pass.
 */
import { bodyPosition, buildScene, compile, createData, type Scene, step } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";

const G = 9.81;

/** Height of the cube at the end of the scene, m. */
function height(params: Record<string, unknown>): number {
  const spec = buildScene(sceneByName("box-drop") as Scene, params);
  const model = compile(spec);
  const data = createData(model);
  const steps = Math.round((spec.duration as number) / model.options.timestep);
  for (let k = 0; k < steps; k++) expect(step(model, data)).toBe(0);
  return bodyPosition(model, data, "cube")[2];
}

test("cube through a gap: falls freely, however narrow it is; lnc catches it at the rim", () => {
  // semi-implicit: n steps fall g h² n (n + 1)/2
  const free = 1.2 - (G * 1e-4 * 100 * 101) / 2;
  for (const size of [0.95, 0.99, 0.999, 0.9999]) expect(height({ size })).toBeCloseTo(free, 9);
  // on the rim its middle is half its edge above the top of the others, which is at 0.5 m; solver tolerance 1e-6
  expect(height({ contacts: "lnc" })).toBeCloseTo(0.5 + 0.999 / 2, 6);
});
