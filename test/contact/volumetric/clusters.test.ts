/** Clusters of normals: regions that bear on several sides are shared out among them [Vilela2018]. */
import {
  type BodySpec,
  bodyPosition,
  bodyVelocity,
  compile,
  compileUntyped,
  createData,
  type ShapeSpec,
  type Spec,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";
import { createClusters, splitRegions } from "../../../src/collision/volume/clusters.js";
import {
  createOverlap,
  createVolumeCache,
  intersectVolumes,
  OVERLAP,
  OVERLAP_SIZE,
} from "../../../src/collision/volume/index.js";
import { ROW, volumeFields } from "../../../src/contact/volumetric/volume-fields.js";

type Outline = readonly (readonly [number, number])[];

/** An outline (x, z), anticlockwise seen from −y, between y = −half and half. */
function extrude(outline: Outline, half: number) {
  const n = outline.length;
  const all = outline.map((_, k) => k);
  return {
    type: "mesh",
    vertices: [-half, half].flatMap((y) => outline.map(([x, z]) => [x, y, z])),
    faces: [all, all.map((k) => n + k).reverse(), ...all.map((k) => [(k + 1) % n, k, n + k, n + ((k + 1) % n)])],
  } satisfies ShapeSpec;
}

const K = 1e6;
const G = 9.81;

function scene(fixed: ShapeSpec, moving: ShapeSpec, law: object = {}, more: object = {}): Spec {
  return {
    timestep: 1e-3,
    formulation: { type: "augmented-lagrangian" },
    materials: {
      layer: { friction: 0, contact: { type: "volumetric", modulus: K / 10, thickness: 0.1, damping: 30, ...law } },
    },
    bodies: [
      { name: "a", type: "static", material: "layer", shapes: [fixed] },
      { name: "b", mass: 1, inertia: [0.01, 0.01, 0.01], material: "layer", shapes: [moving] },
    ],
    ...more,
  };
}

/** Volume, vector Σ V n and moment Σ p × V n of the clusters of both bodies, B moved by (x, y, z). */
function judge(fixed: ShapeSpec, moving: ShapeSpec) {
  const model = compile(scene(fixed, moving));
  const [a, b] = model.systems.volumetric.solids;
  const out = createOverlap();
  const clusters = createClusters();
  const cache = createVolumeCache();
  return (x: number, y: number, z: number, turn = 0) => {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const transform = Float64Array.of(c, -s, 0, s, c, 0, 0, 0, 1, x, y, z);
    intersectVolumes(a!.mesh!, b!.mesh!, transform, cache, out);
    splitRegions(a!.mesh!, b!.mesh!, a!.sides!, b!.sides!, out, clusters);
    const { values, count } = clusters.cells;
    const sum = { volume: 0, whole: 0, push: [0, 0, 0], count, regions: out.count };
    for (let i = 0; i < count; i++) {
      const o = OVERLAP_SIZE * i;
      sum.volume += values[o];
      for (let k = 0; k < 3; k++) sum.push[k] += values[o] * values[o + OVERLAP.normal + k];
    }
    for (let r = 0; r < out.count; r++) sum.whole += out.values[OVERLAP_SIZE * r];
    return sum;
  };
}

/** A slide of 60°, 0.1 m long, in its rail, which leaves it 0.2 mm to each side. */
const LEAN = 0.02 / Math.tan(Math.PI / 3);
const SLIDE = extrude(
  [[-0.03 - LEAN, 0], [0.03 + LEAN, 0], [0.03 + 0.1 * LEAN, 0.018], [-0.03 - 0.1 * LEAN, 0.018]],
  0.05,
); // biome-ignore format: an outline
const RAIL = extrude(
  [
    [-0.075, -0.02], [0.075, -0.02], [0.075, 0.02], [0.0302, 0.02], [0.0302 + LEAN, 0],
    [-0.0302 - LEAN, 0], [-0.0302, 0.02], [-0.075, 0.02],
  ],
  0.15,
); // biome-ignore format: an outline

describe("a dovetail slide, 20 µm deep in its base, comes to bear on its flank", () => {
  // where the flank is met: the play, less what the depth takes of it at 60°
  const meets = 2e-4 + 2e-5 / Math.tan(Math.PI / 3);

  /** Largest change of Σ V n from one of n steps to the next, over 2 µm across the place where the regions of base and flank become one. */
  function largest(n: number): number {
    const at = judge(RAIL, SLIDE);
    let most = 0;
    let before = at(meets - 1e-6, 0.01, -2e-5).push;
    for (let i = 1; i <= n; i++) {
      const { push } = at(meets - 1e-6 + (2e-6 * i) / n, 0.01, -2e-5);
      most = Math.max(most, Math.hypot(push[0] - before[0], push[1] - before[1], push[2] - before[2]));
      before = push;
    }
    return most;
  }

  test("without a jump: changes go down with the step", () => {
    const coarse = largest(1000);
    // a jump would stay: with one normal it is 4e-8 m³, a quarter of the force
    expect(coarse).toBeLessThan(1e-4 * 1.6e-7);
    expect(largest(8000)).toBeLessThan(coarse / 4);
  });

  test("then base and flank have their own: depth times area each", () => {
    const at = judge(RAIL, SLIDE);
    const deep = 4e-5;
    const { count, regions, push, volume, whole } = at(meets + deep, 0.01, -2e-5);
    expect([regions, count]).toEqual([1, 2]);
    const base = 0.1 * 2 * (0.03 + LEAN) * 2e-5;
    const flank = 0.1 * (0.018 / Math.sin(Math.PI / 3)) * deep * Math.sin(Math.PI / 3);
    // normals from rail to slide: up, and across the flank, down and aside; what is at the edge is of the order depth/width, 1e-3
    expect(push[0] / (-flank * Math.sin(Math.PI / 3))).toBeCloseTo(1, 2);
    expect(push[2] / (base - flank * Math.cos(Math.PI / 3))).toBeCloseTo(1, 2);
    expect(volume / whole).toBeCloseTo(1, 12);
  });
});

describe("a square peg, larger than its hole by δ on every side", () => {
  const delta = 2e-5;
  const hole = {
    type: "mesh",
    vertices: [-0.1, 0.1].flatMap((z) =>
      [0.1, 0.05].flatMap((r) => [[-r, -r, z], [r, -r, z], [r, r, z], [-r, r, z]]),
    ),
    // ring by ring: outer low 0–3, inner low 4–7, outer high 8–11, inner high 12–15
    faces: [0, 1, 2, 3].flatMap((k) => {
      const l = (k + 1) % 4;
      return [[k, l, 8 + l, 8 + k], [4 + l, 4 + k, 12 + k, 12 + l], [8 + k, 8 + l, 12 + l, 12 + k], [l, k, 4 + k, 4 + l]];
    }),
  } satisfies ShapeSpec; // biome-ignore format: a ring
  const peg = { type: "box", halfExtents: [0.05 + delta, 0.05 + delta, 0.2] } satisfies ShapeSpec;

  test("is one region without a normal, and four clusters: no force in the middle, 2 K S x off it (T-14)", () => {
    const at = judge(hole, peg);
    const middle = at(0, 0, 0);
    expect([middle.regions, middle.count]).toEqual([1, 4]);
    // rounding of 1e-16 of coordinates times areas
    for (const p of middle.push) expect(Math.abs(p)).toBeLessThan(1e-15);
    const x = 5e-6;
    const { push } = at(x, 0, 0);
    // areas of 0.1 m × 0.2 m; corners count by δ/width
    expect(push[0] / (-2 * 0.02 * x)).toBeCloseTo(1, 2);
    expect(Math.abs(push[1])).toBeLessThan(1e-12);
  });

  test("turns back when it is turned", () => {
    const at = judge(hole, peg);
    const { push, count } = at(0, 0, 0, 1e-4);
    expect(count).toBe(4);
    for (const p of push) expect(Math.abs(p)).toBeLessThan(1e-13);
  });
});

describe("a block in a corner", () => {
  const corner = extrude([[-0.3, -0.3], [0.8, -0.3], [0.8, 0], [0, 0], [0, 0.8], [-0.3, 0.8]], 0.5); // biome-ignore format: an outline
  const block = { type: "box", halfExtents: [0.2, 0.15, 0.1] } satisfies ShapeSpec;

  function rest(degrees: number, law: object, friction: number, steps: number, push = 0) {
    const angle = (degrees * Math.PI) / 180;
    const spec = scene(corner, block, law, {
      gravity: [-G * Math.sin(angle), 0, -G * Math.cos(angle)],
    }) as { bodies: readonly BodySpec[]; materials: { layer: { friction: number } }; controllers: object[] };
    Object.assign(spec.bodies[1], { position: [0.2, 0, 0.1] });
    spec.materials.layer.friction = friction;
    if (push > 0)
      spec.controllers = [
        { type: "profile", name: "push", output: "bodies.b.force.y", times: [1, 1 + 1e-6], values: [0, push] },
      ];
    const model = compileUntyped(spec);
    const data = createData(model);
    for (let k = 0; k < steps; k++) step(model, data);
    const { memory, remembered } = volumeFields(data);
    const clusters = Array.from({ length: remembered[0] }, (_, r) => {
      const o = ROW.size * r;
      return {
        force: Array.from(memory.subarray(o + ROW.wrench, o + ROW.wrench + 3)),
        normal: Array.from(memory.subarray(o + ROW.normal, o + ROW.normal + 3)),
        load: memory[o + ROW.load],
      };
    });
    return {
      clusters,
      at: bodyPosition(model, data, "b"),
      speed: bodyVelocity(model, data, "b")[1],
    };
  }

  test.each([10, 30, 60])(
    "tilted by %d°: floor and wall bear what statics says, as deep as their layers say",
    (degrees) => {
      const angle = (degrees * Math.PI) / 180;
      const { clusters, at } = rest(degrees, {}, 0, 1200);
      expect(clusters).toHaveLength(2);
      const [floor, wall] = Math.abs(clusters[0].normal[2]) > 0.5 ? clusters : [clusters[1], clusters[0]];
      // the share of the edge: depth over width, 2e-4, of the other's load
      expect(Math.abs(floor.load - G * Math.cos(angle))).toBeLessThan(1e-3 * G);
      expect(Math.abs(wall.load - G * Math.sin(angle))).toBeLessThan(1e-3 * G);
      expect((0.1 - at[2]) / ((G * Math.cos(angle)) / (K * 0.4 * 0.3))).toBeCloseTo(1, 2);
      expect((0.2 - at[0]) / ((G * Math.sin(angle)) / (K * 0.2 * 0.3))).toBeCloseTo(1, 2);
    },
  );

  test("with one normal per region both forces are wrong", () => {
    const { clusters } = rest(30, { clusters: 0 }, 0, 1200);
    expect(clusters).toHaveLength(1);
    // its direction is that of the areas, 0.12 m² to 0.06 m², whatever the weight says
    expect(clusters[0].force[0] / clusters[0].force[2]).toBeCloseTo(0.5, 2);
  });

  test("each cluster has a cone of its own: pushed along the edge it slides as μ (N₁ + N₂) says", () => {
    const mu = 0.3;
    const angle = Math.PI / 6;
    const bears = mu * G * (Math.cos(angle) + Math.sin(angle));
    const { clusters, speed } = rest(30, {}, mu, 1500, bears + 1);
    for (const { force, normal, load } of clusters) {
      const along = normal.reduce((sum, n, k) => sum + n * force[k], 0);
      const across = Math.hypot(...force.map((f, k) => f - along * normal[k]));
      expect(across).toBeLessThanOrEqual(mu * load * (1 + 1e-9));
    }
    // friction that had loaded the floor and the wall down the slope turns with the slip; bristles give way at first
    expect(speed).toBeCloseTo(0.5, 1);
    const held = rest(30, {}, mu, 1500, 0.9 * bears);
    expect(Math.abs(held.speed)).toBeLessThan(1e-3);
  });
});

test("sides: six of a box, strips of at most 30° around a cylinder", () => {
  const model = compile(
    scene({ type: "cylinder", radius: 0.1, halfLength: 0.2 }, { type: "box", halfExtents: [1, 1, 1] }),
  );
  const [cylinder, box] = model.systems.volumetric.solids;
  expect(box!.sides!.count).toBe(6);
  const { count, of, normal } = cylinder!.sides!;
  expect(count).toBeGreaterThanOrEqual(2 + 12);
  // some fill what is left between others
  expect(count).toBeLessThanOrEqual(2 + 24);
  // a face is within 15° of the mean when it is taken, and the mean goes on by half a facet at most
  const { planes, nf } = cylinder!.mesh!;
  for (let f = 0; f < nf; f++) {
    const p = planes.subarray(4 * f, 4 * f + 3);
    const n = normal.subarray(3 * of[f], 3 * of[f] + 3);
    const cosine = (p[0] * n[0] + p[1] * n[1] + p[2] * n[2]) / Math.hypot(p[0], p[1], p[2]);
    expect(cosine).toBeGreaterThan(Math.cos(0.26 + Math.PI / 32));
  }
});
