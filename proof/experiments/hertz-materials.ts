import { bodyPosition, bodyVelocity, contact, type ShapeSpec, type Spec, step } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

/** Hertz' stiffness of E, ν and the radii of the shapes, for a scene that gives no stiffness. */

const G = 9.81;
const SOFT = { modulus: 4e6, poisson: 0.45 };
const HARD = { modulus: 7e7, poisson: 0.2 };
const SPEED = 0.8;
const MASS = 0.6;
const NONE = Number.POSITIVE_INFINITY;

const materials: Spec["materials"] = {
  soft: { friction: 0, youngModulus: SOFT.modulus, poissonRatio: SOFT.poisson, contact: "hertz" },
  hard: { friction: 0, youngModulus: HARD.modulus, poissonRatio: HARD.poisson },
};
const inertia: [number, number, number] = [0.001, 0.001, 0.001];
const body = { mass: MASS, inertia, centerOfMass: [0, 0, 0] as [number, number, number] };

/** k of a soft shape of radius a against a hard one of radius b, N/m^1.5. */
const stiffness = (a: number, b: number) => contact.hertzStiffness({ ...SOFT, radius: a }, { ...HARD, radius: b });

function onFloor(shape: ShapeSpec, height: number, speed: number, rest: object): Spec {
  return {
    materials,
    bodies: [
      { name: "floor", type: "static", material: "hard", shapes: [{ type: "plane" }] },
      { name: "ball", ...body, material: "soft", position: [0, 0, height], velocity: [0, 0, -speed], shapes: [shape] },
    ],
    sensors: [{ name: "force", read: "contact/floor:ball/normalForce" }],
    ...rest,
  };
}

/** Largest force, N, and time of contact, s, without gravity. */
function impact(context: Context, spec: Spec, timestep: number): readonly [number, number] {
  const formulation = { type: "forces", integrator: "rk4" } as const;
  const { model, data } = context.simulate({ ...spec, timestep, gravity: [0, 0, 0], formulation });
  const { slot } = model.sensors.columns[0];
  let most = 0;
  let steps = 0;
  for (let n = 0; n < 2000; n++) {
    step(model, data);
    if (data.slot[slot] > 0) steps++;
    else if (steps > 0) break;
    most = Math.max(most, data.slot[slot]);
  }
  return [most, steps * timestep];
}

/** Largest depth of a reduced mass, m. */
const depthOf = (k: number, mass: number, speed: number) => ((5 * mass * speed * speed) / (4 * k)) ** 0.4;

export const hertzMaterials = defineExperiment({
  id: "own.hertz-materials",
  title: "Hertz' stiffness from elastic moduli and radii",
  reference:
    "k = (4/3) E* √R, 1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂, 1/R = 1/R₁ + 1/R₂ [Johnson1985, ch. 4]: a ball at rest sinks (m g/k)^(2/3); an impact takes 2.9433 δ/v with δ = (5 m v²/4k)^(2/5) and the largest force k δ^1.5. On a floor and between two balls; an ellipsoid a × b × c on its end has R = a b/c.",
  rows: {
    rest: error("speed of a ball left at the closed depth after 0.2 s", "m/s", 1e-9, "in balance from the beginning"),
    force: near("largest force on a floor over the closed form", "1", 1, 1e-3, "sampled 300 times in the impact"),
    time: near("duration over the closed form", "1", 1, 0.01, "one to two of 300 samples"),
    balls: near("largest force between two balls over the closed form", "1", 1, 1e-3, "as above"),
    ellipsoid: near("largest force of an ellipsoid on its end over the closed form", "1", 1, 1e-3, "as above"),
  },
  *measure(context) {
    const radius = 0.07;
    const k = stiffness(radius, NONE);
    const ball: ShapeSpec = { type: "sphere", radius };
    const sunk = ((MASS * G) / k) ** (2 / 3);
    const still = context.simulate(
      onFloor(ball, radius - sunk, 0, {
        timestep: 1e-3,
        gravity: [0, 0, -G],
        formulation: { type: "augmented-lagrangian" },
      }),
    );
    runFor(still, 0.2);
    // a ball that floats above the floor would stand still too
    const off = Math.abs(bodyPosition(still.model, still.data, "ball")[2] - (radius - sunk));
    yield ["rest", Math.abs(bodyVelocity(still.model, still.data, "ball")[2]) + off];

    const depth = depthOf(k, MASS, SPEED);
    const duration = (2.9432753 * depth) / SPEED;
    const timestep = duration / 300;
    const [force, time] = impact(context, onFloor(ball, radius, SPEED, {}), timestep);
    yield ["force", force / (k * depth ** 1.5)];
    yield ["time", time / duration];

    const other = 0.11;
    const both = stiffness(radius, other);
    const between = depthOf(both, MASS / 2, SPEED);
    const pair: Spec = {
      materials,
      bodies: [
        { name: "floor", ...body, material: "hard", shapes: [{ type: "sphere", radius: other }] },
        {
          name: "ball",
          ...body,
          material: "soft",
          position: [0, 0, radius + other],
          velocity: [0, 0, -SPEED],
          shapes: [ball],
        },
      ],
      sensors: [{ name: "force", read: "contact/floor:ball/normalForce" }],
    };
    yield ["balls", impact(context, pair, timestep)[0] / (both * between ** 1.5)];

    const [a, b, c] = [0.05, 0.08, 0.1];
    const end = stiffness((a * b) / c, NONE);
    const egg = onFloor({ type: "ellipsoid", semiAxes: [a, b, c] }, c, SPEED, {});
    yield ["ellipsoid", impact(context, egg, timestep)[0] / (end * depthOf(end, MASS, SPEED) ** 1.5)];
  },
});
