/** Arcs of a torus: mass, rays, points, spheres and half-spaces, against the curve sampled finely. */
import { collision, compile, createData, query } from "stiction";
import { describe, expect, test } from "vitest";
import { separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation } from "../../src/collision/narrow/types.js";
import { meshMass } from "../../src/geometry/polyhedron-mass.js";
import { torusArcMass, torusArcMesh } from "../../src/geometry/torus-arc.js";
import { random, unitQuaternion } from "../geometry/random.js";

const CASES = [
  [0.4, 0.1, 0.9],
  [0.3, 0.12, 2.9],
  [0.5, 0.05, 5.4],
] as const;
const SAMPLES = 4000;

/** Least distance of p from the arc's curve. */
function fromCurve(R: number, arc: number, p: ArrayLike<number>): number {
  let best = Infinity;
  for (let i = 0; i <= SAMPLES; i++) {
    const angle = arc * (i / SAMPLES - 0.5);
    best = Math.min(best, Math.hypot(p[0] - R * Math.cos(angle), p[1] - R * Math.sin(angle), p[2]));
  }
  return best;
}

describe.each(CASES)("radius %f, tube %f, arc %f", (R, r, arc) => {
  const model = compile({
    bodies: [{ name: "arc", type: "static", shapes: [{ type: "torus", radius: R, tube: r, arc }] }],
  });
  const data = createData(model);
  const shape = collision.createCollider(model.shapes[0].geometry);
  // half a sample beside the nearest one, at a distance of half the tube at least
  const sagitta = (R * arc) ** 2 / (4 * SAMPLES * SAMPLES * r);

  test("mass is that of its triangles", () => {
    const exact = torusArcMass(R, r, arc / 2);
    const fine = meshMass(torusArcMesh(R, r, arc / 2, 200, 120));
    // inscribed polygons of 120 sides: 1 − sin(x)/x with x = 2π/120 is 5e-4
    expect(Math.abs(fine.volume / exact.volume - 1)).toBeLessThan(1e-3);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(fine.center[k] - exact.center[k])).toBeLessThan(1e-4 * R);
      expect(Math.abs(fine.inertia[k] / exact.inertia[k] - 1)).toBeLessThan(2e-3);
    }
  });

  test("points and spheres by the distance from the curve", () => {
    const rnd = random(11);
    const ball = collision.createCollider(compile({ bodies: [{ name: "b", type: "static", shapes: [{ type: "sphere", radius: 0.07 }] }] }).shapes[0].geometry); // biome-ignore format: one line
    const out = createSeparation();
    const origin = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    for (let i = 0; i < 60; i++) {
      const p = [1.4 * (rnd() - 0.5), 1.4 * (rnd() - 0.5), 0.4 * (rnd() - 0.5)];
      const d = fromCurve(R, arc, p);
      if (Math.abs(d - r) > 1e-4) expect(query.pointInBody(model, data, p, "arc")).toBe(d < r);
      separationOf(ball, Float64Array.of(...p, 0, 0, 0, 1), 0, shape, origin, 0, out);
      expect(Math.abs(out.values[0] - (d - r - 0.07))).toBeLessThan(Math.max(1e-6, sagitta));
    }
  });

  test("rays enter where a march along them does", () => {
    const rnd = random(5);
    let hits = 0;
    for (let i = 0; i < 40; i++) {
      const o = [1.6 * (rnd() - 0.5), 1.6 * (rnd() - 0.5), 1];
      const aim = [R * (2 * rnd() - 1), R * (2 * rnd() - 1), r * (rnd() - 0.5)];
      const length = Math.hypot(...aim.map((x, k) => x - o[k]));
      const d = aim.map((x, k) => (x - o[k]) / length);
      let t = 0;
      // the distance from the surface is never too far to go
      for (let k = 0; k < 80 && t < 3; k++) t += fromCurve(R, arc, o.map((x, c) => x + t * d[c])) - r; // biome-ignore format: one line
      const at = fromCurve(R, arc, o.map((x, c) => x + t * d[c])) - r; // biome-ignore format: one line
      const hit = query.rayCast(model, data, o, d);
      if (t >= 3) expect(hit).toBeNull();
      else if (at < 1e-7) {
        hits++;
        // grazing rays are marched slowly, and the curve is a polygon of chords
        expect(Math.abs((hit?.t ?? Infinity) - t)).toBeLessThan(1e-3);
      }
    }
    expect(hits).toBeGreaterThan(3);
  });

  test("lies on a half-space at its lowest point", () => {
    const rnd = random(3);
    const plane = collision.createCollider(compile({ bodies: [{ name: "p", type: "static", shapes: [{ type: "plane" }] }] }).shapes[0].geometry); // biome-ignore format: one line
    const out = createSeparation();
    const origin = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    for (let i = 0; i < 20; i++) {
      const [x, y, z, w] = unitQuaternion(rnd);
      separationOf(shape, Float64Array.of(0, 0, 0.6, x, y, z, w), 0, plane, origin, 0, out);
      // third row of the rotation
      const row = [2 * (x * z - y * w), 2 * (y * z + x * w)];
      let lowest = Infinity;
      for (let k = 0; k <= SAMPLES; k++) {
        const angle = arc * (k / SAMPLES - 0.5);
        lowest = Math.min(lowest, R * (row[0] * Math.cos(angle) + row[1] * Math.sin(angle)));
      }
      expect(Math.abs(out.values[0] - (0.6 + lowest - r))).toBeLessThan(1e-6);
    }
  });
});

test("an arc whose ends overlap is refused", () => {
  const shapes = [{ type: "torus", radius: 0.4, tube: 0.1, arc: 6 }] as const;
  expect(() => compile({ bodies: [{ name: "a", type: "static", shapes: [...shapes] }] })).toThrow("the ends of the arc overlap"); // biome-ignore format: one line
});
