/** The scene `pd-arm`: five joints follow what they are told with an error that weight and lag account for, and stay closed. `verify williams.v28` measures the same against another formulation. */
import { buildScene, compile, createData, type Scene, step } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";

const NAMES = ["turn", "shoulder", "elbow", "roll", "wrist"];

function run(mode: string, seconds: number) {
  const model = compile(buildScene(sceneByName("pd-arm") as Scene, { mode }));
  const data = createData(model);
  const slot = (name: string) => model.sensors.columns.find((c) => c.name === name)?.slot ?? -1;
  let gap = 0;
  let status = 0;
  for (let k = 0; k < Math.round(seconds / model.options.timestep); k++) {
    status |= step(model, data);
    for (const name of NAMES) gap = Math.max(gap, Math.abs(data.slot[slot(`joint/${name}/gap`)]));
  }
  expect(status).toBe(0);
  return { gap, angles: NAMES.map((name) => data.slot[slot(`joint/${name}/position`)]), data };
}

test("six bodies, five joints; the grasp is reached but for what weight takes", () => {
  const { angles, gap, data } = run("grasp", 20);
  expect(data.bodyPos.length).toBe(3 * 7);
  // h² ω² r/2 of two bodies: 1e-4 s² · 1 rad²/s² · 0.2 m
  expect(gap).toBeLessThan(1e-4);
  const goals = [Math.PI / 2, Math.PI / 18, Math.PI / 4, Math.PI / 4, (25 * Math.PI) / 180];
  // moment of weight of all links about the shoulder ≤ 9.81 · 1.72 N m, over 50 N m/rad
  angles.forEach((angle, i) => {
    expect(Math.abs(angle - goals[i])).toBeLessThan((9.81 * 1.72) / 50);
  });
  // the turret carries no weight: its axis is upright
  expect(angles[0]).toBeCloseTo(goals[0], 3);
  // the shoulder does: without gravity compensation the arm hangs lower than told
  expect(angles[1]).toBeGreaterThan(goals[1] + 0.05);
});

test("the sine is followed with bounded lag", () => {
  const { angles, gap } = run("sine", 4);
  expect(gap).toBeLessThan(3.2e-4);
  // weight, damping and inertia: 37.5 N m over 50 N m/rad
  for (const angle of angles) expect(Math.abs(angle - Math.sin(4))).toBeLessThan(0.75);
});
