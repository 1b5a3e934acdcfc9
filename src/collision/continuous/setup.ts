import { BODY_TYPE, type Model } from "../../model/model.js";
import { AHEAD_PART } from "../ahead.js";
import { prepareMesh } from "../query/ray/mesh-of.js";
import type { CollisionSetup } from "../setup.js";

/** When a body is looked at. */
export const CONTINUOUS = { off: 0, auto: 1, on: 2 } as const;

/** What continuous detection keeps constant while stepping. */
export interface ContinuousSetup {
  /** Per body, see `CONTINUOUS`. */
  readonly mode: Uint8Array;
  /** Per body: radius of a ball that fits into its thinnest shape, m. */
  readonly inner: Float64Array;
  /** How far ahead of motion contacts of its smallest shape are found at most, m. */
  readonly ahead: Float64Array;
  /** Per body: farthest that turning can move a point of it, per rad, m. */
  readonly turnReach: Float64Array;
  /** The same per shape. */
  readonly shapeTurnReach: Float64Array;
  /** Distance of the shape's origin from the centre of mass, m. */
  readonly offset: Float64Array;
  /** Shapes of body b: shape[start[b]] … shape[start[b + 1] − 1]. */
  readonly start: Int32Array;
  readonly shape: Int32Array;
  /** Shapes of bodies that forces do not move, without sensors. */
  readonly obstacles: Int32Array;
}

const known = new WeakMap<CollisionSetup, ContinuousSetup>();

/** The setup that goes with a model; built at the first call. */
export function continuousSetup(model: Model, collision: CollisionSetup = model.systems.collision): ContinuousSetup {
  let setup = known.get(collision);
  if (setup === undefined) {
    setup = prepare(model, collision);
    known.set(collision, setup);
  }
  return setup;
}

function prepare(model: Model, { colliders, body, count, sensor }: CollisionSetup): ContinuousSetup {
  const { nb, spec, shapes } = model;
  const mode = new Uint8Array(nb);
  for (let b = 1; b < nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.static) mode[b] = CONTINUOUS[spec.bodies[b - 1].continuous];
  }
  const inner = new Float64Array(nb).fill(Number.POSITIVE_INFINITY);
  const ahead = new Float64Array(nb).fill(Number.POSITIVE_INFINITY);
  const turnReach = new Float64Array(nb);
  const shapeTurnReach = new Float64Array(count);
  const offset = new Float64Array(count);
  const start = new Int32Array(nb + 1);
  for (let s = 0; s < count; s++) {
    const [x, y, z] = shapes[s].position;
    const b = body[s];
    prepareMesh(colliders[s], shapes[s].geometry);
    offset[s] = Math.sqrt(x * x + y * y + z * z);
    // a ball that turns about its own centre stays where it is
    shapeTurnReach[s] = colliders[s].shape.turnsInPlace ? offset[s] : offset[s] + colliders[s].reach;
    turnReach[b] = Math.max(turnReach[b], shapeTurnReach[s]);
    inner[b] = Math.min(inner[b], colliders[s].shape.innerRadius(colliders[s], shapes[s].geometry));
    ahead[b] = Math.min(ahead[b], AHEAD_PART * colliders[s].reach);
    start[b + 1]++;
  }
  for (let b = 0; b < nb; b++) start[b + 1] += start[b];
  const shape = new Int32Array(count);
  const fill = start.slice();
  for (let s = 0; s < count; s++) shape[fill[body[s]]++] = s;
  const isObstacle = (s: number) => sensor[s] === 0 && model.bodyType[body[s]] !== BODY_TYPE.dynamic;
  const obstacles = Int32Array.from(shapes.keys()).filter(isObstacle);
  return { mode, inner, ahead, turnReach, shapeTurnReach, offset, start, shape, obstacles };
}

/** Own sizes that a body may cross in one step before it is worth a word (gribel G037). */
const FAST = 4;

/**
 * Warnings at compile time: bodies that begin so fast that a step takes them over several times their own size while
 * continuous detection is off. While stepping, `bodyImpact` and the event `impact` tell what happens; nothing is
 * capped.
 */
export function warnOfSpeeds(model: Model, collision?: CollisionSetup): readonly string[] {
  const { mode, turnReach, inner } = continuousSetup(model, collision);
  const warnings: string[] = [];
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] === BODY_TYPE.static || mode[b] !== CONTINUOUS.off) continue;
    const v = model.bodyVel0.subarray(6 * b + 3, 6 * b + 6);
    const way = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * model.options.timestep;
    const size = 2 * Math.max(inner[b], turnReach[b]);
    if (way > FAST * size && size > 0)
      warnings.push(
        `bodies[${b - 1}] moves ${way} m per step, over ${FAST} times its own size, with continuous detection off: it may pass through others`,
      );
  }
  return warnings;
}
