import { type BodySpec, defineScene, elementary, type ForceSpec, param } from "stiction";

const DENSITY = 3000;
const ROD = { length: 1, side: 0.01 };
const CUBE = 0.1;
const HUB = 0.05;
const WEIGHT = 5;

/**
 * IFToMM A05, the stiff flyball governor: two rods with 5 kg at their ends fly out as the shaft turns and lift a slider
 * through springs of 8e5 N/m and dampers of 4e4 N s/m. The springs vibrate a thousand times faster than the governor
 * moves.
 */
export const flyballGovernor = defineScene({
  name: "flyball-governor",
  title: "Stiff flyball governor (IFToMM A05)",
  summary: "Flyballs lift a slider through very stiff springs",
  group: "benchmarks",
  params: {
    speed: param.number({ unit: "rad/s", default: 2 * Math.PI, help: "initial speed of the shaft" }),
    formulation: param.choice(["augmented-lagrangian", "impulse"], {
      default: "augmented-lagrangian",
      help: "impulse confirms the reference at small steps",
    }),
  },
  build: ({ speed, formulation }) => {
    const angle = -Math.PI / 6;
    const mass = DENSITY * ROD.length * ROD.side * ROD.side;
    const slender = (mass * (ROD.length * ROD.length + ROD.side * ROD.side)) / 12;
    const axial = (mass * 2 * ROD.side * ROD.side) / 12;
    // rod with the weight at its end, in its own frame: x along the rod, origin at the hinge
    const total = mass + WEIGHT;
    const center = (mass * 0.5 + WEIGHT) / total;
    const inertia = slender + mass * (center - 0.5) * (center - 0.5) + WEIGHT * (1 - center) * (1 - center);
    const rod = (name: string, side: 1 | -1) => {
      const reach = side * (HUB + center * elementary.cos(angle));
      return {
        name,
        mass: total,
        inertia: [axial, inertia, inertia],
        position: [side * HUB, 0, 1],
        // x points out and down
        orientation: { euler: [side > 0 ? 0 : Math.PI, -angle, 0], order: "zyx" },
        centerOfMass: [center, 0, 0],
        velocity: [0, speed * reach, 0],
        angularVelocity: [0, 0, speed],
        color: "#8fa9bf",
        shapes: [
          { type: "box", halfExtents: [0.5, ROD.side / 2, ROD.side / 2], position: [0.5, 0, 0] },
          { type: "sphere", radius: 0.06, position: [1, 0, 0] },
        ],
      } satisfies BodySpec;
    };
    const cube = DENSITY * CUBE * CUBE * CUBE;
    const spring = (name: string, body: string, side: 1 | -1): ForceSpec => ({
      type: "spring",
      name,
      bodyA: "slider",
      bodyB: body,
      pointA: [side * HUB, 0, 0],
      pointB: [0.5, 0, 0],
      stiffness: 8e5,
      damping: 4e4,
      restLength: 0.5,
    });
    return {
      duration: 10,
      timestep: formulation === "impulse" ? 1e-4 : 0.001,
      contact: "none" as const,
      formulation: formulation === "impulse" ? { type: "impulse", preset: "precise" } : { type: formulation },
      bodies: [
        {
          name: "shaft",
          mass,
          inertia: [slender, slender, axial],
          position: [0, 0, 0.5],
          angularVelocity: [0, 0, speed],
          shapes: [{ type: "box", halfExtents: [ROD.side / 2, ROD.side / 2, 0.5] }],
        },
        rod("right", 1),
        rod("left", -1),
        {
          name: "slider",
          mass: cube,
          inertia: [1, 1, 1].map((one) => (one * cube * CUBE * CUBE) / 6),
          position: [0, 0, 0.5],
          angularVelocity: [0, 0, speed],
          color: "#d9a5a0",
          shapes: [{ type: "box", halfExtents: [CUBE / 2, CUBE / 2, CUBE / 2] }],
        },
      ],
      joints: [
        { type: "hinge", name: "bearing", bodyB: "shaft", at: [0, 0, 0] },
        { type: "hinge", name: "right", bodyA: "shaft", bodyB: "right", at: [HUB, 0, 1], axis: [0, 1, 0] },
        { type: "hinge", name: "left", bodyA: "shaft", bodyB: "left", at: [-HUB, 0, 1], axis: [0, 1, 0] },
        { type: "slider", name: "guide", bodyA: "shaft", bodyB: "slider", at: [0, 0, 0.5], zero: 0.5 },
      ],
      forces: [spring("rightSpring", "right", 1), spring("leftSpring", "left", -1)],
      sensors: ["joint/guide/position", "joint/bearing/speed", "system/all/energy"],
      view: { eye: [0.6, -2.9, 1.2], target: [0, 0, 0.75], pictureTime: 0.5, plot: ["joint/guide/position"] },
    };
  },
});
