import type { Spec } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { atLeast, atMost, defineExperiment, error, near } from "../experiment.js";
import { watchSolver } from "../solver-run.js";

const EXACT = 0.275087462576117;
const reference =
  "Spec of [Luaces2013], section 6.B: pendulum of 1 kg and 1 m from the horizontal, Φ = x² + y² − 1, α = 1e7, tolerance 1e-10, 10 s; values recomputed for the spec with a prototype of its equations.";
const digit = "one unit of the last digit of the table";

/** The pendulum of section 6.B. The gradient of its constraint has length 2, by which the statistics divide. */
function pendulum(timestep: number, changes: Readonly<Record<string, unknown>>): Spec {
  return {
    name: "pendulum",
    timestep,
    plane: "xy",
    contact: "none",
    formulation: { type: "augmented-lagrangian", penalty: 1e7, tangent: "approximate", ...changes },
    bodies: [{ name: "bob", mass: 1, inertia: [1, 1, 1], position: [1, 0] }],
    joints: [{ type: "distance", name: "bar", bodyB: "bob", at: [0, 0], to: [1, 0] }],
    sensors: ["body/bob/position.x", "system/all/energy"],
  };
}

function run(context: Context, timestep: number, changes: Readonly<Record<string, unknown>> = {}) {
  const simulation = context.simulate(pendulum(timestep, changes));
  const solver = watchSolver(simulation, 10);
  return {
    x: sensorOf(simulation, "body/bob/position.x")(),
    energy: sensorOf(simulation, "system/all/energy")(),
    phi: 2 * solver.positionError,
    phiDot: 2 * solver.velocityError,
    phiDotDot: 2 * solver.accelerationError,
    iterations: solver.iterations,
  };
}

const x = (h: string, value: number) => near(`x after 10 s, h = ${h} ms`, "m", value, 1e-6, digit);
const energy = (h: string, value: number, tolerance: number) =>
  near(`change of energy, h = ${h} ms`, "J", value, tolerance, digit);

export const luacesV01 = defineExperiment({
  id: "luaces.v01",
  title: "Pendulum, penalty method with RK4",
  reference,
  rows: {
    x10: x("10", 0.275108),
    x1: x("1", 0.275087),
    phi10: near("largest |Φ|, h = 10 ms", "m²", 7.2e-7, 1e-8, digit),
    phi1: near("largest |Φ|, h = 1 ms", "m²", 1.3e-8, 1e-9, digit),
  },
  *measure(context) {
    const coarse = run(context, 0.01, { method: "penalty" });
    const fine = run(context, 0.001, { method: "penalty" });
    yield ["x10", coarse.x];
    yield ["x1", fine.x];
    yield ["phi10", coarse.phi];
    yield ["phi1", fine.phi];
  },
});

export const luacesV02 = defineExperiment({
  id: "luaces.v02",
  title: "Pendulum, index-3 augmented Lagrangian with tangent projections",
  reference,
  rows: {
    x10: x("10", 0.283704),
    x5: x("5", 0.277334),
    x1: x("1", 0.275187),
    energy10: energy("10", -5.7e-3, 1e-4),
    energy5: energy("5", -1.3e-3, 1e-4),
    energy1: energy("1", -5.3e-5, 1e-6),
    phi10: atMost("largest |Φ|, h = 10 ms", "m²", 2e-13, "order of magnitude of the printed table"),
    phi1: atMost("largest |Φ|, h = 1 ms", "m²", 3e-11, "order of magnitude of the printed table"),
    rate: near("largest |Φ̇|, h = 10 ms", "m²/s", 2.7e-6, 1e-7, digit),
    iterations: near(
      "Newton iterations per step, h = 10 ms",
      "1",
      3.25,
      0.5,
      "3.0 to 3.5 in the table; a quarter more, as the norm of the change is not said",
    ),
  },
  *measure(context) {
    const [a, b, c] = [0.01, 0.005, 0.001].map((h) => run(context, h));
    yield ["x10", a.x];
    yield ["x5", b.x];
    yield ["x1", c.x];
    yield ["energy10", a.energy];
    yield ["energy5", b.energy];
    yield ["energy1", c.energy];
    yield ["phi10", a.phi];
    yield ["phi1", c.phi];
    yield ["rate", a.phiDot];
    yield ["iterations", a.iterations];
  },
});

export const luacesV03 = defineExperiment({
  id: "luaces.v03",
  title: "Pendulum, projections with the mass",
  reference,
  rows: {
    x10: x("10", 0.283697),
    x5: x("5", 0.277326),
    x1: x("1", 0.275179),
    rate: atMost("largest |Φ̇|, h = 10 ms", "m²/s", 7e-11, "order of magnitude of the printed table"),
  },
  *measure(context) {
    const [a, b, c] = [0.01, 0.005, 0.001].map((h) => run(context, h, { projection: "mass" }));
    yield ["x10", a.x];
    yield ["x5", b.x];
    yield ["x1", c.x];
    yield ["rate", a.phiDot];
  },
});

export const luacesV04 = defineExperiment({
  id: "luaces.v04",
  title: "Pendulum without projections: diverges",
  reference: `${reference} Without projections the trapezoidal rule keeps errors of velocity and acceleration alive: the algebraic part of the index-3 system is marginally unstable.`,
  rows: {
    blow10: atLeast("how far |x| gets, h = 10 ms (no number: everything is lost)", "m", 10, "blows up in the table"),
    blow5: atLeast("how far |x| gets, h = 5 ms", "m", 10, "blows up in the table"),
    x1: near("x after 10 s, h = 1 ms: survives", "m", EXACT, 2e-3, "order of the other runs' errors at 5 ms"),
    jerk1: near(
      "largest |Φ̈|, h = 1 ms",
      "m²/s²",
      0.6,
      0.15,
      "one digit in the table, of noise that grows from round-off",
    ),
  },
  *measure(context) {
    const lost = (h: number) => {
      const end = run(context, h, { projection: "none" }).x;
      return Number.isFinite(end) ? Math.abs(end) : Number.MAX_VALUE;
    };
    yield ["blow10", lost(0.01)];
    yield ["blow5", lost(0.005)];
    const fine = run(context, 0.001, { projection: "none" });
    yield ["x1", fine.x];
    yield ["jerk1", fine.phiDotDot];
  },
});

const generalized = { scheme: "generalized-alpha" };

export const luacesV05 = defineExperiment({
  id: "luaces.v05",
  title: "Pendulum, generalized-α with ρ∞ = 0.8",
  reference,
  rows: {
    x10: x("10", 0.286327),
    x5: x("5", 0.278008),
    x1: x("1", 0.275208),
    energy10: energy("10", -8.5e-3, 1e-4),
    energy5: energy("5", -1.9e-3, 1e-4),
    energy1: energy("1", -7.1e-5, 1e-6),
  },
  *measure(context) {
    const [a, b, c] = [0.01, 0.005, 0.001].map((h) => run(context, h, generalized));
    yield ["x10", a.x];
    yield ["x5", b.x];
    yield ["x1", c.x];
    yield ["energy10", a.energy];
    yield ["energy5", b.energy];
    yield ["energy1", c.energy];
  },
});

export const luacesV06 = defineExperiment({
  id: "luaces.v06",
  title: "Pendulum, generalized-α: smaller ρ∞ loses more energy",
  reference,
  rows: {
    one: energy("10, ρ∞ = 1", -7.9e-3, 1e-4),
    half: energy("10, ρ∞ = 0.5", -1.24e-2, 1e-4),
    fifth: energy("10, ρ∞ = 0.2", -2.44e-2, 1e-4),
  },
  *measure(context) {
    const lost = (spectralRadius: number) => run(context, 0.01, { ...generalized, spectralRadius }).energy;
    yield ["one", lost(1)];
    yield ["half", lost(0.5)];
    yield ["fifth", lost(0.2)];
  },
});

export const luacesV07 = defineExperiment({
  id: "luaces.v07",
  title: "Pendulum: second order",
  reference,
  rows: {
    trapezoidal: near("error at 10 ms over error at 5 ms, trapezoidal", "1", 4, 0.3, "terms of order h³ and up"),
    generalized: near("error at 10 ms over error at 5 ms, generalized-α", "1", 4, 0.3, "terms of order h³ and up"),
  },
  *measure(context) {
    const ratio = (changes: Readonly<Record<string, unknown>>) =>
      (run(context, 0.01, changes).x - EXACT) / (run(context, 0.005, changes).x - EXACT);
    yield ["trapezoidal", ratio({})];
    yield ["generalized", ratio(generalized)];
  },
});

/**
 * Largest distance of a mass on a spring from the recursion of the scheme with β = 0.3025, γ = 0.6:
 *
 *   m a⁺ + k [(1 − δ) x⁺ + δ x] = 0,   x⁺ = x + h v + h² [(½ − β) a + β a⁺],   v⁺ = v + h [(1 − γ) a + γ a⁺]
 */
function fromRecursion(context: Context, changes: Readonly<Record<string, unknown>>, weight: number): number {
  const [h, mass, stiffness, beta, gamma] = [0.01, 1.3, 200, 0.3025, 0.6];
  const simulation = context.simulate({
    timestep: h,
    gravity: [0, 0, 0],
    contact: "none",
    formulation: { type: "augmented-lagrangian", ...changes },
    bodies: [{ name: "mass", mass, inertia: [1, 1, 1], position: [0.7, 0, 0] }],
    joints: [{ type: "spring", bodyB: "mass", at: [0, 0, 0], to: [0.7, 0, 0], restLength: 0.6, stiffness }],
    sensors: ["body/mass/position.x"],
  });
  const position = sensorOf(simulation, "body/mass/position.x");
  let [x, v, a] = [0.1, 0, (-stiffness * 0.1) / mass];
  let worst = 0;
  runFor(simulation, 2, () => {
    const free = x + h * v + h * h * (0.5 - beta) * a;
    const next = (-stiffness * ((1 - weight) * free + weight * x)) / (mass + stiffness * (1 - weight) * beta * h * h);
    x = free + h * h * beta * next;
    v += h * ((1 - gamma) * a + gamma * next);
    a = next;
    worst = Math.max(worst, Math.abs(position() - 0.6 - x));
  });
  return worst;
}

const SOLVED = "Newton's tolerance of 1e-10, a few of which add up in 200 damped steps";

export const luacesV09 = defineExperiment({
  id: "luaces.v09",
  title: "Newmark is the generalized integrator without weights",
  reference:
    "[Luaces2013] §2.3.2: δ_m = δ_f = 0 makes it Newmark's, here by HHT with no weight on the start of the step; both against their recursions.",
  rows: {
    "": near("x after 10 s, HHT without weight less Newmark", "m", 0, 0, "the same operations: the same bits"),
    x10: x("10", 0.283704),
    newmark: error("spring: largest deviation from Newmark's recursion, β = 0.3025, γ = 0.6", "m", 1e-9, SOLVED),
    hht: error("spring: largest deviation from HHT's recursion with the weight 0.1", "m", 1e-9, SOLVED),
  },
  *measure(context) {
    const newmark = run(context, 0.01, { scheme: "newmark" }).x;
    yield ["", run(context, 0.01, { scheme: "hht", forceWeight: 0 }).x - newmark];
    yield ["x10", newmark];
    yield ["newmark", fromRecursion(context, { scheme: "newmark", beta: 0.3025, gamma: 0.6 }, 0)];
    yield ["hht", fromRecursion(context, { scheme: "hht", forceWeight: 0.1 }, 0.1)];
  },
});
