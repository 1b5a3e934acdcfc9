/**
 * The three scenes of volumetric contact [Vilela2018]: block on a slope, spinning disk, rolling cylinder; and impacts.
 * Rows T-07 to T-11.
 */
import { bodyAngularVelocity, bodyPosition, bodyVelocity, type Simulation } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, near } from "../experiment.js";
import { foundationEnergy } from "../reference/foundation-energy.js";

const G = 9.81;
const degrees = (x: number) => (x * Math.PI) / 180;

/** Speed (m/s) of the block four seconds after it was let go, and its travel since (m). */
function letGo(context: Context, params: Record<string, unknown>) {
  const simulation = context.scene("footprint-block", { params });
  const { model, data } = simulation;
  runFor(simulation, 2);
  const before = bodyPosition(model, data, "block");
  runFor(simulation, 4);
  const after = bodyPosition(model, data, "block");
  const b = model.bodyIndex.get("block") as number;
  return {
    speed: Math.hypot(...bodyVelocity(model, data, "block")),
    way: after[0] - before[0],
    lateral: Math.abs(after[1]),
    roll: 2 * Math.abs(data.bodyQuat[4 * b]),
    pitch: 2 * data.bodyQuat[4 * b + 1],
    yaw: 2 * Math.abs(data.bodyQuat[4 * b + 2]),
  };
}

const SLOPE = 30;
const acceleration = G * (Math.sin(degrees(SLOPE)) - 0.5 * Math.cos(degrees(SLOPE)));
const WAY = 0.5 * acceleration * 4 * 4;
/** 12 e F_n/(K L³ w), e = (H/2) μ. */
const pitch = (12 * 0.125 * G * Math.cos(degrees(SLOPE))) / (1e6 * 0.5);
const BEYOND = 26.595;
const beyond = 4 * G * (Math.sin(degrees(BEYOND)) - 0.5 * Math.cos(degrees(BEYOND)));

export const vilelaT09 = defineExperiment({
  id: "vilela.t-09",
  title: "Block on a slope by its footprint: angle of friction, sliding, elastic pitch",
  reference:
    "[Vilela2018]: 1 kg, 1 × 0.5 × 0.5 m, μ = 0.5, K = 1e6 N/m³, a = 10 s/m; atan μ = 26.565°; the seed slid at 26° (97.9 %).",
  scene: "footprint-block",
  rows: {
    held: atMost("speed 4 s after release at 26.535°, 1 ms", "m/s", 1e-12, "holds at 0.03° below atan μ: round-off"),
    "held-5ms": atMost("the same with steps of 5 ms", "m/s", 1e-12, "no creep: round-off"),
    slides: near(
      "speed 4 s after release at 26.595°",
      "m/s",
      beyond,
      0.1 * beyond,
      "Coulomb beyond atan μ by 0.03°; a tenth of it, 0.003°, is what the bristles' last 0.1 % of load takes",
    ),
    way: near(
      "distance in 4 s at 30°, steps of 1 ms",
      "m",
      WAY,
      3e-4 * WAY,
      "0.03 % of ½ a t²: the trapezoidal rule takes the mean of both ends, so that a release acts half a step late, h/t",
    ),
    "way-5ms": near("the same with steps of 5 ms", "m", WAY, 1.3e-3 * WAY, "0.13 % of ½ a t²: h/t as before"),
    pitch: near("pitch while it slides", "rad", pitch, 0.01 * pitch, "1 % of 12 e F_n/(K L³ w)"),
    roll: atMost("roll", "rad", 1e-9, "zero by symmetry"),
    yaw: atMost("yaw", "rad", 1e-9, "zero by symmetry"),
    lateral: atMost("drift across the slope", "m", 1e-9, "zero by symmetry"),
    touching: near(
      "distance in 4 s at 30° when it is released at once",
      "m",
      0.5 * acceleration * 16,
      0.01 * 0.5 * acceleration * 16,
      "1 % of the closed form",
    ),
  },
  *measure(context) {
    yield ["held", letGo(context, { angle: 26.535 }).speed];
    yield ["held-5ms", letGo(context, { angle: 26.535, timestep: 5e-3 }).speed];
    yield ["slides", letGo(context, { angle: BEYOND }).speed];
    const free = letGo(context, { angle: SLOPE });
    yield ["way", free.way];
    yield ["pitch", free.pitch];
    yield ["roll", free.roll];
    yield ["yaw", free.yaw];
    yield ["lateral", free.lateral];
    yield ["way-5ms", letGo(context, { angle: SLOPE, timestep: 5e-3 }).way];
    const simulation = context.scene("footprint-block", { params: { angle: SLOPE, start: "touching" } });
    runFor(simulation, 4);
    yield ["touching", bodyPosition(simulation.model, simulation.data, "block")[0]];
  },
});

const SPIN = 5 * Math.PI;
const MU = 0.6;
/** Of 64 facets: r_g² = R² (2 + cos(2π/N))/6, and r₁ of a disk with that r_g. */
const gyration = 0.25 * Math.sqrt((2 + Math.cos((2 * Math.PI) / 64)) / 6);
const mean = ((2 * Math.SQRT2) / 3) * gyration;
const inertia = 0.03125;
const stop = (radius: number) => (inertia * SPIN) / (MU * G * radius);

/** Spin at every step, and the zero of the straight line through 0.05 … 0.4 s. */
function brake(simulation: Simulation, seconds: number) {
  const { model, data } = simulation;
  const spins: number[] = [];
  const h = model.options.timestep;
  runFor(simulation, seconds, () => spins.push(bodyAngularVelocity(model, data, "disk")[2]));
  const [first, last] = [Math.round(0.05 / h), Math.round(0.4 / h)];
  let [n, st, sw, stt, stw] = [0, 0, 0, 0, 0];
  for (let k = first; k < last; k++) {
    const t = (k + 1) * h;
    n++;
    st += t;
    sw += spins[k];
    stt += t * t;
    stw += t * spins[k];
  }
  const slope = (n * stw - st * sw) / (n * stt - st * st);
  const at = (sw - slope * st) / n;
  let bent = 0;
  for (let k = first; k < last; k++) bent = Math.max(bent, Math.abs(spins[k] - at - slope * (k + 1) * h));
  return { stops: -at / slope, bent: bent / SPIN, spins };
}

export const vilelaT10 = defineExperiment({
  id: "vilela.t-10",
  title: "Disk spinning flat: linear braking, stop at 0.5 s; sliding and spinning together; the laws of before",
  reference:
    "[Vilela2018]: 1 kg, R = 0.25 m, ω₀ = 5π rad/s, μ = 0.6, 64 facets. τ = μ F_n r₁, so it stops after I ω₀/(μ m g r₁) = 0.5008 s; the seed's law took 1 s.",
  scene: "footprint-disk",
  rows: {
    stop: near(
      "stop by the straight line of ω(t), field of bristles",
      "s",
      stop(mean),
      0.01 * stop(mean),
      "1 % of the closed form",
    ),
    "stop-5ms": near("the same with steps of 5 ms", "s", stop(mean), 0.01 * stop(mean), "1 % of the closed form"),
    bent: atMost("deviation of ω from that line, of ω₀", "1", 5e-3, "acceptance limit of row T-10"),
    rest: atMost("spin at 1 s", "rad/s", 1e-9, "zero: bristles hold it"),
    drift: atMost("drift of the axis", "m", 1e-6, "acceptance limit of row T-10"),
    disk: near(
      "stop with the disk in closed form, L2",
      "s",
      stop(mean),
      0.01 * stop(mean),
      "acceptance limit of row T-10",
    ),
    mean: near("stop with the mean radius, L1c", "s", stop(mean), 0.01 * stop(mean), "acceptance limit of row T-10"),
    average: near(
      "stop with the radius of gyration, L1",
      "s",
      stop(gyration),
      0.01 * stop(gyration),
      "0.4718 s for a round disk",
    ),
    literal: near(
      "ω/ω₀ at 0.5 s with the law as printed, L0",
      "1",
      Math.exp((-0.5 * MU * G * gyration * gyration) / inertia),
      5e-4,
      "exp(−t μ m g r_g²/(I v₀)), 1 % of it: row T-10",
    ),
    slides: near(
      "travel of the disk that also slides with 1 m/s",
      "m",
      0.29784,
      0.01 * 0.29784,
      "the closed form L2, 1 %",
    ),
  },
  *measure(context) {
    const simulation = context.scene("footprint-disk");
    const { stops, bent, spins } = brake(simulation, 1);
    const place = bodyPosition(simulation.model, simulation.data, "disk");
    yield ["stop", stops];
    yield ["bent", bent];
    yield ["rest", Math.abs(spins[spins.length - 1])];
    yield ["drift", Math.hypot(place[0], place[1])];
    yield ["stop-5ms", brake(context.scene("footprint-disk", { params: { timestep: 5e-3 } }), 0.6).stops];
    for (const law of ["disk", "mean", "average"] as const)
      yield [law, brake(context.scene("footprint-disk", { params: { law } }), 0.45).stops];
    yield ["literal", brake(context.scene("footprint-disk", { params: { law: "literal" } }), 0.5).spins[499] / SPIN];
    const both = context.scene("footprint-disk", { params: { speed: 1 } });
    runFor(both, 0.8);
    yield ["slides", Math.hypot(...bodyPosition(both.model, both.data, "disk").slice(0, 2))];
  },
});

/**
 * Rolling radius R − 0.6 δ and damping c = a F_n J/V, δ from the volume of a circular segment that carries the weight:
 * x after t.
 */
function rolls(damping: number, t: number): number {
  const [R, angle] = [0.25, degrees(15)];
  const load = G * Math.cos(angle);
  // segment area R² (φ − sin φ cos φ) = F_n/(K H)
  let phi = 0.06;
  for (let k = 0; k < 50; k++) {
    const area = R * R * (phi - Math.sin(phi) * Math.cos(phi)) - load / 1e6;
    phi -= area / (R * R * 2 * Math.sin(phi) ** 2);
  }
  const depth = R * (1 - Math.cos(phi));
  const radius = R - 0.6 * depth;
  const c = damping * load * ((2 * R * depth) / 5);
  const m = radius * radius + inertia;
  const drive = G * Math.sin(angle) * radius;
  if (c === 0) return (radius * drive * t * t) / (2 * m);
  const rate = c / m;
  // ω̇ = drive/m − rate ω
  return ((radius * drive) / c) * (t - (1 - Math.exp(-rate * t)) / rate);
}

export const vilelaT11 = defineExperiment({
  id: "vilela.t-11",
  title: "Cylinder rolling by its footprint",
  reference:
    "[Vilela2018]: 1 kg, R = 0.25 m, 15°, 3.5 s, a = 0.1 s/m. The model rolls on R − 0.6 δ and is braked by the foundation: 10.35422 m, 0.13 % less than a rigid one.",
  scene: "footprint-cylinder",
  rows: {
    round: near(
      "travel of the round cylinder, on a plane",
      "m",
      rolls(0.1, 3.5),
      1e-4 * rolls(0.1, 3.5),
      "1e-4 of the model's prediction: first order in the step",
    ),
    facets: near(
      "travel of 128 facets",
      "m",
      rolls(0.1, 3.5),
      5e-4 * rolls(0.1, 3.5),
      "0.05 % of the closed form for this step",
    ),
    "facets-5ms": near(
      "the same with steps of 5 ms",
      "m",
      rolls(0.1, 3.5),
      5e-4 * rolls(0.1, 3.5),
      "0.05 % of the closed form for this step",
    ),
    lost: near("the same with a = 1 s/m", "m", rolls(1, 3.5), 2e-4 * rolls(1, 3.5), "the same model: 10.30318 m"),
    yaw: atMost("yaw", "rad", 1e-9, "zero by symmetry"),
    lateral: atMost("drift across the slope", "m", 1e-9, "zero by symmetry"),
  },
  *measure(context) {
    const roll = (params: Record<string, unknown>) => {
      const simulation = context.scene("footprint-cylinder", { params });
      runFor(simulation, 3.5);
      return { at: bodyPosition(simulation.model, simulation.data, "cylinder"), simulation };
    };
    const { at, simulation } = roll({ ground: "plane" });
    yield ["round", at[0]];
    yield ["lateral", Math.abs(at[1])];
    // the axis, z of the body, lies along −y
    const b = simulation.model.bodyIndex.get("cylinder") as number;
    const [x, y, z, w] = simulation.data.bodyQuat.subarray(4 * b, 4 * b + 4);
    yield ["yaw", Math.abs(2 * (x * z + y * w))];
    yield ["facets", roll({}).at[0]];
    yield ["facets-5ms", roll({ timestep: 5e-3 }).at[0]];
    yield ["lost", roll({ ground: "plane", damping: 1 }).at[0]];
  },
});

/** A block that meets the floor flat, 1 m/s, no gravity by default. */
function flat(context: Context, contact: object, more: object = {}): Simulation {
  return context.simulate({
    timestep: 1e-4,
    gravity: [0, 0, 0],
    formulation: { type: "augmented-lagrangian" },
    materials: { layer: { friction: 0.5, contact: { type: "volumetric", modulus: 1e5, thickness: 0.1, ...contact } } },
    bodies: [
      { name: "floor", type: "static", material: "layer", shapes: [{ type: "plane" }] },
      {
        name: "block",
        mass: 1,
        material: "layer",
        position: [0, 0, 0.2501],
        velocity: [0, 0, -1],
        shapes: [{ type: "box", halfExtents: [0.5, 0.25, 0.25] }],
      },
    ],
    ...more,
  });
}

const RESTITUTIONS = [0.1, 0.3, 0.5, 0.7, 0.9, 0.95];

export const vilelaT07 = defineExperiment({
  id: "vilela.t-07",
  title: "Restitution of a block that falls flat",
  reference: "[Vilela2018]: a = D(e)/v_i with D(1 + e) = ln[(1 + D)/(1 − De)], [Gonthier2004]; steps of 0.1 ms.",
  rows: {
    lagrangian: atMost(
      "largest deviation of six restitutions, 0.1 … 0.95, augmented-lagrangian",
      "1",
      5e-3,
      "row T-07: 0.5 %",
    ),
    forces: atMost("the same in forces with RK4", "1", 5e-3, "row T-07: 0.5 %"),
  },
  *measure(context) {
    const forms = [
      ["lagrangian", {}],
      ["forces", { formulation: { type: "forces", integrator: "rk4" } }],
    ] as const;
    for (const [key, more] of forms) {
      let worst = 0;
      for (const restitution of RESTITUTIONS) {
        const simulation = flat(context, { restitution }, more);
        runFor(simulation, 0.04);
        const speed = bodyVelocity(simulation.model, simulation.data, "block")[2];
        worst = Math.max(worst, Math.abs(speed / restitution - 1));
      }
      yield [key, worst];
    }
  },
});

/** ω = √(K S/m) of the block on its base. */
const STIFF = Math.sqrt(1e6 * 0.5);

export const vilelaT08 = defineExperiment({
  id: "vilela.t-08",
  title: "Energy of bounces on the foundation",
  reference:
    "[Vilela2018]: elastic energy ½ K ∫ δ² dS without damping; only lost with it. A step that touches after a part s of it gives K v h² s (1 − s)/2 too much speed: (ω h)²/4 of the energy at most.",
  partial: "energy may rise by (ω h)²/4 in a step that touches, not by 1e-9",
  rows: {
    lossless: atMost(
      "energy lost or gained in a bounce without damping, steps of 50 µs",
      "1",
      1e-3,
      "acceptance limit of row T-08",
    ),
    contact: atMost(
      "largest rise of the energy in a step with a = 1 s/m that begins and ends with the whole base in contact, of all of it",
      "1",
      1e-9,
      "acceptance limit of row T-08",
    ),
    touch: atMost(
      "the same over all steps, with those that touch or release; 0.1 ms",
      "1",
      (STIFF * 1e-4) ** 2 / 4,
      "(ω h)²/4; 1e-9 would need steps that end where bodies touch",
    ),
  },
  *measure(context) {
    const simulation = flat(context, { damping: 0 }, { timestep: 5e-5 });
    runFor(simulation, 0.04);
    const speed = bodyVelocity(simulation.model, simulation.data, "block")[2];
    yield ["lossless", Math.abs(speed * speed - 1)];
    // without friction: bristles store energy as well, and round-off grows to a tilt in 0.6 s
    const layer = { friction: 0, contact: { type: "volumetric", modulus: 1e5, thickness: 0.1, damping: 1 } };
    const damped = flat(context, {}, { gravity: [0, 0, -G], materials: { layer } });
    const now = () => foundationEnergy(damped, "block", [0.5, 0.25, 0.25], 1e6, G);
    let before = now();
    const all = before.energy;
    let [inside, most] = [0, 0];
    runFor(damped, context.full ? 2 : 0.7, () => {
      const after = now();
      const rise = (after.energy - before.energy) / all;
      most = Math.max(most, rise);
      if (before.whole && after.whole) inside = Math.max(inside, rise);
      before = after;
    });
    yield ["contact", inside];
    yield ["touch", most];
  },
});
