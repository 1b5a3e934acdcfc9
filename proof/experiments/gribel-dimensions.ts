import { bodyPosition, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment } from "../experiment.js";

/** A body of 1 kg whose inertia about z is the same in either scene. */
const inertia = [0.02, 0.02, 0.02];
const common = {
  timestep: 1 / 60,
  contact: "none",
  formulation: { type: "impulse", preset: "fast" },
} satisfies Spec;

/** A double pendulum on hinges in the plane z = 0. */
const pendulum = (planar: boolean): Spec => {
  const point = (x: number, y: number) => (planar ? [x, y] : [x, y, 0]);
  return {
    ...common,
    ...(planar ? { plane: "xy" as const } : {}),
    gravity: point(0, -9.81),
    bodies: [
      { name: "upper", mass: 1, inertia, position: point(0.5, 0) },
      { name: "lower", mass: 1, inertia, position: point(1.5, 0) },
    ],
    joints: [
      { type: "hinge", name: "a", bodyB: "upper", at: point(0, 0), axis: [0, 0, 1] },
      { type: "hinge", name: "b", bodyA: "upper", bodyB: "lower", at: point(1, 0), axis: [0, 0, 1] },
    ],
  };
};

/** The hydraulic driver of 7.2, contracting against the spring from the start. */
const hydraulic = (planar: boolean): Spec => {
  const point = (x: number, y: number) => (planar ? [x, y] : [x, y, 0]);
  return {
    ...common,
    ...(planar ? { plane: "xy" as const } : {}),
    gravity: point(0, 0),
    bodies: [{ name: "lower", mass: 0.1, inertia, position: point(3, 0) }],
    joints: [
      {
        type: "hydraulic",
        name: "driver",
        bodyB: "lower",
        at: point(0, 0),
        to: point(3, 0),
        force: 200,
        speed: 1,
        command: -1,
      },
    ],
    forces: [{ type: "spring", name: "spring", pointA: point(5, 0), bodyB: "lower", stiffness: 200, restLength: 2 }],
  };
};

/** Largest distance between the two engines' bodies in 5 s, as long as they have not gone apart by themselves. */
function difference(context: Context, scene: (planar: boolean) => Spec, seconds: number): number {
  const [flat, space] = [true, false].map((planar) => context.simulate(scene(planar)));
  let worst = 0;
  let moved = 0;
  runFor(flat, seconds, () => {
    runFor(space, 1 / 60);
    const a = bodyPosition(flat.model, flat.data, "lower");
    const b = bodyPosition(space.model, space.data, "lower");
    worst = Math.max(worst, Math.hypot(a[0] - b[0], a[1] - b[1], b[2]));
    moved = Math.max(moved, Math.hypot(a[0] - 1.5, a[1]));
  });
  // two scenes in which nothing moves agree too
  return moved > 0.5 ? worst : Number.NaN;
}

export const gribelDimensions = defineExperiment({
  id: "gribel.v40",
  title: "Plane and space agree",
  reference: "[Gribel2009], row V40: a planar scene in the spatial engine moves as in the planar one.",
  rows: {
    pendulum: atMost(
      "largest distance, double pendulum on hinges, 3 s",
      "m",
      1e-6,
      "the same motion: 1e-6 m, tolerance of the solvers",
    ),
    hydraulic: atMost(
      "largest distance, hydraulic driver, 3 s",
      "m",
      1e-6,
      "the same motion: 1e-6 m, tolerance of the solvers",
    ),
  },
  *measure(context) {
    yield ["pendulum", difference(context, pendulum, 3)];
    yield ["hydraulic", difference(context, hydraulic, 3)];
  },
});
