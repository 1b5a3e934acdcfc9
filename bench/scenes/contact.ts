/** Contact at 1/60 s: bounces, heavy on light, seams of level surfaces, and a bullet at a thin plate. */
import { boxBody, scenery, solid, staticBox } from "../bodies.js";
import { G, STANDARD_GRAVITY } from "../constants.js";
import { worst } from "../figures.js";
import {
  type BenchBody,
  type BenchScene,
  type BenchTest,
  type Observer,
  STATE,
  sceneTest,
  type Vector,
} from "../scene.js";
import { randomNumbers } from "../vectors.js";

const STEP = 1 / 60;
const BOUNCES = 20;

/**
 * A sphere dropped from 1 m with restitution 1. A bounce takes 2 √(2h/g) = 0.903 s, so 20 s hold 22 of them.
 *
 * The energy of a flight is taken from three positions around its top alone: E = g z + ½ ((z₊ − z₋)/(2h))², per kg.
 * That is exact and constant on every parabola, where velocities that an engine reports belong to another instant than
 * its positions (half a step in semi-implicit Euler).
 */
const bounce: BenchScene = {
  name: "bounce",
  gravity: STANDARD_GRAVITY,
  timestep: STEP,
  steps: 1200,
  block: 1,
  observeEvery: 1,
  contact: true,
  bodies: [
    staticBox([5, 5, 1], [0, 0, -1], { restitution: 1, friction: 0 }),
    solid({ type: "sphere", radius: 0.1 }, 1, { position: [0, 0, 1.1], restitution: 1, friction: 0 }),
  ],
  joints: [],
  observer: () => {
    const state = new Float64Array(STATE.size);
    const heights: number[] = [];
    const energies: number[] = [];
    return {
      observe(_t, world) {
        world.read(1, state);
        heights.push(state[2] - 0.1);
        const [before, at, after] = heights.slice(-3);
        if (heights.length < 3) return;
        const top = heights.length === 3 || (at > before && at >= after);
        if (top) energies.push(G * at + 0.5 * ((after - before) / (2 * STEP)) ** 2);
      },
      figures() {
        const bounces = energies.length - 1;
        const last = Math.min(bounces, BOUNCES);
        const each = energies.slice(1, last + 1).map((e, k) => Math.abs(e / energies[k] - 1));
        return {
          bounces,
          "ΔE/E per bounce": (energies[last] / energies[0] - 1) / last,
          "worst |ΔE/E|": each.reduce(worst, 0),
        };
      },
    };
  },
};

/** Cubes of 1 m on the ground, from below. The stack has failed when its top is 0.4 m off or half a cube too low. */
export function stack(name: string, masses: readonly number[]): BenchScene {
  return {
    name,
    gravity: STANDARD_GRAVITY,
    timestep: STEP,
    steps: 600,
    block: 1,
    observeEvery: 1,
    contact: true,
    bodies: [
      staticBox([10, 10, 1], [0, 0, -1]),
      ...masses.map((mass, k) => boxBody([0.5, 0.5, 0.5], [0, 0, 0.5 + k], { mass })),
    ],
    joints: [],
    observer: () => stackObserver(masses.length),
  };
}

function stackObserver(count: number): Observer {
  const state = new Float64Array(STATE.size);
  let failed: number | undefined;
  let stood = 0;
  let depth = 0;
  let most = 0;
  return {
    observe(t, world) {
      if (failed !== undefined) return;
      let below = -0.5;
      depth = 0;
      for (let k = 1; k <= count; k++) {
        world.read(k, state);
        depth = worst(depth, 1 - (state[2] - below));
        below = state[2];
      }
      most = worst(most, depth);
      stood = t;
      if (!(Math.hypot(state[0], state[1]) <= 0.4 && state[2] >= count - 1)) failed = t;
    },
    figures: () => ({
      "stood s": failed ?? stood,
      "depth mm": failed === undefined ? 1000 * depth : Number.NaN,
      "worst depth mm": 1000 * most,
    }),
  };
}

/** A box that slides over a level surface of several pieces at 3 m/s without friction: it must not notice the seams. */
function seams(name: string, surface: readonly BenchBody[]): BenchScene {
  const index = surface.length;
  return {
    name,
    gravity: STANDARD_GRAVITY,
    timestep: STEP,
    steps: 400,
    block: 1,
    observeEvery: 1,
    contact: true,
    bodies: [...surface, boxBody([0.3, 0.3, 0.3], [0, 0, 0.3], { velocity: [3, 0, 0], friction: 0 })],
    joints: [],
    observer: () => {
      const state = new Float64Array(STATE.size);
      let speed = 0;
      let error = 0;
      let kick = 0;
      let spin = 0;
      let count = 0;
      return {
        observe(_t, world) {
          world.read(index, state);
          speed = state[STATE.velocity];
          error = worst(error, Math.abs(speed - 3));
          spin = worst(spin, Math.hypot(...state.subarray(STATE.angularVelocity, STATE.angularVelocity + 3)));
          // the contact of the start may settle
          if (++count > 5) kick = worst(kick, state[STATE.velocity + 2]);
        },
        figures: () => ({
          "end m/s": speed,
          "error m/s": error,
          "kick mm/s": 1000 * kick,
          "spin rad/s": spin,
        }),
      };
    },
  };
}

const row = Array.from({ length: 30 }, (_, k) => staticBox([0.5, 1, 0.5], [k, 0, -0.5], { friction: 0 }));

/** A level sheet of 30 m × 2 m, n × n rectangles of two triangles each. */
function sheet(n: number): BenchBody {
  const vertices: Vector[] = [];
  const triangles: Vector[] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) vertices.push([-1 + (30 * i) / n, -1 + (2 * j) / n, 0]);
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      const b = a + n + 1;
      triangles.push([a, b, b + 1], [a, b + 1, a + 1]);
    }
  }
  return scenery({ type: "mesh", vertices, triangles }, [0, 0, 0], { friction: 0 });
}

const BULLET = { radius: 0.005, speed: 1000, plate: 0.0005, batch: 25, spacing: 100 } as const;

/**
 * Balls of 1 cm at 1,000 m/s (16.7 m a step) at plates 1 mm thick, one each, from random directions at most 80° off the
 * plate's normal, starting 0.05 to 8 m away. There is no gravity, restitution or friction, so a ball that does not pass
 * stays above its plate's middle for good.
 */
function bullets(count: number, seed: number): BenchScene {
  const random = randomNumbers(seed);
  const { radius, speed, plate, spacing } = BULLET;
  const bodies: BenchBody[] = [];
  const side = Math.ceil(Math.sqrt(count));
  for (let k = 0; k < count; k++) {
    const x = ((k % side) - (side - 1) / 2) * spacing;
    const y = (Math.floor(k / side) - (side - 1) / 2) * spacing;
    // uniform over the cap of the sphere of directions
    const cos = 1 - random() * (1 - Math.cos((80 * Math.PI) / 180));
    const angle = 2 * Math.PI * random();
    const sin = Math.sqrt(1 - cos * cos);
    const up: Vector = [sin * Math.cos(angle), sin * Math.sin(angle), cos];
    const away = 0.05 + 7.95 * random();
    const at = [x + random() - 0.5, y + random() - 0.5, plate + radius];
    bodies.push(
      staticBox([10, 10, plate], [x, y, 0], { friction: 0 }),
      solid({ type: "sphere", radius }, 0.004, {
        position: [at[0] + away * up[0], at[1] + away * up[1], at[2] + away * up[2]],
        velocity: [-speed * up[0], -speed * up[1], -speed * up[2]],
        friction: 0,
        fast: true,
      }),
    );
  }
  return {
    name: `${count} bullets`,
    gravity: [0, 0, 0],
    timestep: STEP,
    steps: 4,
    settle: 0,
    block: 1,
    observeEvery: 1,
    contact: true,
    bodies,
    joints: [],
    observer: () => {
      const state = new Float64Array(STATE.size);
      const passed = new Set<number>();
      return {
        observe(_t, world) {
          for (let k = 0; k < count; k++) {
            world.read(2 * k + 1, state);
            if (!(state[2] >= 0)) passed.add(k);
          }
        },
        figures: () => ({ passed: passed.size }),
      };
    },
  };
}

const bullet: BenchTest = {
  name: "bullet",
  title: "Balls of 1 cm at 1,000 m/s at plates of 1 mm, 10,000 directions: how many pass",
  group: "contact",
  run(bench) {
    const count = bench.quick ? 200 : 10_000;
    let passed = 0;
    for (let k = 0; k < count / BULLET.batch; k++) passed += bench.play(bullets(BULLET.batch, 1 + k)).figures.passed;
    return { directions: count, passed };
  },
};

export const contactTests: readonly BenchTest[] = [
  sceneTest(
    "contact",
    "Ball with restitution 1 from 1 m: change of flight energy, 20 bounces",
    bounce.name,
    () => bounce,
  ),
  sceneTest("contact", "1,000 kg on 1 kg, 10 s", "stack-1000", () => stack("stack-1000", [1, 1000])),
  sceneTest("contact", "1,000 kg on four of 1 kg, 10 s", "stack-5", () => stack("stack-5", [1, 1, 1, 1, 1000])),
  sceneTest("contact", "Box at 3 m/s over level boxes, no friction", "seams", () => seams("seams", row)),
  sceneTest("contact", "Box at 3 m/s over a level mesh of 200 triangles, no friction", "seams-mesh-200", () =>
    seams("seams-mesh-200", [sheet(10)]),
  ),
  sceneTest("contact", "Box at 3 m/s over a level mesh of 20,000 triangles, no friction", "seams-mesh-20000", () =>
    seams("seams-mesh-20000", [sheet(100)]),
  ),
  bullet,
];
