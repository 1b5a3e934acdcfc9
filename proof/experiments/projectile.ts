import { bodyPosition, bodyVelocity } from "stiction";
import { runFor } from "../context.js";
import { defineExperiment, error } from "../experiment.js";
import { roundOff } from "../tolerance.js";

const G = 9.81;
const T = 2;
const H = 0.001;
const START = { height: 1, vx: 5, vz: 8 };

export const projectile = defineExperiment({
  id: "own.projectile",
  title: "Projectile",
  reference: "The parabola x = vₓ t, z = z₀ + v_z t − ½ g t²; nothing acts along x and y.",
  scene: "free-fall",
  rows: {
    path: error(
      "largest distance from the parabola",
      "m",
      roundOff(T / H, 10),
      "round-off: 2000 steps × 4 operations × ε/2 × 10 m",
    ),
    sideways: error("largest change of horizontal velocity", "m/s", 0, "no force, so no bit changes"),
  },
  *measure(context) {
    const set = { formulation: { type: "forces", integrator: "rk4" } };
    const { model, data } = context.scene("free-fall", { params: START, set });
    let path = 0;
    let sideways = 0;
    runFor({ model, data }, T, () => {
      const [x, y, z] = bodyPosition(model, data, "ball");
      const t = data.time;
      path = Math.max(path, Math.hypot(x - START.vx * t, y, z - (START.height + START.vz * t - (G * t * t) / 2)));
      const [vx, vy] = bodyVelocity(model, data, "ball");
      sideways = Math.max(sideways, Math.abs(vx - START.vx), Math.abs(vy));
    });
    yield ["path", path];
    yield ["sideways", sideways];
  },
});
