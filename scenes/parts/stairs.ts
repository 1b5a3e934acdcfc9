import type { BodySpec } from "stiction";

const RISE = 0.2;
const RUN = 0.3;

/** Steps down along +x that end on the floor at x = 0. */
export function stairs(steps: number, planar: boolean, material: string): BodySpec {
  return {
    name: "stairs",
    type: "static",
    material,
    color: "#9aa0a8",
    shapes: Array.from({ length: steps }, (_, k) => {
      const height = RISE * (k + 1);
      const x = -RUN * (k + 0.5);
      return planar
        ? { type: "polygon", halfExtents: [RUN / 2, height / 2], position: [x, height / 2] }
        : { type: "box", halfExtents: [RUN / 2, 1.5, height / 2], position: [x, 0, height / 2] };
    }),
  };
}
