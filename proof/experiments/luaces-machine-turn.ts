import { readSensor, setControl } from "stiction";
import { tyreShapes } from "../../scenes/parts/excavator-site.js";
import { runFor } from "../context.js";
import { defineExperiment, near } from "../experiment.js";
import { onRoad } from "./luaces-machine-work.js";

/** The wheeled excavator in a turn, against four wheels with slip. */

/** Angle of both knuckles, rad; speed of the wheels, rad/s. */
const [ANGLE, SPIN] = [0.3, 1];
/** Half of the wheelbase; knuckle and wheel from the middle; radius and half width of a tyre; m. */
const [AXLE, KNUCKLE, WHEEL, RADIUS, HALF_WIDTH] = [1.3, 0.72, 1, 0.52, 0.25];
/** Constants of the tyre law: stiffness, friction, slopes and shapes of the magic formula; relaxation, damping. */
const [STIFFNESS, MU, SLOPE, SLOPE_ACROSS, SHAPE, SHAPE_ACROSS] = [1e6, 0.8, 15, 10, 1.65, 1.3];
const RELAXATION = RADIUS / 2;
const DAMPING = (2 * 0.3) / Math.sqrt(SLOPE * 9.81);
/** Slip of the largest longitudinal force: C atan y = π/2, y = c ρ/(C μ). */
const PEAK = (Math.tan(Math.PI / (2 * SHAPE)) * SHAPE * MU) / SLOPE;

/** Places and angles of the wheels: front left, front right, rear left, rear right. */
const WHEELS = [1, -1]
  .map((side): readonly [number, number, number] => [
    AXLE - (WHEEL - KNUCKLE) * side * Math.sin(ANGLE),
    side * (KNUCKLE + (WHEEL - KNUCKLE) * Math.cos(ANGLE)),
    ANGLE,
  ])
  .concat([1, -1].map((side): readonly [number, number, number] => [-AXLE, side * WHEEL, 0]));

/**
 * Lateral force and moment on a machine that goes ahead at `speed` with the lateral speed b and the curvature κ, both
 * per speed: wheels with lateral forces by the magic formula, a torque against turning by the footprint, and forces
 * along the wheels that balance.
 */
function balance(b: number, curvature: number, speed: number, loads: readonly number[]): readonly [number, number] {
  let [force, moment] = [0, 0];
  WHEELS.forEach(([x, y, angle], i) => {
    const [vx, vy] = [1 - curvature * y, b + curvature * x];
    const along = Math.cos(angle) * vx + Math.sin(angle) * vy;
    const across = Math.cos(angle) * vy - Math.sin(angle) * vx;
    const v = speed * along;
    // the tread has a damper beside its springs at low speed
    const damped = DAMPING / (1 + v * v) ** 2;
    const slip = (-across / along) * (1 + (damped * v) / Math.sqrt(RELAXATION));
    const pull = loads[i] * MU * Math.sin(SHAPE_ACROSS * Math.atan((SLOPE_ACROSS * slip) / (SHAPE_ACROSS * MU)));
    const deflection = loads[i] / STIFFNESS;
    const half = Math.sqrt(deflection * (2 * RADIUS - deflection));
    const lever = (2 / 3) * Math.sqrt((4 / Math.PI) * half * HALF_WIDTH);
    const turn = (lever * curvature * speed * (RELAXATION / v + damped * Math.sqrt(RELAXATION))) / (PEAK * RELAXATION);
    force += Math.cos(angle) * pull;
    moment += (x * Math.cos(angle) + y * Math.sin(angle)) * pull - MU * loads[i] * lever * Math.min(1, turn);
  });
  return [force, moment];
}

/** Radius of the turn, m, by Newton's method from that of wheels without slip. */
function turningRadius(speed: number, loads: readonly number[]): number {
  let [b, curvature] = [Math.tan(ANGLE) / 2, Math.tan(ANGLE) / (2 * AXLE)];
  for (let k = 0; k < 30; k++) {
    const e = 1e-6;
    const [f, m] = balance(b, curvature, speed, loads);
    const [fb, mb] = balance(b + e, curvature, speed, loads).map((x, i) => (x - [f, m][i]) / e);
    const [fc, mc] = balance(b, curvature + e, speed, loads).map((x, i) => (x - [f, m][i]) / e);
    const inverse = 1 / (fb * mc - mb * fc);
    b -= inverse * (f * mc - m * fc);
    curvature -= inverse * (fb * m - mb * f);
  }
  return 1 / curvature;
}

export const excavatorTurn = defineExperiment({
  id: "luaces.x-turn",
  title: "Wheeled excavator in a turn, both knuckles at 0.3 rad, its wheels on one differential",
  full: true,
  reference: "four wheels with lateral slip by the magic formula [Pacejka2012], solved by itself",
  rows: {
    radius: near("radius over that of four wheels with slip", "1", 1, 0.005, "loads shift by the lean of the chassis"),
    slip: near("radius over b/tan δ", "1", 1.04, 0.01, "the same model: 1.039; wheels without slip have 1"),
  },
  *measure(context) {
    const simulation = context.simulate(
      onRoad({ shapes: tyreShapes(), pose: { "steer-left": ANGLE, "steer-right": ANGLE } }, [], {
        type: "augmented-lagrangian",
        priority: "real-time",
      }),
    );
    const { model, data } = simulation;
    const read = (path: string) => readSensor(model, data, path);
    runFor(simulation, 0.5);
    setControl(model, data, "travel", SPIN);
    runFor(simulation, 5);
    const [vx, vy] = ["x", "y"].map((axis) => read(`body/undercarriage/velocity.${axis}`));
    const rate = read("body/undercarriage/angularVelocity.z");
    const heading = headingOf(read);
    const speed = vx * Math.cos(heading) + vy * Math.sin(heading);
    const loads = ["front-left", "front-right", "rear-left", "rear-right"].map((name) =>
      read(`contact/ground:wheel-${name}/normalForce`),
    );
    const radius = speed / rate;
    yield ["radius", radius / turningRadius(speed, loads)];
    yield ["slip", (radius * Math.tan(ANGLE)) / (2 * AXLE)];
  },
});

/** Direction of the rear axle's left wheel from its right one, less a right angle. */
function headingOf(read: (path: string) => number): number {
  const [x, y] = ["x", "y"].map(
    (axis) => read(`body/wheel-rear-left/position.${axis}`) - read(`body/wheel-rear-right/position.${axis}`),
  );
  return Math.atan2(-x, y);
}
