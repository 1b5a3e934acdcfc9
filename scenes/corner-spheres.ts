import { contact, defineScene, param } from "stiction";
import { floor } from "./parts/bodies.js";

/**
 * A cube with a sphere at every corner falls flat on a floor: the lower four carry a quarter of its weight each, and it
 * does not rotate [Luaces2013, §4.2]. Tilted, it tumbles and comes to rest on a face.
 */
export const cornerSpheres = defineScene({
  name: "corner-spheres",
  title: "Cube with spheres at its corners",
  summary: "Dropped flat, it rests on four equal forces; tilted, it tumbles first",
  group: "basics",
  params: {
    height: param.number({ unit: "m", min: 0, default: 0.3, help: "initial height of its lower face above the floor" }),
    tilt: param.number({ unit: "rad", default: 0, help: "initial rotation about [1, 0.5, 0]" }),
    formulation: param.choice(["forces", "augmented-lagrangian"], {
      default: "augmented-lagrangian",
      help: "explicit with RK4, or implicit",
    }),
  },
  build: ({ height, tilt, formulation }) => {
    const half = 0.1;
    const shapes = contact.cornerSpheres([half, half, half], 0.02);
    return {
      duration: 3,
      timestep: 0.001,
      formulation: formulation === "forces" ? { type: "forces", integrator: "rk4" } : { type: formulation },
      materials: {
        rubber: {
          friction: 0.5,
          restitution: 0.3,
          contact: { type: "hunt-crossley", stiffness: 1e6, leastSpeed: 0.2 },
          sliding: { type: "bristle", stiffness: 4e4, damping: 200 },
        },
      },
      bodies: [
        floor("rubber"),
        {
          name: "cube",
          mass: 1,
          // of the solid cube: m (2 a)²/6
          inertia: [(2 / 3) * half * half, (2 / 3) * half * half, (2 / 3) * half * half],
          centerOfMass: [0, 0, 0],
          material: "rubber",
          position: [0, 0, half + height],
          orientation: { axis: [1, 0.5, 0], angle: tilt },
          color: "#8fa9bf",
          shapes,
          visuals: [
            {
              type: "box",
              halfExtents: [0.99 * half, 0.99 * half, 0.99 * half],
              look: { opacity: 0.35, roughness: 0.2 },
            },
            ...shapes.map(({ radius, position }) => ({ type: "sphere", radius, position, look: "steel" }) as const),
          ],
        },
      ],
      sensors: ["body/cube/position.z", "body/cube/speed", "contact/floor:cube/normalForce"],
      view: { eye: [0.6, -0.9, 0.45], target: [0, 0, 0.15], pictureTime: 0.4, plot: ["body/cube/position.z"] },
    };
  },
});
