import { bodyPosition, bodyVelocity } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, near } from "../experiment.js";

const WEIGHT = 0.045 * 9.81;
/** Of the bristles of both pads, N/m. */
const HOLD = 2e4;

/** Greatest creep over the second second, speed and sag at its end, for pinches of 12 to 60 N. */
function pinch(context: Context, formulation: string) {
  let [creep, speed, sag] = [0, 0, 0];
  for (const force of context.full ? [12, 20, 30, 45, 60] : [12]) {
    const simulation = context.scene("pinched-capsule", { params: { force, formulation } });
    const { model, data } = simulation;
    const height = () => bodyPosition(model, data, "capsule")[2];
    runFor(simulation, 1);
    const before = height();
    runFor(simulation, 1);
    creep = Math.max(creep, Math.abs(height() - before));
    speed = Math.max(speed, Math.hypot(...bodyVelocity(model, data, "capsule")));
    sag = Math.max(sag, 0.1 - height());
  }
  return { creep, speed, sag };
}

const CREEP = "no creep; MuJoCo creeps with 50 to 155 µm/s";

export const pinchedCapsule = defineExperiment({
  id: "public.mujoco-3328",
  title: "Capsule between two pads at 12 to 60 N does not creep",
  reference:
    "Bug report #3328 of MuJoCo: 45 g, friction 0.7, 20 to 95 times the force that is needed. Held by bristles, it sags by m g/k and stays. MuJoCo in the same run: test/contact/compliant/mujoco-3328.test.ts.",
  scene: "pinched-capsule",
  rows: {
    "creep-forces": atMost("creep in the second second, forces", "m/s", 1e-9, CREEP),
    "speed-forces": atMost("speed then", "m/s", 1e-12, "rest: round-off of the velocities"),
    "creep-lagrangian": atMost("creep in the second second, augmented-lagrangian", "m/s", 1e-9, CREEP),
    "speed-lagrangian": atMost("speed then", "m/s", 1e-12, "rest: round-off of the velocities"),
    sag: near(
      "sag of the bristles, augmented-lagrangian",
      "m",
      WEIGHT / HOLD,
      1e-9,
      "m g/k; speeds of 1e-12 m/s for 1 s",
    ),
  },
  *measure(context) {
    const explicit = pinch(context, "forces");
    yield ["creep-forces", explicit.creep];
    yield ["speed-forces", explicit.speed];
    const implicit = pinch(context, "augmented-lagrangian");
    yield ["creep-lagrangian", implicit.creep];
    yield ["speed-lagrangian", implicit.speed];
    yield ["sag", implicit.sag];
  },
});
