import { type BodySpec, defineScene, elementary, type JointSpec, param } from "stiction";

const R = 0.5;
const LINKS_PER_TURN = 96;
const LOAD = 10;

/**
 * A rope of links lies around a rotating drum. One end is pulled by a constant force, the other held:
 *
 *   T₂/T₁ = e^(μθ)
 *
 * The hinges of the links lie outside the drum, their middles on it, so that friction acts along the links.
 */
export const capstan = defineScene({
  name: "capstan",
  title: "Capstan",
  summary: "A rope around a rotating drum: friction multiplies the pull by e^(μθ)",
  group: "machines",
  params: {
    wrap: param.number({
      unit: "1",
      min: 0.1,
      max: 1.5,
      default: 0.75,
      help: "revolutions of the rope around the drum",
    }),
    friction: param.number({ unit: "1", min: 0, max: 1, default: 0.3, help: "friction coefficient" }),
  },
  build: ({ wrap, friction }) => {
    const theta = 2 * Math.PI * wrap;
    const count = Math.max(4, Math.round(LINKS_PER_TURN * wrap));
    const angle = theta / count;
    const outer = R / elementary.cos(angle / 2);
    const along = (radius: number, phi: number) => [radius * elementary.cos(phi), radius * elementary.sin(phi)];
    const hinge = (k: number) => along(outer, k * angle);
    const length = 2 * outer * elementary.sin(angle / 2);
    const thick = 0.01;
    const [mass, moment] = [0.02, (0.02 * length * length) / 12];
    const links = Array.from(
      { length: count },
      (_, k) =>
        ({
          name: `link${k}`,
          mass,
          inertia: [moment, moment, moment],
          position: along(R, (k + 0.5) * angle),
          material: "rope",
          color: "#c9a46a",
          shapes: [{ type: "circle", radius: thick, position: along(thick, (k + 0.5) * angle), category: 2, mask: 1 }],
        }) satisfies BodySpec,
    );
    const end = hinge(count);
    const [tx, ty] = [-elementary.sin(theta), elementary.cos(theta)];
    return {
      duration: 2,
      timestep: 0.001,
      plane: "xy" as const,
      gravity: [0, 0],
      formulation: { type: "augmented-lagrangian" },
      materials: {
        rope: {
          friction,
          contact: { type: "hunt-crossley", stiffness: 1e6, restitution: 0.2, leastSpeed: 0.05 },
          sliding: { type: "bristle", stiffness: 1e4, damping: 10 },
        },
      },
      bodies: [
        {
          name: "drum",
          type: "kinematic",
          angularVelocity: [0, 0, -0.2],
          material: "rope",
          color: "#5a6470",
          shapes: [{ type: "circle", radius: R, category: 1, mask: 2 }],
        },
        ...links,
        {
          name: "load",
          mass: 0.1,
          inertia: [1e-4, 1e-4, 1e-4],
          position: hinge(0),
          color: "#b5483c",
          shapes: [{ type: "circle", radius: 0.03, category: 0, mask: 0 }],
        },
        {
          name: "stay",
          mass: 0.1,
          inertia: [0.01, 0.01, 0.01],
          position: [end[0] + 0.5 * tx, end[1] + 0.5 * ty],
          orientation: theta,
          color: "#8fa9bf",
          shapes: [{ type: "polygon", halfExtents: [0.01, 0.5], category: 0, mask: 0 }],
        },
      ],
      joints: [
        { type: "hinge", name: "hook", bodyA: "load", bodyB: "link0", at: hinge(0) },
        ...links.slice(1).map(
          ({ name }, k) =>
            ({
              type: "hinge",
              name: `pin${k}`,
              bodyA: `link${k}`,
              bodyB: name,
              at: hinge(k + 1),
            }) satisfies JointSpec,
        ),
        { type: "hinge", name: "shackle", bodyA: `link${count - 1}`, bodyB: "stay", at: end },
        { type: "hinge", name: "wall", bodyB: "stay", at: [end[0] + tx, end[1] + ty] },
      ],
      forces: [{ type: "wrench", name: "pull", body: "load", force: [0, -LOAD] }],
      sensors: [
        "joint/wall/force.x",
        "joint/wall/force.y",
        { name: "ratio", expression: `hypot([joint/wall/force.x], [joint/wall/force.y]) / ${LOAD}`, unit: "1" },
        "contact/drum:link0/normalForce",
      ],
      view: { eye: [0.2, 0, 2.8], target: [0.2, 0, 0], pictureTime: 1, plot: ["ratio"] },
    };
  },
});
