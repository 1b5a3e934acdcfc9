// A heavy block sank into the light ones below it, and rods jammed with an impulse that missed by millimetres per second, both with status 0 or for want of a second method.
import { compileUntyped, createData, STATUS, step } from "stiction";
import { expect, test } from "vitest";

/** Steps with the status `notConverged` among `steps`. */
function unsolved(spec: Parameters<typeof compileUntyped>[0], steps: number): number {
  const model = compileUntyped(spec);
  const data = createData(model);
  let count = 0;
  for (let i = 0; i < steps; i++) if ((step(model, data) & STATUS.notConverged) !== 0) count++;
  return count;
}

/** A column of boxes of 0.4 m, the last one with another mass, solved in sweeps alone. */
function column(boxes: number, top: number) {
  return {
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "fast", contacts: "iterative" },
    materials: { wood: { friction: 0.6 } },
    bodies: [
      { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
      ...Array.from({ length: boxes }, (_, k) => ({
        name: `box-${k}`,
        mass: k === boxes - 1 ? top : 2,
        material: "wood",
        position: [0, 0, 0.2 + 0.4 * k],
        shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.2] }],
      })),
    ],
  };
}

test("sweeps that do not carry a heavy block on light ones say so", () => {
  expect(unsolved(column(5, 500), 30)).toBeGreaterThan(10);
});

test("sweeps that carry a column of equal boxes do not", () => {
  expect(unsolved(column(6, 2), 60)).toBe(0);
});

/** Rods of 1.4 m that slide on one tip, a small ball, at 3.2 m/s and lean away from where they go. */
function rods(preset: "fast" | "precise", planar: boolean, friction: number, angle: number) {
  const [half, radius, mass] = [0.7, 7e-4, 1.7];
  const [x, y] = [half * Math.cos(angle), half * Math.sin(angle)];
  const inertia = (mass * half * half) / 3;
  return {
    ...(planar ? { plane: "xy" } : {}),
    timestep: 0.002,
    formulation: { type: "impulse", preset },
    materials: { chalk: { friction } },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "chalk",
        ...(planar
          ? { position: [0, -1], shapes: [{ type: "polygon", halfExtents: [40, 1] }] }
          : { shapes: [{ type: "plane" }] }),
      },
      ...[0, 1, 2].map((k) => ({
        name: `rod-${k}`,
        mass,
        centerOfMass: planar ? [0, 0] : [0, 0, 0],
        inertia: planar ? [0, 0, inertia] : [inertia, inertia, inertia],
        material: "chalk",
        position: planar ? [x + 3 * k, y + radius] : [x, 3 * k, y + radius],
        velocity: planar ? [-3.2, 0] : [-3.2, 0, 0],
        shapes: [
          planar ? { type: "circle", radius, position: [-x, -y] } : { type: "sphere", radius, position: [-x, 0, -y] },
        ],
      })),
    ],
  };
}

test.each([
  ["fast", true],
  ["fast", false],
  ["precise", true],
  ["precise", false],
] as const)("%s, planar %s: rods in Painlevé's configuration jam whatever the friction", (preset, planar) => {
  for (const friction of [3, 7, 22]) {
    for (const angle of [0.35, 0.95, 1.15]) expect(unsolved(rods(preset, planar, friction, angle), 4)).toBe(0);
  }
});
