import type { FormulationSpec, UntypedSpec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error, type Measurement } from "../experiment.js";

/** A box on a table of 2.5 rad/s, 0.35 m from the axis: ω² r = 2.2 m/s², and friction would hold 3.9 m/s². */
const H = 1 / 60;
const T = 3;
const RATE = 2.5;
const RADIUS = 0.35;
const FRICTION = 0.4;
/** Of a solid ball that rolls, the velocity turns at 2/7 of the table's rate. */
const ORBIT = (2 / 7) * RATE;
/** What is turned in a step, and in a sub-step of `fast`, rad. */
const STEP = RATE * H;
const SUBSTEP = STEP / 4;

/**
 * With z = i ω h a step is λ = 1 + z + ½ z (1 − 1/λ), whose expansion is |λ| = 1 + (ω h)⁴/4 and
 * arg λ = ω h + 5/12 (ω h)³.
 */
const drift = RADIUS * (0.25 * STEP ** 3 * RATE * T);
const SECOND_ORDER = RADIUS * SUBSTEP ** 2 * (1 + (5 / 12) * RATE * T);

type Shape = { readonly type: string; readonly [key: string]: unknown };

const load = (shape: Shape) => ({
  name: "load",
  mass: 1,
  position: [RADIUS, 0, 0.04],
  velocity: [0, RATE * RADIUS, 0],
  angularVelocity: [0, 0, RATE],
  shapes: [{ ...shape, material: "rubber" }],
});

function turntable(formulation: FormulationSpec, driven: boolean, shape: Shape): UntypedSpec {
  const disc = { type: "cylinder", radius: 2, halfLength: 0.05, material: "rubber" };
  const table = { name: "table", position: [0, 0, -0.05], angularVelocity: [0, 0, RATE], shapes: [disc] };
  return {
    timestep: H,
    formulation,
    materials: { rubber: { friction: FRICTION } },
    bodies: [driven ? { ...table, mass: 30 } : { ...table, type: "kinematic" }, load(shape)],
    joints: driven
      ? [{ name: "axis", type: "hinge", bodyB: "table", at: [0, 0, 0], axis: [0, 0, 1], drive: { target: RATE } }]
      : [],
    sensors: ["body/load/position.x", "body/load/position.y"],
  };
}

const BOX = { type: "box", halfExtents: [0.06, 0.05, 0.04] };
const BALL = { type: "sphere", radius: 0.04 };

export const turntableCarries = defineExperiment({
  id: "own.turntable",
  title: "Box and ball on a turntable at 1/60 s",
  reference:
    "A box on a disc stays where it is while ω² r < μ g. The velocity of a solid ball that rolls on it turns at 2/7 ω [Weltner1979].",
  rows: {
    radius: error(
      "way outwards of a box in 3 s, impulse",
      "m",
      SECOND_ORDER,
      "second order in a sub-step; two sub-steps without the friction of the one before",
    ),
    place: error("way of the box on the table", "m", SECOND_ORDER, "as for the radius"),
    driven: error("way outwards on a driven disc", "m", SECOND_ORDER, "as for the radius"),
    complementarity: error(
      "way outwards in complementarity",
      "m",
      drift + RADIUS * STEP ** 2,
      "(ω h)⁴/4 in a step, and the start",
    ),
    ball: error("way of a ball from its circle, impulse", "m", SECOND_ORDER, "as for the radius"),
  },
  *measure(context): Generator<Measurement> {
    const whereIs = (spec: UntypedSpec) => {
      const sim = context.simulateUntyped(spec);
      const [x, y] = ["x", "y"].map((axis) => sensorOf(sim, `body/load/position.${axis}`));
      runFor(sim, T, () => {});
      return [x(), y()] as const;
    };
    const [x, y] = whereIs(turntable({ type: "impulse" }, false, BOX));
    const far = Math.sqrt(x * x + y * y);
    yield ["radius", far - RADIUS];
    const turn = Math.atan2(y, x) - RATE * T;
    yield ["place", RADIUS * (turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)))];
    const onDisc = whereIs(turntable({ type: "impulse" }, true, BOX));
    yield ["driven", Math.sqrt(onDisc[0] ** 2 + onDisc[1] ** 2) - RADIUS];
    const other = whereIs(turntable({ type: "complementarity" }, false, BOX));
    yield ["complementarity", Math.sqrt(other[0] ** 2 + other[1] ** 2) - RADIUS];
    const ball = whereIs(turntable({ type: "impulse" }, false, BALL));
    const orbit = (RATE * RADIUS) / ORBIT;
    const dx = ball[0] - (RADIUS + orbit * (Math.cos(ORBIT * T) - 1));
    const dy = ball[1] - orbit * Math.sin(ORBIT * T);
    yield ["ball", Math.sqrt(dx * dx + dy * dy)];
  },
});
