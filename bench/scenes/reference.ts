/** Reference positions: our own solution, extrapolated to zero step. */

import { createWorld } from "../engines/stiction.js";
import { type BenchScene, STATE } from "../scene.js";

/** Positions of all bodies at every observation, m. */
export type Places = readonly Float64Array[];

/**
 * Positions by the augmented Lagrangian of fifth order with `per` and `per`/2 steps between two observations,
 * extrapolated:
 *
 *   x(h) = x + c h⁵ + …,   x ≈ {32 x(h) − x(2h)} / 31
 *
 * The second-order method and other engines confirm it as closely as their steps allow.
 */
export function placesBySteps(scene: BenchScene, duration: number, looks: number, per: number): Places {
  const [coarse, fine] = [per / 2, per].map((n) => places(scene, duration, looks, n));
  return fine.map((there, k) => there.map((x, i) => (32 * x - coarse[k][i]) / 31));
}

function places(scene: BenchScene, duration: number, looks: number, per: number): Places {
  const timestep = duration / (looks * per);
  const world = createWorld({ ...scene, timestep }, { type: "augmented-lagrangian", method: "index-1" });
  const state = new Float64Array(STATE.size);
  return Array.from({ length: looks }, () => {
    for (let k = 0; k < per; k++) world.step();
    const all = new Float64Array(3 * scene.bodies.length);
    for (let b = 0; b < scene.bodies.length; b++) {
      world.read(b, state);
      all.set(state.subarray(0, 3), 3 * b);
    }
    return all;
  });
}
