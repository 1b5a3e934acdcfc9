/** Friction of a disk that slides and spins at once [Vilela2018] (row T-12). */
import type { Context } from "../context.js";
import { atMost, defineExperiment, error } from "../experiment.js";

/** ε, f, t: force and torque in parts of μF_n and μF_n R. */
const TABLE = [
  [0, 0, 0.66667],
  [0.1, 0.09988, 0.66168],
  [0.5, 0.48384, 0.54775],
  [1, 0.84883, 0.28294],
  [2, 0.96769, 0.12781],
  [5, 0.99497, 0.05017],
  [10, 0.99875, 0.02502],
] as const;

const RADIUS = 0.25;
const LIMIT = 6;

/** Force and torque of the field of bristles when all of them slip: no stiffness, damping without end. */
function slipping({ contact }: Context, ratio: number, direction: number) {
  const { PATCH_MOTION: m, PATCH_FRICTION } = contact;
  const pattern = contact.diskPattern(4, 16);
  const [c, s] = [Math.cos(direction), Math.sin(direction)];
  const motion = new Float64Array(m.size);
  motion.set([RADIUS * ratio * c, RADIUS * ratio * s, 1], m.slip);
  motion[m.load] = 10;
  motion[m.friction] = motion[m.kineticFriction] = LIMIT / 10;
  motion[m.spread] = motion[m.spread + 1] = RADIUS / 2;
  motion[m.damping] = 1e9;
  const out = new Float64Array(PATCH_FRICTION.size);
  contact.fieldFriction(pattern, new Float64Array(2 * pattern.count), 0, new Float64Array(2), 0, motion, 0, out, 0);
  return { force: -(c * out[0] + s * out[1]) / LIMIT, torque: -out[2] / (LIMIT * RADIUS) };
}

export const vilelaT12 = defineExperiment({
  id: "vilela.t-12",
  title: "Friction of a disk that slides and spins: closed form, and bristles all over it",
  reference: "[Vilela2018]: table of L2 with complete elliptic integrals; pattern of 64 bristles in 4 rings, L3.",
  rows: {
    force: error(
      "largest deviation of f from the table, seven ratios",
      "1",
      1e-5,
      "acceptance limit of row T-12; the table has five digits",
    ),
    torque: error("the same of t", "1", 1e-5, "acceptance limit of row T-12"),
    "field-force": atMost(
      "largest deviation of the bristles' force from the closed form, slip along an axis, ε = 0 … 4",
      "1",
      0.025,
      "acceptance limit of row T-12: 2.5 % of pure sliding",
    ),
    "field-torque": atMost("the same of the torque, in parts of pure spin", "1", 0.025, "acceptance limit of row T-12"),
    "field-anywhere": atMost(
      "the larger of both, slip in 64 directions of a quarter revolution",
      "1",
      0.025,
      "acceptance limit of row T-12; the pattern is its own mirror image in both axes",
    ),
  },
  *measure(context) {
    const out = new Float64Array(3);
    const disk = (ratio: number) => {
      context.contact.diskFriction(Float64Array.of(ratio), 0, out);
      return { force: out[0], torque: out[1] };
    };
    let [force, torque] = [0, 0];
    for (const [ratio, f, t] of TABLE) {
      force = Math.max(force, Math.abs(disk(ratio).force - f));
      torque = Math.max(torque, Math.abs(disk(ratio).torque - t));
    }
    yield ["force", force];
    yield ["torque", torque];
    [force, torque] = [0, 0];
    let anywhere = 0;
    for (let direction = 0; direction < 64; direction++) {
      for (let ratio = 0; ratio <= 4; ratio += 1 / 32) {
        const exact = disk(ratio);
        const field = slipping(context, ratio, (direction * Math.PI) / 126);
        const offs = [Math.abs(field.force - exact.force), Math.abs(field.torque - exact.torque) / (2 / 3)];
        anywhere = Math.max(anywhere, ...offs);
        if (direction > 0) continue;
        force = Math.max(force, offs[0]);
        torque = Math.max(torque, offs[1]);
      }
    }
    yield ["field-force", force];
    yield ["field-torque", torque];
    yield ["field-anywhere", anywhere];
  },
});
