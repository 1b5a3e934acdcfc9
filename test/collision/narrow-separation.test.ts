import { describe, expect, test } from "vitest";
import { routinesOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation } from "../../src/collision/narrow/types.js";
import { random } from "../geometry/random.js";
import { polyhedralSeparation, sampledSeparation } from "../judges/convex-separation.js";
import { dot, norm, place, separationAlong, sub, type V3, violation } from "../judges/convex-shapes.js";
import { CONVEX_FORMS, POSE_CLASSES, posePair, shapePool, testShape } from "./narrow-poses.js";

const FULL = Boolean(process.env.STICTION_FULL);
/** Poses per pair. */
const POSES = FULL ? 20_000 : 200;
const POOL = 24;

const pools = new Map(CONVEX_FORMS.map((form) => [form, shapePool(form, POOL)]));
const pairs = CONVEX_FORMS.flatMap((a, i) => CONVEX_FORMS.slice(i).map((b) => [a, b] as const));
const planePairs = CONVEX_FORMS.map((a) => [a, "plane"] as const);
const POLYHEDRAL = new Set(["sphere", "capsule", "box", "hull"]);

describe.each([...pairs, ...planePairs])("%s with %s", (formA, formB) => {
  const plane = testShape("plane", []);
  const out = createSeparation();
  const swapped = createSeparation();
  const far = createSeparation();

  test(`${POSES} poses against the judge`, () => {
    const rnd = random(formA.charCodeAt(0) * 1009 + formB.charCodeAt(1) * 31 + formB.length);
    const poolB = formB === "plane" ? [plane] : pools.get(formB)!;
    const errors = { gap: 0, points: 0, surface: 0, better: 0, swap: 0, far: 0 };
    const where: Record<string, number> = {};
    const note = (key: keyof typeof errors, value: number, i: number) => {
      if (!(value <= errors[key])) {
        errors[key] = value;
        where[key] = i;
      }
    };
    let exact = true;
    for (let i = 0; i < POSES; i++) {
      const a = pools.get(formA)![Math.floor(rnd() * POOL)];
      const b = poolB[Math.floor(rnd() * poolB.length)];
      const [poseA, poseB] = formB === "plane" ? planePose(i) : posePair(POSE_CLASSES[i % 5], a, b, rnd);
      const scale = formB === "plane" ? a.collider.reach : a.collider.reach + b.collider.reach;
      exact = routinesOf(a.collider.kind, b.collider.kind)!.exact;
      expect(separationOf(a.collider, poseA, 0, b.collider, poseB, 0, out)).toBe(true);
      const [gap, ...v] = out.values;
      const n = v.slice(0, 3) as V3;
      const pA = v.slice(3, 6) as V3;
      const pB = v.slice(6, 9) as V3;
      const A = place(a, poseA);
      const B = place(b, poseB);
      // unit normal, gap = separation along it, points on the surfaces at that gap
      note("gap", Math.abs(norm(n) - 1), i);
      note("gap", Math.abs((formB === "plane" ? planeGap(A, n, B) : separationAlong(A, B, n)) - gap) / scale, i);
      const d = sub(pB, pA);
      note("points", norm(sub(d, [gap * n[0], gap * n[1], gap * n[2]])) / scale, i);
      note("surface", Math.max(Math.abs(violation(A, pA)), Math.abs(violation(B, pB))) / scale, i);
      // Separate: points of both bodies at a distance equal to the gap between two planes prove each other. Overlap: no other
      // direction may separate more.
      if (gap < 0 && formB !== "plane") {
        const judge = POLYHEDRAL.has(formA) && POLYHEDRAL.has(formB) ? polyhedralSeparation : sampledSeparation;
        note("better", (judge(A, B, n) - gap) / scale, i);
      }
      // swap
      separationOf(b.collider, poseB, 0, a.collider, poseA, 0, swapped);
      note("swap", Math.abs(swapped.values[0] - gap) / scale, i);
      // translation by 10⁴ sizes: eps · 10⁴ · √3 per coordinate, 2e-12, is what it must cost
      const shift = [1e4, -0.7e4, 0.4e4];
      const farA = poseA.map((x, k) => (k < 3 ? x + shift[k] * scale : x));
      const farB = poseB.map((x, k) => (k < 3 ? x + shift[k] * scale : x));
      separationOf(a.collider, farA, 0, b.collider, farB, 0, far);
      note("far", Math.abs(far.values[0] - gap) / scale, i);
    }
    const line = Object.entries(errors)
      .map(([k, e]) => `${k} ${e.toExponential(1)}@${where[k]}`)
      .join("  ");
    if (process.env.STICTION_PRINT) console.log(`${formA}-${formB} ${exact ? "exact" : "iterative"}: ${line}`);
    const tolerance = exact ? 1e-9 : 1e-6;
    expect(errors.gap, `gap, pose ${where.gap}`).toBeLessThan(tolerance);
    expect(errors.points, `points, pose ${where.points}`).toBeLessThan(tolerance);
    expect(errors.surface, `surface, pose ${where.surface}`).toBeLessThan(tolerance);
    expect(errors.better, `better, pose ${where.better}`).toBeLessThan(tolerance);
    expect(errors.swap, `swap, pose ${where.swap}`).toBeLessThan(tolerance);
    expect(errors.far, `far, pose ${where.far}`).toBeLessThan(Math.max(tolerance, 1e-10));
  });

  /** The half-space is B; A is anywhere near it. */
  function planePose(i: number): [Float64Array, Float64Array] {
    const rnd = random(77 * i + 5);
    const [a, b] = posePair(i % 5 === 4 ? "aligned" : "deep", pools.get(formA)![0], pools.get(formA)![1], rnd);
    return [a, b];
  }

  /** Lowest point of A above the plane along its normal, which must be the plane's. */
  function planeGap(A: ReturnType<typeof place>, n: V3, B: ReturnType<typeof place>): number {
    if (Math.abs(dot(n, B.axes[2]) + 1) > 1e-12) return Infinity;
    return separationAlong(A, place({ form: "sphere", size: [0] }, B.pose), n);
  }
});
