import type { BodySpec, JointSpec, Simulation, Spec } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";

const H = 1 / 60;
type Point = readonly [number, number, number];
const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];

/** A bar in the plane y = 0 from a to b. */
function bar(name: string, a: Point, b: Point, mass: number, half: readonly [number, number] = [0.03, 0.03]) {
  const length = Math.hypot(b[0] - a[0], b[2] - a[2]);
  return {
    name,
    mass,
    position: [...middle(a, b)],
    orientation: { axis: [0, 1, 0], angle: -Math.atan2(b[2] - a[2], b[0] - a[0]) },
    shapes: [{ type: "box", halfExtents: [length / 2, ...half] }],
  } satisfies BodySpec;
}

/** The widest joint at the moment: distance of its points on A and on B, m. */
export function widest({ model, data }: Simulation): number {
  const { joints } = model;
  let worst = 0;
  for (let i = 0; i < joints.count; i++) {
    const point = (body: number, points: Float64Array) => {
      const [x, y, z, w] = data.bodyQuat.subarray(4 * body, 4 * body + 4);
      const [px, py, pz] = points.subarray(3 * i, 3 * i + 3);
      const [tx, ty, tz] = [2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)];
      return [
        data.bodyPos[3 * body] + px + w * tx + y * tz - z * ty,
        data.bodyPos[3 * body + 1] + py + w * ty + z * tx - x * tz,
        data.bodyPos[3 * body + 2] + pz + w * tz + x * ty - y * tx,
      ];
    };
    const a = point(joints.bodyA[i], joints.pointA);
    const b = point(joints.bodyB[i], joints.pointB);
    worst = Math.max(worst, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
  }
  return worst;
}

export function gapOver(context: Context, spec: Spec, seconds: number): number {
  const simulation = context.simulate(spec);
  let worst = 0;
  runFor(simulation, seconds, () => {
    worst = Math.max(worst, widest(simulation));
  });
  return worst;
}

export const doublePendulumSpec: Spec = {
  timestep: H,
  contact: "none",
  formulation: { type: "impulse", preset: "precise" },
  bodies: [
    { name: "upper", mass: 1, position: [0.5, 0, 0], shapes: [{ type: "box", halfExtents: [0.5, 0.05, 0.05] }] },
    { name: "lower", mass: 1, position: [1, 0.5, 0], shapes: [{ type: "box", halfExtents: [0.05, 0.5, 0.05] }] },
  ],
  joints: [
    { type: "ball", name: "shoulder", bodyB: "upper", at: [0, 0, 0] },
    { type: "ball", name: "elbow", bodyA: "upper", bodyB: "lower", at: [1, 0, 0] },
  ],
  sensors: ["system/all/energy"],
};

export const doublePendulum = defineExperiment({
  id: "own.double-pendulum",
  title: "Double pendulum on ball joints: energy over 10 s",
  reference: "Conservation of energy; scale 2 m g · 1 m. At 1/60 s, preset precise.",
  rows: {
    energy: atMost("largest change of energy, part of 2 m g · 1 m", "1", 0.01, "goal at 1/60 s: 1 %"),
    gap: atMost("widest joint", "m", 1e-6, "held at position level in every sub-step"),
  },
  *measure(context) {
    const simulation = context.simulate(doublePendulumSpec);
    const energy = sensorOf(simulation, "system/all/energy");
    let worst = 0;
    let gap = 0;
    // it starts at rest at the height of the origin: energy 0
    runFor(simulation, 10, () => {
      worst = Math.max(worst, Math.abs(energy()) / (2 * 9.81));
      gap = Math.max(gap, widest(simulation));
    });
    yield ["energy", worst];
    yield ["gap", gap];
  },
});

/** Crank 0.4 m, coupler 1 m, rocker 0.8 m on bearings 1.2 m apart, released. */
export function fourBarSpec(): Spec {
  const a: Point = [0, 0, 0];
  const d: Point = [1.2, 0, 0];
  const b: Point = [0.4 * Math.cos(Math.PI / 3), 0, 0.4 * Math.sin(Math.PI / 3)];
  const base = Math.hypot(d[0] - b[0], d[2] - b[2]);
  const along = (1 - 0.64 + base ** 2) / (2 * base);
  const height = Math.sqrt(1 - along ** 2);
  const [ux, uz] = [(d[0] - b[0]) / base, (d[2] - b[2]) / base];
  const c: Point = [b[0] + along * ux - height * uz, 0, b[2] + along * uz + height * ux];
  const hinge = (name: string, bodyA: string, bodyB: string, at: Point) =>
    ({
      type: "hinge",
      name,
      bodyA,
      bodyB,
      at: [...at],
      axis: [0, 1, 0],
    }) satisfies JointSpec;
  return {
    timestep: H,
    contact: "none",
    formulation: { type: "impulse", preset: "precise" },
    bodies: [bar("crank", a, b, 0.8), bar("coupler", b, c, 2), bar("rocker", c, d, 1.6)],
    joints: [
      hinge("a", "world", "crank", a),
      hinge("b", "crank", "coupler", b),
      hinge("c", "coupler", "rocker", c),
      hinge("d", "world", "rocker", d),
    ],
  };
}

export const fourBar = defineExperiment({
  id: "own.four-bar",
  title: "Four-bar linkage of hinges: widest joint in 10 s",
  reference:
    "Joints stay closed. A closed loop in space, with three rows more than it needs. At 1/60 s, preset precise.",
  rows: { "": atMost("widest joint", "m", 1e-4, "goal at 1/60 s: 0.1 mm") },
  *measure(context) {
    yield ["", gapOver(context, fourBarSpec(), 10)];
  },
});

const LINKS = 100;

/** A chain of 100 links of 1 m and 1 kg on hinges, hung in an arc between two points 90 m apart. */
export function bridgeSpec(): Spec {
  const radius = (half: number) => 0.5 / Math.sin(half / LINKS);
  let [low, high] = [1e-3, 3];
  for (let k = 0; k < 100; k++) {
    const half = (low + high) / 2;
    if (2 * radius(half) * Math.sin(half) > 90) low = half;
    else high = half;
  }
  const place = (k: number): Point => {
    const angle = low * ((2 * k) / LINKS - 1);
    return [radius(low) * Math.sin(angle), 0, radius(low) * (Math.cos(low) - Math.cos(angle))];
  };
  return {
    timestep: H,
    contact: "none",
    formulation: { type: "impulse", preset: "fast" },
    bodies: Array.from({ length: LINKS }, (_, k) => bar(`link-${k}`, place(k), place(k + 1), 1, [0.5, 0.1])),
    joints: Array.from({ length: LINKS + 1 }, (_, k) => ({
      type: "hinge",
      name: `hinge-${k}`,
      bodyA: k === 0 ? "world" : `link-${k - 1}`,
      bodyB: k === LINKS ? "world" : `link-${k}`,
      at: [...place(k)],
      axis: [0, 1, 0],
    })),
  };
}

export const hangingBridge = defineExperiment({
  id: "own.bridge-100",
  title: "Bridge of 100 hinges: widest joint",
  reference: "Joints stay closed, however many hang on each other. At 1/60 s, preset fast, joints solved directly.",
  rows: { "": atMost("widest joint in 5 s (1 s in the quick set)", "m", 1e-4, "goal at 1/60 s: 0.1 mm") },
  *measure(context) {
    yield ["", gapOver(context, bridgeSpec(), context.full ? 5 : 1)];
  },
});

export const flips = defineExperiment({
  id: "own.dzhanibekov",
  title: "Flipping body at 1/60 s",
  reference:
    "A box of 1 × 0.6 × 0.2 m spinning about its middle axis flips at 1.544, 4.220, 6.896 and 9.573 s (elliptic functions). At 1/60 s, preset fast.",
  rows: {
    flips: near("number of flips in 10 s", "1", 4, 0, "a count"),
    last: near("time of the fourth flip", "s", 9.573, 0.1, "one part in a hundred of the time"),
    momentum: error("largest relative change of the angular momentum", "1", 1e-3, "goal at 1/60 s: 0.1 %"),
    energy: error("largest relative change of the energy", "1", 1e-3, "goal at 1/60 s: 0.1 %, as for the momentum"),
  },
  *measure(context) {
    const simulation = context.simulate({
      timestep: H,
      gravity: [0, 0, 0],
      contact: "none",
      formulation: { type: "impulse", preset: "fast" },
      bodies: [
        {
          name: "body",
          mass: 1,
          angularVelocity: [0.05, 8, 0.05],
          shapes: [{ type: "box", halfExtents: [0.5, 0.3, 0.1] }],
        },
      ],
      sensors: ["body/body/spin.y", "body/body/kineticEnergy", "body/body/angularMomentum"],
    });
    const spin = sensorOf(simulation, "body/body/spin.y");
    const energy = sensorOf(simulation, "body/body/kineticEnergy");
    const parts = ["x", "y", "z"].map((axis) => sensorOf(simulation, `body/body/angularMomentum.${axis}`));
    // I = m/12 (b² + c², …) of the box with sides 1, 0.6, 0.2
    const inertia = [0.4 / 12, 1.04 / 12, 1.36 / 12];
    const momentum0 = [0.05, 8, 0.05].map((w, k) => inertia[k] * w);
    const energy0 = 0.5 * momentum0.reduce((sum, l, k) => sum + (l * l) / inertia[k], 0);
    const times: number[] = [];
    let [momentumError, energyError, before, time] = [0, 0, 8, 0];
    runFor(simulation, 10, () => {
      time += H;
      if (spin() * before < 0) times.push(time - (H * spin()) / (spin() - before));
      before = spin();
      const off = Math.hypot(...parts.map((part, k) => part() - momentum0[k])) / Math.hypot(...momentum0);
      momentumError = Math.max(momentumError, off);
      energyError = Math.max(energyError, Math.abs(energy() / energy0 - 1));
    });
    yield ["flips", times.length];
    yield ["last", times[times.length - 1] ?? 0];
    yield ["momentum", momentumError];
    yield ["energy", energyError];
  },
});
