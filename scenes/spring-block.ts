import { contact, defineScene, param } from "stiction";
import { blockOnEnds } from "./parts/block-on-ends.js";
import { planarFloor } from "./parts/bodies.js";
import { blockVisuals } from "./parts/stick-slip-visuals.js";

const STEP = 0.01;
const FRICTION = 0.02;
const LENGTH = 1.5;
/** Of Hunt–Crossley contact, N/m^1.5: impacts at 1 m/s last 2.6 steps. */
const STIFFNESS = 2e5;

/**
 * The first example of [Luaces2013, §3.3.1]: a block between a spring and Coulomb friction. It swings with decreasing
 * amplitude, sticks, and breaks loose when the spring becomes ten times as stiff at 10 s, because a second spring
 * becomes active.
 */
export const springBlock = defineScene({
  name: "spring-block",
  title: "Spring, block and friction",
  summary: "Swings until it sticks; breaks loose when the spring stiffens at 10 s",
  group: "benchmarks",
  params: {
    start: param.number({ unit: "m", default: 1, help: "initial stretch of the spring" }),
    scheme: param.choice(["trapezoidal", "generalized-alpha"], { default: "trapezoidal", help: "integration scheme" }),
    share: param.number({
      unit: "1",
      above: 0,
      default: 1,
      help: "factor of stiffness and damping of a bristle, at each end",
    }),
  },
  build: ({ start, scheme, share }) => {
    const { stictionSpeed, stiffness, damping } = contact.estimateBristle({
      mass: 1,
      friction: FRICTION,
      timestep: STEP,
    });
    return {
      plane: "xy" as const,
      duration: 13,
      timestep: STEP,
      formulation: { type: "augmented-lagrangian", scheme },
      collision: { sharedFriction: false },
      materials: {
        plain: {
          friction: FRICTION,
          contact: { type: "hunt-crossley", stiffness: STIFFNESS, restitution: 0.5, rule: "published" },
          sliding: { type: "bristle", stictionSpeed, stiffness: share * stiffness, damping: share * damping },
        },
      },
      bodies: [
        planarFloor(5, "plain"),
        { ...blockOnEnds(LENGTH + start, "plain", 9.81, STIFFNESS), visuals: blockVisuals() },
      ],
      forces: [
        { type: "spring", name: "spring", bodyB: "block", stiffness: 1, restLength: LENGTH },
        { type: "spring", name: "second", bodyB: "block", stiffness: 9, restLength: LENGTH },
      ],
      controllers: [
        {
          type: "expression",
          output: "forces.second.restLength",
          expression: `t < 9.9999 ? [force/second/length] : ${LENGTH}`,
          rate: "evaluation",
        },
      ],
      sensors: [
        { name: "stretch", expression: `[body/block/position.x] - ${LENGTH}`, unit: "m" },
        "body/block/velocity.x",
        "contact/floor:block/force.x",
      ],
      view: { eye: [1.5, 0.1, 4], target: [1.5, 0.1, 0], pictureTime: 2, plot: ["stretch", "body/block/velocity.x"] },
    };
  },
});
