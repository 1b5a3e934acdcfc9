import { pendulumAt } from "../../proof/reference/pendulum.js";
import { boxBody, solid } from "../bodies.js";
import { STANDARD_GRAVITY } from "../constants.js";
import { distance, energyOf, initialState, rotation, spinOf, toWorld, worst } from "../figures.js";
import { type BenchBody, type BenchScene, type Observer, STATE, sceneTest, type Vector } from "../scene.js";
import { randomNumbers } from "../vectors.js";

/** A ball thrown upwards: the smallest possible step. */
const freeFall: BenchScene = {
  name: "free-fall",
  gravity: STANDARD_GRAVITY,
  timestep: 0.001,
  steps: 10_000,
  block: 10,
  observeEvery: 100,
  bodies: [ball([0, 0, 1], [1, 0, 8])],
  contact: false,
  joints: [],
  observer: flightObserver,
};

/** The flipping body: a test of the gyroscopic term. */
const flippingBody: BenchScene = {
  name: "flipping-body",
  gravity: [0, 0, 0],
  timestep: 0.001,
  steps: 10_000,
  block: 10,
  observeEvery: 1,
  bodies: [boxBody([0.5, 0.3, 0.1], [0, 0, 0], { angularVelocity: [0.05, 8, 0.05] })],
  contact: false,
  joints: [],
  observer: flipObserver,
};

/** Many bodies that do not touch: the cost of moving a body. */
const freeBodies: BenchScene = {
  name: "free-bodies",
  gravity: STANDARD_GRAVITY,
  timestep: 1 / 60,
  steps: 300,
  block: 1,
  observeEvery: 10,
  bodies: manyBoxes(1000),
  contact: false,
  joints: [],
  observer: flightObserver,
};

/** Distance of the centre of mass from the pivot, m. */
const ARM = 0.75;

/**
 * IFToMM A01 for engines whose bodies need inertia: a thin rod of 1.5 m and 1 kg on a hinge at its end has the reduced
 * length (J + m d²)/(m d) = 1 m, so its angle moves exactly as that of the point mass on a rod of 1 m.
 */
const pendulum: BenchScene = {
  name: "pendulum",
  gravity: STANDARD_GRAVITY,
  timestep: 0.001,
  steps: 10_000,
  block: 10,
  observeEvery: 1,
  bodies: [
    {
      shape: { type: "box", halfExtents: [0.75, 0.01, 0.01] },
      mass: 1,
      inertia: [1e-3, ARM * (1 - ARM), ARM * (1 - ARM)],
      position: [-ARM, 0, 0],
    },
  ],
  contact: false,
  joints: [{ type: "hinge", b: 0, at: [0, 0, 0], axis: [0, 1, 0] }],
  observer: pendulumObserver,
};

export const motionTests = [
  sceneTest("motion", "One thrown ball, 10 s at 1 ms", freeFall.name, () => freeFall),
  sceneTest("motion", "Free box spinning about its middle axis, 10 s at 1 ms", flippingBody.name, () => flippingBody),
  sceneTest(
    "motion",
    "1,000 free boxes spinning and falling, 5 s at 1/60 s, no contact",
    freeBodies.name,
    () => freeBodies,
  ),
  sceneTest("motion", "Pendulum on a hinge (IFToMM A01), 10 s at 1 ms", pendulum.name, () => pendulum),
];

function ball(position: Vector, velocity: Vector): BenchBody {
  return solid({ type: "sphere", radius: 0.1 }, 1, { position, velocity });
}

/** Boxes of all proportions, spinning at up to 8 rad/s about all axes; the same in every run. */
function manyBoxes(count: number): BenchBody[] {
  const random = randomNumbers();
  const between = (lo: number, hi: number) => lo + (hi - lo) * random();
  const vector = (size: number): Vector => [between(-size, size), between(-size, size), between(-size, size)];
  return Array.from({ length: count }, (_, k) => {
    const half: Vector = [between(0.1, 0.4), between(0.1, 0.4), between(0.1, 0.4)];
    const position: Vector = [2 * (k % 10), 2 * (Math.floor(k / 10) % 10), 2 * Math.floor(k / 100)];
    return boxBody(half, position, { velocity: vector(3), angularVelocity: vector(8) });
  });
}

/**
 * Largest deviation from the parabola, and of energy of rotation and angular momentum from their start, over all
 * bodies.
 */
function flightObserver({ bodies, gravity }: BenchScene): Observer {
  const state = new Float64Array(STATE.size);
  const start = bodies.map((body) => rotation(body, initialState(body)));
  const turning = bodies.some((body) => body.angularVelocity !== undefined);
  let position = 0;
  let energy = 0;
  let momentum = 0;
  return {
    observe(t, world) {
      bodies.forEach((body, k) => {
        world.read(k, state);
        const v = body.velocity ?? [0, 0, 0];
        const expected = body.position.map((p, i) => p + v[i] * t + (gravity[i] * t * t) / 2);
        position = worst(position, distance(state, expected));
        if (!turning) return;
        const now = rotation(body, state);
        energy = worst(energy, Math.abs(now.energy / start[k].energy - 1));
        momentum = worst(momentum, distance(now.momentum, start[k].momentum) / Math.hypot(...start[k].momentum));
      });
    },
    figures: () => ({ positionError: position, ...(turning ? { energyError: energy, momentumError: momentum } : {}) }),
  };
}

/** Flips, by changes of sign of the spin about y, and conservation. */
export function flipObserver({ bodies: [body] }: BenchScene): Observer {
  const state = new Float64Array(STATE.size);
  const start = rotation(body, initialState(body));
  const flips: number[] = [];
  let before = { t: 0, spin: body.angularVelocity?.[1] ?? 0 };
  let energy = 0;
  let momentum = 0;
  return {
    observe(t, world) {
      world.read(0, state);
      const spin = spinOf(state)[1];
      if (spin * before.spin < 0) flips.push(before.t + ((t - before.t) * before.spin) / (before.spin - spin));
      before = { t, spin };
      const now = rotation(body, state);
      energy = worst(energy, Math.abs(now.energy / start.energy - 1));
      momentum = worst(momentum, distance(now.momentum, start.momentum) / Math.hypot(...start.momentum));
    },
    figures: () => ({
      flips: flips.length,
      lastFlip: flips[flips.length - 1] ?? Number.NaN,
      energyError: energy,
      momentumError: momentum,
    }),
  };
}

/** Deviation of the point at the reduced length from Jacobi's elliptic functions, energy, and the gap at the pivot. */
function pendulumObserver({ bodies: [body], gravity }: BenchScene): Observer {
  const state = new Float64Array(STATE.size);
  let path = 0;
  let energy = 0;
  let gap = 0;
  return {
    observe(t, world) {
      world.read(0, state);
      const exact = pendulumAt(t);
      path = worst(path, Math.hypot(state[0] / ARM - exact.x, state[1], state[2] / ARM - exact.y));
      // energy at the start is zero; the scale is that of the swing, m g d
      energy = worst(energy, Math.abs(energyOf(body, gravity, state)) / (body.mass * 9.81 * ARM));
      const end = toWorld(state, STATE.orientation, ARM, 0, 0);
      gap = worst(gap, Math.hypot(state[0] + end[0], state[1] + end[1], state[2] + end[2]));
    },
    figures: () => ({ pathError: path, energyError: energy, jointGap: gap }),
  };
}
