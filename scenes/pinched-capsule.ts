import { type BodySpec, defineScene, elementary, type ForceSpec, type JointSpec, param } from "stiction";

const RADIUS = 0.004;
const HALF = 0.02;
const PAD = 0.005;
/** Of Hunt–Crossley contact, N/m^1.5. */
const STIFFNESS = 1e6;

/**
 * A capsule of 45 g between two pads, pinched with many times the required force. If friction is a function of
 * velocity, it still sinks through the grip (MuJoCo's bug report #3328: 50 to 155 µm/s with an elliptic cone and
 * impratio 10); here bristles hold it.
 *
 * In `augmented-lagrangian` the pads are on sliders and pushed by the force; in `forces`, which has no joints, they are
 * fixed at the depth that gives the force.
 */
export const pinchedCapsule = defineScene({
  name: "pinched-capsule",
  title: "Pinched capsule",
  summary: "45 g between two pads at 12 to 60 N: does not creep",
  group: "benchmarks",
  params: {
    force: param.number({ unit: "N", above: 0, default: 12, help: "force of each pad" }),
    friction: param.number({ unit: "1", min: 0, default: 0.7, help: "friction coefficient" }),
    formulation: param.choice(["forces", "augmented-lagrangian"], {
      default: "augmented-lagrangian",
      help: "explicit with RK4 and fixed pads, or implicit with pads that push",
    }),
  },
  build: ({ force, friction, formulation }) => {
    const pushed = formulation === "augmented-lagrangian";
    // two ends of the capsule touch each pad
    const depth = elementary.pow(force / 2 / STIFFNESS, 2 / 3);
    const pad = (name: string, side: number): BodySpec => ({
      name,
      material: "rubber",
      position: [side * (RADIUS + PAD - depth), 0, 0.1],
      color: "#454a52",
      ...(pushed ? { mass: 0.1 } : { type: "static" }),
      shapes: [{ type: "box", halfExtents: [PAD, 0.025, 0.02] }],
    });
    const slider = (name: string, side: number) =>
      ({
        type: "slider",
        name: `${name}-slide`,
        bodyB: name,
        at: [side * (RADIUS + PAD - depth), 0, 0.1],
        axis: [1, 0, 0],
      }) satisfies JointSpec;
    const push = (name: string, side: number): ForceSpec => ({
      type: "wrench",
      name: `${name}-push`,
      body: name,
      force: [-side * force, 0, 0],
    });
    return {
      duration: 3,
      timestep: pushed ? 0.001 : 0.00025,
      formulation: pushed ? { type: formulation } : { type: "forces", integrator: "rk4" },
      materials: {
        rubber: {
          friction,
          contact: { type: "hunt-crossley", stiffness: STIFFNESS, damping: 2 },
          sliding: { type: "bristle", stiffness: 1e4, damping: 40 },
        },
      },
      bodies: [
        {
          name: "capsule",
          mass: 0.045,
          material: "rubber",
          position: [0, 0, 0.1],
          orientation: { axis: [1, 0, 0], angle: -Math.PI / 2 },
          color: "#d9a5a0",
          shapes: [{ type: "capsule", radius: RADIUS, halfLength: HALF }],
        },
        pad("left", -1),
        pad("right", 1),
      ],
      ...(pushed ? { joints: [slider("left", -1), slider("right", 1)] } : {}),
      ...(pushed ? { forces: [push("left", -1), push("right", 1)] } : {}),
      sensors: ["body/capsule/position.z", "body/capsule/speed", "contact/left:capsule/normalForce"],
      view: { eye: [0.05, -0.15, 0.14], target: [0, 0, 0.1], pictureTime: 1, plot: ["body/capsule/position.z"] },
    };
  },
});
