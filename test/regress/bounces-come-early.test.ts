// A bouncing ball met the floor 0.5 ms early per bounce at 1 ms, and 4 ms early at 4 ms.
import { compile, createData, step } from "stiction";
import { expect, test } from "vitest";

const G = 9.81;
const RADIUS = 0.06;

test.each([
  ["fast", 1 / 240],
  ["fast", 1 / 1000],
  ["precise", 1 / 240],
  ["precise", 1 / 60],
] as const)("impacts of a ball are those of the closed form, %s at %d s", (preset, timestep) => {
  const [height, e] = [0.37, 0.7];
  const model = compile({
    timestep,
    formulation: { type: "impulse", preset },
    materials: { rubber: { friction: 0.3, restitution: e } },
    bodies: [
      { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
      {
        name: "ball",
        mass: 0.4,
        material: "rubber",
        position: [0, 0, height + RADIUS],
        shapes: [{ type: "sphere", radius: RADIUS }],
      },
    ],
  });
  const data = createData(model);
  const b = model.bodyIndex.get("ball") as number;
  let speed = Math.sqrt(2 * G * height);
  let time = speed / G;
  let before = 0;
  let met = 0;
  for (let k = 1; met < 4; k++) {
    step(model, data);
    const v = data.bodyVel[6 * b + 5];
    if (before < 0 && v > 0) {
      // back along the parabola to the floor
      const u = Math.sqrt(v * v + 2 * G * (data.bodyPos[3 * b + 2] - RADIUS));
      // round-off, and contacts that count as touching at 1e-9 m
      expect(Math.abs(k * timestep - (u - v) / G - time)).toBeLessThan(1e-7);
      expect(Math.abs(u / (e * speed) - 1)).toBeLessThan(1e-7);
      met++;
      speed *= e;
      time += (2 * speed) / G;
    }
    before = v;
    expect(data.bodyPos[3 * b + 2] - RADIUS).toBeGreaterThan(-1e-9);
  }
});

test("a box that falls on a box at rest leaves it at rest until they meet", () => {
  const model = compile({
    timestep: 1 / 240,
    gravity: [0, 0, 0],
    formulation: { type: "impulse" },
    materials: { steel: { friction: 0, restitution: 0.8 } },
    bodies: [
      { name: "a", mass: 1, material: "steel", velocity: [1.3, 0, 0], shapes: [{ type: "sphere", radius: 0.1 }] },
      { name: "b", mass: 2, material: "steel", position: [0.5, 0, 0], shapes: [{ type: "sphere", radius: 0.1 }] },
    ],
  });
  const data = createData(model);
  const [a, b] = ["a", "b"].map((name) => model.bodyIndex.get(name) as number);
  for (let k = 0; k < 240; k++) step(model, data);
  // they meet at 0.3/1.3 s; v_a = 1.3 (1 − 1.8 · 2/3), v_b = 1.3 · 1.8/3
  const after = 1 - 0.3 / 1.3;
  expect(data.bodyPos[3 * b]).toBeCloseTo(0.5 + ((1.3 * 1.8) / 3) * after, 7);
  expect(data.bodyPos[3 * a]).toBeCloseTo(0.3 + 1.3 * (1 - (1.8 * 2) / 3) * after, 7);
});
