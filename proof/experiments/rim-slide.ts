import { bodyPosition, bodyVelocity, geometry } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { boxMesh, icoSphere } from "../reference/mesh-shapes.js";

const G = 9.81;
const MU = 0.25;
const SECONDS = 0.8;

/** A body that does not turn, so that a round one slides. */
const STEADY = { inertia: [100, 100, 100], centerOfMass: [0, 0, 0] };
const BALL = { position: [0, 0, 0.1], shapes: [{ ...icoSphere(0.1, 2) }], ...STEADY };
const RING = { position: [0, 0, 0.03], shapes: [ringMesh()] };

/** A torus of 0.12 and 0.03 m with 16 × 12 quads, flat on the floor. */
function ringMesh() {
  const { vertices, triangles } = geometry.torusMesh(0.12, 0.03, 16, 12);
  const rows = (values: ArrayLike<number>) =>
    Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);
  return { type: "mesh", vertices: rows(vertices), faces: rows(triangles) };
}

function block(
  context: Context,
  formulation: string,
  angle: number,
  law: object,
  floor: object = {},
  body: object = { position: [0, 0, 0.1], shapes: [{ ...boxMesh(0.3, 0.3, 0.2) }] },
) {
  const simulation = context.simulateUntyped({
    timestep: 1e-3,
    formulation,
    gravity: [G * Math.sin(angle), 0, -G * Math.cos(angle)],
    materials: { m: { friction: MU, youngModulus: 1e7, contact: { type: "rim", restitution: 0.5, ...law } } },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "m",
        position: [0, 0, -0.2],
        shapes: [{ ...boxMesh(8, 4, 0.4), ...floor }],
      },
      { name: "block", mass: 2, material: "m", ...body },
    ],
  });
  runFor(simulation, SECONDS);
  const { model, data } = simulation;
  return { way: bodyPosition(model, data, "block")[0], speed: bodyVelocity(model, data, "block")[0] };
}

const ANGLE = (25 * Math.PI) / 180;
const WAY = 0.5 * G * (Math.sin(ANGLE) - MU * Math.cos(ANGLE)) * SECONDS * SECONDS;
const WHY = "0.5 %: bristles wind up in the first steps, of 1 ms";

export const rimSlide = defineExperiment({
  id: "own.rim-slide",
  title: "Contact from the rim: a block slides, holds and rides on a belt; a ball and a ring slide alike",
  reference:
    "Way ½ g (sin α − μ cos α) t² down a slope of 25° with μ = 0.25, by defaults and whichever normals are chosen; below atan μ it holds.",
  rows: {
    forces: near("way, forces", "m", WAY, 5e-3 * WAY, WHY),
    lagrangian: near("way, augmented-lagrangian", "m", WAY, 5e-3 * WAY, WHY),
    first: near("way, normals of the floor", "m", WAY, 5e-3 * WAY, WHY),
    second: near("way, normals of the block, of which none faces", "m", WAY, 5e-3 * WAY, WHY),
    ball: near("way of a ball of 320 triangles that does not turn, forces", "m", WAY, 5e-3 * WAY, WHY),
    "ball-lagrangian": near("the same, augmented-lagrangian", "m", WAY, 5e-3 * WAY, WHY),
    ring: near("way of a ring that lies flat, augmented-lagrangian", "m", WAY, 5e-3 * WAY, WHY),
    hold: error("speed at 12°, after 0.8 s", "m/s", 1e-6, "atan μ = 14°; bristles are damped out"),
    belt: near("speed on a belt of 0.5 m/s", "m/s", 0.5, 1e-4, "bristles are damped out"),
  },
  *measure(context) {
    yield ["forces", block(context, "forces", ANGLE, {}).way];
    yield ["lagrangian", block(context, "augmented-lagrangian", ANGLE, {}).way];
    yield ["first", block(context, "forces", ANGLE, { normals: "first" }).way];
    yield ["second", block(context, "forces", ANGLE, { normals: "second" }).way];
    yield ["ball", block(context, "forces", ANGLE, {}, {}, BALL).way];
    yield ["ball-lagrangian", block(context, "augmented-lagrangian", ANGLE, {}, {}, BALL).way];
    yield ["ring", block(context, "augmented-lagrangian", ANGLE, {}, {}, RING).way];
    yield ["hold", Math.abs(block(context, "forces", (12 * Math.PI) / 180, {}).speed)];
    yield ["belt", block(context, "forces", 0, {}, { surfaceVelocity: [0.5, 0, 0] }).speed];
  },
});
