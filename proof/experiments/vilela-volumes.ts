import {
  type BodySpec,
  bodyAngularVelocity,
  bodyPosition,
  bodyVelocity,
  type MaterialSpec,
  type ShapeSpec,
  type Spec,
  step,
} from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
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

/** Intersection volumes of meshes. */

const T02 = "T-02: 1e-12 relative to V";
const THIN = "T-02: 1e-9 relative to V for the thin layers M12 to M14";

/** T-02: vectors of section 9; all of them, with centroids and inertias, are in test/collision/volume. */
export const vilelaT02 = defineExperiment({
  id: "vilela.t-02",
  title: "Volumes common to two meshes",
  reference: "[Vilela2018], exact rational arithmetic.",
  rows: {
    corner: near("M1: cubes that share an octant", "m³", 1 / 8, 1e-12 / 8, T02),
    turned: near("M2: cube rotated by acos 3/5 about z", "m³", 5 / 6, 1e-12, T02),
    general: near("M3: cube rotated and shifted", "m³", 56293 / 108000, 1e-12 / 2, T02),
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

/** K = modulus/thickness, N/m³. */
const K = 1e6;

/** Two bodies, the first of them fixed, with layers that neither damp nor rub, and no weight. */
function pressed(
  context: Context,
  still: ShapeSpec,
  moving: ShapeSpec,
  body: Omit<BodySpec, "name">,
  more: Partial<Spec>,
) {
  const layer = {
    friction: 0,
    contact: { type: "volumetric", modulus: 1e5, thickness: 0.1, damping: 0 },
  } satisfies MaterialSpec;
  return context.simulate({
    gravity: [0, 0, 0],
    // bodies are put into each other on purpose: their law acts in full
    formulation: { type: "forces", pushSpeed: 1e12 },
    materials: { layer },
    bodies: [
      { name: "still", type: "static", material: "layer", shapes: [still] },
      { name: "moving", material: "layer", shapes: [moving], ...body },
    ],
    ...more,
  });
}

/**
 * Force (N) and torque (N m, about its middle) on the second body, from its velocities after one step of a nanosecond,
 * and the normals of the regions, towards it.
 */
function wrench(context: Context, still: ShapeSpec, moving: ShapeSpec, body: Omit<BodySpec, "name">) {
  const timestep = 1e-9;
  const { model, data } = pressed(context, still, moving, { mass: 1, inertia: [1, 1, 1], ...body }, { timestep });
  step(model, data);
  const rate = (v: readonly number[]) => v.map((x) => x / timestep);
  const normals = Array.from({ length: 2 }, (_, r) => Array.from(data.patchNormal.subarray(3 * r, 3 * r + 3)));
  const force = rate(bodyVelocity(model, data, "moving"));
  // tables have normals from the shape that comes first
  const sense = force.reduce((sum, x, k) => sum + x * normals[0][k], 0) > 0 ? 1 : -1;
  return {
    force,
    torque: rate(bodyAngularVelocity(model, data, "moving")),
    normals: normals.map((n) => n.map((x) => sense * x)),
  };
}

const meshShape = ({ vertices, triangles }: Triangles) =>
  ({
    type: "mesh",
    vertices: Array.from({ length: vertices.length / 3 }, (_, i) => Array.from(vertices.subarray(3 * i, 3 * i + 3))),
    faces: Array.from({ length: triangles.length / 3 }, (_, i) => Array.from(triangles.subarray(3 * i, 3 * i + 3))),
  }) satisfies ShapeSpec;

/** A block with a square hole, 0.1 m wide and 0.15 m deep. */
function holeShape() {
  const square = (r: number, z: number) => [[-r, -r, z], [r, -r, z], [r, r, z], [-r, r, z]]; // biome-ignore format: a square
  const sides = [0, 1, 2, 3].flatMap((k) => {
    const next = (k + 1) % 4;
    return [0, 4, 8].map((o) => [o + k, o + next, o + 4 + next, o + 4 + k]);
  });
  const vertices = [...square(0.15, -0.05), ...square(0.15, 0.15), ...square(0.05, 0.15), ...square(0.05, 0)];
  return { type: "mesh", vertices, faces: [[3, 2, 1, 0], [12, 13, 14, 15], ...sides] } satisfies ShapeSpec;
}

const cross = ([a, b, c]: Vec, [x, y, z]: Vec): number[] => [b * z - c * y, c * x - a * z, a * y - b * x];
type Vec = readonly number[];
const LEFT = { volume: 0.16261964735516374, center: [-1.5, 0.2618387909319899, 0.1836481947942905] };
const RIGHT = { volume: 0.16257607834950555, center: [1.4998717704647997, 0.722720795459873, -0.10723516731677148] };
const BAR = [1 / 20, 1 / 2, 1 / 30];

/** T-14: several regions. */
export const vilelaT14 = defineExperiment({
  id: "vilela.t-14",
  title: "A bar through a U: two regions; a peg in a hole",
  reference:
    "[Vilela2018], M15: each region presses with K V at its centroid; a peg 0.1 mm too thick on each side, centred and moved by δ: 0 and 2 K A δ, A one side of the hole.",
  rows: {
    count: near("regions", "1", 2, 0, "a count"),
    left: near("volume of the left one", "m³", LEFT.volume, 1.6e-13, T02),
    right: near("volume of the right one", "m³", RIGHT.volume, 1.6e-13, T02),
    center: near("x of the right one's centroid", "m", RIGHT.center[0], 1e-12, T02),
    force: error(
      "force on the bar, less K V n of both regions, over K V",
      "1",
      1e-9,
      "the bar moves by 1e-13 m in the step",
    ),
    torque: error(
      "torque on the bar about its middle, less that of K V n at both centroids, over K V · 1 m",
      "1",
      1e-9,
      "the bar moves by 1e-13 m in the step",
    ),
    centred: error(
      "lateral force on the peg in the middle, over that 20 µm out of it",
      "1",
      1e-9,
      "round-off of four sides that press with 1 N each",
    ),
    moved: near(
      "lateral force on the peg, 20 µm out of the middle",
      "N",
      -2 * K * 0.01 * 2e-5,
      2 * K * 0.01 * 2e-5 * 2e-3,
      "corners of the peg, 0.1 mm of 0.1 m on each side, belong to two sides",
    ),
  },
  *measure(context) {
    const to = pose([40, 1, 2, 3], BAR);
    const list = regions(context, uPrism(), box([-3, -0.2, -0.2], [3, 0.2, 0.2]), to);
    yield ["count", list.length];
    yield ["left", list[0].volume];
    yield ["right", list[list.length - 1].volume];
    yield ["center", list[list.length - 1].center[0]];
    const size = Math.hypot(40, 1, 2, 3);
    const orientation = [1, 2, 3, 40].map((x) => x / size);
    const bar = { type: "box", halfExtents: [3, 0.2, 0.2] } satisfies ShapeSpec;
    const { force, torque, normals } = wrench(context, meshShape(uPrism()), bar, { position: BAR, orientation });
    const both = [LEFT, RIGHT].map(({ volume, center }, r) => {
      const pushes = normals[r].map((n) => K * volume * n);
      return {
        pushes,
        turns: cross(
          center.map((x, k) => x - BAR[k]),
          pushes,
        ),
      };
    });
    const off = (v: Vec, parts: readonly Vec[]) =>
      Math.hypot(...v.map((x, k) => x - parts[0][k] - parts[1][k])) / (K * LEFT.volume);
    yield ["force", off(force, [both[0].pushes, both[1].pushes])];
    yield ["torque", off(torque, [both[0].turns, both[1].turns])];
    const peg = { type: "box", halfExtents: [0.0501, 0.0501, 0.05] } satisfies ShapeSpec;
    const lateral = (x: number) => wrench(context, holeShape(), peg, { position: [x, 0, 0.1] }).force;
    const middle = lateral(0);
    const [moved] = lateral(2e-5);
    yield ["centred", Math.hypot(middle[0], middle[1]) / Math.abs(moved)];
    yield ["moved", moved];
  },
});

/** T-15: far from the origin. */
export const vilelaT15 = defineExperiment({
  id: "vilela.t-15",
  title: "A thin layer 2 km from the origin",
  reference: "[Vilela2018], M14: M12 with both bodies moved by (1000, 2000, −500) m.",
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

/**
 * Largest changes in a step of a cube that slides over an edge of another: of the volume beyond S Δx, of the centroid
 * where there is more than 1e-3 m³; and the share of steps in which they touch.
 */
function slide({ collision }: Context, steps: number) {
  const cube = collision.createVolumeMesh(CUBE);
  const cache = collision.createVolumeCache();
  const out = collision.createOverlap();
  const to = pose(TURNED, [0, 0, 0.9]);
  const dx = WAY / steps;
  const largest = { volume: -1, center: 0, touching: 0 };
  let last = { volume: 0, area: 0, center: [0, 0, 0] };
  for (let s = 0; s <= steps; s++) {
    to[9] = -0.5 * WAY + s * dx;
    collision.intersectVolumes(cube, cube, to, cache, out);
    const [r] = Array.from({ length: out.count }, (_, k) => collision.overlapRegion(out, k));
    const now = { volume: r?.volume ?? 0, area: Math.abs(r?.area[0] ?? 0), center: r?.center ?? [0, 0, 0] };
    if (s > 0) {
      // the projected area changes by less than 4 m (the outline) times Δx within a step
      const most = (Math.max(last.area, now.area) + 4 * dx) * dx;
      largest.volume = Math.max(largest.volume, Math.abs(now.volume - last.volume) - most);
    }
    if (now.volume > 1e-3 && last.volume > 1e-3) {
      const jump = Math.hypot(...now.center.map((x, k) => x - last.center[k]));
      largest.center = Math.max(largest.center, jump);
    }
    if (r !== undefined) largest.touching += 1 / steps;
    last = now;
  }
  return largest;
}

/**
 * The same cubes as bodies: largest change of the force in a step, N, and largest deviation of its size from K V, V
 * found apart from it.
 */
function slideBodies(context: Context, steps: number) {
  const cube = { type: "box", halfExtents: [0.5, 0.5, 0.5] } satisfies ShapeSpec;
  const size = Math.hypot(...TURNED);
  const [w, ...axis] = TURNED.map((x) => x / size);
  const timestep = 1e-3;
  // so heavy that nothing stops it
  const body = {
    mass: 1e15,
    inertia: [1e15, 1e15, 1e15],
    position: [-0.5 * WAY, 0, 0.9],
    orientation: [...axis, w],
    velocity: [WAY / steps / timestep, 0, 0],
  };
  const names = ["x", "y", "z"].map((axis) => `contact/still:moving/endForce.${axis}`);
  const sensors = ["contact/still:moving/endForce"];
  const simulation = pressed(context, cube, cube, body, { timestep, sensors });
  const read = names.map((name) => sensorOf(simulation, name));
  let [jump, law] = [0, 0];
  let last = [0, 0, 0];
  runFor(simulation, steps * timestep, () => {
    const [x, y, z] = read.map((value) => value());
    jump = Math.max(jump, Math.hypot(x - last[0], y - last[1], z - last[2]));
    const [px, py, pz] = bodyPosition(simulation.model, simulation.data, "moving");
    const volume = total(regions(context, CUBE, CUBE, pose(TURNED, [px, py, pz])));
    law = Math.max(law, Math.abs(Math.hypot(x, y, z) - K * volume));
    last = [x, y, z];
  });
  return { jump, law };
}

const WAY = 2.4;
const TURNED = [1, 0.1, 0.2, 0.3];
const HALVES = "what is continuous changes half as much in half a step; what jumps, by the same: 1";

/** T-19: nothing jumps. */
export const vilelaT19 = defineExperiment({
  id: "vilela.t-19",
  title: "A cube slides over the edge of another",
  reference: "[Vilela2018], row T-19: |ΔV| ≤ S|Δx| + 1e-12 in 1e4 steps (2000 unless --full), no jump in F, p_c.",
  rows: {
    volume: atMost("largest |ΔV| − S|Δx|", "m³", 1e-12, "acceptance limit of row T-19"),
    center: near(
      "largest change of the centroid in a step over that in half a step, where there is more than 1e-3 m³",
      "1",
      2,
      0.1,
      HALVES,
    ),
    steps: near("steps in which they touch", "1", 1, 0, "a share: both in touch and not"),
    force: near("largest change of the force in a step over that in half a step", "1", 2, 0.1, HALVES),
    law: error(
      "largest deviation of the force from K V",
      "N",
      0.5 * K * (WAY / 2000) ** 2,
      "the sensor value is followed over the step by the first derivative: ½ K (dS/dx) Δx², dS/dx ≤ 1 m; the force is up to 8e4 N",
    ),
  },
  *measure(context) {
    const steps = context.full ? 10_000 : 2000;
    const whole = slide(context, steps);
    yield ["volume", whole.volume];
    yield ["center", whole.center / slide(context, 2 * steps).center];
    yield ["steps", whole.touching > 0 && whole.touching < 1 ? 1 : 0];
    const bodies = slideBodies(context, steps);
    yield ["force", bodies.jump / slideBodies(context, 2 * steps).jump];
    yield ["law", bodies.law];
  },
});
