import { type BodySpec, bodyPosition, bodyVelocity, type ShapeSpec, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";

const H = 1 / 60;
const G = 9.81;

export const bounces = defineExperiment({
  id: "own.bounce",
  title: "Ball with restitution 1 from 1 m: energy of its flights",
  reference:
    "Energy of a flight from three positions around its top, g z + ½ ((z₊ − z₋)/2h)², exact on a parabola; a flight takes 0.903 s. At 1/60 s, preset precise.",
  rows: {
    "": error("mean relative change of energy per bounce, 20 bounces", "1", 1e-5, "goal: 1e-5 per bounce"),
    worst: error("largest relative change of energy in 20 bounces", "1", 2e-4, "20 bounces at 1e-5"),
  },
  *measure(context) {
    const simulation = context.simulate({
      timestep: H,
      formulation: { type: "impulse", preset: "precise" },
      materials: { steel: { restitution: 1, friction: 0 } },
      bodies: [
        { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
        { name: "ball", mass: 1, material: "steel", position: [0, 0, 1.1], shapes: [{ type: "sphere", radius: 0.1 }] },
      ],
    });
    const { model, data } = simulation;
    const heights = [1];
    const energies: number[] = [G];
    runFor(simulation, 19.5, () => {
      heights.push(bodyPosition(model, data, "ball")[2] - 0.1);
      const n = heights.length;
      if (n < 3) return;
      const [a, b, c] = heights.slice(n - 3);
      if (b >= a && b > c) energies.push(G * b + 0.5 * ((c - a) / (2 * H)) ** 2);
    });
    const last = energies[20] ?? 0;
    yield ["", (last / energies[0] - 1) / 20];
    yield ["worst", energies.slice(0, 21).reduce((most, e) => Math.max(most, Math.abs(e / energies[0] - 1)), 0)];
  },
});

/** Unit boxes of the given masses on each other. */
const stack = (masses: readonly number[], preset: "fast" | "precise" | "thesis"): Spec => ({
  timestep: H,
  formulation: { type: "impulse", preset },
  materials: { wood: { friction: 0.5 } },
  bodies: [
    { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
    ...masses.map(
      (mass, k) =>
        ({
          name: `box-${k}`,
          mass,
          material: "wood",
          position: [0, 0, 0.5 + k],
          shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
        }) satisfies BodySpec,
    ),
  ],
});

/**
 * How far the boxes sank into each other or moved sideways in 10 s, the worst at the end, m; and the fastest at the
 * end.
 */
function sinking(context: Context, masses: readonly number[]) {
  const simulation = context.simulate(stack(masses, "fast"));
  const { model, data } = simulation;
  runFor(simulation, 10);
  let [depth, off, speed, below] = [0, 0, 0, -0.5];
  masses.forEach((_, k) => {
    const [x, y, z] = bodyPosition(model, data, `box-${k}`);
    depth = Math.max(depth, 1 - (z - below));
    off = Math.max(off, Math.hypot(x, y));
    speed = Math.max(speed, Math.hypot(...bodyVelocity(model, data, `box-${k}`)));
    below = z;
  });
  return { depth, off, speed };
}

export const heavyStack = defineExperiment({
  id: "own.stack-1000",
  title: "1,000 kg on 1 kg, and on four of 1 kg",
  reference: "The stack stands. At 1/60 s, preset fast, which solves the island directly because of its mass ratio.",
  rows: {
    depth: atMost("penetration after 10 s, 1,000 kg on 1 kg", "m", 1e-3, "goal: 1 mm at a mass ratio of 1,000"),
    "depth-5": atMost(
      "penetration after 10 s, 1,000 kg on four of 1 kg",
      "m",
      1e-3,
      "goal: 1 mm at a mass ratio of 1,000",
    ),
    off: atMost("sideways displacement after 10 s, either", "m", 1e-3, "stands: as for the penetration"),
    speed: atMost("speed after 10 s, either", "m/s", 1e-6, "at rest"),
  },
  *measure(context) {
    const two = sinking(context, [1, 1000]);
    const five = sinking(context, [1, 1, 1, 1, 1000]);
    yield ["depth", two.depth];
    yield ["depth-5", five.depth];
    yield ["off", Math.max(two.off, five.off)];
    yield ["speed", Math.max(two.speed, five.speed)];
  },
});

const PEG = { half: 0.025, halfHeight: 0.1 } as const;
const HOLE = { half: PEG.half + 1e-4, depth: 0.15 } as const;

/** Four walls and a floor as boxes. */
const boxHole = () => {
  const wall = 0.05;
  const { half, depth } = HOLE;
  return [-1, 1]
    .flatMap((side) => [
      { halfExtents: [wall, half + 2 * wall, depth / 2], position: [side * (half + wall), 0, -depth / 2] },
      { halfExtents: [half, wall, depth / 2], position: [0, side * (half + wall), -depth / 2] },
    ])
    .concat([{ halfExtents: [0.3, 0.3, 0.05], position: [0, 0, -depth - 0.05] }])
    .map((box) => ({ type: "box", ...box }) satisfies ShapeSpec);
};

/** The same as a mesh that faces the peg. */
const meshHole = (): ShapeSpec[] => {
  const vertices: number[][] = [];
  const faces: number[][] = [];
  const ring = (r: number, z: number) => {
    vertices.push([-r, -r, z], [r, -r, z], [r, r, z], [-r, r, z]);
    return vertices.length - 4;
  };
  const quad = (a: number, b: number, c: number, d: number) => faces.push([a, b, c], [a, c, d]);
  const [outer, rim, bottom] = [ring(0.2, 0), ring(HOLE.half, 0), ring(HOLE.half, -HOLE.depth)];
  for (let k = 0; k < 4; k++) {
    const next = (k + 1) % 4;
    quad(outer + k, outer + next, rim + next, rim + k);
    quad(rim + k, rim + next, bottom + next, bottom + k);
  }
  quad(bottom, bottom + 1, bottom + 2, bottom + 3);
  return [{ type: "mesh", vertices, faces }];
};

/** Deepest corner in a wall after 2 s, and speed and height over the floor at 4 s. */
function peg(context: Context, shapes: readonly ShapeSpec[]) {
  const simulation = context.simulate({
    timestep: H,
    gravity: [0.6, 0.4, -9.78],
    formulation: { type: "impulse", preset: "precise" },
    materials: { steel: { friction: 0.2 } },
    bodies: [
      { name: "hole", type: "static", material: "steel", shapes },
      {
        name: "peg",
        mass: 1,
        material: "steel",
        shapes: [{ type: "box", halfExtents: [PEG.half, PEG.half, PEG.halfHeight] }],
      },
    ],
  });
  const { model, data } = simulation;
  let depth = 0;
  let lowest = 0;
  runFor(simulation, 2);
  runFor(simulation, 2, () => {
    const [px, py, pz] = bodyPosition(model, data, "peg");
    const [x, y, z, w] = data.bodyQuat.subarray(8, 12);
    lowest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 8; k++) {
      const c = [k & 1 ? PEG.half : -PEG.half, k & 2 ? PEG.half : -PEG.half, k & 4 ? PEG.halfHeight : -PEG.halfHeight];
      const t = [2 * (y * c[2] - z * c[1]), 2 * (z * c[0] - x * c[2]), 2 * (x * c[1] - y * c[0])];
      const cx = px + c[0] + w * t[0] + y * t[2] - z * t[1];
      const cy = py + c[1] + w * t[1] + z * t[0] - x * t[2];
      const cz = pz + c[2] + w * t[2] + x * t[1] - y * t[0];
      lowest = Math.min(lowest, cz);
      if (cz < 0) depth = Math.max(depth, Math.abs(cx) - HOLE.half, Math.abs(cy) - HOLE.half);
    }
  });
  return { depth, speed: Math.hypot(...bodyVelocity(model, data, "peg")), above: Math.abs(lowest + HOLE.depth) };
}

export const pegInHole = defineExperiment({
  id: "own.peg",
  title: "Square peg of 50 mm with 0.1 mm of play",
  reference:
    "Gravity is tilted, so that the peg leans on two walls; it slides to the floor and rests. At 1/60 s, preset precise.",
  rows: {
    boxes: atMost("wall penetration after 2 s, hole of boxes", "m", 1e-5, "goal: 0.01 mm, a tenth of the clearance"),
    mesh: atMost("wall penetration after 2 s, hole of triangles", "m", 1e-5, "goal: 0.01 mm, a tenth of the clearance"),
    speed: atMost("speed after 4 s, either", "m/s", 1e-4, "at rest"),
    floor: atMost("distance from the floor after 4 s, either", "m", 1e-4, "on the floor: the play"),
  },
  *measure(context) {
    const boxes = peg(context, boxHole());
    const mesh = peg(context, meshHole());
    yield ["boxes", boxes.depth];
    yield ["mesh", mesh.depth];
    yield ["speed", Math.max(boxes.speed, mesh.speed)];
    yield ["floor", Math.max(boxes.above, mesh.above)];
  },
});

/** A level row of 20 boxes, or a level mesh of 2 n² triangles, 20 m long. */
const levelBoxes = () =>
  Array.from(
    { length: 20 },
    (_, k) => ({ type: "box", halfExtents: [0.5, 1, 0.5], position: [k - 2, 0, -0.5] }) satisfies ShapeSpec,
  );
const levelMesh = (n: number): ShapeSpec[] => {
  const vertices: number[][] = [];
  const faces: number[][] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) vertices.push([(20 * i) / n - 2.5, (4 * j) / n - 2, 0]);
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      faces.push([a, a + n + 1, a + n + 2], [a, a + n + 2, a + 1]);
    }
  }
  return [{ type: "mesh", vertices, faces }];
};

/** Largest loss of speed, and highest lift, of a box that slides over the floor for 4 s at 3 m/s without friction. */
function seams(context: Context, shapes: readonly ShapeSpec[]) {
  const simulation = context.simulate({
    timestep: H,
    formulation: { type: "impulse", preset: "precise" },
    materials: { ice: { friction: 0 } },
    bodies: [
      { name: "floor", type: "static", material: "ice", shapes },
      {
        name: "box",
        mass: 1,
        material: "ice",
        position: [0, 0.13, 0.25],
        velocity: [3, 0, 0],
        shapes: [{ type: "box", halfExtents: [0.25, 0.25, 0.25] }],
      },
    ],
  });
  const { model, data } = simulation;
  let [loss, lift] = [0, 0];
  runFor(simulation, 4, () => {
    loss = Math.max(loss, Math.abs(bodyVelocity(model, data, "box")[0] - 3));
    lift = Math.max(lift, bodyPosition(model, data, "box")[2] - 0.25);
  });
  return { loss, lift, way: bodyPosition(model, data, "box")[0] };
}

export const levelSeams = defineExperiment({
  id: "own.seams",
  title: "Box at 3 m/s over level seams, without friction",
  reference: "A level floor does not notice how it is divided. At 1/60 s, preset precise.",
  rows: {
    boxes: atMost("change of speed over level boxes", "m/s", 1e-3, "goal: 1 mm/s of 3 m/s"),
    "mesh-200": atMost("change of speed over 200 triangles", "m/s", 1e-3, "goal: 1 mm/s of 3 m/s"),
    "mesh-20000": atMost("change of speed over 20,000 triangles", "m/s", 1e-3, "goal: 1 mm/s of 3 m/s"),
    lift: atMost("highest lift, any of them", "m", 1e-4, "no upward kick: a tenth of a millimetre"),
    way: near("smallest distance in 4 s, any of them", "m", 12, 4e-3, "3 m/s, off by no more than 1e-3 m/s"),
  },
  *measure(context) {
    const boxes = seams(context, levelBoxes());
    const coarse = seams(context, levelMesh(10));
    const fine = seams(context, levelMesh(100));
    yield ["boxes", boxes.loss];
    yield ["mesh-200", coarse.loss];
    yield ["mesh-20000", fine.loss];
    yield ["lift", Math.max(boxes.lift, coarse.lift, fine.lift)];
    yield ["way", Math.min(boxes.way, coarse.way, fine.way)];
  },
});
