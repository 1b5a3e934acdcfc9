/** What holds of compliant contact whatever the laws: momentum, order of bodies, memory. */
import {
  type BodySpec,
  bodyPosition,
  bodyVelocity,
  compile,
  compileUntyped,
  createData,
  type FormulationSpec,
  restore,
  type ShapeSpec,
  type Simulation,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";

const formulations = [
  ["forces, RK4", { type: "forces", integrator: "rk4" }, false],
  ["forces, semi-implicit", { type: "forces" }, true],
  ["augmented-lagrangian", { type: "augmented-lagrangian" }, false],
] as const;

const rubber = {
  friction: 0.5,
  kineticFriction: 0.4,
  rollingFriction: 0.002,
  spinningFriction: 0.001,
  contact: { type: "hunt-crossley", stiffness: 1e6, damping: 0.3 },
  sliding: { type: "bristle", stictionSpeed: 0.03, stiffness: 2e4, damping: 50 },
};

function start(spec: object): Simulation {
  const model = compileUntyped({ timestep: 1e-3, materials: { rubber }, ...spec });
  return { model, data: createData(model) };
}

function run({ model, data }: Simulation, steps: number): void {
  for (let k = 0; k < steps; k++) step(model, data);
}

/** Linear and angular momentum of two free bodies of given inertia, about the origin. */
function momentum({ model, data }: Simulation, inertia: number): number[] {
  const sum = [0, 0, 0, 0, 0, 0];
  for (let b = 1; b < model.nb; b++) {
    const m = model.bodyMass[b];
    const p = [0, 1, 2].map((k) => data.bodyPos[3 * b + k]);
    const v = [0, 1, 2].map((k) => m * data.bodyVel[6 * b + 3 + k]);
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      sum[k] += v[k];
      sum[3 + k] += p[i] * v[j] - p[j] * v[i] + inertia * data.bodyVel[6 * b + k];
    }
  }
  return sum;
}

/** Two bodies that meet off centre and turn, in empty space. */
const ball = (name: string, x: number, y: number, v: number, mass: number) =>
  ({
    name,
    mass,
    inertia: [0.004, 0.004, 0.004],
    material: "rubber",
    position: [x, y, 0.01],
    velocity: [v, 0, 0.1],
    angularVelocity: [3 * v, -2, 5],
    shapes: [{ type: "sphere", radius: 0.1 }],
  }) satisfies BodySpec;
const one = ball("one", -0.11, 0.03, 1, 1);
const two = ball("two", 0.11, -0.03, -0.5, 2);

describe.each(formulations)("%s", (_name, formulation, exact) => {
  test("two free bodies keep their momentum", () => {
    const errors = [1e-3, 1e-4].map((timestep) => {
      const pair = start({ timestep, gravity: [0, 0, 0], formulation, bodies: [one, two] });
      const before = momentum(pair, 0.004);
      let touched = false;
      for (let t = 0; t < 0.1; t += timestep) {
        step(pair.model, pair.data);
        touched ||= pair.data.systems.compliant.count > 0;
      }
      expect(touched).toBe(true);
      const off = momentum(pair, 0.004).map((x, k) => Math.abs(x - before[k]));
      return [Math.max(...off.slice(0, 3)), Math.max(...off.slice(3))];
    });
    // forces up to 500 N for 30 ms cancel to 1e-16 each
    for (const [linear] of errors) expect(linear).toBeLessThan(1e-12);
    // angular momentum is kept to round-off by semi-implicit steps; other methods keep it as well as they integrate, first order at least where bodies touch; where steps are cut at the impact, both are near round-off
    if (exact) for (const [, angular] of errors) expect(angular).toBeLessThan(1e-12);
    else expect(errors[1][1]).toBeLessThan(Math.max(errors[0][1] / 5, 1e-9));
  });

  test("the order of the bodies changes nothing beyond round-off", () => {
    const ab = start({ gravity: [0, 0, 0], formulation, bodies: [one, two] });
    const ba = start({ gravity: [0, 0, 0], formulation, bodies: [two, one] });
    run(ab, 100);
    run(ba, 100);
    for (const name of ["one", "two"]) {
      const [p, q] = [ab, ba].map(({ model, data }) => bodyPosition(model, data, name));
      const [v, w] = [ab, ba].map(({ model, data }) => bodyVelocity(model, data, name));
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(p[k] - q[k])).toBeLessThan(1e-12);
        expect(Math.abs(v[k] - w[k])).toBeLessThan(1e-10);
      }
    }
  });

  test("a snapshot while it sticks gives the same bits", () => {
    const slope = 0.3;
    const stuck = start({
      gravity: [9.81 * slope, 0, -9.81],
      formulation,
      bodies: [
        { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
        {
          name: "block",
          mass: 1,
          material: "rubber",
          position: [0, 0, 0.1],
          shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.1] }],
        },
      ],
    });
    const { model, data } = stuck;
    run(stuck, 40);
    const bytes = snapshot(data);
    run(stuck, 60);
    const straight = stateHash(data);
    restore(model, data, bytes);
    run(stuck, 60);
    expect(stateHash(data)).toBe(straight);
    const other = createData(model);
    restore(model, other, bytes);
    run({ model, data: other }, 60);
    expect(stateHash(other)).toBe(straight);
  });
});

/** A floor of triangles, z = 0. */
function meshFloor(cells: number, size: number) {
  const n = cells + 1;
  const at = (k: number) => -size + (2 * size * k) / cells;
  const vertices = Array.from({ length: n * n }, (_, k) => [at(k % n), at(Math.floor(k / n)), 0]);
  const faces = Array.from({ length: cells * cells }, (_, k) => {
    const a = (k % cells) + n * Math.floor(k / cells);
    return [
      [a, a + 1, a + n + 1],
      [a, a + n + 1, a + n],
    ];
  }).flat();
  return {
    name: "floor",
    type: "static",
    material: "rubber",
    shapes: [{ type: "mesh", vertices, faces, sides: "one" }],
  } satisfies BodySpec;
}

describe("bristles survive when the surface is cut otherwise", () => {
  const shapes = [{ type: "sphere", radius: 0.1 }] satisfies ShapeSpec[];
  const plane = { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] } satisfies BodySpec;

  test.each([
    ["deepest", 0],
    ["all", 0.011],
  ] as const)("a ball that rolls over edges of triangles (%s) goes as on a plane", (points, offset) => {
    const body = {
      name: "ball",
      mass: 1,
      material: "rubber",
      position: [-0.5 + offset, 0.013, 0.0998],
      velocity: [1, 0, 0],
      angularVelocity: [0, 10, 0],
      shapes,
    } satisfies BodySpec;
    const formulation = { type: "forces", integrator: "rk4" } satisfies FormulationSpec;
    const [a, b] = [plane, meshFloor(20, 1)].map((floor) =>
      start({ collision: { points }, formulation, bodies: [floor, body] }),
    );
    for (const simulation of [a, b]) run(simulation, 1000);
    const [x, y] = [a, b].map(({ model, data }) => bodyPosition(model, data, "ball"));
    // the same force at the same place: a contact lies in the plane of its triangle, up to the round-off of their normals
    for (let k = 0; k < 3; k++) expect(Math.abs(x[k] - y[k])).toBeLessThan(1e-9);
  });

  test("a block that is held on triangles does not creep", () => {
    const held = start({
      materials: { rubber: { ...rubber, contact: { ...rubber.contact, damping: 10 } } },
      gravity: [2, 0, -9.81],
      formulation: { type: "augmented-lagrangian" },
      bodies: [
        meshFloor(7, 1),
        {
          name: "block",
          mass: 1,
          material: "rubber",
          position: [0.03, 0.01, 0.1],
          shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.1] }],
        },
      ],
    });
    run(held, 3000);
    expect(Math.hypot(...bodyVelocity(held.model, held.data, "block"))).toBeLessThan(1e-12);
  });
});

describe("input that does not hold", () => {
  const bodies = [
    { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
    { name: "ball", mass: 1, material: "steel", shapes: [{ type: "sphere", radius: 0.1 }] },
  ] satisfies BodySpec[];
  const compiled =
    (steel: object, rest: object = {}) =>
    () =>
      compile({ formulation: { type: "forces" }, materials: { steel }, bodies, ...rest });

  test("an unknown law is named, with those that there are", () => {
    expect(compiled({ contact: { type: "hunt-crosley" } })).toThrow(
      /materials\.steel\.contact.*hunt-crosley.*hunt-crossley/s,
    );
    expect(compiled({ sliding: "brisle" })).toThrow(/materials\.steel\.sliding.*brisle.*bristle/s);
  });

  test("an unknown parameter is named, with those that there are", () => {
    expect(compiled({ contact: { type: "hertz", stifness: 1 } })).toThrow(
      /materials\.steel\.contact.*stifness.*stiffness/s,
    );
    expect(compiled({ sliding: { type: "bristle", length: "way" } })).toThrow(
      /materials\.steel\.sliding\.length.*slip/s,
    );
  });

  test("pairs too", () => {
    const pair = { materialPairs: [{ between: ["steel", "steel"], contact: { type: "soft" } }] };
    expect(compiled({}, pair)).toThrow(/materialPairs\[0\]\.contact.*soft/s);
  });

  test("a step that is too long is warned of", () => {
    const model = compiled({ contact: { type: "hertz", stiffness: 1e12 } })();
    expect(model.warnings.join()).toContain("its steps need about 1024 parts");
    const sticky = { friction: 0.5, kineticFriction: 0.4, sliding: { type: "bristle", stictionSpeed: 1e-6 } };
    expect(compiled(sticky)().warnings.join()).toContain("so that it may never stick");
  });
});
