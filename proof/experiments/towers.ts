import type { BodySpec, Spec } from "stiction";
import { runFor } from "../context.js";
import { atMost, defineExperiment } from "../experiment.js";

/** Towers and walls that stand: by statics they do not move at all. Default settings, 1/60 s. */

type Vector = readonly [number, number, number];

interface Block {
  readonly at: Vector;
  readonly half: Vector;
}

function tower(blocks: readonly Block[]): Spec {
  return {
    timestep: 1 / 60,
    materials: { wood: { friction: 0.6, density: 700 } },
    bodies: [
      { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
      ...blocks.map(
        ({ at, half }, k): BodySpec => ({
          name: `block-${String(k).padStart(3, "0")}`,
          material: "wood",
          position: at,
          shapes: [{ type: "box", halfExtents: half }],
        }),
      ),
    ],
  };
}

/** Nine rows of five bricks, every other row with half bricks at its ends. */
function wall(): Block[] {
  const [l, w, h] = [0.12, 0.055, 0.045];
  return Array.from({ length: 9 }, (_, row) => {
    const z = (2 * row + 1) * h;
    const whole = (x: number): Block => ({ at: [x, 0, z], half: [0.999 * l, w, h] });
    const half = (x: number): Block => ({ at: [x, 0, z], half: [0.499 * l, w, h] });
    if (row % 2 === 0) return [0, 1, 2, 3, 4].map((k) => whole((2 * k + 1) * l));
    return [half(0.5 * l), ...[1, 2, 3, 4].map((k) => whole(2 * k * l)), half(9.5 * l)];
  }).flat();
}

/** Sixteen layers of three bars, crosswise. */
function bars(): Block[] {
  const [l, w, h] = [0.072, 0.0238, 0.014];
  return Array.from({ length: 16 }, (_, k) =>
    [-2, 0, 2].map(
      (j): Block =>
        k % 2 === 0
          ? { at: [0, j * 0.024, (2 * k + 1) * h], half: [l, w, h] }
          : { at: [j * 0.024, 0, (2 * k + 1) * h], half: [w, l, h] },
    ),
  ).flat();
}

/** Three columns of six dice. */
function dice(): Block[] {
  const r = 0.009;
  return [0, 0.07, 0.14].flatMap((x) =>
    Array.from({ length: 6 }, (_, k): Block => ({ at: [x, 0, (2 * k + 1) * r], half: [r, r, r] })),
  );
}

export const towers = defineExperiment({
  id: "own.towers",
  title: "Walls, towers and columns stand, default settings at 1/60 s",
  reference: "Statics: blocks on top of each other, each over what bears it, do not move.",
  rows: {
    wall: atMost(
      "a wall of nine rows of bricks: largest way of a brick in 1.5 s",
      "m",
      1e-8,
      "contacts solved to 1e-10 m/s",
    ),
    bars: atMost("sixteen layers of three bars: largest way of a bar in 1.5 s", "m", 1e-8, "the same"),
    dice: atMost("three columns of six dice: largest way of a die in 1.5 s", "m", 1e-8, "the same"),
  },
  *measure(context) {
    for (const [key, blocks] of [
      ["wall", wall()],
      ["bars", bars()],
      ["dice", dice()],
    ] as const) {
      const simulation = context.simulate(tower(blocks));
      const { data } = simulation;
      const start = data.bodyPos.slice();
      let most = 0;
      runFor(simulation, 1.5, () => {
        for (let i = 0; i < start.length; i++) most = Math.max(most, Math.abs(data.bodyPos[i] - start[i]));
      });
      yield [key, most];
    }
  },
});
