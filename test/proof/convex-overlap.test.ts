/** The judge of overlap: boxes whose common part is a box, and faces that lie on each other, where rounding decides what is inside. */
import { compile, createData, type ShapeSpec } from "stiction";
import { expect, test } from "vitest";
import { overlapVolume, totalOverlap } from "../../proof/reference/convex-overlap.js";

function between(offset: readonly number[], turn: { axis: number[]; angle: number }): number {
  const { axis, angle } = turn;
  const size = Math.hypot(...axis);
  const [x, y, z] = axis.map((a) => a / size);
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const dot = x * offset[0] + y * offset[1] + z * offset[2];
  const cross = [y * offset[2] - z * offset[1], z * offset[0] - x * offset[2], x * offset[1] - y * offset[0]];
  const turned = offset.map((o, k) => o * c + cross[k] * s + [x, y, z][k] * dot * (1 - c));
  const box = { type: "box", halfExtents: [0.5, 0.5, 0.5] } satisfies ShapeSpec;
  const model = compile({
    bodies: [
      { name: "a", mass: 1, position: [3, -2, 1], orientation: turn, shapes: [box] },
      {
        name: "b",
        mass: 1,
        position: turned.map((o, k) => o + [3, -2, 1][k]),
        orientation: turn,
        shapes: [box],
      },
    ],
  });
  return totalOverlap({ model, data: createData(model) }, overlapVolume);
}

test.each(Array.from({ length: 40 }, (_, k) => 0.05 + 0.15 * k))("turned by %f rad", (angle) => {
  const turn = { axis: [1, 2, 3], angle };
  expect(between([0.75, 0.5, -0.25], turn)).toBeCloseTo(0.25 * 0.5 * 0.75, 12);
  expect(between([1, 0.3, 0.2], turn)).toBeCloseTo(0, 12);
  // thin: round-off of coordinates of some metres
  expect(between([1 - 1e-9, 0.3, 0.2], turn)).toBeCloseTo(0.7 * 0.8 * 1e-9, 14);
  expect(between([1.01, 0, 0], turn)).toBe(0);
});
