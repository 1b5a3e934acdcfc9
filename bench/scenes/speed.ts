/**
 * Speed: heaps, hulls and jointed bodies at 1/60 s. The first steps, in which bodies fall and settle, are not timed.
 * Figures of a heap check the work: its height, its lowest body, and the remaining motion.
 */
import { boxBody, staticBox } from "../bodies.js";
import { STANDARD_GRAVITY } from "../constants.js";
import { heapObserver } from "../figures.js";
import { hullBody } from "../hull-body.js";
import {
  type BenchBody,
  type BenchJoint,
  type BenchScene,
  type BenchTest,
  Refusal,
  sceneTest,
  type Vector,
} from "../scene.js";
import { add, randomNumbers, turn } from "../vectors.js";
import { bridgeTest } from "./bridge.js";

export function heap(
  name: string,
  bodies: readonly BenchBody[],
  settle: number,
  joints: readonly BenchJoint[] = [],
): BenchScene {
  return {
    name,
    gravity: STANDARD_GRAVITY,
    timestep: 1 / 60,
    steps: 300,
    settle,
    block: 1,
    observeEvery: Number.POSITIVE_INFINITY,
    contact: true,
    bodies,
    joints,
    observer: heapObserver,
  };
}

const ground = staticBox([200, 200, 1], [0, 0, -1]);

/** A ground and four walls 20 m high around a square of the given half width. */
function container(half: number): BenchBody[] {
  return [
    ground,
    staticBox([0.5, half + 1, 10], [half + 0.5, 0, 10]),
    staticBox([0.5, half + 1, 10], [-half - 0.5, 0, 10]),
    staticBox([half + 1, 0.5, 10], [0, half + 0.5, 10]),
    staticBox([half + 1, 0.5, 10], [0, -half - 0.5, 10]),
  ];
}

/** A wall of boxes, 20 in its lowest row and one fewer in each. */
function pyramid(): BenchScene {
  const rows = 20;
  const bodies = [ground];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows - i; j++) {
      bodies.push(boxBody([0.5, 0.5, 0.5], [(j - (rows - i - 1) / 2) * 1.02, 0, 0.5 + i]));
    }
  }
  return heap("pyramid", bodies, 60);
}

/** Positions of `count` bodies, ten layers of a square. */
function layers(count: number, spacing: number): { half: number; places: Vector[] } {
  const side = Math.ceil(Math.sqrt(count / 10));
  const perLayer = count / 10;
  const places = Array.from({ length: count }, (_, n): Vector => {
    const k = Math.floor(n / perLayer);
    const rest = n - k * perLayer;
    return [
      (Math.floor(rest / side) - (side - 1) / 2) * spacing,
      ((rest % side) - (side - 1) / 2) * spacing,
      0.6 + k * (spacing + 0.05),
    ];
  });
  return { half: 0.35 * side, places };
}

/** Slightly rotated boxes that settle in columns of ten. */
function pile(name: string, count: number): BenchScene {
  const random = randomNumbers();
  const { half, places } = layers(count, 0.65);
  const boxes = places.map((place) => {
    const position = add(place, [random() * 0.05, random() * 0.05, 0]);
    const orientation = turn([random() - 0.5, random() - 0.5, random() - 0.5], random() * 0.5);
    return boxBody([0.25, 0.25, 0.25], position, { orientation });
  });
  return heap(name, [...container(half), ...boxes], 120);
}

/** Randomly oriented boxes: a heap without order. */
function randomPile(): BenchScene {
  const random = randomNumbers();
  const boxes = layers(1000, 0.7).places.map((position) => {
    const orientation = turn([random() - 0.5, random() - 0.5, random() - 0.5], random() * 6);
    return boxBody([0.2, 0.2, 0.2], position, { orientation });
  });
  return heap("pile2", [...container(3.5), ...boxes], 180);
}

/** Hulls of 12 random points on a sphere of 0.3 m. */
function hulls(): BenchScene {
  const random = randomNumbers();
  const bodies = layers(1000, 0.65).places.map((position) => {
    const points = Array.from({ length: 12 }, (): Vector => {
      const z = 2 * random() - 1;
      const angle = 2 * Math.PI * random();
      const r = 0.3 * Math.sqrt(1 - z * z);
      return [r * Math.cos(angle), r * Math.sin(angle), 0.3 * z];
    });
    const orientation = turn([random() - 0.5, random() - 0.5, random() - 0.5], random() * 0.5);
    return hullBody(points, 1, { position, orientation });
  });
  return heap("hulls", [...container(3.5), ...bodies], 120);
}

/** 200 figures of 11 boxes on ball joints that collapse on the ground. */
function ragdolls(): BenchScene {
  const bodies = [ground];
  const joints: BenchJoint[] = [];
  for (let i = 0; i < 20; i++) {
    for (let j = 0; j < 10; j++) addRagdoll(bodies, joints, [(i - 10) * 1.2, (j - 5) * 1.2, 0.5]);
  }
  return heap("ragdolls", bodies, 120, joints);
}

function addRagdoll(bodies: BenchBody[], joints: BenchJoint[], origin: Vector): void {
  const part = (half: Vector, at: Vector, mass: number) => bodies.push(boxBody(half, add(origin, at), { mass })) - 1;
  const join = (a: number, b: number, at: Vector) => joints.push({ type: "ball", a, b, at: add(origin, at) });
  const pelvis = part([0.15, 0.09, 0.08], [0, 0, 1], 8);
  const torso = part([0.17, 0.1, 0.2], [0, 0, 1.32], 20);
  const head = part([0.09, 0.09, 0.1], [0, 0, 1.68], 4);
  join(pelvis, torso, [0, 0, 1.1]);
  join(torso, head, [0, 0, 1.55]);
  for (const side of [-1, 1]) {
    const upperArm = part([0.05, 0.05, 0.13], [side * 0.25, 0, 1.35], 2);
    const forearm = part([0.045, 0.045, 0.12], [side * 0.25, 0, 1.05], 1.5);
    join(torso, upperArm, [side * 0.25, 0, 1.5]);
    join(upperArm, forearm, [side * 0.25, 0, 1.2]);
    const thigh = part([0.065, 0.065, 0.18], [side * 0.09, 0, 0.7], 6);
    const shank = part([0.06, 0.06, 0.18], [side * 0.09, 0, 0.3], 4);
    join(pelvis, thigh, [side * 0.09, 0, 0.9]);
    join(thigh, shank, [side * 0.09, 0, 0.5]);
  }
}

/**
 * The same pile, ten layers high, on a larger square. `growth` is the time of 10,000 over that of 1,000, divided by
 * what n log n gives, 10 · log 10⁴ / log 10³ = 13.3: at most 1 where time grows no faster than n log n.
 */
const scaling: BenchTest = {
  name: "scaling",
  title: "Piles of 1,000, 3,000 and 10,000 boxes: ms per step, and growth over that of n log n",
  group: "speed",
  run(bench) {
    const time = (count: number) => {
      try {
        return bench.play({ ...pile(`pile of ${count}`, count), steps: 60 }).cpuMsMean;
      } catch (error) {
        if (error instanceof Refusal && count > 1000) return Number.NaN;
        throw error;
      }
    };
    const [small, middle, large] = [time(1000), time(3000), bench.quick ? Number.NaN : time(10_000)];
    const growth = large / small / ((10 * Math.log(10_000)) / Math.log(1000));
    return { ms1000: small, ms3000: middle, ms10000: large, growth };
  },
};

export const speedTests: readonly BenchTest[] = [
  sceneTest("speed", "Wall of 210 boxes, 20 rows", "pyramid", pyramid),
  sceneTest("speed", "1,000 boxes in columns", "pile", () => pile("pile", 1000)),
  sceneTest("speed", "1,000 boxes at random", "pile2", randomPile),
  sceneTest("speed", "1,000 hulls of 12 points", "hulls", hulls),
  bridgeTest,
  sceneTest("speed", "200 ragdolls of 11 bodies on ball joints", "ragdolls", ragdolls),
  scaling,
];
