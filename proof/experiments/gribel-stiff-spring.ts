import { bodyPosition, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment } from "../experiment.js";

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
    "[Gribel2009], spec row V41: k = 1e6 N/m and 1 kg make ω = 1000 rad/s. Semi-implicit Euler is stable below h = 2/ω = 2 ms, RK4 below 2.828/ω; 10 ms diverges.",
  partial: "the soft row that stays stable at 10 ms comes with the impulse formulation",
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
  },
  *measure(context) {
    yield ["diverges", swing(context, "semi-implicit-euler", 0.01, 10)];
    yield ["below-limit", swing(context, "semi-implicit-euler", 0.0019, 10_000)];
    yield ["above-limit", swing(context, "semi-implicit-euler", 0.0021, 200)];
    yield ["rk4", swing(context, "rk4", 0.00282, 10_000)];
    yield ["rk4-above", swing(context, "rk4", 0.00284, 10_000)];
  },
});
