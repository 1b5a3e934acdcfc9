import { bodyPosition, bodyVelocity, type Simulation, type Spec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { quadrature } from "../reference/quadrature.js";
import { roundOff, simpsonError } from "../tolerance.js";

const H = 0.01;
const T = 3;
const MASS = 2;
const INERTIA = 0.1;

/** A disc in the plane; `spin` is its angular velocity at the start, rad/s. */
function disc(force: Record<string, unknown>, spin: number): Spec {
  return {
    timestep: H,
    plane: "xy",
    gravity: [0, 0],
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    bodies: [
      {
        name: "disc",
        mass: MASS,
        inertia: [0, 0, INERTIA],
        angularVelocity: [0, 0, spin],
        shapes: [{ type: "circle", radius: 0.3 }],
      },
    ],
    forces: [{ type: "wrench", name: "push", body: "disc", ...force }],
    sensors: ["body/disc/angularVelocity.z"],
  };
}

const distance = (a: readonly number[], x: number, y: number) => Math.hypot(a[0] - x, a[1] - y);
const position = ({ model, data }: Simulation) => bodyPosition(model, data, "disc");
const velocity = ({ model, data }: Simulation) => bodyVelocity(model, data, "disc");

// world axes: a = F/m, θ̈ = τ/I
const FORCE = 4;
const TORQUE = 0.2;

// turning thruster: a = (F/m) (cos ωt, sin ωt)
const SPIN = 3;
const PUSH = FORCE / MASS;
const spiral = {
  vx: (PUSH / SPIN) * Math.sin(SPIN * T),
  vy: (PUSH / SPIN) * (1 - Math.cos(SPIN * T)),
  x: (PUSH / SPIN ** 2) * (1 - Math.cos(SPIN * T)),
  y: (PUSH / SPIN ** 2) * (SPIN * T - Math.sin(SPIN * T)),
};

// Thruster off the centre by 0.05 m: θ̈ = 0.05 F/I = 2 rad/s², θ = t², and the velocity is a Fresnel integral. The
// fourth derivative of e^{iθ} is at most θ̇⁴ + 6 θ̇² θ̈ + 3 θ̈².
const OFFSET = 0.05;
const ALPHA = (OFFSET * FORCE) / INERTIA;
const clothoidDerivative = PUSH * ((ALPHA * T) ** 4 + 6 * (ALPHA * T) ** 2 * ALPHA + 3 * ALPHA ** 2);
const clothoid = (weight: (t: number) => number) => ({
  x: quadrature((t) => weight(t) * PUSH * Math.cos((ALPHA * t * t) / 2), 0, T, 40),
  y: quadrature((t) => weight(t) * PUSH * Math.sin((ALPHA * t * t) / 2), 0, T, 40),
});

const rounding = roundOff(T / H, 20);

export const wrench = defineExperiment({
  id: "own.wrench",
  title: "Applied force and torque",
  reference:
    "Constant acceleration; a thruster that turns with a spinning disc, in closed form; a thruster off the centre, whose path is a clothoid, by quadrature of the Fresnel integrals.",
  rows: {
    force: near(
      "distance after 3 s under 4 N",
      "m",
      (FORCE / MASS / 2) * T * T,
      rounding,
      "round-off: quadratic in t, which RK4 integrates exactly",
    ),
    torque: near(
      "angular velocity after 3 s under 0.2 N m",
      "rad/s",
      (TORQUE / INERTIA) * T,
      rounding,
      "round-off: linear in t",
    ),
    "spiral-velocity": error(
      "deviation of velocity after 3 s, thruster on a spinning disc",
      "m/s",
      simpsonError(PUSH * SPIN ** 4, T, H) + rounding,
      "RK4 is Simpson's rule here: h⁴/2880 × ∫|f⁗|",
    ),
    "spiral-position": error(
      "deviation of position after 3 s, thruster on a spinning disc",
      "m",
      // the error of the velocity, integrated, and as much again of the position's own rule
      2 * T * simpsonError(PUSH * SPIN ** 4, T, H) + rounding,
      "h⁴/2880 × ∫|f⁗|, over 3 s, twice",
    ),
    "clothoid-velocity": error(
      "deviation of velocity after 3 s, thruster off the centre",
      "m/s",
      simpsonError(clothoidDerivative, T, H) + rounding,
      "RK4 is Simpson's rule here: h⁴/2880 × ∫|f⁗|",
    ),
    "clothoid-position": error(
      "deviation of position after 3 s, thruster off the centre",
      "m",
      2 * T * simpsonError(clothoidDerivative, T, H) + rounding,
      "h⁴/2880 × ∫|f⁗|, over 3 s, twice",
    ),
  },
  *measure(context) {
    const pushed = context.simulate(disc({ force: [FORCE, 0], torque: [0, 0, TORQUE] }, 0));
    runFor(pushed, T);
    yield ["force", position(pushed)[0]];
    yield ["torque", sensorOf(pushed, "body/disc/angularVelocity.z")()];

    const spinning = context.simulate(disc({ force: [FORCE, 0], axes: "body" }, SPIN));
    runFor(spinning, T);
    yield ["spiral-velocity", distance(velocity(spinning), spiral.vx, spiral.vy)];
    yield ["spiral-position", distance(position(spinning), spiral.x, spiral.y)];

    const curling = context.simulate(disc({ force: [FORCE, 0], point: [0, -OFFSET], axes: "body" }, 0));
    runFor(curling, T);
    const v = clothoid(() => 1);
    const p = clothoid((t) => T - t);
    yield ["clothoid-velocity", distance(velocity(curling), v.x, v.y)];
    yield ["clothoid-position", distance(position(curling), p.x, p.y)];
  },
});
