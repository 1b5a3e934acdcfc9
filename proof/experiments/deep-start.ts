import { bodyVelocity, STATUS, step } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

const PUSH = 1.6;
const BOX = { type: "box", halfExtents: [0.1, 0.14, 0.08] } as const;
const BLOCK = { name: "block", type: "static", shapes: [{ type: "box", halfExtents: [0.5, 0.4, 0.6] }] } as const;

interface Body {
  readonly name: string;
  readonly [key: string]: unknown;
}

/** Bodies that begin inside each other, without gravity: velocities once they are apart, and whether it was said. */
function leave(context: Context, type: string, bodies: readonly Body[]) {
  const { model, data } = context.simulateUntyped({
    timestep: 4e-3,
    gravity: [0, 0, 0],
    formulation: { type, pushSpeed: PUSH },
    materials: { layer: { friction: 0, contact: { type: "volumetric", modulus: 8e6, restitution: 0.3 } } },
    bodies: bodies.map((body) => ({ ...body, material: "layer" })),
  });
  let said = 0;
  let quiet = 0;
  for (let k = 0; k < 250 && quiet < 5; k++) {
    const pushed = (step(model, data) & STATUS.overlapping) !== 0;
    if (pushed) said = 1;
    quiet = pushed ? 0 : quiet + 1;
  }
  return { v: bodyVelocity(model, data, "in"), other: bodyVelocity(model, data, model.bodyNames[1]), said };
}

const WHY = "1 %: approached as by a damper, within three steps of what the law takes over at";

export const deepStart = defineExperiment({
  id: "own.deep-start",
  title: "Bodies put into each other, by volumetric contact",
  reference:
    "A common volume that no motion explains holds no energy: bodies part with pushSpeed against each other, towards the nearest face, with a status, and their momentum stays.",
  rows: {
    side: near("speed of a box that began inside a block, nearest to its side", "m/s", PUSH, 0.01 * PUSH, WHY),
    plane: near("speed of a box that began below a plane, upwards, forces", "m/s", PUSH, 0.01 * PUSH, WHY),
    pair: near("of two boxes against each other", "m/s", PUSH, 0.01 * PUSH, WHY),
    momentum: error("of both together", "N s", 1e-9, "forces are equal and opposite: round-off"),
    said: near("whether the status overlapping was raised in all of them", "1", 1, 0, "a count"),
  },
  *measure(context) {
    const inside = { name: "in", mass: 3, position: [0.05, 0.31, -0.1], shapes: [BOX] };
    const side = leave(context, "augmented-lagrangian", [BLOCK, inside]);
    yield ["side", side.v[1]];
    const below = { ...inside, position: [0, 0, -0.2] };
    const plane = leave(context, "forces", [{ name: "floor", type: "static", shapes: [{ type: "plane" }] }, below]);
    yield ["plane", plane.v[2]];
    const first = { name: "first", mass: 5, shapes: [BOX] };
    const pair = leave(context, "augmented-lagrangian", [first, { ...inside, position: [0, 0, 0.09] }]);
    yield ["pair", pair.v[2] - pair.other[2]];
    yield ["momentum", Math.abs(3 * pair.v[2] + 5 * pair.other[2])];
    yield ["said", side.said * plane.said * pair.said];
  },
});
