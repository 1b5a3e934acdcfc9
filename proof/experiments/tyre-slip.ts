import { readSensor, setParameter, step, type UntypedSpec } from "stiction";
import type { Context } from "../context.js";
import { atMost, defineExperiment, error } from "../experiment.js";

/** A wheel on a belt, as on a test bench: held along and across, loaded by its weight, turned and steered by guides. */

const [R, HALF, V, MASS, G] = [0.5, 0.14, 10, 500, 9.81];
const [MU, SLOPE, SIDE] = [0.9, 14, 9];

const bench = (law: object): UntypedSpec => ({
  timestep: 5e-3,
  formulation: "augmented-lagrangian",
  materials: {
    tyre: {
      contact: {
        type: "tyre",
        stiffness: 4e5,
        damping: 6e3,
        friction: MU,
        slipStiffness: SLOPE,
        corneringStiffness: SIDE,
        turningResistance: 0,
        ...law,
      },
    },
  },
  bodies: [
    { name: "belt", type: "static", shapes: [{ type: "plane", surfaceVelocity: [-V, 0, 0] }] },
    { name: "hub", mass: 400, inertia: [20, 20, 20], position: [0, 0, R - 0.012] },
    { name: "knuckle", mass: 20, inertia: [2, 2, 2], position: [0, 0, R - 0.012] },
    {
      name: "wheel",
      mass: 80,
      material: "tyre",
      position: [0, 0, R - 0.012],
      orientation: { axis: [1, 0, 0], angle: -Math.PI / 2 },
      angularVelocity: [0, V / (R - 0.012), 0],
      shapes: [{ type: "cylinder", radius: R, halfLength: HALF }],
    },
  ],
  joints: [
    { type: "slider", name: "post", bodyB: "hub", at: [0, 0, R], axis: [0, 0, 1] },
    {
      type: "hinge",
      name: "steer",
      bodyA: "hub",
      bodyB: "knuckle",
      at: [0, 0, R],
      axis: [0, 0, 1],
      drive: { mode: "position", target: 0 },
    },
    {
      type: "hinge",
      name: "axle",
      bodyA: "knuckle",
      bodyB: "wheel",
      at: [0, 0, R - 0.012],
      axis: [0, 1, 0],
      drive: { mode: "speed", target: V / (R - 0.012) },
    },
  ],
});

interface Point {
  /** κ, tan α, N, F_x, F_y. */
  readonly slip: number;
  readonly side: number;
  readonly load: number;
  readonly along: number;
  readonly across: number;
}

/** Steady forces at slips (Ω r/V_x − 1) and steering angles. */
function points(context: Context, law: object, wanted: readonly (readonly [number, number])[]): Point[] {
  const { model, data } = context.simulateUntyped(bench(law));
  const read = (name: string) => readSensor(model, data, name);
  return wanted.map(([slip, angle]) => {
    let found: Point | undefined;
    // the loaded radius follows from the load: two rounds find it
    for (let round = 0; round < 2; round++) {
      const r = R - read("contact/belt:wheel/deflection");
      const vx = V * Math.cos(angle);
      setParameter(model, data, "joints.axle.drive.target", (vx * (1 + slip)) / r);
      setParameter(model, data, "joints.steer.drive.target", angle);
      for (let k = 0; k < 80; k++) step(model, data);
      const radius = R - read("contact/belt:wheel/deflection");
      const spin = read("joint/axle/speed");
      found = {
        slip: (spin * radius) / vx - 1,
        side: Math.tan(angle),
        load: read("contact/belt:wheel/endNormalForce"),
        along: read("contact/belt:wheel/longitudinalForce"),
        across: read("contact/belt:wheel/lateralForce"),
      };
    }
    return found as Point;
  });
}

/** μ sin(C atan y), y = c s/(C μ). */
const magic = (s: number, c: number, shape: number) => MU * Math.sin(shape * Math.atan((c * s) / (shape * MU)));

/** μ (1 − (1 − x)³), x = c s/(3 μ). */
const brush = (s: number, c: number) => Math.sign(s) * MU * (1 - Math.max(0, 1 - (c * Math.abs(s)) / (3 * MU)) ** 3);

const worst = (values: readonly number[]) => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);

const ORIGIN =
  "low-speed damping leaves τ V/(σ (1 + V²)²) = 1e-4 of the slip: 7e-5 where c s = 0.7; what the bench still oscillates after 0.8 s is of that size";

/** Longitudinal, lateral and combined slip against the formulas. */
export const tyreSlip = defineExperiment({
  id: "luaces.x-tyre-slip",
  title: "Tyre on a belt: forces by slip",
  reference: "magic formula and brush model with parabolic pressure [Pacejka2012, §4.3, §3.2]",
  rows: {
    along: error("largest error of F_x over the load, magic formula, slip −1 … 0.5", "1", 2e-4, ORIGIN),
    across: error("largest error of F_y over the load, magic formula, α to 0.3 rad", "1", 2e-4, ORIGIN),
    brush: error("largest error of F_x and F_y over the load, brush model", "1", 2e-4, ORIGIN),
    ellipse: atMost("(F_x/μN)² + (F_y/μN)² under combined slip", "1", 1, "friction ellipse"),
    load: error("mean load less the weight, over it", "1", 1e-3, "statics"),
  },
  *measure(context) {
    const straight = points(
      context,
      {},
      [-1, -0.3, -0.1, -0.03, 0.03, 0.1, 0.5].map((slip) => [slip, 0]),
    );
    yield ["along", worst(straight.map((p) => p.along / p.load - magic(p.slip, SLOPE, 1.65)))];
    yield ["load", worst(straight.map((p) => p.load / (MASS * G) - 1))];
    const steered = points(
      context,
      {},
      [-0.2, -0.05, 0.02, 0.1, 0.3].map((angle) => [0, angle]),
    );
    // V_s = V_x (0, −tan α) where the heading is to the left of the motion: the force is to the left
    yield [
      "across",
      worst(
        steered.map(
          (p) =>
            p.across / p.load - magic(Math.hypot(p.slip, p.side), SIDE, 1.3) * (p.side / Math.hypot(p.slip, p.side)),
        ),
      ),
    ];
    const brushed = points(context, { formula: "brush" }, [
      [-0.05, 0],
      [0.06, 0],
      [0.25, 0],
      [0, 0.08],
    ]);
    yield [
      "brush",
      worst(
        brushed.flatMap((p) => {
          // theoretical slip: over the rolling speed
          const [x, y] = [p.slip / (1 + p.slip), p.side / (1 + p.slip)];
          const rho = Math.hypot(x, y);
          return [p.along / p.load - brush(rho, SLOPE) * (x / rho), p.across / p.load - brush(rho, SIDE) * (y / rho)];
        }),
      ),
    ];
    const combined = points(context, {}, [
      [-0.1, 0.1],
      [0.2, 0.2],
      [-1, 0.3],
    ]);
    yield [
      "ellipse",
      Math.max(...combined.map((p) => (p.along / (MU * p.load)) ** 2 + (p.across / (MU * p.load)) ** 2)),
    ];
  },
});
