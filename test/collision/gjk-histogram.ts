import { EPA_LIMIT, epa } from "../../src/collision/narrow/epa.js";
import { GJK, GJK_LIMIT, gjk } from "../../src/collision/narrow/gjk.js";
import { contactsOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { startClimbs } from "../../src/collision/narrow/support.js";
import { createSeparation, createSink } from "../../src/collision/narrow/types.js";
import { relativePose } from "../../src/collision/narrow/workspace.js";
import { random } from "../geometry/random.js";
import { CONVEX_FORMS, POSE_CLASSES, posePair, shapePool } from "./narrow-poses.js";

/**
 * Iterations of GJK, and of EPA where the shapes overlap or touch, over seeded convex pairs of all forms and classes of poses: every pair
 * goes through both, whether or not the pair table has something better for it. Then the pair's own routines run. Used by
 * `narrow-robustness.test.ts` and by `scripts/gjk-histogram.mjs`.
 */
export interface Histograms {
  readonly count: number;
  readonly gjk: Int32Array;
  readonly epa: Int32Array;
  /** Pairs whose polytope reached its limit, or had no volume, before its bounds met; what it knows is refined all the same. */
  readonly unproven: number;
  /** Pairs with a number that is not finite, or a normal that is not a unit vector. */
  readonly wrong: number;
}

const POOL = 24;
/** As `convex.ts` calls it: no limit on the distance, bounds to 1e-7 of the distance and 1e-8 of the size. */
const LIMIT = Float64Array.of(Infinity, 1e-7, 1e-8);

export function gjkHistograms(count: number): Histograms {
  const pools = CONVEX_FORMS.map((form) => shapePool(form, POOL));
  const rnd = random(20_26);
  const pick = () => pools[Math.floor(rnd() * pools.length)][Math.floor(rnd() * POOL)];
  const out = createSeparation();
  const { epaDirections, epaIterations, found, gjkIterations } = out.work;
  const sink = createSink(16, 0.02);
  const histograms = { gjk: new Int32Array(GJK_LIMIT + 1), epa: new Int32Array(EPA_LIMIT + 1) };
  let [unproven, wrong] = [0, 0];
  for (let i = 0; i < count; i++) {
    const [a, b] = [pick(), pick()];
    const [poseA, poseB] = posePair(POSE_CLASSES[i % 5], a, b, rnd);
    relativePose(out.work, poseA, 0, poseB, 0);
    startClimbs(out.work);
    const status = gjk(out.work, a.collider, b.collider, LIMIT);
    histograms.gjk[gjkIterations[0]]++;
    let finite = found.subarray(0, 4).every(Number.isFinite);
    if (status === GJK.overlap || status === GJK.touching) {
      epa(out.work, a.collider, b.collider);
      histograms.epa[epaIterations[0]]++;
      if (epaIterations[1] === 0) unproven++;
      finite &&= epaDirections.subarray(1, 4).every(Number.isFinite) && !Number.isNaN(epaDirections[0]);
    }
    separationOf(a.collider, poseA, 0, b.collider, poseB, 0, out);
    sink.count = 0;
    contactsOf(a.collider, poseA, 0, b.collider, poseB, 0, sink);
    const [, x, y, z] = out.values;
    finite &&= Math.abs(x * x + y * y + z * z - 1) < 1e-12 && out.values.every(Number.isFinite);
    for (let c = 0; c < sink.count; c++)
      finite &&= Number.isFinite(sink.gap[c] + sink.normal[3 * c] + sink.pointA[3 * c] + sink.pointB[3 * c]);
    for (let p = 0; sink.count > 2 && p < 5; p++) finite &&= Number.isFinite(sink.footprint[p]);
    if (!finite) wrong++;
  }
  return { count, ...histograms, unproven, wrong };
}

/** Rows of a histogram in bins as a table, with a bar of up to thirty characters. */
export function histogramTable(name: string, counts: Int32Array, limit: number): string {
  const total = counts.reduce((s, n) => s + n, 0);
  const width = limit / 16;
  const bins = Array.from({ length: 16 }, (_, k) =>
    counts.slice(k * width, (k + 1) * width).reduce((s, n) => s + n, 0),
  );
  const rows = bins.map((n, k) => {
    const bar = "▇".repeat(Math.ceil((30 * n) / Math.max(...bins)));
    return `| ${k * width}–${(k + 1) * width - 1} | ${n} | ${((100 * n) / total).toFixed(2)} % | ${bar} |`;
  });
  const atLimit = `| ${limit}, the limit | ${counts[limit]} | ${((100 * counts[limit]) / total).toFixed(2)} % | |`;
  return [`| ${name} | pairs | part | |`, "|---|---|---|---|", ...rows, atLimit].join("\n");
}

/** Both tables as they stand in docs/guide/collision.md. */
export function histogramPage({ count, gjk: ofGjk, epa: ofEpa, unproven, wrong }: Histograms): string {
  const mean = (counts: Int32Array) =>
    counts.reduce((s, n, k) => s + n * k, 0) /
    Math.max(
      1,
      counts.reduce((s, n) => s + n, 0),
    );
  const overlapping = ofEpa.reduce((s, n) => s + n, 0);
  return [
    `${count} pairs, ${overlapping} of them overlapping or touching; ${wrong} results that are not finite; GJK stops after ${mean(ofGjk).toFixed(1)} iterations in the mean, EPA after ${mean(ofEpa).toFixed(1)} expansions, ${unproven} times without its bounds having met.`,
    "",
    histogramTable("GJK iterations", ofGjk, GJK_LIMIT),
    "",
    histogramTable("EPA expansions", ofEpa, EPA_LIMIT),
  ].join("\n");
}
