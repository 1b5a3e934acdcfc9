/** Shapes that stand clear of diggable ground make no pairs with it, and none that could touch it is left out. */
import { compile, createData, type Spec, step, terrainHeight } from "stiction";
import { expect, test } from "vitest";

/** Hills of 1.2 m; the ground is turned about z, so that boxes of the world and its grid are not parallel. */
const TURN = 0.4;
const heights = Array.from({ length: 31 }, (_, j) =>
  Array.from({ length: 31 }, (_, i) => 0.6 * (Math.sin(0.5 * i) + Math.cos(0.4 * j))),
);

function scene(places: readonly (readonly [number, number, number])[]): Spec {
  return {
    timestep: 0.001,
    formulation: "forces",
    bodies: [
      {
        name: "ground",
        type: "static",
        position: [0.3, -0.2, 0.5],
        orientation: { axis: [0, 0, 1], angle: TURN },
        shapes: [{ type: "height-field", heights, dx: 0.2, dy: 0.2, soil: {} }],
      },
      ...places.map((position, k) => ({
        name: `box${k}`,
        mass: 1,
        position: [...position] as [number, number, number],
        shapes: [{ type: "box" as const, halfExtents: [0.25, 0.15, 0.1] as [number, number, number] }],
      })),
      // something that digs, so that the heights are live
      {
        name: "bucket",
        mass: 10,
        position: [0, 0, 50] as [number, number, number],
        shapes: [
          {
            type: "bucket" as const,
            width: 0.4,
            profile: [[0, 0], [-0.4, 0], [-0.4, 0.4], [0, 0.4]] as [number, number][], // biome-ignore format: one line
            teeth: 3,
          },
        ],
      },
    ],
  };
}

test("a shape has a pair with the ground exactly where the ground below its box is as high as the box", () => {
  const places: [number, number, number][] = [];
  for (let k = 0; k < 60; k++) places.push([2 * Math.sin(1.7 * k), 2 * Math.cos(2.3 * k), 0.6 + 0.05 * k]);
  const model = compile(scene(places));
  const data = createData(model);
  step(model, data);
  const { pairs, count } = data.systems.contactStep.pairs;
  const ground = model.bodyNames.indexOf("ground");
  const met = new Set<number>();
  for (let k = 0; k < count; k++) {
    const bodies = [pairs[2 * k], pairs[2 * k + 1]].map((s) => model.shapes[s].body);
    if (bodies.includes(ground)) met.add(bodies[0] === ground ? bodies[1] : bodies[0]);
  }
  let left = 0;
  places.forEach(([x, y, z], k) => {
    // independent: the highest ground under a fine raster of the box
    let highest = Number.NEGATIVE_INFINITY;
    for (let u = -5; u <= 5; u++)
      for (let v = -5; v <= 5; v++) highest = Math.max(highest, terrainHeight(model, data, x + 0.05 * u, y + 0.03 * v));
    const body = model.bodyNames.indexOf(`box${k}`);
    if (highest >= z - 0.1) expect(met.has(body), `box${k} touches`).toBe(true);
    // the cells of the turned grid that cover the box reach 0.5 m beyond it at most, where the ground rises by 1.92 per m
    if (highest < z - 0.1 - 0.96) expect(met.has(body), `box${k} is clear`).toBe(false);
    if (!met.has(body)) left++;
  });
  expect(left).toBeGreaterThan(10);
  expect(met.size).toBeGreaterThan(10);
});
