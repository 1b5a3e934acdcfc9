/** Pure laws of a patch: tangents by differences, closed forms of friction, energy. */
import { describe, expect, test } from "vitest";
import { commitField, fieldFriction } from "../../../src/contact/volumetric/bristle-field.js";
import { LAYER, MOMENTS, PRESS, pressPatch } from "../../../src/contact/volumetric/foundation.js";
import { PATCH_FRICTION, PATCH_MOTION } from "../../../src/contact/volumetric/patch-friction.js";
import { diskPattern } from "../../../src/contact/volumetric/pattern.js";
import { RATE_LAWS, rateFriction } from "../../../src/contact/volumetric/rate-friction.js";

/** A disk of radius R under N newton, as friction sees it. */
function disk(radius: number, load: number, mu: number): Float64Array {
  const motion = new Float64Array(PATCH_MOTION.size);
  motion[PATCH_MOTION.load] = load;
  motion[PATCH_MOTION.friction] = motion[PATCH_MOTION.kineticFriction] = mu;
  motion[PATCH_MOTION.gyration] = radius * Math.SQRT1_2;
  motion[PATCH_MOTION.spread] = motion[PATCH_MOTION.spread + 1] = radius / 2;
  return motion;
}

describe("pattern of a disk", () => {
  test("two rings", () => {
    const { point, weight } = diskPattern(2, 8);
    const radius = (i: number) => Math.hypot(point[2 * i], point[2 * i + 1]);
    expect(radius(0)).toBeCloseTo((6 - Math.sqrt(6)) / 10, 14);
    // 6 and 10, by the roots of the radii
    expect(radius(6)).toBeCloseTo((6 + Math.sqrt(6)) / 10, 14);
    expect(6 * weight[0]).toBeCloseTo((9 - Math.sqrt(6)) / 18, 14);
    expect(10 * weight[6]).toBeCloseTo((9 + Math.sqrt(6)) / 18, 14);
  });
  test("64 points in four rings: 8, 14, 20, 22; no first moments, and its own mirror image in both axes", () => {
    const { count, point, weight } = diskPattern(4, 16);
    expect(count).toBe(64);
    const rings: number[] = [];
    let last = 0;
    for (let i = 0; i < count; i++) {
      const radius = Math.hypot(point[2 * i], point[2 * i + 1]);
      if (radius > last + 1e-9) rings.push(0);
      rings[rings.length - 1]++;
      last = radius;
    }
    expect(rings).toEqual([8, 14, 20, 22]);
    const near = (x: number, y: number) =>
      Array.from({ length: count }, (_, i) => Math.hypot(point[2 * i] - x, point[2 * i + 1] - y)).some(
        (d) => d < 1e-12,
      );
    let [x, y] = [0, 0];
    for (let i = 0; i < count; i++) {
      x += weight[i] * point[2 * i];
      y += weight[i] * point[2 * i + 1];
      expect(near(-point[2 * i], point[2 * i + 1])).toBe(true);
      expect(near(point[2 * i], -point[2 * i + 1])).toBe(true);
    }
    expect(Math.abs(x) + Math.abs(y)).toBeLessThan(1e-15);
  });
  test.each([1, 2, 3, 4, 6])("%i rings: mean of r to the power of j is 2/(j + 2) up to 2n − 1", (rings) => {
    const { count, point, weight } = diskPattern(rings, 16);
    for (let j = 0; j <= 2 * rings - 1; j++) {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += weight[i] * Math.hypot(point[2 * i], point[2 * i + 1]) ** j;
      expect(sum).toBeCloseTo(2 / (j + 2), 13);
    }
  });
});

describe("friction by rates", () => {
  const out = new Float64Array(PATCH_FRICTION.size);
  const wrenchOf = (law: number, motion: Float64Array) => {
    rateFriction(law, motion, 0, out, 0);
    return [...out.subarray(0, 3)];
  };

  test("closed forms: literal, average, mean, disk", () => {
    const motion = disk(0.25, 10, 0.6);
    motion[PATCH_MOTION.speed] = 1;
    motion.set([0.3, -0.4, 2], 0);
    const g2 = 0.25 ** 2 / 2;
    expect(wrenchOf(RATE_LAWS.literal, motion)).toEqual([
      expect.closeTo(-6 * 0.3, 14),
      expect.closeTo(6 * 0.4, 14),
      expect.closeTo(-6 * g2 * 2, 14),
    ]);
    motion[PATCH_MOTION.speed] = 0;
    const average = Math.sqrt(0.25 + g2 * 4);
    expect(wrenchOf(RATE_LAWS.average, motion)[2]).toBeCloseTo((-6 * g2 * 2) / average, 13);
    // pure spin: 2/3 R, and 1/√2 R of the average
    motion.set([0, 0, 2], 0);
    expect(wrenchOf(RATE_LAWS.average, motion)[2]).toBeCloseTo(-6 * 0.25 * Math.SQRT1_2, 13);
    expect(wrenchOf(RATE_LAWS.mean, motion)[2]).toBeCloseTo((-6 * 0.25 * 2) / 3, 13);
    expect(wrenchOf(RATE_LAWS.disk, motion)[2]).toBeCloseTo((-6 * 0.25 * 2) / 3, 13);
    // table 4.7, ε = 1: 0.84883, 0.28294
    motion.set([0, 0.5, 2], 0);
    expect(wrenchOf(RATE_LAWS.disk, motion)[1]).toBeCloseTo(-6 * 0.84883, 4);
    expect(wrenchOf(RATE_LAWS.disk, motion)[2]).toBeCloseTo(-6 * 0.25 * 0.28294, 5);
  });

  test("tangents by differences", () => {
    for (const law of Object.values(RATE_LAWS)) {
      for (const speed of [0, 0.05, 1]) {
        if (law === RATE_LAWS.literal && speed === 0) continue;
        for (const slip of [
          [0.3, -0.4, 2],
          [0.001, 0.002, 9],
          [1, 2, 0.01],
          [0.02, 0.01, -0.1],
        ]) {
          const motion = disk(0.25, 10, 0.6);
          motion[PATCH_MOTION.speed] = speed;
          motion[PATCH_MOTION.viscosity] = 0.7;
          motion.set(slip, 0);
          rateFriction(law, motion, 0, out, 0);
          const damping = out.slice(PATCH_FRICTION.damping, PATCH_FRICTION.damping + 9);
          const perLoad = out.slice(PATCH_FRICTION.perLoad, PATCH_FRICTION.perLoad + 3);
          const scale = Math.max(...damping.map(Math.abs));
          for (let j = 0; j < 4; j++) {
            const step = 1e-6 * Math.max(Math.abs(motion[j]), 1e-3);
            const [upper, lower] = [1, -1].map((sign) => {
              const other = motion.slice();
              other[j] += sign * step;
              return wrenchOf(law, other);
            });
            for (let i = 0; i < 3; i++) {
              const slope = (upper[i] - lower[i]) / (2 * step);
              // round-off 1e-16 × 6/1e-9 and the square of the step: 1e-6 of the largest entry
              if (j < 3) expect(Math.abs(slope + damping[3 * i + j])).toBeLessThan(2e-6 * scale + 1e-9);
              else expect(slope).toBeCloseTo(perLoad[i], 7);
            }
          }
        }
      }
    }
  });
});

describe("bristle field", () => {
  const pattern = diskPattern(4, 16);
  const z = new Float64Array(2 * pattern.count);
  const stuck = new Float64Array(2);
  const out = new Float64Array(PATCH_FRICTION.size);

  test("fully slipping it has the disk's closed form within 2.5 % (T-12)", () => {
    for (const ratio of [0, 0.1, 0.5, 0.9, 1, 1.2, 2, 5, 10]) {
      const motion = disk(0.25, 10, 0.6);
      motion[PATCH_MOTION.damping] = 1e9;
      motion.set([0.25 * ratio, 0, 1], 0);
      z.fill(0);
      fieldFriction(pattern, z, 0, stuck, 0, motion, 0, out, 0);
      const [force, torque] = [out[0], out[2]];
      const exact = disk(0.25, 10, 0.6);
      exact.set([0.25 * ratio, 0, 1], 0);
      rateFriction(RATE_LAWS.disk, exact, 0, out, 0);
      // in parts of the pure values
      expect(Math.abs(force - out[0]) / 6).toBeLessThan(0.025);
      expect(Math.abs(torque - out[2]) / (6 * 0.25 * (2 / 3))).toBeLessThan(0.025);
    }
  });

  test("tangents by differences, in stick, in slip and between", () => {
    for (const slip of [
      [1e-6, 2e-6, 1e-5],
      [0.3, -0.4, 2],
      [3e-4, 1e-4, 2e-3],
    ]) {
      const motion = disk(0.25, 10, 0.6);
      motion[PATCH_MOTION.spread] = 0.2;
      motion[PATCH_MOTION.elapsed] = 1e-3;
      motion[PATCH_MOTION.stiffness] = 4e4;
      motion[PATCH_MOTION.damping] = 400;
      motion.set(slip, 0);
      for (let i = 0; i < z.length; i++) z[i] = 1e-4 * Math.sin(i);
      stuck[0] = 0x0f0f00ff;
      motion[PATCH_MOTION.friction] = 0.8;
      fieldFriction(pattern, z, 0, stuck, 0, motion, 0, out, 0);
      const base = out.slice();
      for (let j = 0; j < 4; j++) {
        const step = 1e-7 * Math.max(Math.abs(motion[j]), 1e-4);
        const ends = [1, -1].map((sign) => {
          const other = motion.slice();
          other[j] += sign * step;
          fieldFriction(pattern, z, 0, stuck, 0, other, 0, out, 0);
          return [...out.subarray(0, 3)];
        });
        for (let i = 0; i < 3; i++) {
          const slope = (ends[0][i] - ends[1][i]) / (2 * step);
          const own = j < 3 ? -base[PATCH_FRICTION.damping + 3 * i + j] : base[PATCH_FRICTION.perLoad + i];
          // a bristle that changes between stick and slip within the step would differ by 1/64: none of these does
          expect(Math.abs(slope - own)).toBeLessThan(1e-4 * Math.abs(base[PATCH_FRICTION.damping]) + 1e-5);
        }
      }
    }
    stuck.fill(0);
  });

  test("is passive: what is put in is stored or lost, whatever the way", () => {
    const motion = disk(0.25, 10, 0.6);
    motion[PATCH_MOTION.elapsed] = 1e-3;
    motion[PATCH_MOTION.stiffness] = 4e4;
    motion[PATCH_MOTION.damping] = 0;
    z.fill(0);
    stuck.fill(0);
    let given = 0;
    let seed = 1;
    const random = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 1073741824 - 1;
    };
    const stored = () => {
      let sum = 0;
      for (let i = 0; i < pattern.count; i++)
        sum += 0.5 * 4e4 * pattern.weight[i] * (z[2 * i] ** 2 + z[2 * i + 1] ** 2);
      return sum;
    };
    for (let k = 0; k < 2000; k++) {
      const fast = k % 7 === 0 ? 1 : 0.02;
      motion.set([fast * random(), fast * random(), 4 * fast * random()], 0);
      motion[PATCH_MOTION.load] = 10 + 5 * random();
      fieldFriction(pattern, z, 0, stuck, 0, motion, 0, out, 0);
      given -= 1e-3 * (out[0] * motion[0] + out[1] * motion[1] + out[2] * motion[2]);
      commitField(pattern, z, 0, stuck, 0, motion, 0);
      expect(given).toBeGreaterThanOrEqual(stored() - 1e-12);
    }
  });

  test("pushed gently it holds as a spring, pushed on it slides at the limit", () => {
    const motion = disk(0.25, 10, 0.6);
    motion[PATCH_MOTION.elapsed] = 1e-3;
    motion[PATCH_MOTION.stiffness] = 4e4;
    z.fill(0);
    stuck.fill(0);
    motion[0] = 0.01;
    for (let k = 1; k <= 30; k++) {
      fieldFriction(pattern, z, 0, stuck, 0, motion, 0, out, 0);
      // 4e4 N/m × 1e-5 m per step = 0.4 N, up to 6 N
      expect(out[0]).toBeCloseTo(-Math.min(0.4 * k, 6), 10);
      expect(out[2]).toBeCloseTo(0, 12);
      commitField(pattern, z, 0, stuck, 0, motion, 0);
    }
  });
});

describe("foundation", () => {
  /** A rectangle 1 × 0.4 with depth growing along e₁, its centroid off its middle. */
  const moments = Float64Array.of(8e-6, 0.4, 0.01, -0.004, 0.033, 0.0006, 0.0054, 6e-7, 1e-8, 1.1e-7);
  const law = Float64Array.of(1e6, 0.7);
  const out = new Float64Array(PRESS.size);

  test("tangents by differences", () => {
    const motion = Float64Array.of(2e-6, 3e-6, -4e-6, 0.02, 0.3, -0.1);
    pressPatch(moments, 0, motion, 0, law, 0, out, 0);
    const base = out.slice();
    for (let j = 0; j < 6; j++) {
      const step = j < 3 ? 1e-9 : 1e-5;
      const ends = [1, -1].map((sign) => {
        const other = motion.slice();
        other[j] += sign * step;
        pressPatch(moments, 0, other, 0, law, 0, out, 0);
        return [...out.subarray(0, 3)];
      });
      for (let i = 0; i < 3; i++) {
        const slope = (ends[0][i] - ends[1][i]) / (2 * step);
        const own = base[(j < 3 ? PRESS.stiffness : PRESS.damping) + 3 * i + (j % 3)];
        // products of way and rate are bilinear: differences are exact but for round-off, 1e-15/1e-9 of forces of some newton
        expect(Math.abs(slope + own)).toBeLessThan(1e-5 * Math.max(1, Math.abs(own)));
      }
    }
  });

  test("the pressure's own integrals over a rectangle, point by point", () => {
    // a wedge of depth over a rectangle, moved and turned a little
    const [L, W] = [1, 0.4];
    const depth = (x: number, y: number) => 2e-5 + 1e-5 * x + 5e-6 * y;
    const sums = new Float64Array(MOMENTS.size);
    const n = 400;
    const points: [number, number, number][] = [];
    for (let i = 0; i < n; i++)
      for (let j = 0; j < 40; j++)
        points.push([L * ((i + 0.5) / n - 0.5), W * ((j + 0.5) / 40 - 0.5), (L * W) / (40 * n)]);
    let [cx, cy] = [0, 0];
    for (const [x, y, w] of points) {
      sums[0] += w * depth(x, y);
      cx += w * x * depth(x, y);
      cy += w * y * depth(x, y);
    }
    cx /= sums[0];
    cy /= sums[0];
    for (const [px, py, w] of points) {
      const [x, y, d] = [px - cx, py - cy, depth(px, py)];
      [w, w * x, w * y, w * x * x, w * x * y, w * y * y].forEach((t, k) => {
        sums[MOMENTS.area + k] += t;
      });
      [x * x, x * y, y * y].forEach((t, k) => {
        sums[MOMENTS.spread + k] += w * d * t;
      });
    }
    const motion = Float64Array.of(1e-6, 2e-6, -3e-6, -0.01, 0.02, 0.03);
    pressPatch(sums, 0, motion, 0, law, 0, out, 0);
    const direct = [0, 0, 0];
    for (const [px, py, w] of points) {
      const [x, y] = [px - cx, py - cy];
      const gap = motion[0] + motion[1] * y - motion[2] * x;
      const rate = motion[3] + motion[4] * y - motion[5] * x;
      // δ is the one found where damping is concerned with second moments, see `foundation.ts`
      const d = depth(px, py) - gap;
      const p = w * law[LAYER.stiffness] * d * (1 - law[LAYER.damping] * rate);
      direct[0] += p;
      direct[1] += p * y;
      direct[2] -= p * x;
    }
    expect(out[PRESS.wrench]).toBeCloseTo(direct[0], 9);
    // second moments of the damped part are those of the patch as it was found: δ has changed by a tenth, times a ω r = 1e-2
    expect(Math.abs(out[1] - direct[1])).toBeLessThan(2e-3 * Math.abs(direct[0]) * 0.1);
    expect(Math.abs(out[2] - direct[2])).toBeLessThan(2e-3 * Math.abs(direct[0]) * 0.5);
  });

  test("never pulls", () => {
    for (const motion of [
      [1, 0, 0, 0, 0, 0],
      [0, 0, 0, 2, 0, 0],
    ]) {
      pressPatch(moments, 0, Float64Array.from(motion), 0, law, 0, out, 0);
      expect([...out.subarray(0, PRESS.volume)].every((x) => x === 0)).toBe(true);
    }
  });
});
