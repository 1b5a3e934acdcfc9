import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { clippedVolume } from "../reference/convex-clip.js";
import { asIntegers, crossDisplaced, hasArea, orientation } from "../reference/exact-signs.js";
import { seeded } from "../reference/random.js";
import {
  box,
  CUBE,
  placed,
  pose,
  regions,
  TILTED,
  type Triangles,
  total,
  uPrism,
  vectors,
} from "../reference/volume-pairs.js";

/** The two methods for common volumes, and the decisions that both rest on (rows T-03 to T-05). */

type Random = () => number;

/** Seeded pairs that are not convex: stars, a ring and a bar, a U and a bar, a star and a box along one's axes. */
function pairOf({ geometry }: Context, random: Random, i: number): readonly [Triangles, Triangles, Float64Array] {
  const star = (): Triangles => {
    const { vertices, triangles } = geometry.icosphere(1, 1);
    const radius = Float64Array.from({ length: vertices.length / 3 }, () => 0.5 + 0.7 * random());
    return { vertices: vertices.map((x, k) => x * radius[Math.floor(k / 3)]), triangles };
  };
  const shift = (size: number) => [random(), random(), random()].map((x) => size * (x - 0.5));
  const turned = (size: number) => pose([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5], shift(size));
  switch (i % 4) {
    case 0:
      return [star(), star(), turned(2)];
    case 1:
      return [geometry.torusMesh(1, 0.4, 12, 8), box([-0.3, -0.3, -2], [0.3, 0.3, 2]), turned(2)];
    case 2:
      return [uPrism(), box([-3, -0.2, -0.2], [3, 0.2, 0.2]), turned(1)];
    default:
      return [star(), box([-0.5, -0.5, -1], [0.5, 0.5, 0]), pose([1, 0, 0, 0], shift(1))];
  }
}

/**
 * Largest difference of the results of both methods for a pair, relative to the smaller body; regions that only one
 * has, and sides of the clipped surface that stay open.
 */
function difference(context: Context, a: Triangles, b: Triangles, to: Float64Array) {
  const { collision, geometry } = context;
  const [meshA, meshB] = [collision.createVolumeMesh(a), collision.createVolumeMesh(b)];
  const overlap = collision.createOverlap();
  collision.intersectVolumes(meshA, meshB, to, collision.createVolumeCache(), overlap);
  const out = collision.createClippedVolumes();
  collision.clipVolumes(meshA, meshB, to, out);
  const [summed, clipped] = [overlap, out.overlap].map((o) => {
    const list = Array.from({ length: o.count }, (_, r) => collision.overlapRegion(o, r));
    return list.sort((p, q) => p.center[0] - q.center[0]);
  });
  const volume = Math.min(geometry.meshMass(a).volume, geometry.meshMass(b).volume);
  const length = Math.cbrt(volume);
  const apart = (x: readonly number[], y: readonly number[]) => Math.max(...x.map((v, k) => Math.abs(v - y[k])));
  let worst = 0;
  summed.forEach((p, r) => {
    const q = clipped[r];
    if (q === undefined) return;
    worst = Math.max(
      worst,
      Math.abs(p.volume - q.volume) / volume,
      (p.volume * apart(p.center, q.center)) / (volume * length),
      apart(p.inertia, q.inertia) / (volume * length ** 2),
      apart(p.area, q.area) / length ** 2,
    );
    if (p.coplanar || p.deep) return;
    // a patch whose parts nearly cancel has a normal that errs by 1e-16 L²/S
    const sure = Math.min(1, p.patchArea / length ** 2);
    const inertia = Math.max(length ** 4, ...p.patchInertia.map(Math.abs));
    worst = Math.max(worst, (apart(p.patchInertia, q.patchInertia) * sure) / inertia);
  });
  return { worst, regions: Math.abs(summed.length - clipped.length), open: out.open };
}

/** T-03: edge sums and clipping give the same. */
export const vilelaT03 = defineExperiment({
  id: "vilela.t-03",
  title: "Sums over edges against clipping",
  reference:
    "[Vilela2018], row T-03. Hulls of 6 to 25 seeded points against a judge that clips in plain double precision; vectors M1 to M15, stars, rings and U against the source's own pipeline, `clipVolumes`. 1e4 pairs of both kinds with --full, else 200 and 60.",
  rows: {
    vector: error("M3: deviation relative to V", "1", 1e-12, "acceptance limit of row T-03"),
    vectors: error(
      "M1 to M15: volume, centroid, inertia, vector area, patch",
      "1",
      1e-12,
      "acceptance limit of row T-03",
    ),
    worst: error("hulls: largest deviation, relative to the smaller body", "1", 1e-12, "acceptance limit of row T-03"),
    apart: near(
      "share of the hulls with nothing in common",
      "1",
      0.08,
      0.05,
      "a seeded count: 0.06 of 200, 0.08 of 1e4",
    ),
    hollow: error("pairs that are not convex: largest deviation", "1", 1e-12, "acceptance limit of row T-03"),
    regions: near("regions that only one method has", "1", 0, 0, "a count"),
    open: near("open sides of the clipped surfaces", "1", 0, 0, "a count"),
  },
  *measure(context) {
    const { geometry, full } = context;
    const exact = 56293 / 108000;
    const summed = total(regions(context, CUBE, CUBE, TILTED));
    const judged = clippedVolume(CUBE, placed(CUBE, TILTED));
    yield ["vector", Math.max(Math.abs(summed - judged), Math.abs(summed - exact)) / exact];
    const counts = { regions: 0, open: 0 };
    const compare = (a: Triangles, b: Triangles, to: Float64Array): number => {
      const found = difference(context, a, b, to);
      counts.regions += found.regions;
      counts.open += found.open;
      return found.worst;
    };
    yield ["vectors", Math.max(...Object.values(vectors).map((v) => compare(...v)))];
    const random = seeded(303);
    const hull = (): Triangles => {
      const points = Float64Array.from({ length: 3 * (6 + Math.floor(20 * random())) }, () => 2 * random() - 1);
      const result = geometry.convexHull(points);
      return result.ok ? geometry.polyhedronToMesh(result.hull) : hull();
    };
    const count = full ? 10_000 : 200;
    let worst = 0;
    let apart = 0;
    for (let i = 0; i < count; i++) {
      const [a, b] = [hull(), hull()];
      const shift = [random(), random(), random()].map((x) => 2 * x - 1);
      const to = pose([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5], shift);
      const volume = total(regions(context, a, b, to));
      const smaller = Math.min(geometry.meshMass(a).volume, geometry.meshMass(b).volume);
      worst = Math.max(worst, Math.abs(volume - clippedVolume(a, placed(b, to))) / smaller);
      if (volume === 0) apart++;
    }
    yield ["worst", worst];
    yield ["apart", apart / count];
    let hollow = 0;
    for (let i = 0; i < (full ? 10_000 : 60); i++) hollow = Math.max(hollow, compare(...pairOf(context, random, i)));
    yield ["hollow", hollow];
    yield ["regions", counts.regions];
    yield ["open", counts.open];
  },
});

/** T-04: the triangle test. */
export const vilelaT04 = defineExperiment({
  id: "vilela.t-04",
  title: "Crossing triangles against exact arithmetic",
  reference:
    "[Vilela2018], row T-04: pairs of integer triangles, half of them on the lattice {0 … 3}³; the first truly displaced by (ε, ε², ε³), ε = 2⁻⁸⁰, in big integers. 1e6 pairs with --full, else 5,000.",
  rows: {
    disagreements: near("pairs with another answer", "1", 0, 0, "an exact decision"),
    crossing: near("share that crosses", "1", 0.28, 0.05, "a seeded count: both answers occur"),
  },
  *measure({ geometry, full }) {
    const random = seeded(404);
    const out = geometry.createCrossing();
    const [a, b] = [new Float64Array(9), new Float64Array(9)];
    let disagreements = 0;
    let crossing = 0;
    let asked = 0;
    for (let i = 0; i < (full ? 1_000_000 : 5000); i++) {
      const kind = random();
      const size = kind < 0.5 ? 4 : kind < 0.7 ? 8 : kind < 0.85 ? 1000 : 1048576;
      for (let k = 0; k < 9; k++) {
        a[k] = Math.floor(size * random());
        b[k] = Math.floor(size * random());
      }
      const corners = [...a, ...b].map(BigInt);
      if (!hasArea(corners, 0) || !hasArea(corners, 3)) continue;
      asked++;
      const found = geometry.intersectTriangles(a, 0, 1, 2, b, 0, 1, 2, "shift", out);
      if (found !== crossDisplaced(corners)) disagreements++;
      if (found) crossing++;
    }
    yield ["disagreements", disagreements];
    yield ["crossing", crossing / asked];
  },
});

/** T-05: the predicate under it all. */
export const vilelaT05 = defineExperiment({
  id: "vilela.t-05",
  title: "Orientation of nearly coplanar points",
  reference:
    "[Vilela2018], row T-05: four points within a few units in the last place of one plane, in big integers. 1e6 quadruples with --full, else 10,000.",
  rows: {
    disagreements: near("signs that differ", "1", 0, 0, "an exact decision"),
    zero: near("share that is exactly coplanar", "1", 0.11, 0.05, "a seeded count: ties occur"),
  },
  *measure({ geometry, full }) {
    const random = seeded(505);
    const v = new Float64Array(12);
    const count = full ? 1_000_000 : 10_000;
    let disagreements = 0;
    let zero = 0;
    for (let i = 0; i < count; i++) {
      const size = 2 ** Math.floor(random() * 40 - 20);
      for (let k = 0; k < 9; k++) v[k] = size * (random() + random() * 2 ** -30 - 0.5);
      const halves = random() < 0.3;
      const share = () => (halves ? Math.floor(random() * 3) / 2 : random() * 4 - 2);
      const [s, t] = [share(), share()];
      for (let k = 0; k < 3; k++) v[9 + k] = v[k] + s * (v[3 + k] - v[k]) + t * (v[6 + k] - v[k]);
      if (random() < 0.3) v[9] += size * 2 ** -52 * Math.floor(random() * 5 - 2);
      const exact = orientation(asIntegers(v), 0, 1, 2, 3);
      if (geometry.orientSign(v, 0, 1, 2, 3) !== exact) disagreements++;
      if (exact === 0) zero++;
    }
    yield ["disagreements", disagreements];
    yield ["zero", zero / count];
  },
});
