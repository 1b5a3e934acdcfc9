import { describe, expect, test } from "vitest";
import {
  convexPlanes,
  createOverlap,
  createVolumeCache,
  createVolumeMesh,
  intersectCellsConvex,
  intersectCellsMesh,
  intersectHalfSpace,
  intersectSphereTrees,
  intersectVolumes,
  overlapRegion,
} from "../../../src/collision/volume/index.js";
import { createSphereSolid } from "../../../src/geometry/spheres/sphere-solid.js";
import { cylinderMesh, icosphere, torusMesh } from "../../../src/geometry/tessellate.js";
import { boxMesh, transformOf } from "./shapes.js";

const box = boxMesh([-0.5, -0.25, -0.25], [0.5, 0.25, 0.25]);
const solid = createSphereSolid(box, { count: 200 });
const mesh = createVolumeMesh(box);

/** The half-space below a plane that leans by `angle` about y and lies at z = d over the middle. */
const plane = (angle: number, d: number) => Float64Array.of(Math.sin(angle), 0, Math.cos(angle), d * Math.cos(angle));

describe("cells of a box below a plane", () => {
  // the base as a whole is below: columns are exact whatever the cells are. At 0.0005 rad one side is just in
  test.each([0, 2.5e-5, 5e-4])("base all below, leaning by %f rad", (angle) => {
    const at = plane(angle, -0.2497);
    const [found, expected] = [createOverlap(), createOverlap()];
    intersectCellsConvex(solid.cells, at, 1, found);
    intersectHalfSpace(mesh, at, expected);
    expect(found.count).toBe(1);
    const [a, b] = [overlapRegion(found, 0), overlapRegion(expected, 0)];
    // walls are cut: their cells face across n and count with the lean only, by parts of their depth
    const near = 1e-12 + 10 * angle;
    expect(a.volume / b.volume).toBeCloseTo(1, angle === 0 ? 12 : 3);
    expect(a.patchArea / b.patchArea).toBeCloseTo(1, angle === 0 ? 12 : 3);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(a.center[k] - b.center[k])).toBeLessThan(near);
      expect(Math.abs(a.normal[k] - b.normal[k])).toBeLessThan(1e-12);
      expect(Math.abs(a.patchCenter[k] - b.patchCenter[k])).toBeLessThan(near);
      expect(Math.abs(a.inertia[k] / b.inertia[k] - 1)).toBeLessThan(near);
      expect(Math.abs(a.patchInertia[k] / b.patchInertia[k] - 1)).toBeLessThan(near);
    }
  });

  test("all of it below: the volume of the box, by columns that begin and end", () => {
    const out = createOverlap();
    intersectCellsConvex(solid.cells, plane(0.3, 2), 1, out);
    const all = Array.from({ length: out.count }, (_, r) => overlapRegion(out, r));
    expect(all.reduce((sum, { volume }) => sum + volume, 0)).toBeCloseTo(0.25, 12);
    // no surface is left that presses
    expect(all.every(({ deep }) => deep)).toBe(true);
  });

  test("all of it above: nothing", () => {
    const out = createOverlap();
    intersectCellsConvex(solid.cells, plane(0.1, -1), 1, out);
    expect(out.count).toBe(0);
  });
});

test("a cylinder that lies 2 mm deep has the volume of its segment", () => {
  const cells = createSphereSolid(cylinderMesh(0.25, 0.5, 128), { count: 1000 }).cells;
  const out = createOverlap();
  // recorded in exact arithmetic: 128 facets, facet down, V = 8.5896301278001e-5; z of the cylinder is its axis
  const height = 0.25 * Math.cos(Math.PI / 128) - 0.002;
  let [mean, worst] = [0, 0];
  for (let k = 0; k < 32; k++) {
    const turn = (2 * Math.PI * (4 * k + 0.5)) / 128;
    intersectCellsConvex(cells, Float64Array.of(-Math.cos(turn), -Math.sin(turn), 0, -height), 1, out);
    const volume = Array.from({ length: out.count }, (_, r) => out.values[26 * r]).reduce((a, b) => a + b, 0);
    mean += volume / 32;
    worst = Math.max(worst, Math.abs(volume / 8.5896301278001e-5 - 1));
  }
  // some 150 of 1,700 cells lie under the strip of 63 mm, which is two cells wide: the mean over places is better by the root of their number
  expect(Math.abs(mean / 8.5896301278001e-5 - 1)).toBeLessThan(0.02);
  expect(worst).toBeLessThan(0.1);
});

describe("cells against a solid", () => {
  const floor = createVolumeMesh(boxMesh([-2, -2, -0.5], [2, 2, 0]));
  const to = transformOf([0, 0, 0, 1], [0, 0, -0.2499]);

  test("a convex one by its planes, any by its mesh, the same", () => {
    const planes = convexPlanes(floor) as Float64Array;
    expect(planes.length).toBe(4 * 6);
    for (let p = 3; p < 24; p += 4) planes[p] += -0.2499 * planes[p - 1];
    const [one, other] = [createOverlap(), createOverlap()];
    intersectCellsConvex(solid.cells, planes, 6, one);
    intersectCellsMesh(solid.cells, floor, to, other);
    expect(one.count).toBe(1);
    expect(other.count).toBe(1);
    expect(one.values[0]).toBeCloseTo(0.5 * 1e-4, 15);
    for (let k = 0; k < 26; k++) expect(Math.abs(other.values[k] - one.values[k])).toBeLessThan(1e-12);
  });

  test("a ring has no planes, and a box on it one region", () => {
    const ring = createVolumeMesh(torusMesh(0.2, 0.1, 64, 32));
    expect(convexPlanes(ring)).toBeNull();
    const [found, expected] = [createOverlap(), createOverlap()];
    // the top of the tube 5 mm inside the base of a box
    const cells = createSphereSolid(boxMesh([-0.4, -0.4, -0.1], [0.4, 0.4, 0.1]), { count: 1500 }).cells;
    const at = transformOf([0, 0, 0, 1], [0, 0, -0.195]);
    intersectCellsMesh(cells, ring, at, found);
    intersectVolumes(
      createVolumeMesh(boxMesh([-0.4, -0.4, -0.1], [0.4, 0.4, 0.1])),
      ring,
      at,
      createVolumeCache(),
      expected,
    );
    expect(found.count).toBe(1);
    const [a, b] = [overlapRegion(found, 0), overlapRegion(expected, 0)];
    // depths by the nearest point, across a tube that is bent: 1 − cos of its half angle, 0.3 rad, and cells as wide as a third of the strip
    expect(Math.abs(a.volume / b.volume - 1)).toBeLessThan(0.1);
    expect(a.normal[2]).toBeLessThan(-0.999);
    for (let k = 0; k < 2; k++) expect(Math.abs(a.center[k])).toBeLessThan(0.01);
  });
});

test("cells come and go without a jump", () => {
  const cells = createSphereSolid(icosphere(0.5, 3), { count: 300 }).cells;
  const out = createOverlap();
  let before = 0;
  let [jump, most] = [0, 0];
  for (let k = 0; k <= 1000; k++) {
    const depth = -0.01 + 8e-5 * k;
    intersectCellsConvex(cells, Float64Array.of(0, 0, 1, depth - 0.5), 1, out);
    let [volume, area] = [0, 0];
    for (let r = 0; r < out.count; r++) {
      volume += out.values[26 * r];
      area += out.values[26 * r + 16];
    }
    jump = Math.max(jump, volume - before - 8e-5 * area);
    most = Math.max(most, volume);
    before = volume;
  }
  // |ΔV| ≤ S |Δx|, with S at the end of the step
  expect(jump).toBeLessThan(1e-12);
  // cap of 0.07 m: π h² (3R − h)/3
  expect(most / ((Math.PI * 0.07 * 0.07 * (1.5 - 0.07)) / 3)).toBeCloseTo(1, 1);
});

describe("lenses of two trees of balls", () => {
  const ball = createSphereSolid(torusMesh(0.3, 0.1, 32, 16), { count: 150 });
  const to = transformOf([0, 0, 0, 1], [0.02, 0.03, 0.12]);

  /** All pairs, one by one. */
  function slowly(shift: readonly number[]) {
    const { balls, count } = ball.packing;
    let [volume, number] = [0, 0];
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        const d = Math.hypot(...[0, 1, 2].map((k) => balls[4 * j + k] + shift[k] - balls[4 * i + k]));
        const [a, b] = [balls[4 * i + 3], balls[4 * j + 3]];
        const p = a + b - d;
        if (p <= 0) continue;
        number++;
        if (d <= Math.abs(a - b)) volume += (4 / 3) * Math.PI * Math.min(a, b) ** 3;
        else {
          const [ha, hb] = [(p * (2 * b - p)) / (2 * d), (p * (2 * a - p)) / (2 * d)];
          volume += (Math.PI / 3) * (ha * ha * (3 * a - ha) + hb * hb * (3 * b - hb));
        }
      }
    }
    return { volume, number };
  }

  test("have the volume of all pairs", () => {
    const out = createOverlap();
    const opened = intersectSphereTrees(ball, ball, to, 0, out);
    const { volume, number } = slowly([0.02, 0.03, 0.12]);
    let sum = 0;
    for (let r = 0; r < out.count; r++) sum += out.values[26 * r];
    expect(number).toBeGreaterThan(50);
    expect(opened).toBeGreaterThanOrEqual(number);
    expect(sum / volume).toBeCloseTo(1, 10);
    // A below B: the normal points up
    expect(out.values[15]).toBeGreaterThan(0.9);
  });

  test("in the middle of themselves fill all; a budget spends itself and comes near", () => {
    const out = createOverlap();
    const same = transformOf([0, 0, 0, 1], [0, 0, 0]);
    intersectSphereTrees(ball, ball, same, 0, out);
    let sum = 0;
    for (let r = 0; r < out.count; r++) sum += out.values[26 * r];
    expect(sum / ball.tree.volume[0]).toBeCloseTo(1, 10);
    const whole = slowly([0.02, 0.03, 0.12]).volume;
    const errors = [50, 400, 3000].map((budget) => {
      expect(intersectSphereTrees(ball, ball, to, budget, out)).toBeLessThanOrEqual(budget);
      let volume = 0;
      for (let r = 0; r < out.count; r++) volume += out.values[26 * r];
      return Math.abs(volume / whole - 1);
    });
    expect(errors[2]).toBeLessThan(errors[0]);
    // with twice of what all pairs take nothing is guessed
    const all = intersectSphereTrees(ball, ball, to, 0, out);
    const exact = out.values[0];
    expect(intersectSphereTrees(ball, ball, to, 2 * all, out)).toBe(all);
    expect(out.values[0] / exact).toBeCloseTo(1, 12);
  });

  test("apart: none", () => {
    const out = createOverlap();
    expect(intersectSphereTrees(ball, ball, transformOf([0, 0, 0, 1], [2, 0, 0]), 0, out)).toBe(0);
    expect(out.count).toBe(0);
  });
});
