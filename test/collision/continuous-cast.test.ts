import { describe, expect, test } from "vitest";
import { CAST, createCast, linearCast } from "../../src/collision/continuous/linear-cast.js";
import { createMotion, poseAt, turnBetween } from "../../src/collision/continuous/motion.js";
import { timeOfImpact } from "../../src/collision/continuous/time-of-impact.js";
import { separationOf } from "../../src/collision/narrow/pair-table.js";
import { type Collider, createSeparation } from "../../src/collision/narrow/types.js";
import { allocatedBytes } from "../judges/allocation.js";
import { ballMeetsBox } from "./continuous-judges.js";
import { colliderOf, direction, random } from "./query-judges.js";

const FULL = process.env.STICTION_FULL === "1";
type V = readonly number[];

describe("a sphere of 1 cm at 1,000 m/s and a plate of 1 mm", () => {
  const COUNT = FULL ? 10_000 : 200;
  const PLATE = [0.5, 0.4, 0.0005];
  const RADIUS = 0.005;
  const WAY = 1000 / 60;
  test(`time of impact of ${COUNT} directions equals the closed form`, () => {
    const ball = colliderOf("sphere", { radius: RADIUS });
    const plate = colliderOf("box", { halfExtents: PLATE });
    const next = random(2);
    const cast = createCast();
    let worst = 0;
    let most = 0;
    for (let k = 0; k < COUNT; k++) {
      // aimed at a point of the plate, a tenth of them at its rim; begun somewhere on the way, so that the step crosses it
      const aim = PLATE.map((h) => (2 * next() - 1) * h);
      if (k % 10 === 0) aim[k % 20 === 0 ? 0 : 1] = PLATE[k % 20 === 0 ? 0 : 1] * (next() < 0.5 ? 1 : -1);
      const d = direction(next, false).map((x) => WAY * x);
      const back = 0.1 + 0.8 * next();
      const o = aim.map((x, i) => x - back * d[i]);
      const exact = ballMeetsBox(o, d, PLATE, RADIUS);
      expect(exact).toBeLessThanOrEqual(back);
      // the plate is turned and moved, the ball with it
      const q = turned(next);
      const shift = [3 * next(), 3 * next(), 3 * next()];
      const poseA = Float64Array.from([...rotate(q, o).map((x, i) => x + shift[i]), 0, 0, 0, 1]);
      const poseB = Float64Array.from([...shift, ...q]);
      linearCast(ball, poseA, 0, plate, poseB, 0, Float64Array.from(rotate(q, d)), 0, cast);
      expect(cast.status, `direction ${k}`).toBe(CAST.hit);
      worst = Math.max(worst, Math.abs(cast.values[0] - exact));
      most = Math.max(most, cast.iterations);
    }
    console.log(
      `ball and plate: ${COUNT} directions, worst deviation ${worst.toExponential(2)} of the step, at most ${most} iterations`,
    );
    expect(worst).toBeLessThan(1e-9);
  });
});

function turned(next: () => number): number[] {
  const q = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
  const n = Math.hypot(...q);
  return q.map((x) => x / n);
}

function rotate(q: V, v: V): number[] {
  const [x, y, z, w] = q;
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}

const convex: Record<string, Collider> = {
  sphere: colliderOf("sphere", { radius: 0.3 }),
  capsule: colliderOf("capsule", { radius: 0.2, halfLength: 0.5 }),
  box: colliderOf("box", { halfExtents: [0.4, 0.2, 0.6] }),
  cylinder: colliderOf("cylinder", { radius: 0.3, halfLength: 0.4 }),
  cone: colliderOf("cone", { radius: 0.4, height: 0.8 }),
  ellipsoid: colliderOf("ellipsoid", { semiAxes: [0.5, 0.3, 0.2] }),
  hull: colliderOf("platonic", { solid: "dodecahedron", radius: 0.5 }),
  plane: colliderOf("plane", {}),
};
const pairs = Object.keys(convex).flatMap((a, i) =>
  Object.keys(convex)
    .slice(i)
    .filter((b) => a !== "plane" || b !== "plane")
    .map((b) => [a, b] as const),
);

describe.each(pairs)("linear cast of %s against %s", (a, b) => {
  test("touches at t and not before, either way round", () => {
    const next = random(3);
    const cast = createCast();
    const back = createCast();
    const gap = createSeparation();
    const at = new Float64Array(7);
    let hits = 0;
    for (let k = 0; k < (FULL ? 500 : 8); k++) {
      const poseB = Float64Array.from([0, 0, 0, ...turned(next)]);
      const from = b === "plane" ? rotate([...poseB.subarray(3)], [0, 0, 3]) : direction(next, false).map((x) => 3 * x);
      const aim = direction(next, false).map((x) => 0.6 * x * next());
      const poseA = Float64Array.from([...from, ...turned(next)]);
      const motion = Float64Array.from(from, (x, i) => 2 * (aim[i] - x));
      linearCast(convex[a], poseA, 0, convex[b], poseB, 0, motion, 0, cast);
      const gapAt = (t: number) => {
        at.set(poseA);
        for (let i = 0; i < 3; i++) at[i] += t * motion[i];
        separationOf(convex[a], at, 0, convex[b], poseB, 0, gap);
        return gap.values[0];
      };
      expect([CAST.hit, CAST.none]).toContain(cast.status);
      if (cast.status === CAST.hit) {
        hits++;
        expect(cast.iterations).toBeLessThan(60);
        // round-off of an iterative separation: 1e-9 of the size at worst
        expect(Math.abs(gapAt(cast.values[0]))).toBeLessThan(1e-9);
        for (const part of [0.2, 0.5, 0.9, 0.99]) expect(gapAt(part * cast.values[0])).toBeGreaterThan(0);
      } else for (let i = 0; i <= 20; i++) expect(gapAt(i / 20)).toBeGreaterThan(0);
      // B moved the other way meets A at the same time
      linearCast(
        convex[b],
        poseB,
        0,
        convex[a],
        poseA,
        0,
        motion.map((x) => -x),
        0,
        back,
      );
      expect(back.status).toBe(cast.status);
      if (cast.status === CAST.hit) expect(Math.abs(back.values[0] - cast.values[0])).toBeLessThan(1e-8);
    }
    expect(hits).toBeGreaterThan(2);
  });
});

test("an overlap at the start is t = 0, a motion away is no hit, no motion is no hit", () => {
  const cast = createCast();
  const at = (x: number) => Float64Array.of(x, 0, 0, 0, 0, 0, 1);
  const go = (x: number, m: number) => {
    linearCast(convex.sphere, at(x), 0, convex.sphere, at(0), 0, Float64Array.of(m, 0, 0), 0, cast);
    return cast.status;
  };
  expect(go(0.5, 1)).toBe(CAST.overlap);
  expect(cast.values[0]).toBe(0);
  expect(go(-2, 1)).toBe(CAST.none);
  expect(go(-2, 1.4)).toBe(CAST.hit);
  expect(cast.values[0]).toBeCloseTo(1, 14);
  expect(go(-2, -5)).toBe(CAST.none);
  expect(go(-2, 0)).toBe(CAST.none);
  cast.limit[0] = 0.5;
  expect(go(-2, 2)).toBe(CAST.none);
});

describe("time of impact with turning", () => {
  test("a rod swings onto a ball: the angle of contact is the closed form", () => {
    // a thin capsule along z turned to lie along x, pivoting about one end at the origin; the ball at distance 1, angle 1 rad
    const rod = colliderOf("capsule", { radius: 0.01, halfLength: 0.75 });
    const ball = colliderOf("sphere", { radius: 0.05 });
    const motion = createMotion();
    const still = createMotion();
    motion.local.set([0.75, 0, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2]);
    motion.turn[2] = 2;
    motion.reach[0] = 1.51;
    still.start.set([Math.cos(1), Math.sin(1), 0]);
    const cast = createCast();
    timeOfImpact(rod, motion, ball, still, cast);
    expect(cast.status).toBe(CAST.hit);
    // sin of the angle between rod and ball = (0.01 + 0.05)/1
    expect(cast.values[0]).toBeCloseTo((1 - Math.asin(0.06)) / 2, 11);
  });

  test("a box that tumbles onto a plane: no later than a fine march, no earlier than a touch", () => {
    const next = random(5);
    const plane = convex.plane;
    const gap = createSeparation();
    const cast = createCast();
    const a = new Float64Array(7);
    const b = new Float64Array(7);
    const t = new Float64Array(1);
    let most = 0;
    for (let k = 0; k < (FULL ? 500 : 40); k++) {
      const box = k % 2 === 0 ? convex.box : convex.cylinder;
      const motion = createMotion();
      const other = createMotion();
      motion.start.set([next(), next(), 1 + next(), ...turned(next)]);
      motion.local.set([0.1, 0, 0.05, ...turned(next)]);
      motion.translation.set([next() - 0.5, next() - 0.5, -3]);
      motion.turn.set(direction(next, false).map((x) => 3 * x));
      motion.reach[0] = box.reach + Math.hypot(0.1, 0.05);
      timeOfImpact(box, motion, plane, other, cast);
      expect(cast.status).toBe(CAST.hit);
      most = Math.max(most, cast.iterations);
      const gapAt = (s: number) => {
        t[0] = s;
        poseAt(motion, t, a);
        poseAt(other, t, b);
        separationOf(box, a, 0, plane, b, 0, gap);
        return gap.values[0];
      };
      expect(Math.abs(gapAt(cast.values[0]))).toBeLessThan(1e-9);
      for (let i = 0; i < 400; i++) expect(gapAt((cast.values[0] * i) / 400)).toBeGreaterThan(0);
    }
    console.log(`tumbling onto a plane: at most ${most} iterations`);
    expect(most).toBeLessThan(100);
  });

  test("two that move together never meet", () => {
    const a = createMotion();
    const b = createMotion();
    b.start[0] = 1;
    a.translation.set([100, 3, 2]);
    b.translation.set([100, 3, 2]);
    const cast = createCast();
    timeOfImpact(convex.sphere, a, convex.sphere, b, cast);
    expect(cast.status).toBe(CAST.none);
  });

  test("rotation vector: exp(u) q₀ = ± q₁, the short way", () => {
    const next = random(9);
    const m = createMotion();
    for (let k = 0; k < 1000; k++) {
      const q0 = Float64Array.from(turned(next));
      const q1 = Float64Array.from(turned(next));
      turnBetween(q0, 0, q1, 0, m.turn, 0);
      expect(Math.hypot(...m.turn)).toBeLessThanOrEqual(Math.PI + 1e-12);
      m.start.set(q0, 3);
      const out = new Float64Array(7);
      poseAt(m, Float64Array.of(1), out);
      const dot = q1.reduce((sum, x, i) => sum + x * out[3 + i], 0);
      expect(Math.abs(dot)).toBeCloseTo(1, 12);
    }
  });
});

test("casts allocate nothing once warm", { retry: 2 }, () => {
  const cast = createCast();
  const poseA = Float64Array.of(-3, 0.1, 0.2, 0, 0, 0, 1);
  const poseB = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  const motion = Float64Array.of(5, 0, 0);
  const turning = createMotion();
  turning.start.set(poseA);
  turning.translation.set(motion);
  turning.turn.set([0, 1, 0.5]);
  turning.reach[0] = 1;
  const still = createMotion();
  const forms = [convex.sphere, convex.box, convex.capsule];
  const run = () => {
    for (let k = 0; k < 60; k++)
      for (const a of forms)
        for (const b of forms) {
          linearCast(a, poseA, 0, b, poseB, 0, motion, 0, cast);
          timeOfImpact(a, turning, b, still, cast);
        }
  };
  for (let k = 0; k < 4; k++) run();
  // 1,080 casts: at most one boxed number (12 bytes) each, the gap that counts as touching; two would be 26 kB
  expect(allocatedBytes(run, 16_000)).toBeLessThan(16_384);
});
