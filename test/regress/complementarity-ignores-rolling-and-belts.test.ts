/**
 * In complementarity a ball with rolling friction rolls on for ever and a conveyor belt carries nothing, without a word.
 *
 * rollingFriction, spinningFriction and surfaceVelocity are rows of the problem now.
 */
import { compileUntyped, createData, sensorValues, step } from "stiction";
import { expect, test } from "vitest";

const G = 9.81;
const H = 0.002;

/** Sensor values of a scene after some seconds; every step must be solved. */
function run(spec: Record<string, unknown>, seconds: number, sensors: string[]): Float64Array {
  const model = compileUntyped({ timestep: H, formulation: { type: "complementarity" }, ...spec, sensors });
  expect(model.warnings).toEqual([]);
  const data = createData(model);
  for (let k = 0; k < Math.round(seconds / H); k++) expect(step(model, data)).toBe(0);
  const values = new Float64Array(sensors.length);
  sensorValues(model, data, values);
  return values;
}

const floor = { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] };

test.each(["quadratic", "polyhedral"])("a rolling ball slows down by 5 ρ g/(7 r), cone %s", (cone) => {
  const [r, v, rho, t] = [0.2, 1.1, 0.006, 0.6];
  const angle = 0.7;
  const [vx] = run(
    {
      formulation: { type: "complementarity", cone },
      materials: { m: { friction: 0.6, rollingFriction: rho } },
      bodies: [
        floor,
        {
          name: "ball",
          mass: 2.5,
          material: "m",
          position: [0, 0, r],
          velocity: [v * Math.cos(angle), v * Math.sin(angle), 0],
          angularVelocity: [(-v / r) * Math.sin(angle), (v / r) * Math.cos(angle), 0],
          shapes: [{ type: "sphere", radius: r }],
        },
      ],
    },
    t,
    ["body/ball/velocity.x"],
  );
  const expected = v - (5 * rho * G * t) / (7 * r);
  // constant deceleration: the scheme is exact but for the residual of the solver and the direction of the polyhedral cone
  expect(vx / Math.cos(angle)).toBeCloseTo(expected, 4);
});

test("a planar disk with rolling friction slows down by 2 ρ g/(3 r), and stays at rest then", () => {
  const [r, v, rho] = [0.15, 0.5, 0.02];
  const bodies = [
    {
      name: "floor",
      type: "static",
      material: "m",
      position: [0, -1],
      shapes: [{ type: "polygon", halfExtents: [20, 1] }],
    },
    {
      name: "disk",
      mass: 1,
      material: "m",
      position: [0, r],
      velocity: [v, 0],
      angularVelocity: [0, 0, -v / r],
      shapes: [{ type: "circle", radius: r }],
    },
  ];
  const scene = { plane: "xy", materials: { m: { friction: 0.8, rollingFriction: rho } }, bodies };
  const [early] = run(scene, 0.2, ["body/disk/velocity.x"]);
  expect(early).toBeCloseTo(v - (2 * rho * G * 0.2) / (3 * r), 6);
  const [late, x] = run(scene, 1.5, ["body/disk/velocity.x", "body/disk/position.x"]);
  expect(late).toBeCloseTo(0, 8);
  // v h/2 of the first order
  expect(Math.abs(x - (v * v * 3 * r) / (4 * rho * G))).toBeLessThan(v * H);
});

test("a ball that spins on the spot slows down by its spinning friction", () => {
  const [r, spin, rho, t] = [0.1, 12, 0.003, 0.25];
  const [w] = run(
    {
      materials: { m: { friction: 0.5, spinningFriction: rho } },
      bodies: [
        floor,
        {
          name: "ball",
          mass: 1.5,
          material: "m",
          position: [0, 0, r],
          angularVelocity: [0, 0, spin],
          shapes: [{ type: "sphere", radius: r }],
        },
      ],
    },
    t,
    ["body/ball/angularVelocity.z"],
  );
  expect(w).toBeCloseTo(spin - (rho * G * t) / (0.4 * r * r), 6);
});

test.each(["quadratic", "polyhedral"])("a belt carries a box along, cone %s", (cone) => {
  const [mu, speed] = [0.3, 1.4];
  const scene = {
    formulation: { type: "complementarity", cone, directions: 8 },
    materials: { m: { friction: mu } },
    bodies: [
      {
        name: "belt",
        type: "static",
        material: "m",
        position: [0, 0, -0.1],
        orientation: { axis: [0, 0, 1], angle: 0.4 },
        shapes: [{ type: "box", halfExtents: [8, 1, 0.1], surfaceVelocity: [speed, 0, 0] }],
      },
      {
        name: "box",
        mass: 3,
        material: "m",
        position: [0, 0, 0.05],
        shapes: [{ type: "box", halfExtents: [0.1, 0.15, 0.05] }],
      },
    ],
  };
  if (cone === "quadratic") {
    const [early] = run(scene, 0.2, ["body/box/velocity.x"]);
    expect(early).toBeCloseTo(mu * G * 0.2 * Math.cos(0.4), 6);
  }
  const late = run(scene, 0.8, ["body/box/velocity.x", "body/box/velocity.y"]);
  expect(late[0]).toBeCloseTo(speed * Math.cos(0.4), 6);
  expect(late[1]).toBeCloseTo(speed * Math.sin(0.4), 6);
});

test("schemes without such rows say so", () => {
  const model = compileUntyped({
    formulation: { type: "complementarity", scheme: "todorov" },
    materials: { m: { friction: 0.3, rollingFriction: 0.01 } },
    bodies: [
      floor,
      { name: "ball", mass: 1, material: "m", position: [0, 0, 1], shapes: [{ type: "sphere", radius: 0.1 }] },
    ],
  });
  expect(model.warnings.filter((text) => text.includes("rollingFriction"))).toHaveLength(1);
});
