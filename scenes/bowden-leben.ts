import { defineScene, param } from "stiction";
import { blockOnEnds } from "./parts/block-on-ends.js";
import { beltVisuals, blockVisuals } from "./parts/stick-slip-visuals.js";

const SPEED = 0.05;
const LENGTH = 1.5;

/**
 * The second example of [Luaces2013, §3.3.2], after Bowden and Leben: a block held by a spring on a moving belt. It
 * rides along until the spring pulls with μ_s m g, slips back, and is caught again.
 */
export const bowdenLeben = defineScene({
  name: "bowden-leben",
  title: "Bowden–Leben",
  summary: "A block on a belt, held by a spring: sticks and slips",
  group: "benchmarks",
  params: {
    viscosity: param.number({ unit: "N s/m", min: 0, default: 0.1, help: "viscous friction, both ends together" }),
    strain: param.number({
      unit: "1",
      min: 0,
      max: 1,
      default: 1,
      help: "fraction of the bristle that is kept when it slips",
    }),
  },
  build: ({ viscosity, strain }) => ({
    plane: "xy" as const,
    gravity: [0, -10],
    duration: 120,
    timestep: 0.001,
    formulation: { type: "augmented-lagrangian" },
    collision: { sharedFriction: false },
    materials: {
      plain: {
        friction: 0.15,
        kineticFriction: 0.1,
        contact: { type: "hunt-crossley", stiffness: 1e6, restitution: 0.5, rule: "published" },
        sliding: {
          type: "bristle",
          stictionSpeed: 1e-3,
          stiffness: 1e5,
          damping: Math.sqrt(1e5),
          viscosity: viscosity / 2,
          strain,
        },
      },
    },
    bodies: [
      {
        name: "belt",
        type: "static",
        material: "plain",
        position: [1.5, -0.1],
        shapes: [{ type: "polygon", halfExtents: [2, 0.1], surfaceVelocity: [SPEED, 0] }],
        visuals: beltVisuals(2, 0.1),
      },
      { ...blockOnEnds(LENGTH, "plain", 10, 1e6), velocity: [SPEED, 0], visuals: blockVisuals() },
    ],
    forces: [{ type: "spring", name: "spring", bodyB: "block", stiffness: 2, restLength: LENGTH }],
    sensors: [
      { name: "stretch", expression: `[body/block/position.x] - ${LENGTH}`, unit: "m" },
      "body/block/velocity.x",
      "contact/belt:block/force.x",
    ],
    view: {
      eye: [1.4, 0.1, 4],
      target: [1.4, 0.1, 0],
      pictureTime: 15.5,
      plot: ["stretch", "contact/belt:block/force.x"],
    },
  }),
});
