/**
 * A body put into another left it at 51 to 1000 m/s where contact comes from the common volume, or stayed inside for ever, with a clean status.
 *
 * The whole common volume of the start was loaded as a spring, a body below a plane was pushed down, and the columns of inner spheres
 * summed to nothing. A volume that no motion explains is now pushed out at `pushSpeed`, towards the nearest face, with the status `overlapping`.
 */
import { compileUntyped, createData, STATUS, step } from "stiction";
import { describe, expect, test } from "vitest";

const ball = { type: "sphere", radius: 0.13 };
const box = { type: "box", halfExtents: [0.11, 0.16, 0.09] };
const block = { name: "block", type: "static", shapes: [{ type: "box", halfExtents: [0.6, 0.7, 0.5] }] };
const floor = { name: "floor", type: "static", shapes: [{ type: "plane" }] };

interface Start {
  readonly bodies: readonly object[];
  /** Direction in which it leaves. */
  readonly way: readonly number[];
}
const STARTS: Record<string, Start> = {
  "ball inside, nearest to the top": {
    bodies: [block, { name: "in", mass: 2, position: [0.1, -0.2, 0.3], shapes: [ball] }],
    way: [0, 0, 1],
  },
  "box inside, nearest to a side": {
    bodies: [block, { name: "in", mass: 5, position: [-0.45, 0.1, 0], shapes: [box] }],
    way: [-1, 0, 0],
  },
  "box wholly below a plane": {
    bodies: [floor, { name: "in", mass: 5, position: [0, 0, -0.4], shapes: [box] }],
    way: [0, 0, 1],
  },
  "two boxes, half of each in the other": {
    bodies: [
      { name: "a", mass: 4, shapes: [box] },
      { name: "in", mass: 5, position: [0.12, 0.01, 0], shapes: [box] },
    ],
    way: [1, 0, 0],
  },
};

function run(bodies: readonly object[], type: string, contact: object, pushSpeed?: number, h = 0.004, least = 5) {
  const model = compileUntyped({
    timestep: h,
    gravity: [0, 0, 0],
    formulation: pushSpeed === undefined ? { type } : { type, pushSpeed },
    materials: { firm: { friction: 0, contact: { type: "volumetric", ...contact } } },
    bodies: bodies.map((body) => ({ ...body, material: "firm" })),
  });
  const data = createData(model);
  let top = 0;
  let first = 0;
  let status = 0;
  // until it is out for a while
  for (let k = 0, quiet = 0; k < 200 && quiet < least; k++) {
    status = step(model, data);
    quiet = status === 0 ? quiet + 1 : 0;
    if (k === 0) first = status;
    for (let b = 1; b < model.nb; b++) {
      const [x, y, z] = data.bodyVel.subarray(6 * b + 3, 6 * b + 6);
      top = Math.max(top, Math.sqrt(x * x + y * y + z * z));
    }
  }
  const v = data.bodyVel.subarray(6 * model.nb - 3, 6 * model.nb);
  return { model, data, top, first, status, v };
}

describe.each(["augmented-lagrangian", "forces"])("%s", (type) => {
  test.each(Object.keys(STARTS))("comes out slowly, by the nearest face, and says so: %s", (name) => {
    const { bodies, way } = STARTS[name];
    const { model, data, top, first, status, v } = run(bodies, type, { modulus: 5e6, restitution: 0.8 });
    expect(first & STATUS.overlapping).not.toBe(0);
    expect(model.bodyNames[data.warningWho[31 - Math.clz32(STATUS.overlapping)]]).toBe("in");
    // pushed at v, then thrown off by the energy of v once more: √2 v
    expect(top).toBeLessThan(Math.SQRT2 * 3);
    expect(v[0] * way[0] + v[1] * way[1] + v[2] * way[2]).toBeGreaterThan(0.9);
    expect(status).toBe(0);
  });
});

test("solids of spheres come out too", () => {
  const { bodies } = STARTS["box inside, nearest to a side"];
  const { top, first, status } = run(bodies, "augmented-lagrangian", { geometry: "spheres", spheres: 30 });
  expect(first & STATUS.overlapping).not.toBe(0);
  expect(top).toBeLessThan(Math.SQRT2 * 3);
  expect(top).toBeGreaterThan(0.5);
  expect(status).toBe(0);
});

test("pushSpeed bounds the speed", () => {
  const { bodies } = STARTS["box wholly below a plane"];
  expect(run(bodies, "augmented-lagrangian", { modulus: 5e6 }, 1.2).top).toBeLessThan(1.2 * Math.SQRT2);
});

test("a shallow start is a loaded foundation, and an impact much faster than pushSpeed no overlap", () => {
  // v = δ √(K S/m) = 0.6 m/s
  const put = { name: "in", mass: 5, shapes: [box] };
  const depth = 0.6 / Math.sqrt((2e7 * 0.22 * 0.32) / 5);
  const elastic = { modulus: 2e6, restitution: 1 };
  const start = { ...put, position: [0, 0, 0.09 - depth] };
  const still = run([floor, start], "augmented-lagrangian", elastic, undefined, 1e-4, 100);
  expect(still.first & STATUS.overlapping).toBe(0);
  // explicit in the first half step
  expect(Math.abs(still.v[2] - 0.6)).toBeLessThan(0.02);
  const fast = { ...put, position: [0, 0, 0.1], velocity: [0, 0, -20] };
  const { data } = run([floor, fast], "augmented-lagrangian", elastic, undefined, 2e-4, 100);
  expect(data.warningCount[31 - Math.clz32(STATUS.overlapping)]).toBe(0);
});
