import { bodyPosition, bodyVelocity, type Simulation } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

const G = 9.81;
/** Of one axle: half of chassis and bed on 40 kN/m and 3 kN s/m. */
const SPRUNG = 600;
const STIFFNESS = 40_000;
const SAG = (SPRUNG * G) / STIFFNESS;
const OMEGA = Math.sqrt(STIFFNESS / SPRUNG);
const ZETA = 3000 / (2 * Math.sqrt(STIFFNESS * SPRUNG));
/** τ/r over the mass and what the wheels add, ½ m each. */
const ACCELERATION = 1500 / 0.45 / (1300 + 50);

/** The planar truck without load and bumps; it does only what it is commanded. */
const truck = (context: Context, params: object): Simulation =>
  context.scene("truck-planar", { params: { load: 0, bumps: 0, start: 100, brake: 200, tip: 300, ...params } });

/** How far the chassis has come down on its wheels, m. */
function deflection({ model, data }: Simulation): () => number {
  const height = () =>
    bodyPosition(model, data, "chassis")[1] -
    0.5 * (bodyPosition(model, data, "wheel-rear")[1] + bodyPosition(model, data, "wheel-front")[1]);
  const start = height();
  return () => start - height();
}

/** Mean effort of the cylinder's driver over a time, N. */
function liftingForce(simulation: Simulation, from: number, to: number): number {
  const { model, data } = simulation;
  const { rowStart } = model.systems.joints;
  const row = rowStart[model.joints.names.indexOf("cylinder")];
  const { rowMean } = data.items.joints;
  runFor(simulation, from);
  let sum = 0;
  const steps = runFor(simulation, to - from, () => {
    sum += rowMean[row];
  });
  return sum / steps;
}

export const gribelTruck = defineExperiment({
  id: "gribel.v26",
  title: "Truck in the plane: springs, drive and bed",
  reference:
    "[Gribel2009], row V26: sag m g/k, bounce √(k/m) with ζ = D/(2√(k m)), acceleration τ/r/(M + ΣI/r²), force of the cylinder from 200 kg at 1.5 m on an arm of 0.8 m.",
  scene: "truck-planar",
  rows: {
    sag: near("static deflection of the springs", "m", SAG, 0.05 * SAG, "acceptance limit of row V26: 5 %"),
    bounce: near(
      "frequency of the bounce, undamped",
      "Hz",
      OMEGA / (2 * Math.PI),
      0.05 * 1.3,
      "acceptance limit of row V26: 5 %",
    ),
    damping: near("damping ratio of the bounce", "1", ZETA, 0.05 * ZETA, "acceptance limit of row V26: 5 %"),
    acceleration: near(
      "acceleration from rest",
      "m/s^2",
      ACCELERATION,
      0.05 * ACCELERATION,
      "acceptance limit of row V26: 5 %",
    ),
    "top-speed": near("top speed", "m/s", 4.5, 0.05 * 4.5, "acceptance limit of row V26: 5 %"),
    "top-time": near(
      "time to 98 % of it",
      "s",
      (0.98 * 4.5) / ACCELERATION,
      0.05 * 1.8,
      "acceptance limit of row V26: 5 %",
    ),
    cylinder: near(
      "force in the cylinder as it begins to lift",
      "N",
      (200 * G * 1.5) / 0.8,
      184,
      "acceptance limit of row V26: 5 %",
    ),
    lifts: atLeast("angle of the bed after 3 s with 8 kN", "rad", 0.5, "0.6 m of stroke on an arm of at most 1 m"),
    stays: atMost("angle of the bed after 3 s with 3 kN", "rad", 1e-3, "too weak by a fifth: it rests on its stop"),
  },
  *measure(context) {
    // released with relaxed springs, it swings about the sag: extremes give frequency and damping
    const still = truck(context, {});
    const down = deflection(still);
    const extremes: [number, number][] = [];
    let [time, before, rate] = [0, 0, 0];
    runFor(still, 6, () => {
      time += 1 / 120;
      const next = down() - before;
      // the parabola through three points has its vertex between
      if (next * rate < 0) extremes.push([time - 1 / 120 + (0.5 * (rate + next)) / (rate - next) / 120, before]);
      rate = next;
      before = down();
    });
    yield ["sag", down()];
    const [[t1, x1], [t2, x2]] = extremes;
    const decay = Math.log((x1 - down()) / (down() - x2));
    const half = t2 - t1;
    const omega = Math.hypot(Math.PI, decay) / half;
    yield ["bounce", omega / (2 * Math.PI)];
    yield ["damping", decay / half / omega];

    const driving = truck(context, { start: 3 });
    const speed = () => bodyVelocity(driving.model, driving.data, "chassis")[0];
    runFor(driving, 3.2);
    const first = speed();
    runFor(driving, 1);
    yield ["acceleration", speed() - first];
    let reached = Number.NaN;
    time = 1.2;
    runFor(driving, 2, () => {
      time += 1 / 120;
      if (Number.isNaN(reached) && speed() >= 0.98 * 4.5) reached = time;
    });
    yield ["top-time", reached];
    yield ["top-speed", speed()];

    yield ["cylinder", liftingForce(truck(context, { tip: 3 }), 3.1, 3.3)];
    for (const [key, force] of [
      ["lifts", 8000],
      ["stays", 3000],
    ] as const) {
      const tipping = truck(context, { tip: 2, force });
      runFor(tipping, 5);
      yield [key, sensorOf(tipping, "body/bed/angle")() - sensorOf(tipping, "body/chassis/angle")()];
    }
  },
});
