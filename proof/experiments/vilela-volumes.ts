import type { Context } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";
import { clippedVolume } from "../reference/convex-clip.js";
import { seeded } from "../reference/random.js";

/** Intersection volumes of meshes, section 9 of the spec of [Vilela2018]. */

interface Triangles {
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
}
type Vec = readonly number[];

/** Box between two corners, two triangles per face. */
function box(low: Vec, high: Vec): Triangles {
  const vertices = new Float64Array(24);
  for (let i = 0; i < 8; i++) for (let k = 0; k < 3; k++) vertices[3 * i + k] = (i >> k) & 1 ? high[k] : low[k];
  const faces = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const triangles: number[] = [];
  for (let f = 0; f < 24; f += 4) {
    triangles.push(faces[f], faces[f + 1], faces[f + 2], faces[f], faces[f + 2], faces[f + 3]);
  }
  return { vertices, triangles: Uint32Array.from(triangles) };
}

/** The U of M15: prism over an outline, z = ±1. */
function uPrism(): Triangles {
  const outline = [-2, -1, 2, -1, 2, 1, 1, 1, 1, 0, -1, 0, -1, 1, -2, 1];
  const flat = [0, 1, 4, 0, 4, 5, 1, 2, 3, 1, 3, 4, 0, 5, 6, 0, 6, 7];
  const n = outline.length / 2;
  const vertices: number[] = [];
  for (const z of [-1, 1]) for (let i = 0; i < n; i++) vertices.push(outline[2 * i], outline[2 * i + 1], z);
  const triangles: number[] = [];
  for (let t = 0; t < flat.length; t += 3) {
    triangles.push(flat[t], flat[t + 2], flat[t + 1], n + flat[t], n + flat[t + 1], n + flat[t + 2]);
  }
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    triangles.push(i, j, n + j, i, n + j, n + i);
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** B to A: a quaternion (w, x, y, z) as the spec writes it, not normalised, and a shift. */
function pose([w, x, y, z]: Vec, [p, q, r]: Vec): Float64Array {
  const s = 2 / (w * w + x * x + y * y + z * z);
  // biome-ignore format: a matrix
  return Float64Array.of(
    1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w),
    s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w),
    s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y),
    p, q, r,
  );
}
const at = (...t: number[]) => pose([1, 0, 0, 0], t);

/** Regions of two meshes, by the x of their centroids. */
function regions({ collision }: Context, a: Triangles, b: Triangles, to: Float64Array) {
  const out = collision.createOverlap();
  const cache = collision.createVolumeCache();
  collision.intersectVolumes(collision.createVolumeMesh(a), collision.createVolumeMesh(b), to, cache, out);
  const list = Array.from({ length: out.count }, (_, r) => collision.overlapRegion(out, r));
  return list.sort((p, q) => p.center[0] - q.center[0]);
}

const total = (list: readonly { readonly volume: number }[]) => list.reduce((sum, r) => sum + r.volume, 0);

const UNIT = box([0, 0, 0], [1, 1, 1]);
const CUBE = box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);
const FLOOR = box([-4, -2, -1], [4, 2, 0]);
const BLOCK = box([-0.5, -0.25, -17e-6], [0.5, 0.25, 0.5]);
const TILTED = pose([2, 1, 1, 1], [0.3, 0.2, 0.1]);

const T02 = "T-02: 1e-12 relative to V";
const THIN = "T-02: 1e-9 relative to V for the thin layers M12 to M14";

/** T-02: vectors of section 9; all of them, with centroids and inertias, are in test/collision/volume. */
export const vilelaT02 = defineExperiment({
  id: "vilela.t-02",
  title: "Volumes common to two meshes",
  reference: "[Vilela2018] spec section 9, exact rational arithmetic.",
  rows: {
    corner: near("M1: cubes that share an octant", "m³", 1 / 8, 1e-12 / 8, T02),
    turned: near("M2: cube turned by acos 3/5 about z", "m³", 5 / 6, 1e-12, T02),
    general: near("M3: cube turned and shifted", "m³", 56293 / 108000, 1e-12 / 2, T02),
    center: near("M3: x of the centroid", "m", 0.148104898435313, 1e-12, T02),
    inertia: near("M3: J_xx", "m⁵", 0.0630287751898222, 1e-12, T02),
    area: near("M3: x of the vector area, A to B", "m²", 2801 / 3600, 1e-12, T02),
    inside: near("M8: one cube inside the other", "m³", 1 / 8, 1e-12 / 8, T02),
    flush: near("M10: cubes with four flush sides", "m³", 0.5, 1e-12 / 2, T02),
    normal: error(
      "M10: lateral part of their vector area",
      "m²",
      1e-12,
      "the mean over both senses of the displacement",
    ),
    same: near("M10b: a cube with itself", "m³", 1, 1e-12, T02),
    touching: near("M9: regions of cubes that touch by a face, an edge or a corner", "1", 0, 0, "an exact decision"),
    thin: near("M12: block 17 µm deep in a floor", "m³", 8.5e-6, 8.5e-15, THIN),
  },
  *measure(context) {
    const one = (a: Triangles, b: Triangles, to: Float64Array) => regions(context, a, b, to);
    yield ["corner", total(one(UNIT, UNIT, at(0.5, 0.5, 0.5)))];
    yield ["turned", total(one(CUBE, CUBE, Float64Array.of(0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1, 0, 0, 0)))];
    const [general] = one(CUBE, CUBE, TILTED);
    yield ["general", general.volume];
    yield ["center", general.center[0]];
    yield ["inertia", general.inertia[0]];
    yield ["area", general.area[0]];
    yield ["inside", total(one(UNIT, box([0.25, 0.25, 0.25], [0.75, 0.75, 0.75]), at(0, 0, 0)))];
    const [flush] = one(UNIT, UNIT, at(0, 0, 0.5));
    yield ["flush", flush.volume];
    yield ["normal", Math.hypot(flush.area[0], flush.area[1])];
    yield ["same", total(one(UNIT, UNIT, at(0, 0, 0)))];
    const touching = [at(1, 0, 0), at(1, 1, 0), at(-1, -1, -1)].map((to) => one(UNIT, UNIT, to).length);
    yield ["touching", touching.reduce((sum, n) => sum + n, 0)];
    yield ["thin", total(one(BLOCK, FLOOR, at(0, 0, 0)))];
  },
});

/** T-03: edge sums and clipping give the same. */
export const vilelaT03 = defineExperiment({
  id: "vilela.t-03",
  title: "Sums over edges against clipping",
  reference:
    "[Vilela2018] spec 5.6 and T-03: hulls of 6 to 25 seeded points, turned and shifted, faces clipped polygon by polygon; 1e4 pairs with --full, else 200.",
  partial: "pairs that are not convex, by the source's own pipeline",
  rows: {
    vector: error("M3: deviation relative to V", "1", 1e-12, "T-03 of the spec"),
    worst: error("largest deviation, relative to the smaller body", "1", 1e-12, "T-03 of the spec"),
    apart: near(
      "share of the pairs with nothing in common",
      "1",
      0.08,
      0.05,
      "a seeded count: 0.06 of 200, 0.08 of 1e4",
    ),
  },
  *measure(context) {
    const { geometry, full } = context;
    const placed = (m: Triangles, r: Float64Array): Triangles => ({
      vertices: m.vertices.map((_, i) => {
        const [v, k] = [i - (i % 3), i % 3];
        return (
          r[3 * k] * m.vertices[v] + r[3 * k + 1] * m.vertices[v + 1] + r[3 * k + 2] * m.vertices[v + 2] + r[9 + k]
        );
      }),
      triangles: m.triangles,
    });
    const exact = 56293 / 108000;
    const summed = total(regions(context, CUBE, CUBE, TILTED));
    yield [
      "vector",
      Math.max(Math.abs(summed - clippedVolume(CUBE, placed(CUBE, TILTED))), Math.abs(summed - exact)) / exact,
    ];
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
  },
});

/** T-06: how the volume changes when a body moves. */
export const vilelaT06 = defineExperiment({
  id: "vilela.t-06",
  title: "Change of the common volume with a shift",
  reference: "[Vilela2018] spec 4.4: ∂V/∂x_A is the vector area (A to B); differences over ±1e-5 m.",
  partial: "turns, and the tangents of 4.9",
  rows: {
    shift: error(
      "largest deviation of the difference from the vector area, three axes",
      "m²",
      1e-6,
      "the figure of spec T-06",
    ),
  },
  *measure(context) {
    const [{ area }] = regions(context, CUBE, CUBE, TILTED);
    let worst = 0;
    const h = 1e-5;
    for (let k = 0; k < 3; k++) {
      const moved = (d: number) => {
        const to = TILTED.slice();
        to[9 + k] -= d;
        return total(regions(context, CUBE, CUBE, to));
      };
      worst = Math.max(worst, Math.abs((moved(h) - moved(-h)) / (2 * h) - area[k]));
    }
    yield ["shift", worst];
  },
});

/** T-14: several regions. */
export const vilelaT14 = defineExperiment({
  id: "vilela.t-14",
  title: "A bar through a U: two regions",
  reference: "[Vilela2018] spec section 9, M15.",
  partial: "forces of the regions, and the peg in a hole",
  rows: {
    count: near("regions", "1", 2, 0, "a count"),
    left: near("volume of the left one", "m³", 0.16261964735516374, 1.6e-13, T02),
    right: near("volume of the right one", "m³", 0.16257607834950555, 1.6e-13, T02),
    center: near("x of the right one's centroid", "m", 1.4998717704647997, 1e-12, T02),
  },
  *measure(context) {
    const to = pose([40, 1, 2, 3], [1 / 20, 1 / 2, 1 / 30]);
    const list = regions(context, uPrism(), box([-3, -0.2, -0.2], [3, 0.2, 0.2]), to);
    yield ["count", list.length];
    yield ["left", list[0].volume];
    yield ["right", list[list.length - 1].volume];
    yield ["center", list[list.length - 1].center[0]];
  },
});

/** T-15: far from the origin. */
export const vilelaT15 = defineExperiment({
  id: "vilela.t-15",
  title: "A thin layer 2 km from the origin",
  reference: "[Vilela2018] spec section 9, M14: M12 with both bodies moved by (1000, 2000, −500) m.",
  rows: {
    volume: near("volume", "m³", 8.5e-6, 8.5e-15, THIN),
    depth: near(
      "z of the centroid in the block's frame",
      "m",
      -8.5e-6,
      1e-14,
      "half a unit in the last place of 0.5 m, a few times",
    ),
    area: near("area of the footprint", "m²", 0.5, 1e-12, T02),
  },
  *measure(context) {
    // the floor's mesh is kept 2 km from its own origin; the transform takes it back
    const far = { vertices: FLOOR.vertices.map((x, i) => x + [1000, 2000, -500][i % 3]), triangles: FLOOR.triangles };
    const [r] = regions(context, BLOCK, far, at(-1000, -2000, 500));
    yield ["volume", r.volume];
    yield ["depth", r.center[2]];
    yield ["area", r.patchArea];
  },
});

/** T-19: nothing jumps. */
export const vilelaT19 = defineExperiment({
  id: "vilela.t-19",
  title: "A cube slides over the edge of another",
  reference: "[Vilela2018] spec T-19: |ΔV| ≤ S|Δx| + 1e-12 in 1e4 steps (2000 unless --full).",
  partial: "forces",
  rows: {
    volume: atMost("largest |ΔV| − S|Δx|", "m³", 1e-12, "the figure of spec T-19"),
    center: atMost(
      "largest jump of the centroid per step, where there is more than 1e-3 m³",
      "m",
      0.01,
      "Δx = 1.2 mm, times the slope of the centroid there",
    ),
    steps: near("steps in which they touch", "1", 1, 0, "a share: both in touch and not"),
  },
  *measure(context) {
    const { collision, full } = context;
    const cube = collision.createVolumeMesh(CUBE);
    const cache = collision.createVolumeCache();
    const out = collision.createOverlap();
    const steps = full ? 10_000 : 2000;
    const to = pose([1, 0.1, 0.2, 0.3], [0, 0, 0.9]);
    const dx = 2.4 / steps;
    let worst = -1;
    let jump = 0;
    let touching = 0;
    let last = { volume: 0, area: 0, x: Number.NaN };
    for (let s = 0; s <= steps; s++) {
      to[9] = -1.2 + s * dx;
      collision.intersectVolumes(cube, cube, to, cache, out);
      const [r] = Array.from({ length: out.count }, (_, k) => collision.overlapRegion(out, k));
      const now = { volume: r?.volume ?? 0, area: Math.abs(r?.area[0] ?? 0), x: r?.center[0] ?? Number.NaN };
      if (s > 0) {
        // the projected area changes by less than 4 m (the outline) times Δx within a step
        const most = (Math.max(last.area, now.area) + 4 * dx) * dx;
        worst = Math.max(worst, Math.abs(now.volume - last.volume) - most);
      }
      if (now.volume > 1e-3 && last.volume > 1e-3) jump = Math.max(jump, Math.abs(now.x - last.x));
      if (r !== undefined) touching++;
      last = now;
    }
    yield ["volume", worst];
    yield ["center", jump];
    yield ["steps", touching > 0 && touching < steps ? 1 : 0];
  },
});
