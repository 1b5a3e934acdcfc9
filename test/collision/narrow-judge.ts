import { describe, expect, test } from "vitest";
import { routinesOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation } from "../../src/collision/narrow/types.js";
import { random } from "../geometry/random.js";
import { polyhedralSeparation, sampledSeparation } from "../judges/convex-separation.js";
import { dot, norm, type Placed, place, separationAlong, sub, type V3, violation } from "../judges/convex-shapes.js";
import { CONVEX_FORMS, POSE_CLASSES, posePair, shapePool, type TestShape, testShape } from "./narrow-poses.js";

/** Separations of one pair of forms over many seeded poses, judged by independent means. */

const POSES = process.env.STICTION_FULL ? 20_000 : 100;
const POOL = 24;
const pools = new Map<string, TestShape[]>(CONVEX_FORMS.map((form) => [form, shapePool(form, POOL)]));
pools.set("plane", [testShape("plane", [])]);

/** Spheres and capsules are polyhedra with a radius, so face normals and edge crosses are all their axes too. */
const POLYHEDRAL = new Set(["sphere", "capsule", "box", "hull"]);

const TRIALS = ["gap", "points", "surface", "better", "swap", "far"] as const;
type Trial = (typeof TRIALS)[number];

/**
 * Bounds of exact pairs that are closer than 1e-9. Swapped, only round-off differs: of coordinates of a few sizes, and of an edge axis that
 * is the cross product of nearly parallel edges. Far away: coordinates of 1, 0.7 and 0.4 times 10⁴ sizes of both shapes are rounded by 2⁻⁵³, 2.9e-12 of the size.
 */
const EXACT: Partial<Record<Trial, number>> = { swap: 1e-13, far: 3e-12 };

/** Declares the tests of the given pairs of forms. */
export function judgePairs(pairs: readonly (readonly [string, string])[]): void {
  describe.each(pairs)("%s with %s", (formA, formB) => {
    test(`${POSES} poses against the judge`, () => {
      const rnd = random(formA.charCodeAt(0) * 1009 + formB.charCodeAt(1) * 31 + formB.length);
      const worst = new Map<Trial, { error: number; pose: number }>(TRIALS.map((t) => [t, { error: 0, pose: -1 }]));
      const [poolA, poolB] = [pools.get(formA)!, pools.get(formB)!];
      for (let i = 0; i < POSES; i++) {
        const a = poolA[Math.floor(rnd() * poolA.length)];
        const b = poolB[Math.floor(rnd() * poolB.length)];
        const [poseA, poseB] =
          formB === "plane"
            ? posePair(i % 5 === 4 ? "aligned" : "deep", a, poolA[0], rnd)
            : posePair(POSE_CLASSES[i % 5], a, b, rnd);
        const errors = judge(a, poseA, b, poseB);
        for (const [trial, w] of worst) {
          if (errors[trial] <= w.error) continue;
          w.error = errors[trial];
          w.pose = i;
        }
      }
      const { exact } = routinesOf(poolA[0].collider, poolB[0].collider)!;
      const tolerance = exact ? 1e-9 : 1e-6;
      if (process.env.STICTION_PRINT) {
        const line = [...worst].map(([t, { error, pose }]) => `${t} ${error.toExponential(1)} (${pose})`).join("  ");
        console.log(`${formA}–${formB}, ${exact ? "exact" : "iterative"}: ${line}`);
      }
      for (const [trial, { error, pose }] of worst) {
        expect(error, `${trial}, pose ${pose}`).toBeLessThan(exact ? (EXACT[trial] ?? tolerance) : tolerance);
      }
    });
  });
}

const out = createSeparation();
const other = createSeparation();

/** All errors of one separation, as fractions of the size. */
function judge(a: TestShape, poseA: Float64Array, b: TestShape, poseB: Float64Array): Record<Trial, number> {
  const scale = b.form === "plane" ? a.collider.reach : a.collider.reach + b.collider.reach;
  separationOf(a.collider, poseA, 0, b.collider, poseB, 0, out);
  const [gap, ...v] = out.values;
  const n = v.slice(0, 3) as V3;
  const pA = v.slice(3, 6) as V3;
  const pB = v.slice(6, 9) as V3;
  const A = place(a, poseA);
  const B = place(b, poseB);
  // the normal is a unit vector, and the gap is the separation along it
  const along = b.form === "plane" ? aboveGround(A, n, B) : separationAlong(A, B, n);
  const errorOfGap = Math.max(Math.abs(norm(n) - 1), Math.abs(along - gap) / scale);
  // the points lie on the surfaces, at that gap from each other
  const errorOfPoints = norm(sub(sub(pB, pA), [gap * n[0], gap * n[1], gap * n[2]])) / scale;
  const errorOfSurface = Math.max(Math.abs(violation(A, pA)), Math.abs(violation(B, pB))) / scale;
  // Separate: points of both at a distance equal to the gap between two planes prove each other. Overlap: no direction separates more.
  let better = 0;
  if (gap < 0 && b.form !== "plane") {
    const best = POLYHEDRAL.has(a.form) && POLYHEDRAL.has(b.form) ? polyhedralSeparation : sampledSeparation;
    better = (best(A, B, n) - gap) / scale;
  }
  separationOf(b.collider, poseB, 0, a.collider, poseA, 0, other);
  const swap = mirrorError(a, A, b, B) / scale;
  // Far away: coordinates of 10⁴ sizes are rounded to 2e-12 of the size, and nothing more may be lost.
  const shift = [1e4, -0.7e4, 0.4e4];
  const move = (pose: Float64Array) => pose.map((x, k) => (k < 3 ? x + shift[k] * scale : x));
  separationOf(a.collider, move(poseA), 0, b.collider, move(poseB), 0, other);
  const far = Math.abs(other.values[0] - gap) / scale;
  return { gap: errorOfGap, points: errorOfPoints, surface: errorOfSurface, better, swap, far };
}

/**
 * How far `other`, of B and A, is from the mirror image of `out`, of A and B: equal to the bit for two kinds and for routines that
 * iterate, since the table knows one order only; of one kind with closed forms the normal, turned round, must separate as much, and its points lie on the surfaces at that gap.
 */
function mirrorError(a: TestShape, A: Placed, b: TestShape, B: Placed): number {
  const [gap, ...v] = out.values;
  const [gapBack, ...w] = other.values;
  const [p, q, n] = [w.slice(3, 6) as V3, w.slice(6, 9) as V3, w.slice(0, 3).map((x) => -x) as V3];
  // the same shape in the same pose is the same call, and cannot be told from its mirror image
  const twins = a.collider === b.collider && A.pose.every((x, k) => x === B.pose[k]);
  const oneOrder = a.collider.kind !== b.collider.kind || !routinesOf(a.collider, b.collider)!.exact;
  if (oneOrder && !twins) {
    const same = v.every((x, k) => x === (k < 3 ? n[k] : k < 6 ? q[k - 3] : p[k - 6]));
    return same && gap === gapBack ? 0 : Infinity;
  }
  return Math.max(
    Math.abs(gapBack - gap),
    Math.abs(separationAlong(A, B, n) - gap),
    Math.abs(violation(A, q)),
    Math.abs(violation(B, p)),
    norm(sub(sub(p, q), [gap * n[0], gap * n[1], gap * n[2]])),
  );
}

/** Height of the lowest point of A over the plane along its normal, which n must oppose. */
function aboveGround(A: Placed, n: V3, ground: Placed): number {
  if (Math.abs(dot(n, ground.axes[2]) + 1) > 1e-12) return Infinity;
  return separationAlong(A, place({ form: "sphere", size: [0] }, ground.pose), n);
}
