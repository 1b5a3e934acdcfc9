import { bodyPosition, bodyVelocity, type ShapeSpec, type Spec, step } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error } from "../experiment.js";

/** Planar chains: lines without an inside, met from both sides. */

type Point = readonly [number, number];

const RADIUS = 0.09;
const STEP = 1 / 120;

/** Bends of 90° and 30°, seen from both sides as ridges and valleys, and two ends. */
export const ZIGZAG: readonly Point[] = [
  [1.6, 0],
  [0.7, 0.25],
  [0.2, -0.25],
  [0, 0.5],
  [-0.25, -0.2],
  [-1.6, 0.1],
];

/** A body that comes down on a chain, or up to it when `up` is −1, under gravity towards the chain. */
export function chainScene(
  chain: Omit<Extract<ShapeSpec, { type: "chain" }>, "type">,
  shape: ShapeSpec,
  up: number,
  at: readonly [number, number],
  speed: number,
  rest: Spec,
): Spec {
  return {
    plane: "xy",
    gravity: [0, -9.81 * up],
    timestep: STEP,
    bodies: [
      { name: "line", type: "static", material: "ball", shapes: [{ type: "chain", ...chain }] },
      {
        name: "body",
        mass: 0.8,
        material: "ball",
        position: [at[0], up * at[1]],
        velocity: [0, -up * speed],
        shapes: [shape],
      },
    ],
    materials: { ball: { restitution: 0.5 } },
    ...rest,
  };
}

/** Whether the way from p to q crosses the line. */
export function crossesLine(line: readonly Point[], p: ArrayLike<number>, q: ArrayLike<number>): boolean {
  const turn = (a: ArrayLike<number>, b: ArrayLike<number>, c: ArrayLike<number>) =>
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i], line[i + 1]];
    if (turn(p, q, a) * turn(p, q, b) < 0 && turn(a, b, p) * turn(a, b, q) < 0) return true;
  }
  return false;
}

/** Fraction of its speed with which a ball leaves a straight chain without gravity. */
function rebound(context: Context, up: number, speed: number): number {
  const line = { vertices: [[-2, 0], [0.3, 0], [2, 0]] }; // biome-ignore format: points
  const ball: ShapeSpec = { type: "circle", radius: RADIUS };
  const { model, data } = context.simulate(chainScene(line, ball, up, [0.3, 0.7], speed, { gravity: [0, 0] }));
  for (let k = 0; k < 1.6 / (speed * STEP) + 2; k++) step(model, data);
  return (up * bodyVelocity(model, data, "body")[1]) / speed;
}

/**
 * Number of balls whose centre gets across the chain with bends, thrown at it in several places and at several speeds.
 */
function crossings(context: Context, up: number): number {
  let count = 0;
  for (const x of [-1.58, -0.1, 0.02, 0.3]) {
    for (const speed of [4, 25, 90]) {
      const { model, data } = context.simulate(
        chainScene({ vertices: ZIGZAG }, { type: "circle", radius: RADIUS }, up, [x, 1.1], speed, {}),
      );
      let before = bodyPosition(model, data, "body");
      for (let k = 0; k < 40; k++) {
        step(model, data);
        const now = bodyPosition(model, data, "body");
        if (crossesLine(ZIGZAG, before, now)) {
          count++;
          break;
        }
        before = now;
      }
    }
  }
  return count;
}

/** Gap between a ball at rest and the straight chain, m. */
function restGap(context: Context, up: number): number {
  const line = { vertices: [[2, 0], [-2, 0]] }; // biome-ignore format: points
  const { model, data } = context.simulate(
    chainScene(line, { type: "circle", radius: RADIUS }, up, [0.2, RADIUS], 0, {}),
  );
  for (let k = 0; k < 60; k++) step(model, data);
  return up * bodyPosition(model, data, "body")[1] - RADIUS;
}

export const chains = defineExperiment({
  id: "own.chain",
  title: "Chains of segments hold bodies on either side",
  reference:
    "A line without an inside: a ball of 9 cm thrown at it from above and from below leaves with e = 0.5 times its speed, rests on either side, and never gets its centre across, at bends of up to 150° and at the ends, at 4 to 90 m/s with steps of 1/120 s.",
  rows: {
    rebound: error("largest deviation of the rebound from e", "1", 1e-9, "Newton's law at the surface, round-off"),
    crossings: error("balls that get across, of 24", "1", 0.5, "none may"),
    gap: error("gap at rest, either side", "m", 1e-6, "contacts of impulse are held at gap 0"),
  },
  *measure(context) {
    const throws = [1, -1].flatMap((up) => [3, 30, 120].map((speed) => rebound(context, up, speed)));
    yield ["rebound", Math.max(...throws.map((ratio) => Math.abs(ratio - 0.5)))];
    yield ["crossings", crossings(context, 1) + crossings(context, -1)];
    yield ["gap", Math.max(Math.abs(restGap(context, 1)), Math.abs(restGap(context, -1)))];
  },
});
