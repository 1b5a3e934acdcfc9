import type { Simulation } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment } from "../experiment.js";

const DRIVER = 18;
const DRIVEN = 27;
const STIFFNESS = 1e8;
const MODULE = 0.02;
const BACKLASH = 2e-4;
const TORQUE = 5;
/** Radius of the wheel's base circle, m. */
const BASE = (DRIVEN * MODULE * Math.cos((20 * Math.PI) / 180)) / 2;
/** Depth of the law under the whole load on one flank at rest, m. */
const DEPTH = (TORQUE / BASE / STIFFNESS) ** (2 / 3);

/** A load that comes at once goes this much deeper than at rest: (n + 1)^{1/n} with n = 3/2. */
const SUDDEN = 2.5 ** (2 / 3);

interface Gears {
  /** Largest deviation of the wheel's angle from z/z′ of the driver's, rad. */
  readonly slip: number;
  /** Deepest overlap over the depth of the law under the whole load on one flank at rest. */
  readonly depth: number;
}

function turn(simulation: Simulation, turns: number, speed: number): Gears {
  const angle = sensorOf(simulation, "joint/shaft/position");
  const gap = sensorOf(simulation, "contact/driver:wheel/gap");
  let [slip, deepest] = [0, 0];
  // the first flank is met across the play
  runFor(simulation, 0.1);
  runFor(simulation, (2 * Math.PI * turns) / speed, () => {
    slip = Math.max(slip, Math.abs(angle() + (simulation.data.time * speed * DRIVER) / DRIVEN));
    deepest = Math.max(deepest, -gap());
  });
  return { slip, depth: deepest / DEPTH };
}

const gears = (context: Context, solid: boolean, turns: number, speed: number) =>
  turn(
    context.scene("gear-pair", { params: { solid, driver: DRIVER, driven: DRIVEN, speed, torque: TORQUE } }),
    turns,
    speed,
  );

const slip = (where: string) =>
  atMost(
    `largest deviation of the wheel's angle from z/z′ of the driver's, ${where}`,
    "rad",
    (BACKLASH + SUDDEN * DEPTH) / BASE,
    "play, and the law's depth under the load taken up suddenly, over the base circle; it does not grow with the number of revolutions",
  );
const depth = (where: string, points: number, who: string) =>
  atMost(
    `deepest overlap of teeth over the law's depth under the load, ${where}`,
    "1",
    SUDDEN / points ** (2 / 3),
    `the load taken up suddenly, (5/2)^(2/3) of the depth at rest, by ${who}`,
  );

export const gearContact = defineExperiment({
  id: "own.gears",
  title: "Gears that drive each other by the contact of their teeth",
  reference: "Involute teeth: the wheel rotates by z/z′ of the driver's rotation.",
  rows: {
    "plane-ratio": slip("outlines in the plane"),
    "plane-depth": depth("outlines in the plane", 1, "one point"),
    "mesh-ratio": slip("meshes"),
    "mesh-depth": depth("meshes", 2, "both ends of a line across the flank"),
  },
  *measure(context) {
    const plane = gears(context, false, context.full ? 100 : 1, 4 * Math.PI);
    yield ["plane-ratio", plane.slip];
    yield ["plane-depth", plane.depth];
    const mesh = gears(context, true, context.full ? 100 : 0.05, 4 * Math.PI);
    yield ["mesh-ratio", mesh.slip];
    yield ["mesh-depth", mesh.depth];
  },
});
