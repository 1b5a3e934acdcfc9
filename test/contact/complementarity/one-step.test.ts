/** One step near corners: worked examples after [Williams2014] (15.1, 15.2 and 15.5 of our list), and the single-step cases I1 to I5 of its experiments. */
import { compileUntyped, complementarity, createData, STATUS, step } from "stiction";
import { describe, expect, test } from "vitest";
import { CONSTRAINT, CONTACT, CONTACT_SIZE } from "../../../src/contact/complementarity/contact-set.js";
import { complementarityFields, STATISTIC } from "../../../src/formulations/complementarity/complementarity-fields.js";

function run(spec: Record<string, unknown>) {
  const model = compileUntyped(spec);
  return { model, data: createData(model) };
}

/** The corner of 15.1: body in x ≤ 0, y ≤ 0, its corner at the origin. */
const corner = {
  name: "corner",
  type: "static",
  position: [-5, -5],
  shapes: [{ type: "polygon", halfExtents: [5, 5] }],
};

/** A particle: a needle's end too heavy to turn (J = 1e12 kg m²), whose lowest vertex is at p and whose other ones are out of reach. */
function particle(p: readonly [number, number], v: readonly [number, number], over: Record<string, unknown>) {
  const { model, data } = run({
    plane: "xy",
    timestep: 0.1,
    gravity: [0, 0],
    formulation: { type: "complementarity", cone: "none", reach: 2, ...over },
    bodies: [
      corner,
      {
        name: "particle",
        mass: 1,
        inertia: [1e12, 1e12, 1e12],
        centerOfMass: [0, 0],
        position: p,
        velocity: v,
        // leans to the right and up, so that both sides of the corner are applicable
        shapes: [
          {
            type: "polygon",
            vertices: [
              [0, 0],
              [20, 10],
              [10, 20],
            ],
          },
        ],
      },
    ],
  });
  const status = step(model, data);
  const state = data.systems.complementarityState;
  return { status, velocity: [...data.bodyVel.subarray(15, 17)], state, data };
}

describe("running maxima, 15.1", () => {
  test.each([
    [[-1, 0.5], 0.5, -1, 0.5],
    [[0.5, -1], -1, 0.5, 0.5],
    [[0.3, 0.3], 0.3, 0.3, 0.3],
    [[-0.5, -0.2], -0.2, -0.5, -0.2],
    [[0, -1], -1, 0, 0],
    [[-1, 0], 0, -1, 0],
  ] as const)("gaps of a point at %o, and the largest", (p, top, right, most) => {
    const { set } = particle(p, [0, 0], {}).state;
    // the constraint of the particle's vertex with the top and the right side
    const gaps = Array.from({ length: set.constraints }, (_, k) =>
      [...set.member.subarray(set.constraint[4 * k + 1], set.constraint[4 * k + 1] + set.constraint[4 * k + 2])].map(
        (c) => set.value[CONTACT_SIZE * c + CONTACT.gap],
      ),
    );
    const own = gaps.find((g) => g.length === 2 && g.some((x) => Math.abs(x - top) < 1e-12)) ?? [];
    expect(own.toSorted((x, y) => x - y)).toEqual([Math.min(top, right), most].map((g) => expect.closeTo(g, 12)));
  });

  test("four contacts: c = (0, 3, 0), E c + ψ₁ − ψ = (2, 0, 1.5), sum 2", () => {
    const matrix = Float64Array.from([1, 0, 0, 1, 1, 0, 1, 1, 1]);
    const { solutions } = complementarity.enumerateSolutions(3, matrix, Float64Array.from([2, -3, -1.5]), 1e-12);
    expect(solutions.map((z) => [...z])).toEqual([[0, 3, 0].map((x) => expect.closeTo(x, 12))]);
    expect(-1 + solutions[0].reduce((sum, c) => sum + c, 0)).toBeCloseTo(2, 12);
  });
});

describe("a particle and a corner, 15.2", () => {
  // b: the nearest of two violated or open gaps is the right side, where the list has the top: the velocity is the same
  test.each([
    ["a, lands on top", [-0.5, 0.05], [0, -1], [0, -0.5]],
    ["b, below the top, right of the side", [0.05, -0.02], [0, -1], [0, -1]],
    ["c, where the standard model traps", [0.02, 0.02], [0, -1], [0, -1]],
    ["d, into the side", [0.05, -0.5], [-1, 0], [-0.5, 0]],
  ] as const)("%s", (_case, p, v, expected) => {
    for (const peg of ["reduced", "full"]) {
      const { status, velocity, state } = particle(p, v, { peg });
      expect(status).toBe(0);
      expect(state.set.constraints).toBeGreaterThan(0);
      // case d of the full form has three solutions, and which one a solver finds is its own affair
      if (peg === "full" && p[1] === -0.5) continue;
      expect(velocity).toEqual(expected.map((x) => expect.closeTo(x, 9)));
    }
  });

  test("c in the standard model: held above the top", () => {
    const { velocity } = particle([0.02, 0.02], [0, -1], { contacts: "standard" });
    expect(velocity[1]).toBeCloseTo(-0.2, 9);
  });

  test("e, along the diagonal: ends on the corner's surface", () => {
    // (−1, −0.2), (−0.2, −1) and (−0.2, −0.2), exactly at the corner, are solutions (13.8)
    const { status, velocity } = particle([0.02, 0.02], [-1, -1], {});
    expect(status).toBe(0);
    expect(Math.max(...velocity)).toBeCloseTo(-0.2, 9);
  });
});

describe("a square near a corner, 15.5", () => {
  const square = (over: Record<string, unknown>) => {
    const { model, data } = run({
      plane: "xy",
      timestep: 0.1,
      gravity: [0, 0],
      formulation: { type: "complementarity", cone: "none", reach: 0.2, ...over },
      bodies: [
        corner,
        {
          name: "square",
          mass: 1,
          inertia: [1 / 6, 1 / 6, 1 / 6],
          position: [0.53, 0.52],
          velocity: [0, -1],
          shapes: [{ type: "polygon", halfExtents: [0.5, 0.5] }],
        },
      ],
    });
    const status = step(model, data);
    return { status, data, state: data.systems.complementarityState };
  };

  test("the default solver takes the solution without an impulse", () => {
    const { status, data } = square({});
    expect(status).toBe(0);
    expect([...data.bodyVel.subarray(12, 18)]).toEqual([0, 0, 0, 0, -1, 0].map((x) => expect.closeTo(x, 12)));
  });

  test("the standard model holds it up", () => {
    const { data } = square({ contacts: "standard" });
    expect(data.bodyVel[16]).toBeGreaterThan(-0.9);
  });

  test("the vertex's own constraint has the rows worked out by hand", () => {
    const { state } = square({});
    const { set, rows } = state;
    expect(set.constraint[0]).toBe(CONSTRAINT.inter);
    // rows of the square's vertex: top g = (0, 1, −0.5), and the slack's, g_top − g_right with g_right = (1, 0, 0.5)
    const gradient = (r: number) => [3, 4, 2].map((k) => rows.left[12 * r + (rows.body[2 * r] === 2 ? 0 : 6) + k]);
    const found = Array.from({ length: rows.count }, (_, r) => r).filter((r) => Math.abs(gradient(r)[2] + 0.5) < 1e-12);
    const force = found.find((r) => Math.abs(gradient(r)[1] - 1) < 1e-12) ?? -1;
    expect(gradient(force)).toEqual([0, 1, -0.5].map((x) => expect.closeTo(x, 12)));
    expect(gradient(force + 1)).toEqual([-1, 1, -1].map((x) => expect.closeTo(x, 12)));
    expect([rows.constant[force], rows.constant[force + 1]]).toEqual([0.2, -0.1].map((x) => expect.closeTo(x, 12)));
  });

  test("its problem has three solutions", () => {
    const { solutions } = complementarity.enumerateSolutions(
      2,
      Float64Array.from([2.5, 1, 4, 1]),
      Float64Array.from([-0.8, -1.1]),
      1e-12,
    );
    const found = solutions.map((z) => [...z]).sort((p, q) => p[0] - q[0]);
    expect(found).toEqual(
      [
        [0, 1.1],
        [0.2, 0.3],
        [0.32, 0],
      ].map((z) => z.map((x) => expect.closeTo(x, 12))),
    );
  });
});

describe("single-step cases", () => {
  /** Status, and velocity of the moving body after one step of 10 ms. */
  function once(contacts: string, spec: Record<string, unknown>, over: Record<string, unknown> = {}) {
    const { model, data } = run({
      timestep: 0.01,
      ...spec,
      formulation: { type: "complementarity", cone: "none", contacts, ...over },
    });
    const status = step(model, data);
    return { status, velocity: [...data.bodyVel.subarray(12, 18)], statistics: complementarityFields(data).statistics };
  }

  const sliding = (x: number) => ({
    plane: "xy",
    gravity: [0, 0],
    bodies: [
      {
        name: "b",
        type: "static",
        shapes: [
          {
            type: "polygon",
            vertices: [
              [1, 1],
              [1, -0.5],
              [2, 1],
            ],
          },
        ],
      },
      {
        name: "a",
        mass: 1,
        inertia: [1, 1, 1],
        position: [0.5 + x, 1.505],
        velocity: [1, 0],
        shapes: [{ type: "polygon", halfExtents: [1, 0.495] }],
      },
    ],
  });

  test("I1: a body that slides over a corner is not pushed by the side behind it", () => {
    // its lower right vertex is 0.5 m behind the left side of B, and above its top
    const peg = once("peg", sliding(0), { reach: 0.6 });
    expect(peg.status).toBe(0);
    expect(peg.velocity).toEqual([0, 0, 0, 1, 0, 0].map((x) => expect.closeTo(x, 12)));
    const standard = once("standard", sliding(0), { reach: 0.6 });
    expect(Math.abs(standard.velocity[3] - 1) + standard.status).toBeGreaterThan(10);
  });

  test("I2: corners that touch, with two sides each, let go of each other", () => {
    const spec = (y: number) => ({
      plane: "xy",
      gravity: [0, 0],
      bodies: [
        { name: "b", type: "static", position: [-0.5, -0.5], shapes: [{ type: "polygon", halfExtents: [0.5, 0.5] }] },
        {
          name: "a",
          mass: 1,
          inertia: [1, 1, 1 / 6],
          position: [0.5, 0.5],
          velocity: [1, y],
          shapes: [{ type: "polygon", halfExtents: [0.5, 0.5] }],
        },
      ],
    });
    for (const y of [0, -1]) {
      const peg = once("peg", spec(y), { reach: 0.05 });
      expect(peg.status).toBe(0);
      expect(peg.velocity).toEqual([0, 0, 0, 1, y, 0].map((x) => expect.closeTo(x, 9)));
    }
    // down and to the right nothing is in the way, but the top is asked to stay open as well
    expect(once("standard", spec(-1), { reach: 0.05 }).velocity[4]).toBeGreaterThan(-0.9);
  });

  describe("I3: a cube flush with the side of a block", () => {
    const cube = (x: number, velocity: readonly number[]) => ({
      gravity: [0, 0, 0],
      bodies: [
        { name: "block", type: "static", shapes: [{ type: "box", halfExtents: [1.5, 1.5, 0.5] }] },
        {
          name: "cube",
          mass: 1,
          inertia: [1 / 6, 1 / 6, 1 / 6],
          position: [x, 0, 1],
          velocity,
          shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
        },
      ],
    });

    test.each([
      ["to the left", 1, [-1, 0, 0]],
      ["to the right", 1, [1, 0, 0]],
      ["up", 1, [0, 0, 1]],
      ["along the side", 1, [0, 1, 0]],
      ["down beside the block", 2, [0, 0, -1]],
    ] as const)("moves freely %s", (_name, x, velocity) => {
      const peg = once("peg", cube(x, velocity), { reach: 0.05 });
      expect(peg.status).toBe(0);
      expect(peg.velocity).toEqual([0, 0, 0, ...velocity].map((v) => expect.closeTo(v, 9)));
    });

    test("does not sink into the block", () => {
      const peg = once("peg", cube(1, [0, 0, -1]), { reach: 0.05 });
      expect(peg.status).toBe(0);
      expect(peg.velocity).toEqual([0, 0, 0, 0, 0, 0].map((v) => expect.closeTo(v, 9)));
    });

    test("the standard model keeps it from sliding to the left", () => {
      expect(once("standard", cube(1, [-1, 0, 0]), { reach: 0.05 }).velocity[3]).toBeGreaterThan(-0.5);
    });
  });

  describe("I4: a tetrahedron on an inverted one", () => {
    const tetrahedron = (sign: number) =>
      [
        [0, 0, 3 / Math.sqrt(24)],
        ...[90, 210, 330].map((a) => [
          Math.cos((a * Math.PI) / 180) / Math.sqrt(3),
          Math.sin((a * Math.PI) / 180) / Math.sqrt(3),
          -1 / Math.sqrt(24),
        ]),
      ].map(([x, y, z]) => [x, sign * y, sign * z]);
    const stacked = (velocity: readonly number[]) => ({
      gravity: [0, 0, 0],
      bodies: [
        {
          name: "low",
          type: "static",
          position: [0, 0, -1 / Math.sqrt(24)],
          shapes: [{ type: "convex-hull", vertices: tetrahedron(-1) }],
        },
        {
          name: "high",
          mass: 1,
          inertia: [1 / 20, 1 / 20, 1 / 20],
          position: [0, 0, 1 / Math.sqrt(24)],
          velocity,
          // as turned by π about x, y changes sign: the base triangles coincide
          shapes: [{ type: "convex-hull", vertices: tetrahedron(1).map(([x, y, z]) => [x, -y, z]) }],
        },
      ],
    });

    test.each([
      ["up", [0, 0, 1], [0, 0, 1]],
      ["sideways", [1, 0, 0], [1, 0, 0]],
      ["down", [0, 0, -1], [0, 0, 0]],
    ] as const)("%s", (_name, velocity, expected) => {
      const peg = once("peg", stacked(velocity), { reach: 0.05 });
      expect(peg.status).toBe(0);
      expect(peg.velocity).toEqual([0, 0, 0, ...expected].map((v) => expect.closeTo(v, 9)));
    });

    test("the standard model fuses them", () => {
      // observed 8.3e-17 at most
      expect(once("standard", stacked([0, 0, 1]), { reach: 0.05 }).velocity[5]).toBeLessThan(0.5);
    });
  });

  test("I5: contacts that ask a body to move both ways at once", () => {
    const spec = {
      plane: "xy",
      gravity: [0, -9.81],
      bodies: [
        { name: "large", type: "static", shapes: [{ type: "polygon", halfExtents: [1, 1] }] },
        {
          name: "small",
          mass: 1,
          inertia: [1, 1, 1 / 6],
          position: [0, 1.5],
          shapes: [{ type: "polygon", halfExtents: [0.5, 0.5] }],
        },
      ],
    };
    expect(once("standard", spec, { reach: 0.6 }).status & STATUS.notConverged).not.toBe(0);
    const peg = once("peg", spec, { reach: 0.6 });
    expect(peg.status).toBe(0);
    expect(peg.statistics[STATISTIC.inter]).toBeGreaterThan(0);
    expect(peg.velocity).toEqual([0, 0, 0, 0, 0, 0].map((v) => expect.closeTo(v, 9)));
  });
});
