// In complementarity a box that came fast, 2 cm or more in a step, did not rebound from another one: restitution 1 left them together, at status 0.
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

function strike(timestep: number, restitution: number, speed: number, planar: boolean) {
  const at = (x: number) => (planar ? [x, 0] : [x, 0, 0]);
  const box = (x: number, y: number, z: number) =>
    planar ? { type: "polygon", halfExtents: [x, y] } : { type: "box", halfExtents: [x, y, z] };
  const model = compileUntyped({
    timestep,
    gravity: planar ? [0, 0] : [0, 0, 0],
    ...(planar ? { plane: "xy" } : {}),
    formulation: { type: "complementarity" },
    materials: { wood: { restitution, friction: 0.25 } },
    bodies: [
      {
        name: "fast",
        mass: 0.9,
        material: "wood",
        position: at(-0.8),
        velocity: at(speed),
        shapes: [box(0.11, 0.16, 0.14)],
      },
      { name: "slow", mass: 2.7, material: "wood", position: at(0), shapes: [box(0.18, 0.2, 0.19)] },
    ],
  });
  const data = createData(model);
  let status = 0;
  for (let k = 0; k * timestep < 1.2 / speed; k++) status |= step(model, data);
  const [fast, slow] = ["fast", "slow"].map((name) => data.bodyVel[6 * model.bodyNames.indexOf(name) + 3]);
  return { fast, slow, status };
}

test.each([
  [1 / 60, 0.4, 1.7, false],
  [1 / 60, 1, 3, false],
  [0.005, 0.7, 6, false],
  [0.005, 0.15, 11, false],
  [1 / 60, 0.6, 2.5, true],
])("steps of %f s, e = %f, %f m/s, planar %s: two masses by Newton's law", (timestep, e, speed, planar) => {
  const { fast, slow, status } = strike(timestep, e, speed, planar);
  // m = 0.9, M = 2.7: both by conservation of momentum and e times the speed of approach
  expect(slow / ((0.9 * (1 + e) * speed) / 3.6)).toBeCloseTo(1, 9);
  expect((slow - fast) / (e * speed)).toBeCloseTo(1, 9);
  expect(status).toBe(0);
});
