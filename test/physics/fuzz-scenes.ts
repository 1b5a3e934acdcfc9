/** Random scenes that no one would build: overlapping, degenerate, far away, fast, with joints of every kind. Seeded. */
import type { UntypedBodySpec, UntypedSpec } from "stiction";

/** Numbers in [0, 1) from a seed (mulberry32). */
export function numbers(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface FuzzScene {
  readonly spec: UntypedSpec;
  readonly label: string;
  /** Largest work that its drives can do per second, W; ∞ where kinematic bodies can squeeze others, whose energy has no bound then. */
  readonly power: number;
}

export interface FuzzOptions {
  /** Only what depends smoothly on its start: near the origin, masses and sizes of one order, slow, no overlap, no impacts that bounce. */
  readonly tame?: boolean;
}

type Vector = number[];

const rectangle = (x: number, y: number) => ({
  type: "polygon",
  vertices: [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ],
});

/** Scene number `seed`. */
export function fuzzScene(seed: number, options: FuzzOptions = {}): FuzzScene {
  const random = numbers(seed * 7919 + 17);
  const between = (low: number, high: number) => low + (high - low) * random();
  const decades = (low: number, high: number) => 10 ** between(low, high);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const chance = (p: number) => random() < p;
  const tame = options.tame === true;

  const planar = chance(0.3);
  const preset = pick(["fast", "fast", "fast", "fast", "fast", "thesis", "thesis", "precise"]);
  const kind = tame ? "tame" : pick(["overlapping", "degenerate", "far", "fast", "jointed", "mixed"]);
  const is = (...kinds: string[]) => kinds.includes(kind) || (kind === "mixed" && chance(0.4));
  const far = is("far") ? pick([1e4, 1e5, 1e6]) : 0;
  const centre = [far, -far / 2, far / 4].slice(0, planar ? 2 : 3);
  const spread = is("overlapping") ? 0.4 : 1.6;
  const n = 2 + Math.floor(random() * 6);

  const size = () => {
    if (!is("degenerate")) return between(0.2, 0.5);
    return pick([decades(-3, -1), decades(-1, 1), decades(1, 2)]);
  };
  const shape = () => {
    const a = size();
    const thin = is("degenerate") && chance(0.5) ? 1e-3 : 1;
    if (planar) {
      return chance(0.5) ? { type: "circle", radius: a } : rectangle(a, a * thin * between(0.5, 1));
    }
    const r = pick(["sphere", "box", "capsule", "cylinder", "convex-hull"]);
    if (r === "sphere") return { type: r, radius: a };
    if (r === "box") return { type: r, halfExtents: [a, a * between(0.5, 1), a * thin] };
    if (r === "capsule") return { type: r, radius: 0.5 * a * thin, halfLength: 0.5 * a };
    if (r === "cylinder") return { type: r, radius: a, halfLength: a * thin };
    const vertices = Array.from({ length: 4 + Math.floor(random() * 8) }, () => [
      between(-a, a),
      between(-a, a),
      between(-a * thin, a * thin),
    ]);
    return { type: "convex-hull", vertices };
  };
  const fast = is("fast");
  const heavy = !tame && chance(0.3);
  const velocity = (): Vector =>
    centre.map(() => (fast && chance(0.4) ? between(-1, 1) * decades(1, 3) : between(-2, 2) * (tame ? 0.1 : 1)));
  const jointed = !tame && (is("jointed") || chance(0.15));
  // no kinematic bodies with joints: two of them may tear a joint apart, and no solver has an answer to that
  const bodies = Array.from({ length: n }, (_, k) => {
    // tame bodies stand apart, one above the other, in columns
    const place = tame
      ? [
          1.2 * (k % 3),
          ...(planar ? [] : [1.2 * (Math.floor(k / 3) % 2)]),
          0.7 + 1.2 * Math.floor(k / (planar ? 3 : 6)),
        ]
      : centre.map((_, c) => between(-spread, spread) + (c === centre.length - 1 ? spread : 0));
    return {
      name: `b${k}`,
      type: !tame && !jointed && chance(0.08) ? ("kinematic" as const) : ("dynamic" as const),
      position: place.map((x, c) => x + centre[c]),
      orientation: planar
        ? { axis: [0, 0, 1], angle: between(-3, 3) }
        : { euler: [between(-3, 3), between(-3, 3), between(-3, 3)] },
      velocity: velocity(),
      material: pick(["one", "two"]),
      mass: heavy ? decades(-3, 3) : between(0.5, 5),
      shapes: Array.from({ length: chance(0.15) ? 2 : 1 }, () => shape()),
    };
  });
  const floor: UntypedBodySpec = {
    name: "floor",
    type: "static",
    material: "one",
    position: centre,
    shapes: [planar ? { ...rectangle(200, 1), position: [0, -1] } : { type: "plane" }],
  };
  const material = () => ({
    friction: pick([0, 0.3, 1, 2]),
    restitution: tame ? 0 : pick([0, 0, 0.5, 1]),
    rollingFriction: pick([0, 0, 0.01]),
    spinningFriction: pick([0, 0, 0.01]),
  });
  let power = 0;
  const joints = jointed
    ? Array.from({ length: 1 + Math.floor(random() * n) }, (_, i) => {
        const a = Math.floor(random() * n);
        const b = (a + 1 + Math.floor(random() * (n - 1))) % n;
        const type = pick(planar ? PLANAR_JOINTS : JOINTS);
        const toWorld = type === "drag" || chance(0.2);
        const own = OWN[type]?.(planar, bodies[a].position, bodies[b].position) ?? {};
        const driven = DRIVEN.includes(type) && chance(0.4);
        if (driven) power += 20 * 2;
        if (type === "hydraulic") power += 100 * 1;
        return {
          type,
          name: `j${i}`,
          ...(toWorld ? {} : { bodyA: `b${a}` }),
          bodyB: `b${b}`,
          at: bodies[a].position.map((x, c) => 0.5 * (x + bodies[b].position[c])),
          ...(type === "drag" || NO_AXIS.includes(type)
            ? {}
            : { axis: planar ? (INSIDE.includes(type) ? [1, 0.5] : [0, 0, 1]) : [1, 0.5, -0.3] }),
          ...own,
          ...(driven ? { drive: { mode: "speed", target: between(-2, 2), maxEffort: 20 } } : {}),
          collide: chance(0.3),
        };
      })
    : [];
  const spec = {
    ...(planar ? { plane: "xy" as const } : {}),
    timestep: 1 / 60,
    formulation: { type: "impulse", preset, sleep: !tame && chance(0.2) },
    materials: { one: material(), two: material() },
    bodies: chance(0.7) || tame ? [floor, ...bodies] : bodies,
    joints,
  };
  // a body between a kinematic one and what does not give way is a wedge that is driven out: no speed is too high for it
  const leads = bodies.filter((b) => b.type === "kinematic").length;
  if (leads > 1 || (leads === 1 && spec.bodies.length > bodies.length)) power = Number.POSITIVE_INFINITY;
  const label = `seed ${seed}: ${kind}, ${planar ? "planar" : "spatial"}, ${preset}, ${n} bodies${jointed ? `, joints ${joints.map((j) => j.type).join(" ")}` : ""}`;
  return { spec, label, power };
}

const JOINTS = [
  "ball",
  "hinge",
  "slider",
  "fixed",
  "cylindrical",
  "universal",
  "planar",
  "distance",
  "screw",
  "gear",
  "rack-and-pinion",
  "pulley",
  "wheel",
  "point-on-line",
  "point-on-plane",
  "weld",
  "spring",
  "angular-spring",
  "angular-driver",
  "bushing",
  "hydraulic",
  "drag",
];
const PLANAR_JOINTS = [
  "hinge",
  "slider",
  "fixed",
  "distance",
  "gear",
  "wheel",
  "point-on-line",
  "weld",
  "spring",
  "hydraulic",
  "drag",
];
const DRIVEN = ["hinge", "slider", "cylindrical", "screw"];
const INSIDE = ["slider", "point-on-line"];
const NO_AXIS = ["ball", "fixed", "distance", "pulley", "weld", "spring", "bushing", "hydraulic"];

/** What a kind needs beside its bodies and its place. Springs start at rest, so that they have no energy to give. */
const OWN: Record<string, (planar: boolean, a: Vector, b: Vector) => Record<string, unknown>> = {
  ball: () => ({}),
  distance: (_p, _a, b) => ({ to: b }),
  spring: (_p, _a, b) => ({ to: b, stiffness: 200, damping: 2 }),
  "angular-spring": () => ({ stiffness: 20, damping: 0.5 }),
  hydraulic: (_p, _a, b) => ({ to: b, command: 1, force: 100, speed: 1 }),
  pulley: (_p, a, b) => ({
    to: b,
    groundA: a.map((x, c) => x + (c === a.length - 1 ? 3 : 0)),
    groundB: b.map((x, c) => x + (c === b.length - 1 ? 3 : 0)),
  }),
  screw: () => ({ pitch: 0.2 }),
  gear: () => ({ ratio: -2 }),
  "rack-and-pinion": (planar) => ({ radius: 0.3, travel: planar ? [1, 0] : [0, 1, 1] }),
  wheel: (planar) => ({ travel: planar ? [0, 1] : [0, 1, 1], stiffness: 200, damping: 5 }),
  weld: () => ({ stiffness: 500, angularStiffness: 50 }),
  bushing: () => ({
    stiffness: [300, 300, 300],
    angularStiffness: [20, 20, 20],
    damping: [2, 2, 2],
    angularDamping: [1, 1, 1],
  }),
};
