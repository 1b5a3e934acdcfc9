import { type contact, param } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { createBlock } from "../reference/one-degree.js";

const PULL = 0.1;
const SPRING = 2;

/**
 * Speed that counts as slip, m/s. The source does not tell its own: the times of slips hang on it (7.438 s with 1 mm/s,
 * 7.458 s with 10 mm/s), the times between them hardly.
 */
const SLIP = 0.01;

/** 25 s in steps of equal length: position, velocity and bristle at the end, and the times at which slips begin. */
function pull(context: Context, steps: number) {
  const law = context.contact.frictionLaws.lugre as contact.FrictionLaw;
  const params = param.record(law.params, { help: "" }).parse({
    friction: 1.5,
    kineticFriction: 1,
    stribeckSpeed: 0.001,
    stiffness: 1e5,
    damping: Math.sqrt(1e5),
    viscosity: 0.4,
  });
  const h = 25 / steps;
  const block = createBlock({
    law,
    params,
    mass: 1,
    load: 1,
    x: 0,
    v: 0,
    spring(x, _v, t, out) {
      out.force = SPRING * (PULL * t - x);
      out.stiffness = SPRING;
      out.damping = 0;
    },
  });
  const slips: number[] = [];
  let sliding = false;
  for (let n = 1; n <= steps; n++) {
    const before = block.line.v;
    block.step(h);
    // no sum of steps: the time is used in the force
    block.line.t = n * h;
    const { v } = block.line;
    if (!sliding && v > SLIP) slips.push((n - (v - SLIP) / (v - before)) * h);
    sliding = sliding ? v > SLIP / 2 : v > SLIP;
  }
  return { values: [block.line.x, block.line.v, block.state[0]], slips };
}

const DIGITS = "the published figures agree with each other to 1e-8";
const BETWEEN = "difference of two times that are published to 1 ms";

export const lugreStickSlip = defineExperiment({
  id: "public.lugre",
  title: "LuGre stick–slip, 25 s",
  reference:
    "[CanudasOlssonAstromLischinsky1995] as run by Exudyn (DOPRI5): 1 kg pulled at 0.1 m/s by 2 N/m, σ₀ = 1e5, σ₁ = √σ₀, σ₂ = 0.4, 1.5 and 1 N, v_s = 1 mm/s. Trapezoidal rule, 0.5 and 0.25 ms, extrapolated.",
  rows: {
    position: error("relative deviation of x = 1.908839199 m", "1", 1e-6, DIGITS),
    velocity: error("relative deviation of v = 9.424154591e-6 m/s", "1", 1e-6, DIGITS),
    bristle: error("relative deviation of z = 1.18167954559e-5 m", "1", 1e-6, DIGITS),
    order: near("order of the position's error", "1", 2, 0.05, "trapezoidal rule"),
    "between-1-2": near("from the first slip to the second", "s", 13.82 - 7.458, 1e-3, BETWEEN),
    "between-2-3": near("from the second slip to the third", "s", 20.183 - 13.82, 1e-3, BETWEEN),
  },
  *measure(context) {
    const coarse = pull(context, 50_000);
    const fine = pull(context, 100_000);
    const exact = [1.908839199, 9.424154591e-6, 1.18167954559e-5];
    const off = exact.map((value, k) => (4 * fine.values[k] - coarse.values[k]) / 3 / value - 1);
    yield ["position", off[0]];
    yield ["velocity", off[1]];
    yield ["bristle", off[2]];
    yield ["order", Math.log2((coarse.values[0] - exact[0]) / (fine.values[0] - exact[0]))];
    yield ["between-1-2", fine.slips[1] - fine.slips[0]];
    yield ["between-2-3", fine.slips[2] - fine.slips[1]];
  },
});
