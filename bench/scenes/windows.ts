/**
 * IFToMM A02: windows of four-bar linkages in a row, all bars 1 m and 1 kg, through positions in which they could
 * branch.
 */

import type { BenchBody, BenchJoint, BenchScene } from "../scene.js";
import { gapObserver } from "./bridge.js";
import { planar } from "./in-plane.js";
import type { Places } from "./reference.js";

const G = 9.81;
const MOMENT = 1 / 12;
/** About the bar itself: without effect on the motion, but spatial engines need some. */
const SLENDER = 0.0004;

/** In the plane here; the spatial engines move it in the plane z = 0. */
export function windows(n: number): BenchScene {
  const shape = { type: "sphere", radius: 0.02 } as const;
  const bars = Array.from(
    { length: n + 1 },
    (_, k): BenchBody => ({
      shape,
      mass: 1,
      inertia: [MOMENT, SLENDER, MOMENT],
      position: [k, 0.5, 0],
      velocity: [0.5, 0, 0],
      angularVelocity: [0, 0, -1],
    }),
  );
  const couplers = Array.from(
    { length: n },
    (_, k): BenchBody => ({
      shape,
      mass: 1,
      inertia: [SLENDER, MOMENT, MOMENT],
      position: [k + 0.5, 1, 0],
      velocity: [1, 0, 0],
    }),
  );
  const axis = [0, 0, 1] as const;
  const joints = [
    ...bars.map((_, k): BenchJoint => ({ type: "hinge", b: k, at: [k, 0, 0], axis })),
    ...couplers.flatMap((_, k): BenchJoint[] => [
      { type: "hinge", a: k, b: n + 1 + k, at: [k, 1, 0], axis },
      { type: "hinge", a: k + 1, b: n + 1 + k, at: [k + 1, 1, 0], axis },
    ]),
  ];
  return {
    name: "windows",
    gravity: [0, -G, 0],
    timestep: 0.001,
    steps: 10_000,
    block: 10,
    observeEvery: 10,
    contact: false,
    bodies: [...bars, ...couplers],
    joints,
    own: planar,
    observer: gapObserver,
  };
}

/**
 * One pendulum: ((N + 1)/3 + N) θ̈ = ((N + 1)/2 + N) g sin θ, θ from the vertical, clockwise. RK4 with steps of 10 µs.
 */
export function placesOfWindows(n: number, duration: number, looks: number): Places {
  const factor = (((n + 1) / 2 + n) * G) / ((n + 1) / 3 + n);
  const per = Math.round(duration / looks / 1e-5);
  const h = duration / looks / per;
  const pull = (angle: number) => factor * Math.sin(angle);
  let [x, v] = [0, 1];
  return Array.from({ length: looks }, () => {
    for (let k = 0; k < per; k++) {
      const a1 = pull(x);
      const v2 = v + 0.5 * h * a1;
      const a2 = pull(x + 0.5 * h * v);
      const v3 = v + 0.5 * h * a2;
      const a3 = pull(x + 0.5 * h * v2);
      const v4 = v + h * a3;
      const a4 = pull(x + h * v3);
      x += (h / 6) * (v + 2 * v2 + 2 * v3 + v4);
      v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    const [s, c] = [Math.sin(x), Math.cos(x)];
    return Float64Array.from([
      ...Array.from({ length: n + 1 }, (_, k) => [k + 0.5 * s, 0.5 * c, 0]).flat(),
      ...Array.from({ length: n }, (_, k) => [k + 0.5 + s, c, 0]).flat(),
    ]);
  });
}
