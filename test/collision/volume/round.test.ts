/** Balls and cylinders in closed form: recorded vectors, exact rationals, and the mesh path at fine tessellation. */
import { describe, expect, test } from "vitest";
import {
  createOverlap,
  createVolumeMesh,
  cylinderInHalfSpace,
  intersectHalfSpace,
  intersectSpheres,
  overlapRegion,
  sphereInHalfSpace,
} from "../../../src/collision/volume/index.js";
import { cylinderMesh, icosphere } from "../../../src/geometry/tessellate.js";
import { random, unitQuaternion } from "../../geometry/random.js";

function lens(ra: number, rb: number, ...center: number[]) {
  const out = createOverlap();
  intersectSpheres(Float64Array.of(ra, rb), Float64Array.from(center), 0, out);
  return out.count === 0 ? null : overlapRegion(out, 0);
}

function cylinder(r: number, h: number, ...plane: number[]) {
  const out = createOverlap();
  cylinderInHalfSpace(Float64Array.of(r, h), Float64Array.from(plane), out);
  return out.count === 0 ? null : overlapRegion(out, 0);
}

describe("two balls (T-01)", () => {
  // radii and distance as whole numbers of 1/unit, so that they are exact: V, z, J scale with powers of the unit
  test.each([
    [1, 1, 1, 1, 1.308996938995747, 0.5, 0.346884188833873, 0.2323469566717451],
    [2, 4, 2, 5, 0.4777838827334477, 1.778767123287671, 0.09458321007331146, 0.05269670892114425],
    [10, 20, 10, 12, 3.986681077405448, 1.158510638297872, 1.634348389982528, 1.511649436576267],
    [100, 200, 100, 101, 4.188169146652556, 1.009853186232817, 1.675507920500087, 1.674903135642437],
    [10, 30, 5, 29, 0.323692374100907, 2.756086414624013, 0.03320423509858698, 0.02312615692649747],
    [1e6, 1e6, 1e6, 1999999, 1.570796064995509e-12, 0.9999995, 5.235985792e-19, 2.617993551e-19],
    [1000, 1e5, 1000, 100999, 3.10947136771758e-6, 99.99966334044488, 2.05161802299e-9, 1.025980078628e-9],
    [10, 10, 10, 1, 3.874892738815211, 0.05, 1.518698052273325, 1.450237675988465],
  ])("unit 1/%d: radii %d and %d, %d apart", (unit, ra, rb, d, volume, z, axial, across) => {
    const r = lens(ra, rb, 0, 0, d)!;
    expect(Math.abs(r.volume / unit ** 3 / volume - 1)).toBeLessThan(1e-13);
    // two terms of size R cancel where the lens is nearly a ball at A's centre
    expect(Math.abs(r.center[2] / unit - z)).toBeLessThan(1e-13 * Math.max(1, z));
    // recorded with 10 to 13 digits
    const digits = axial < 1e-15 ? 1e-9 : axial < 1e-8 ? 1e-12 : 1e-13;
    expect(Math.abs(r.inertia[2] / unit ** 5 / axial - 1)).toBeLessThan(digits);
    expect(Math.abs(r.inertia[0] / unit ** 5 / across - 1)).toBeLessThan(digits);
    expect(r.normal).toEqual([0, 0, 1]);
  });

  test("however thin: V against rationals, to 4e-15 for p/R down to 1e-13", () => {
    const rnd = random(77);
    let worst = 0;
    for (let i = 0; i < 500; i++) {
      // Δ = k (2, 3, 6), |Δ| = 7 k; radii on a grid of 2⁻⁴⁰, apart by p
      const k = Math.round(rnd() * 2 ** 40 + 2 ** 38);
      const p = Math.max(1, Math.round(2 ** (43 * rnd())));
      const ra = Math.round(7 * k * (0.1 + 0.8 * rnd()));
      const rb = 7 * k - ra + p;
      if (p > 0.5 * Math.min(ra, rb)) continue;
      const u = 2 ** -40;
      const r = lens(ra * u, rb * u, 2 * k * u, 3 * k * u, 6 * k * u)!;
      // V = π h² (3R − h)/3 for both caps, h_A = p (2 R_B − p)/(2 d), in units of u³
      const [A, B, P, D] = [ra, rb, p, 7 * k].map(BigInt);
      const cap = (R: bigint, S: bigint) => {
        const h = P * (2n * S - P);
        return h * h * (6n * R * D - h);
      };
      const exact = cap(A, B) + cap(B, A);
      const scale = 24n * D * D * D;
      const shift = 120n;
      const value = Number((exact << shift) / scale) * 2 ** -Number(shift) * Math.PI * u ** 3;
      worst = Math.max(worst, Math.abs(r.volume / value - 1));
    }
    expect(worst).toBeLessThan(4e-15);
  });

  test("apart, inside, and roles swapped", () => {
    expect(lens(1, 1, 2, 0, 0)).toBeNull();
    expect(lens(1, 1, 3, 0, 0)).toBeNull();
    const inner = lens(1, 0.25, 0.5, 0.25, 0)!;
    expect(inner.deep).toBe(true);
    expect(inner.center).toEqual([0.5, 0.25, 0]);
    expect(Math.abs(inner.volume - (4 / 3) * Math.PI * 0.25 ** 3)).toBeLessThan(1e-16);
    const [p, q] = [lens(1, 0.6, 0.5, 0.7, -0.9)!, lens(0.6, 1, -0.5, -0.7, 0.9)!];
    expect(Math.abs(p.volume / q.volume - 1)).toBeLessThan(1e-14);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(p.center[k] - q.center[k] - [0.5, 0.7, -0.9][k])).toBeLessThan(1e-14);
      expect(Math.abs(p.area[k] + q.area[k])).toBeLessThan(1e-14);
    }
  });
});

describe("half-spaces", () => {
  test("a ball agrees with its mesh, to second order", () => {
    const out = createOverlap();
    const plane = Float64Array.of(0.36, 0.48, 0.8, -0.35);
    sphereInHalfSpace(Float64Array.of(1), plane, out);
    const exact = overlapRegion(out, 0);
    const errors = [3, 4].map((level) => {
      intersectHalfSpace(createVolumeMesh(icosphere(1, level)), plane, out);
      const mesh = overlapRegion(out, 0);
      for (const [k, x] of exact.normal.entries()) expect(Math.abs(mesh.normal[k] - x)).toBeLessThan(1e-13);
      // vertices on the sphere: less by about 3 (edge/R)²/16 of all lengths squared
      for (const [k, x] of exact.center.entries()) expect(Math.abs(mesh.center[k] - x)).toBeLessThan(0.2 / 4 ** level);
      for (const [k, x] of exact.patchInertia.entries()) {
        expect(Math.abs(mesh.patchInertia[k] - x)).toBeLessThan(2 / 4 ** level);
      }
      return exact.volume - mesh.volume;
    });
    expect(errors[0] / errors[1]).toBeGreaterThan(3.9);
    expect(errors[0] / errors[1]).toBeLessThan(4.1);
  });

  test("a lying cylinder: the row of the table for round bodies", () => {
    const r = cylinder(0.25, 0.5, 0, 1, 0, -0.248)!;
    expect(Math.abs(r.volume / 8.4226138992732e-5 - 1)).toBeLessThan(1e-12);
    expect(Math.abs((r.center[1] + 0.25) / 1.1997250788e-3 - 1)).toBeLessThan(1e-11);
    // about the axis, about the horizontal across it, about the vertical; 12 digits
    for (const [k, x] of [7.01886802219e-6, 7.03563817253e-6, 1.68163626049e-8].entries()) {
      expect(Math.abs(r.inertia[k] / x - 1)).toBeLessThan(1e-11);
    }
    // chord 2 √(0.25² − 0.248²) times length
    expect(Math.abs(r.patchArea - 2 * Math.sqrt(0.25 ** 2 - 0.248 ** 2))).toBeLessThan(1e-14);
  });

  test("an upright cylinder, and hoof: 2 R² h/3", () => {
    const upright = cylinder(0.3, 0.5, 0, 0, 1, -0.2)!;
    expect(Math.abs(upright.volume - Math.PI * 0.09 * 0.3)).toBeLessThan(1e-16);
    expect(Math.abs(upright.patchArea - Math.PI * 0.09)).toBeLessThan(1e-16);
    // through a diameter of the base and the top's edge: z − (−H) ≤ (2H/R) (−x)
    const [r, h] = [0.3, 0.5];
    const n = Math.hypot((2 * h) / r, 1);
    const hoof = cylinder(r, h, (2 * h) / r / n, 0, 1 / n, -h / n)!;
    expect(Math.abs(hoof.volume / ((2 / 3) * r * r * 2 * h) - 1)).toBeLessThan(1e-14);
  });

  test("any tilt: both sides make the whole, the section is the derivative, and meshes come near", () => {
    const rnd = random(31);
    const out = createOverlap();
    const [r, h] = [0.25, 0.5];
    const whole = Math.PI * r * r * 2 * h;
    const mesh = createVolumeMesh(cylinderMesh(r, h, 256));
    for (let i = 0; i < 60; i++) {
      const [x, y, z] = unitQuaternion(rnd);
      const length = Math.hypot(x, y, z);
      // some nearly along the axis, some nearly across
      const tilt = [1, 1e-3, 1e-6, 1e3, 1e6, 1e9][i % 6];
      const m = Math.hypot(x / length, y / length, (tilt * z) / length);
      const n = [x / length / m, y / length / m, (tilt * z) / length / m];
      const reach = r * Math.hypot(n[0], n[1]) + h * Math.abs(n[2]);
      const d = reach * (2 * rnd() - 1);
      const region = cylinder(r, h, ...n, d)!;
      const rest = cylinder(r, h, -n[0], -n[1], -n[2], -d)!;
      expect(Math.abs(region.volume + rest.volume - whole), `plane ${i}`).toBeLessThan(1e-15);
      for (let k = 0; k < 3; k++) {
        const balance = region.volume * region.center[k] + rest.volume * rest.center[k];
        expect(Math.abs(balance), `plane ${i}`).toBeLessThan(1e-15);
        expect(Math.abs(region.area[k] + rest.area[k]), `plane ${i}`).toBeLessThan(1e-14);
      }
      const e = 1e-5 * Math.min(reach + d, reach - d);
      const slope = (cylinder(r, h, ...n, d + e)!.volume - cylinder(r, h, ...n, d - e)!.volume) / (2 * e);
      // e is 1e-5 of the way to where the section vanishes, so it changes by that part of itself at most, besides round-off of V over e
      expect(Math.abs(slope - region.patchArea), `plane ${i}`).toBeLessThan(1e-5 * region.patchArea + 4e-16 / e);
      intersectHalfSpace(mesh, Float64Array.of(...n, d), out);
      const inner = overlapRegion(out, 0);
      // the mesh has its corners on the circle: it lacks (2π/N)²/6 of the whole, wherever that is
      const lack = (whole * (2 * Math.PI) ** 2) / 6 / 256 ** 2;
      expect(region.volume - inner.volume, `plane ${i}`).toBeGreaterThan(-1e-15);
      expect(region.volume - inner.volume, `plane ${i}`).toBeLessThan(lack);
      // so do the sections: 1e-3 of their size is a hundred times (2π/N)²/6, for chords near the rim
      for (let k = 0; k < 6; k++) {
        const off = Math.abs(region.patchInertia[k] - inner.patchInertia[k]);
        expect(off, `plane ${i}`).toBeLessThan(1e-3 * region.patchArea * (r * r + h * h));
      }
      // moments about one point differ by at most that, times the square of the size
      for (let k = 0; k < 3; k++) {
        const first = region.volume * region.center[k] - inner.volume * inner.center[k];
        expect(Math.abs(first), `plane ${i}`).toBeLessThan(lack * Math.hypot(r, h));
      }
      for (let k = 0; k < 3; k++) {
        // about the origin, from J and the centroid
        const [u, v] = [(k + 1) % 3, (k + 2) % 3];
        const about = (g: typeof region) => g.inertia[k] + g.volume * (g.center[u] ** 2 + g.center[v] ** 2);
        expect(Math.abs(about(region) - about(inner)), `plane ${i}`).toBeLessThan(lack * (r * r + h * h));
        const product = (g: typeof region) =>
          g.inertia[3 + k] - g.volume * g.center[k === 2 ? 1 : 0] * g.center[k === 0 ? 1 : 2];
        expect(Math.abs(product(region) - product(inner)), `plane ${i}`).toBeLessThan(lack * (r * r + h * h));
      }
    }
  });
});
