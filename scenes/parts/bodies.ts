import type { BodySpec } from "stiction";

/** A level floor at z = 0. */
export const floor = (material?: string): BodySpec => ({
  name: "floor",
  type: "static",
  ...(material === undefined ? {} : { material }),
  shapes: [{ type: "plane" }],
});

/** A level floor of a planar scene: a box with its top at y = 0, `half` metres to either side. */
export const planarFloor = (half = 20, material?: string): BodySpec => ({
  name: "floor",
  type: "static",
  position: [0, -0.5],
  ...(material === undefined ? {} : { material }),
  shapes: [{ type: "polygon", halfExtents: [half, 0.5] }],
});

/** Numbers in [0, 1), the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of a few muted colours, in rotation. */
export const hue = (k: number): string => COLORS[k % COLORS.length];

const COLORS = ["#c9b79c", "#8fa9bf", "#b5c99a", "#d9a5a0", "#a99cc9", "#9cc9c1"];
