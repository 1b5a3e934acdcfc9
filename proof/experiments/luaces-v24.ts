import { bodyAngularVelocity, bodyOrientation, bodyVelocity, type Data } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, error } from "../experiment.js";

/** Quarter of the weight, N. */
const QUARTER = 9.81 / 4;

/** Speed, spin and rotation after 3 s, and the forces of the corners against m g/4. */
function drop(context: Context, formulation: string) {
  const simulation = context.scene("corner-spheres", { params: { formulation } });
  const { model, data } = simulation;
  let spin = 0;
  runFor(simulation, 3, () => {
    spin = Math.max(spin, Math.hypot(...bodyAngularVelocity(model, data, "cube")));
  });
  const forces = forcesOf(data);
  return {
    speed: Math.hypot(...bodyVelocity(model, data, "cube")),
    spin,
    turn: Math.hypot(...bodyOrientation(model, data, "cube").slice(0, 3)),
    force: Math.max(...[0, 1, 2, 3].map((k) => Math.abs((forces[k] ?? 0) / QUARTER - 1)), forces.length - 4),
  };
}

/** Normal forces of all contacts, N. */
function forcesOf(data: Data): number[] {
  const { count, out } = data.systems.compliant;
  return [...out.force.subarray(0, count)];
}

export const luacesV24 = defineExperiment({
  id: "luaces.v24",
  title: "Cube with eight corner spheres, dropped flat",
  reference:
    "[Luaces2013] V24: rests, no spin, four forces m g/4. 0.3 m above a plane, 3 s of 1 ms; largest of forces and augmented-lagrangian.",
  scene: "corner-spheres",
  rows: {
    speed: atMost("speed at rest", "m/s", 1e-12, "rest: round-off of the velocities"),
    spin: error(
      "largest spin",
      "rad/s",
      1e-10,
      "round-off of four forces of up to 400 N, 2e-14 N m, over 1e-2 s of impact",
    ),
    turn: error("rotation at the end, half of its sine", "1", 1e-11, "the same"),
    force: error(
      "largest relative deviation of a force from m g/4",
      "1",
      1e-9,
      "speed at rest times damping over weight",
    ),
  },
  *measure(context) {
    const both = ["forces", "augmented-lagrangian"].map((formulation) => drop(context, formulation));
    for (const key of ["speed", "spin", "turn", "force"] as const)
      yield [key, Math.max(...both.map((one) => one[key]))];
  },
});
