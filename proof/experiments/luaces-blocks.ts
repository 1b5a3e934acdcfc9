import { bodyPosition, bodyVelocity, contact, readSensor, type Simulation, type Spec } from "stiction";
import { blockOnEnds } from "../../scenes/parts/block-on-ends.js";
import { type Context, runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";
import { oscillator } from "../reference/oscillator.js";

/**
 * The block of [Luaces2013] with a contact at either end, in the plane, by augmented-lagrangian. Each contact has the
 * whole friction law, as printed.
 */

const G = 9.81;
const H19 = 5e-3;
const STIFFNESS = 1e6;

function incline(context: Context, slope: number): { x: number; v: number } {
  const estimate = contact.estimateBristle({ mass: 1, friction: 0.4, timestep: H19 });
  const cosine = 1 / Math.sqrt(1 + slope * slope);
  const spec: Spec = {
    plane: "xy",
    gravity: [G * cosine * slope, -G * cosine],
    timestep: H19,
    formulation: { type: "augmented-lagrangian" },
    collision: { sharedFriction: false },
    materials: {
      plain: {
        friction: 0.5,
        kineticFriction: 0.4,
        contact: { type: "hunt-crossley", stiffness: STIFFNESS, restitution: 0.5, rule: "published" },
        sliding: { type: "bristle", ...estimate },
      },
    },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "plain",
        position: [0, -0.5],
        shapes: [{ type: "polygon", halfExtents: [20, 0.5] }],
      },
      blockOnEnds(0, "plain", G * cosine, STIFFNESS),
    ],
  };
  const simulation = context.simulate(spec);
  runFor(simulation, 3);
  return {
    x: bodyPosition(simulation.model, simulation.data, "block")[0],
    v: bodyVelocity(simulation.model, simulation.data, "block")[0],
  };
}

export const luacesV19 = defineExperiment({
  id: "luaces.v19",
  title: "Block on an incline: holds without creep, or slides",
  reference:
    "[Luaces2013] V19: μ 0.5 and 0.4, bristle for five steps of 5 ms at either end, 3 s from rest; tan θ = 0.3, 0.45, 0.6.",
  rows: {
    "speed-0.3": atMost("speed, tan θ = 0.3", "m/s", 1e-12, "no creep: round-off"),
    "way-0.3": near("displacement, tan θ = 0.3: strain of the bristles", "m", 0.881e-3, 5e-7, "published digits"),
    "speed-0.45": atMost("speed, tan θ = 0.45", "m/s", 1e-12, "no creep: round-off"),
    "way-0.45": near("displacement, tan θ = 0.45: strain of the bristles", "m", 1.258e-3, 5e-7, "published digits"),
    "speed-0.6": near(
      "speed, tan θ = 0.6",
      "m/s",
      5.009,
      1e-3,
      "printed digits; the rule for v_s read with the kinetic μ, which the source leaves open (the static one gives 4.992)",
    ),
  },
  *measure(context) {
    for (const slope of ["0.3", "0.45"] as const) {
      const { x, v } = incline(context, Number(slope));
      yield [`speed-${slope}`, Math.abs(v)];
      yield [`way-${slope}`, x];
    }
    yield ["speed-0.6", incline(context, 0.6).v];
  },
});

/** Friction, and when the spring changes, of V20. */
const MU = 0.02;
const SWITCH = 10;

/** Stretch and speed of the block of V20 in closed form: half swings about ±μmg/k until it sticks. */
function exactBlock(t: number): { u: number; v: number } {
  const stuck = halfSwings(1, 1, Math.min(t, SWITCH));
  if (t <= SWITCH) return stuck;
  return halfSwings(stuck.u, 10, t - SWITCH);
}

function halfSwings(start: number, k: number, t: number): { u: number; v: number } {
  const a = (MU * G) / k;
  const omega = Math.sqrt(k);
  let u = start;
  let rest = t;
  while (Math.abs(u) > a) {
    const c = a * Math.sign(u);
    if (rest < Math.PI / omega) {
      return { u: c + (u - c) * Math.cos(omega * rest), v: -(u - c) * omega * Math.sin(omega * rest) };
    }
    u = 2 * c - u;
    rest -= Math.PI / omega;
  }
  return { u, v: 0 };
}

/** Largest deviations from the closed form, and the largest speed while it sticks. */
function swing(context: Context, scheme: string) {
  const simulation = context.scene("spring-block", { params: { scheme } });
  const { model, data } = simulation;
  let [position, velocity, rest] = [0, 0, 0];
  runFor(simulation, 13, () => {
    const u = bodyPosition(model, data, "block")[0] - 1.5;
    const v = bodyVelocity(model, data, "block")[0];
    const exact = exactBlock(data.time);
    position = Math.max(position, Math.abs(u - exact.u));
    velocity = Math.max(velocity, Math.abs(v - exact.v));
    if (data.time > 9.6 && data.time < 10) rest = Math.max(rest, Math.abs(v));
  });
  return { position, velocity, rest };
}

export const luacesV20 = defineExperiment({
  id: "luaces.v20",
  title: "Block, spring and Coulomb friction",
  reference:
    "[Luaces2013] V20, section 3.3: 1 kg, μ = 0.02, 1 N/m until 10 s, then 10 N/m; bristles for five steps of 10 ms. Closed form: half swings.",
  scene: "spring-block",
  rows: {
    position: error(
      "largest deviation of the position in 13 s",
      "m",
      0.01,
      "acceptance limit against the independent solution in one dimension",
    ),
    velocity: error(
      "largest deviation of the velocity in 13 s",
      "m/s",
      0.012,
      "acceptance limit against the independent solution in one dimension",
    ),
    rest: atMost(
      "largest speed from 9.6 s to 10 s, stuck",
      "m/s",
      1e-4,
      "acceptance limit against the independent solution in one dimension",
    ),
    "position-alpha": error(
      "deviation of the position, generalized-α",
      "m",
      0.01,
      "acceptance limit against the independent solution in one dimension",
    ),
    "velocity-alpha": error(
      "deviation of the velocity, generalized-α",
      "m/s",
      0.012,
      "acceptance limit against the independent solution in one dimension",
    ),
    "rest-alpha": atMost(
      "speed while stuck, generalized-α",
      "m/s",
      1e-4,
      "acceptance limit against the independent solution in one dimension",
    ),
  },
  curve: {
    quantity: "stretch of the spring",
    unit: "m",
    rateUnit: "m/s",
    duration: 13,
    limit: 0.01,
    origin: "acceptance limit against the independent solution in one dimension",
    slips: (rate) => Math.abs(rate) > 1e-3,
    exact(t) {
      const { u, v } = exactBlock(t);
      return { value: u, rate: v };
    },
    start(context) {
      const simulation = context.scene("spring-block");
      return {
        simulation,
        value: sensorOf(simulation, "stretch"),
        rate: sensorOf(simulation, "body/block/velocity.x"),
      };
    },
  },
  *measure(context) {
    for (const [end, scheme] of [
      ["", "trapezoidal"],
      ["-alpha", "generalized-alpha"],
    ] as const) {
      const { position, velocity, rest } = swing(context, scheme);
      yield [`position${end}`, position];
      yield [`velocity${end}`, velocity];
      yield [`rest${end}`, rest];
    }
  },
});

const BELT = 0.05;
const H21 = 1e-3;

/**
 * Closed form of the ride: sticks to the belt until k x = 1.5 N; then m ẍ + c (ẋ − V) + k x = 1 N until the speed is
 * that of the belt again.
 */
const RIDE = { mass: 1, stiffness: 2, damping: 0.1, hold: 1.5, slide: 1 } as const;

const slip = (() => {
  const { mass, stiffness, damping, hold, slide } = RIDE;
  const rest = (slide + damping * BELT) / stiffness;
  const start = { mass, stiffness, damping, x0: hold / stiffness - rest, v0: BELT };
  const at = (t: number) => {
    const { x, v } = oscillator(start, t);
    return { value: rest + x, rate: v };
  };
  // slower than the belt from the turning point on, half a swing in, until it is caught
  let [early, late] = [Math.PI / Math.sqrt(stiffness / mass) / 2, (1.5 * Math.PI) / Math.sqrt(stiffness / mass)];
  for (let k = 0; k < 60; k++) {
    const middle = (early + late) / 2;
    if (at(middle).rate < BELT) early = middle;
    else late = middle;
  }
  const caught = at(early).value;
  return { at, seconds: early, caught, period: early + (hold / stiffness - caught) / BELT };
})();

function exactRide(t: number): { value: number; rate: number } {
  const first = RIDE.hold / RIDE.stiffness / BELT;
  if (t < first) return { value: BELT * t, rate: BELT };
  const phase = (t - first) % slip.period;
  return phase < slip.seconds ? slip.at(phase) : { value: slip.caught + BELT * (phase - slip.seconds), rate: BELT };
}

/** When friction is largest at first, extremes, where slips turn back, and how well it sticks between. */
function ride(simulation: Simulation, seconds: number) {
  const stretch = sensorOf(simulation, "stretch");
  const speed = sensorOf(simulation, "body/block/velocity.x");
  const force = () => readSensor(simulation.model, simulation.data, "contact/belt:block/endForce.x") as number;
  let [friction, slip, greatest, least, lowest, away] = [0, 0, 0, Number.POSITIVE_INFINITY, 0, 0];
  const turns: number[] = [];
  const speeds: number[] = [];
  let back = false;
  let before = BELT;
  runFor(simulation, seconds, () => {
    const [x, v, t] = [stretch(), speed(), simulation.data.time];
    const size = Math.abs(force());
    if (size > friction && t < 16) slip = t;
    friction = Math.max(friction, size);
    greatest = Math.max(greatest, x);
    if (t > 16) least = Math.min(least, x);
    lowest = Math.min(lowest, v);
    speeds.push(v);
    if (!back && v < 0) turns.push(t - (H21 * v) / (v - before));
    if (v < 0) back = true;
    if (v > 0.999 * BELT) back = false;
    before = v;
  });
  // slip lasts 2.44 s, of which it moves forward for about 0.15 s before it turns
  for (let n = 0; n < speeds.length; n++) {
    const t = (n + 1) * H21;
    const sticks = turns.every((turn) => t < turn - 0.45 || t > turn + 2.6);
    if (sticks) away = Math.max(away, Math.abs(speeds[n] - BELT));
  }
  const period = (turns[turns.length - 1] - turns[0]) / (turns.length - 1);
  return { friction, slip, greatest, least, lowest, away, period, peaks: turns.length };
}

const PRINTED = "printed digits of an independent prototype's run";

export const luacesV21 = defineExperiment({
  id: "luaces.v21",
  title: "Bowden–Leben: stick and slip on a belt",
  reference:
    "[Luaces2013] V21, section 3.4: 1 kg on a belt of 0.05 m/s, spring 2 N/m, μ 0.15 and 0.1, steps of 1 ms, trapezoidal rule. Viscosity 0.1 N s/m in all. 42 s.",
  scene: "bowden-leben",
  rows: {
    slip: near(
      "begin of the first slip: largest friction",
      "s",
      15,
      2e-3,
      "two steps; the bristles' strain is 0.15 ms of belt",
    ),
    force: near("friction there", "N", 1.5, 1e-4, "1.5 N times κ at the speed that the bristles have"),
    limit: atMost("largest friction", "N", 1.5, "the friction limit μ_s N"),
    period: near(
      "period against the closed form",
      "s",
      11.803,
      0.118,
      "1 % of the closed form, in which slip is instantaneous",
    ),
    "period-printed": near("period", "s", 11.897, 1e-3, PRINTED),
    greatest: near("largest stretch", "m", 0.755, 1e-4, PRINTED),
    least: near("least stretch after the first slip", "m", 0.2766, 1e-4, PRINTED),
    lowest: near("lowest velocity", "m/s", -0.3382, 1e-4, PRINTED),
    stick: atMost(
      "deviation from the speed of the belt while it sticks",
      "m/s",
      1e-3,
      "acceptance limit against the independent solution in one dimension",
    ),
  },
  curve: {
    quantity: "stretch of the spring",
    unit: "m",
    rateUnit: "m/s",
    duration: 42,
    // the row's 1 % of the period, in each of three cycles, at the largest speed
    limit: 3 * 0.118 * 0.335,
    origin: "1 % of the period in each of three cycles, at 0.335 m/s",
    slips: (rate) => Math.abs(rate - BELT) > 1e-3,
    exact: exactRide,
    start(context) {
      const simulation = context.scene("bowden-leben");
      return {
        simulation,
        value: sensorOf(simulation, "stretch"),
        rate: sensorOf(simulation, "body/block/velocity.x"),
      };
    },
  },
  *measure(context) {
    const one = ride(context.scene("bowden-leben"), 42);
    yield ["slip", one.slip];
    yield ["force", one.friction];
    yield ["limit", one.friction];
    yield ["period", one.period];
    yield ["period-printed", one.period];
    yield ["greatest", one.greatest];
    yield ["least", one.least];
    yield ["lowest", one.lowest];
    yield ["stick", one.away];
  },
});

export const luacesV21Long = defineExperiment({
  id: "luaces.v21.long",
  title: "Bowden–Leben, 120 s, and with twice the viscosity",
  reference: "[Luaces2013] V21, section 3.4; 0.2 N s/m in all in the rows with that number.",
  scene: "bowden-leben",
  full: true,
  rows: {
    limit: atMost("largest friction in 120 s", "N", 1.5, "the friction limit μ_s N"),
    period: near("period", "s", 11.897, 1e-3, PRINTED),
    peaks: near("peaks in 120 s", "1", 9, 0, "a count"),
    stick: atMost(
      "deviation from the speed of the belt while it sticks",
      "m/s",
      1e-3,
      "acceptance limit against the independent solution in one dimension",
    ),
    "period-0.2": near("period, 0.2 N s/m", "s", 11.343, 1e-3, PRINTED),
    "least-0.2": near("least stretch, 0.2 N s/m", "m", 0.3049, 1e-4, PRINTED),
    "lowest-0.2": near("lowest velocity, 0.2 N s/m", "m/s", -0.3179, 1e-4, PRINTED),
    "peaks-0.2": near("peaks in 120 s, 0.2 N s/m", "1", 10, 0, "a count"),
  },
  *measure(context) {
    const one = ride(context.scene("bowden-leben"), 120);
    yield ["limit", one.friction];
    yield ["period", one.period];
    yield ["peaks", one.peaks];
    yield ["stick", one.away];
    const two = ride(context.scene("bowden-leben", { params: { viscosity: 0.2 } }), 120);
    yield ["period-0.2", two.period];
    yield ["least-0.2", two.least];
    yield ["lowest-0.2", two.lowest];
    yield ["peaks-0.2", two.peaks];
  },
});
