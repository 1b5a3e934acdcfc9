// Light boxes under a heavy one on a slope, held by friction, crept at 9 mm/s in `precise`.
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

/** Fastest body after 0.5 s, m/s or rad/s, and all status bits: boxes on a slope, as a gravity that is inclined. */
function creep(planar: boolean, masses: readonly number[], slope: number) {
  const [along, down] = [9.81 * Math.sin(slope), -9.81 * Math.cos(slope)];
  const model = compileUntyped({
    ...(planar ? { plane: "xy" } : {}),
    gravity: planar ? [along, down] : [along, 0, down],
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "precise" },
    materials: { wood: { friction: 0.45 } },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "wood",
        shapes: [planar ? { type: "polygon", halfExtents: [5, 1], position: [0, -1] } : { type: "plane" }],
      },
      ...masses.map((mass, k) => ({
        name: `box-${k}`,
        mass,
        material: "wood",
        position: planar ? [0, 0.08 + 0.16 * k] : [0, 0, 0.08 + 0.16 * k],
        shapes: [
          planar ? { type: "polygon", halfExtents: [0.3, 0.08] } : { type: "box", halfExtents: [0.3, 0.25, 0.08] },
        ],
      })),
    ],
  });
  const data = createData(model);
  let status = 0;
  for (let i = 0; i < 30; i++) status |= step(model, data);
  return { speed: data.bodyVel.reduce((most, v) => Math.max(most, Math.abs(v)), 0), status };
}

test.each([
  [true, [1, 1, 1, 1, 1, 1, 1, 60], 0.12],
  [false, [1, 1, 1, 1, 1, 1, 1, 80], 0.12],
  [false, [2, 0.3, 5, 0.7, 9, 0.2, 4, 1], 0.2],
] as const)("planar %s, masses %j on %f rad stay", (planar, masses, slope) => {
  const { speed, status } = creep(planar, masses, slope);
  // 1e-10 m/s: what the rounds of the solver leave, on its way to round-off
  expect(speed).toBeLessThan(1e-9);
  expect(status).toBe(0);
});
