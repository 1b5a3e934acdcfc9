import { type BodySpec, defineScene, elementary, type JointSpec } from "stiction";

/**
 * Initial angles, rad: of bodies K1 (β), K2 against K1 (Θ), K3 (γ), K4 against K5 (Φ), K5 (δ), K6 against K7 (Ω), K7
 * (ε).
 */
const START = {
  beta: -0.06171389001427645,
  theta: 0,
  gamma: 0.45527981916307037,
  phi: 0.22266839016588588,
  delta: 0.48736497954384256,
  omega: -0.22266839016588588,
  epsilon: 1.2305474445498212,
};

const A = [-0.06934, -0.00227] as const;
const B = [-0.03635, 0.03273] as const;
const C = [0.014, 0.072] as const;
const [d, da, e, ea, rr, ra] = [0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092];
const [sa, sb, sc, sd] = [0.01874, 0.01043, 0.018, 0.02];
const [ta, tb, u, ua, ub, zf, zt, fa] = [0.02308, 0.00916, 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421];

type Point = readonly [number, number];

/** from + length along the direction of an angle, + side to its left. */
function go(from: Point, angle: number, length: number, side = 0): Point {
  const [c, s] = [elementary.cos(angle), elementary.sin(angle)];
  return [from[0] + length * c - side * s, from[1] + length * s + side * c];
}

/**
 * IFToMM A03, Andrews' squeezing mechanism, also "andrews" of the IVP test set: seven bodies in the plane, tiny and
 * fast, driven by a constant torque against a spring. Angles of hinges are the coordinates of the published reference.
 */
export const andrewsSqueezer = defineScene({
  name: "andrews-squeezer",
  title: "Andrews' squeezing mechanism (IFToMM A03)",
  summary: "Seven bodies, a motor and a spring: a small fast mechanism with a 16-digit reference",
  group: "benchmarks",
  params: {},
  build: () => {
    const right = Math.PI / 2;
    const O: Point = [0, 0];
    const F = go(O, START.beta, rr);
    const E = go(F, START.beta + START.theta, -d);
    const H = go(A, START.delta, zt);
    const G = go(A, START.epsilon - right, u);
    // bodies are placed by their centres of mass, without rotation
    const body = (name: string, mass: number, inertia: number, position: Point, ends: readonly Point[]) =>
      ({
        name,
        mass,
        inertia: [inertia, inertia, inertia],
        position: [...position],
        centerOfMass: [0, 0],
        shapes: ends.slice(1).map((end, k) => {
          const from = ends[k];
          return {
            type: "capsule",
            radius: 0.0008,
            halfLength: 0.5 * elementary.hypot(end[0] - from[0], end[1] - from[1]),
            position: [(from[0] + end[0]) / 2 - position[0], (from[1] + end[1]) / 2 - position[1]],
            orientation: elementary.atan2(end[1] - from[1], end[0] - from[0]),
          };
        }),
      }) satisfies BodySpec;
    const pin = (name: string, bodyA: string, bodyB: string, point: Point, zero = 0) =>
      ({
        type: "hinge",
        name,
        bodyA,
        bodyB,
        at: [...point],
        zero,
      }) satisfies JointSpec;
    const down = START.gamma - right;
    const D: Point = [
      B[0] + sd * elementary.cos(START.gamma) + sc * elementary.sin(START.gamma),
      B[1] + sd * elementary.sin(START.gamma) - sc * elementary.cos(START.gamma),
    ];
    const k3 = go(B, down, sa, sb);
    const k4 = go(H, START.phi + START.delta - right, e - ea);
    const k6 = go(G, START.omega + START.epsilon, zf - fa);
    return {
      duration: 0.03,
      timestep: 1e-5,
      plane: "xy" as const,
      gravity: [0, 0],
      contact: "none" as const,
      formulation: { type: "augmented-lagrangian" },
      bodies: [
        body("k1", 0.04325, 2.194e-6, go(O, START.beta, ra), [O, F]),
        body("k2", 0.00365, 4.41e-7, go(F, START.beta + START.theta, -da), [F, E]),
        body("k3", 0.02373, 5.255e-6, k3, [B, E, D]),
        body("k4", 0.00706, 5.667e-7, k4, [H, E]),
        body("k5", 0.0705, 1.169e-5, go(A, START.delta, ta, tb), [A, H]),
        body("k6", 0.00706, 5.667e-7, k6, [G, E]),
        body("k7", 0.05498, 1.912e-5, go(A, START.epsilon - right, ua, ub), [A, G]),
      ],
      joints: [
        { ...pin("beta", "world", "k1", O, START.beta), drive: { mode: "effort", target: 0.033 } },
        pin("theta", "k1", "k2", F, START.theta),
        pin("gamma", "world", "k3", B, START.gamma),
        pin("delta", "world", "k5", A, START.delta),
        pin("phi", "k5", "k4", H, START.phi),
        pin("epsilon", "world", "k7", A, START.epsilon),
        pin("omega", "k7", "k6", G, START.omega),
        pin("e3", "k2", "k3", E),
        pin("e4", "k2", "k4", E),
        pin("e6", "k2", "k6", E),
      ],
      forces: [
        {
          type: "spring",
          name: "spring",
          bodyB: "k3",
          pointA: [...C],
          pointB: [D[0] - k3[0], D[1] - k3[1]],
          stiffness: 4530,
          restLength: 0.07785,
        },
      ],
      sensors: ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"].map((name) => `joint/${name}/position`),
      view: {
        eye: [-0.02, 0.02, 0.22],
        target: [-0.02, 0.02, 0],
        pictureTime: 0.01,
        plot: ["joint/gamma/position", "joint/delta/position"],
      },
    };
  },
});
