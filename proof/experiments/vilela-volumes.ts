import { atMost, defineExperiment, error, near } from "../experiment.js";
import {
  at,
  BLOCK,
  box,
  CUBE,
  FLOOR,
  pose,
  regions,
  TILTED,
  type Triangles,
  total,
  UNIT,
  uPrism,
} from "../reference/volume-pairs.js";

/** Intersection volumes of meshes, section 9 of the spec of [Vilela2018]. */

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
