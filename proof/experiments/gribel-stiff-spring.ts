import { bodyPosition, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, error } from "../experiment.js";

const K = 1e6;
const STRETCH = 0.001;

function spec(integrator: string, timestep: number): Spec {
  return {
    timestep,
    gravity: [0, 0, 0],
    contact: "none",
    formulation: { type: "forces", integrator },
    bodies: [{ name: "mass", mass: 1, position: [1 + STRETCH, 0, 0], shapes: [{ type: "sphere", radius: 0.05 }] }],
    forces: [{ type: "spring", name: "spring", bodyB: "mass", stiffness: K, restLength: 1 }],
  };
}

/** The same mass and spring, the spring as a row that the solver takes along. */
function softSpec(preset: "fast" | "precise" | "thesis"): Spec {
  return {
    timestep: 0.01,
    gravity: [0, 0, 0],
    contact: "none",
    formulation: { type: "impulse", preset },
    bodies: [{ name: "mass", mass: 1, position: [1 + STRETCH, 0, 0], shapes: [{ type: "sphere", radius: 0.05 }] }],
    joints: [
      {
        type: "spring",
        name: "spring",
        bodyB: "mass",
        at: [0, 0, 0],
        to: [1 + STRETCH, 0, 0],
        stiffness: K,
        restLength: 1,
      },
    ],
  };
}

/** Stretches after each of `steps` steps of 10 ms with the soft row, as multiples of the one at the start. */
function softSwing(context: Context, preset: "fast" | "precise" | "thesis", steps: number): number[] {
  const { model, data } = context.simulate(softSpec(preset));
  const stretches: number[] = [];
  runFor({ model, data }, steps * 0.01, () => {
    stretches.push((bodyPosition(model, data, "mass")[0] - 1) / STRETCH);
  });
  return stretches;
}

/** Implicit Euler on paper: v' = (v − h ω² x)/(1 + (ωh)²), x' = x + h v'; (ωh)² = 100. */
function implicitEuler(steps: number): number[] {
  let x = 1;
  let v = 0;
  return Array.from({ length: steps }, () => {
    v = (v - 0.01 * K * x) / (1 + K * 1e-4);
    x += 0.01 * v;
    return x;
  });
}

/** Largest stretch in `steps` steps, as a multiple of the one at the start. */
function swing(context: Context, integrator: string, timestep: number, steps: number): number {
  const { model, data } = context.simulate(spec(integrator, timestep));
  let worst = 0;
  runFor({ model, data }, steps * timestep, () => {
    worst = Math.max(worst, Math.abs(bodyPosition(model, data, "mass")[0] - 1));
  });
  return worst / STRETCH;
}

export const gribelStiffSpring = defineExperiment({
  id: "gribel.v41",
  title: "Stiff spring: limit of explicit integration",
  reference:
    "[Gribel2009], row V41: k = 1e6 N/m and 1 kg make ω = 1000 rad/s. Semi-implicit Euler is stable below h = 2/ω = 2 ms, RK4 below 2.828/ω; 10 ms diverges.",
  rows: {
    diverges: atLeast(
      "growth in 10 steps of 10 ms, semi-implicit Euler",
      "1",
      100,
      "far beyond the limit: the first step alone takes the mass 100 times as far",
    ),
    "below-limit": atMost(
      "growth in 10000 steps of 1.9 ms, semi-implicit Euler",
      "1",
      // the scheme keeps x² + (v/ω)² − ωh x v/ω, an ellipse whose longest x is 1/√(1 − (ωh/2)²) times the first
      1.000001 / Math.sqrt(1 - 0.95 ** 2),
      "the scheme's own ellipse, x ≤ x₀/√(1 − (ωh/2)²); and round-off",
    ),
    "above-limit": atLeast(
      "growth in 200 steps of 2.1 ms, semi-implicit Euler",
      "1",
      1e3,
      "beyond 2/ω each step multiplies by (|s| + √(s² − 4))/2 with s = 2 − (ωh)²: 1.88 per step",
    ),
    rk4: atMost("growth in 10000 steps of 2.82 ms, RK4", "1", 1, "RK4 damps below 2.828/ω"),
    "rk4-above": atLeast(
      "growth in 10000 steps of 2.84 ms, RK4",
      "1",
      1e3,
      "|R(iωh)|² = 1 − z⁶/72 + z⁸/576 > 1 beyond 2.828: 1.029 per step",
    ),
    soft: atMost(
      "largest stretch in 1000 steps of 10 ms over that at the start, soft row in the thesis's step",
      "1",
      1 / (1 + K * 1e-4) + 1e-9,
      "implicit Euler: 1/(1 + (ωh)²) after the first step, and less ever after; round-off",
    ),
    "soft-exact": error(
      "largest deviation of its first 5 steps from implicit Euler on paper",
      "1",
      1e-9,
      "one row and one mass: exact but for round-off of 1 m against 1 mm",
    ),
    "soft-fast": atMost(
      "the same in sub-steps",
      "1",
      0.5,
      "implicit, so it decays; four sub-steps of 2.5 ms leave at most 1/(1 + (ωh)²) = 0.14 each",
    ),
  },
  *measure(context) {
    yield ["diverges", swing(context, "semi-implicit-euler", 0.01, 10)];
    yield ["below-limit", swing(context, "semi-implicit-euler", 0.0019, 10_000)];
    yield ["above-limit", swing(context, "semi-implicit-euler", 0.0021, 200)];
    yield ["rk4", swing(context, "rk4", 0.00282, 10_000)];
    yield ["rk4-above", swing(context, "rk4", 0.00284, 10_000)];
    const soft = softSwing(context, "thesis", 1000);
    yield ["soft", Math.max(...soft.map(Math.abs))];
    yield ["soft-exact", Math.max(...implicitEuler(5).map((x, k) => Math.abs(soft[k] - x)))];
    yield ["soft-fast", Math.max(...softSwing(context, "fast", 1000).map(Math.abs))];
  },
});
