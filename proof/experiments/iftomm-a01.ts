import { bodyAngularVelocity, type Simulation } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { PERIOD, PUBLISHED, pendulumAngleAt, pendulumAt } from "../reference/pendulum.js";

const T = 10;
const G = 9.81;
const END = PUBLISHED[PUBLISHED.length - 1];
const PUBLISHED_PERIOD = 2.367841947576237;

const reference =
  "IFToMM library of computational benchmark problems, A01 [GonzalezDopicoLugrisCuadrado2006]: 1 kg on a massless rod of 1 m from the horizontal; Jacobi elliptic functions.";

// RK4 leaves out (ωh)⁵/120 per step. The fastest time scale is that of the swing through the lowest point, θ̇ = √(2g) =
// 4.43 rad/s.
const speed = Math.sqrt(2 * G);
const angleBound = (speed * T * (speed * 0.001) ** 4) / 120;
const origin = "RK4 leaves out (θ̇h)⁵/120 per step, θ̇ ≤ √(2g/L), h = 1 ms";

/** Mean time between crossings of x = 0 in the same direction, each by cubic interpolation of four samples. */
function period(simulation: Simulation, x: () => number, duration: number): number {
  const { data } = simulation;
  const crossings: number[] = [];
  const last: number[] = [];
  runFor(simulation, duration, () => {
    last.push(x());
    if (last.length > 4) last.shift();
    if (last.length === 4 && last[1] < 0 && last[2] >= 0) {
      crossings.push(data.time - simulation.model.options.timestep * (2 - zeroOfCubic(last)));
    }
  });
  return (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
}

/** Where the cubic through (−1, a), (0, b), (1, c), (2, d) vanishes between 0 and 1. */
function zeroOfCubic([a, b, c, d]: readonly number[]): number {
  const at = (s: number) =>
    (-a * s * (s - 1) * (s - 2)) / 6 +
    (b * (s + 1) * (s - 1) * (s - 2)) / 2 -
    (c * (s + 1) * s * (s - 2)) / 2 +
    (d * (s + 1) * s * (s - 1)) / 6;
  let lo = 0;
  let hi = 1;
  for (let k = 0; k < 60; k++) {
    const mid = (lo + hi) / 2;
    if (at(mid) < 0) lo = mid;
    else hi = mid;
  }
  return (lo + hi) / 2;
}

export const pendulumAngle = defineExperiment({
  id: "iftomm.a01",
  title: "Simple pendulum, angle only",
  reference,
  scene: "pendulum-angle",
  rows: {
    x: near("x after 10 s", "m", END.x, angleBound, origin),
    y: near("y after 10 s", "m", END.y, angleBound, origin),
    published: error(
      "largest distance from the published positions at 1, 2, 5, 9.99 and 10 s",
      "m",
      angleBound,
      origin,
    ),
    path: error("largest distance from the closed form in 10 s", "m", angleBound, origin),
    period: near(
      "period",
      "s",
      PUBLISHED_PERIOD,
      (PERIOD * (speed * 0.001) ** 4) / 120 + 1e-13,
      `${origin}; over one period`,
    ),
  },
  curve: {
    quantity: "angle from straight down",
    unit: "rad",
    rateUnit: "rad/s",
    duration: T,
    limit: angleBound,
    origin,
    exact(t) {
      const { angle, rate } = pendulumAngleAt(t);
      return { value: angle, rate };
    },
    start(context) {
      const simulation = context.scene("pendulum-angle");
      const { model, data } = simulation;
      return {
        simulation,
        value: sensorOf(simulation, "theta"),
        rate: () => bodyAngularVelocity(model, data, "arm")[2],
      };
    },
  },
  *measure(context) {
    const simulation = context.scene("pendulum-angle");
    const x = sensorOf(simulation, "x");
    const y = sensorOf(simulation, "y");
    let path = 0;
    let published = 0;
    runFor(simulation, T, () => {
      const t = simulation.data.time;
      const exact = pendulumAt(t);
      path = Math.max(path, Math.hypot(x() - exact.x, y() - exact.y));
      const row = PUBLISHED.find((p) => Math.abs(p.t - t) < 1e-9);
      if (row !== undefined) published = Math.max(published, Math.hypot(x() - row.x, y() - row.y));
    });
    yield ["x", x()];
    yield ["y", y()];
    yield ["published", published];
    yield ["path", path];
    const again = context.scene("pendulum-angle");
    yield ["period", period(again, sensorOf(again, "x"), T)];
  },
});

/** End point of the pendulum whose rod is a spring. */
function rodEnd(context: Context, stiffness: number, timestep: number): { x: number; y: number; stretch: number } {
  const simulation = context.scene("pendulum", { params: { stiffness }, set: { timestep } });
  const length = sensorOf(simulation, "force/rod/length");
  let stretch = 0;
  runFor(simulation, T, () => {
    stretch = Math.max(stretch, Math.abs(length() - 1));
  });
  const [x, y] = ["x", "y"].map((axis) => sensorOf(simulation, `body/bob/position.${axis}`)());
  return { x, y, stretch };
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

// The rod carries 3 m g cos θ (θ from straight down), so to first order in ε = m g/k its length is 1 + 3ε cos θ. Put
// into r θ̈ + 2 ṙ θ̇ = −g sin θ with θ̇² = 2 g cos θ this makes
//
//   θ̈ = −g sin θ (1 − 15 ε cos θ),   period = T₀ + 15 ε/√(2g) ∫ √cos θ dθ over 0 … π/2
//
// The integral is √π Γ(3/4)/(2 Γ(5/4)) = 1.19814…
const softness = (k: number) => G / k;
const stretched = (k: number) => 3 * softness(k);
const rodPeriod = (k: number) => PERIOD + ((15 * softness(k)) / speed) * 1.1981402347355923;
/** How far the mass lags behind after 10 s, at its largest speed. */
const lag = (k: number) => speed * T * (rodPeriod(k) / PERIOD - 1);

export const pendulumRod = defineExperiment({
  id: "iftomm.a01-rod",
  title: "Simple pendulum, rod as a stiff spring",
  reference: `${reference} A rod of stiffness k swings wide by up to 3 m g/k; the deviation vanishes as 1/k, so two stiffnesses extrapolate to a rigid rod.`,
  scene: "pendulum",
  rows: {
    end: error(
      "distance from the exact end point after 10 s, k = 1e6 N/m",
      "m",
      lag(1e6),
      "theory of the elastic rod: it lags by 10 s × ΔT/T, at most at √(2g)",
    ),
    period: near(
      "period, k = 1e6 N/m",
      "s",
      rodPeriod(1e6),
      PERIOD * (15 * softness(1e6)) ** 2,
      "first-order theory of the elastic rod; next term (15 mg/k)²",
    ),
    stretch: near(
      "largest stretch, k = 1e6 N/m",
      "m",
      stretched(1e6),
      0.02 * stretched(1e6),
      "3mg/k at the lowest point; the rod's own vibration is below 2 % of it",
    ),
    order: near(
      "order of convergence with 1/k, from 1e5, 2e5 and 4e5 N/m",
      "1",
      1,
      0.05,
      "first order in 1/k, next term of order 1/k² ≈ 1e-5",
    ),
    extrapolated: error(
      "distance from the exact end point, extrapolated from 2e5 and 4e5 N/m",
      "m",
      lag(2e5) ** 2,
      "square of the first-order term, which extrapolation does not remove",
    ),
    step: near(
      "order of convergence with the step, k = 1e4 N/m, at 2, 1 and 0.5 ms",
      "1",
      4,
      0.25,
      "RK4; the rod's vibration has ωh = 0.2, 0.1, 0.05",
    ),
  },
  *measure(context) {
    const stiff = rodEnd(context, 1e6, 0.0005);
    yield ["end", distance(stiff, END)];
    yield ["stretch", stiff.stretch];
    const again = context.scene("pendulum", { params: { stiffness: 1e6 } });
    yield ["period", period(again, sensorOf(again, "body/bob/position.x"), T)];
    const soft = [1e5, 2e5, 4e5].map((k) => rodEnd(context, k, 0.0005));
    yield ["order", Math.log2(distance(soft[0], soft[1]) / distance(soft[1], soft[2]))];
    const limit = { x: 2 * soft[2].x - soft[1].x, y: 2 * soft[2].y - soft[1].y };
    yield ["extrapolated", distance(limit, END)];
    const steps = [0.002, 0.001, 0.0005].map((h) => rodEnd(context, 1e4, h));
    yield ["step", Math.log2(distance(steps[0], steps[1]) / distance(steps[1], steps[2]))];
  },
});
