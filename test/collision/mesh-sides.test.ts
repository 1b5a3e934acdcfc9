/** Meshes that can be touched from one side or from both: contacts and rays, as the scene format says it. */
import { COUNTER, compile, createData, query, type ShapeSpec, step } from "stiction";
import { describe, expect, test } from "vitest";
import { withoutForces } from "../support/without-forces.js";

type Sides = "auto" | "one" | "two" | undefined;
type V3 = [number, number, number];

/** A square of 2 × 2 m at z = 0 whose faces turn counter-clockwise seen from above. */
const floor = (sides: Sides) =>
  ({
    type: "mesh",
    vertices: [
      [-1, -1, 0],
      [1, -1, 0],
      [1, 1, 0],
      [-1, 1, 0],
    ],
    faces: [
      [0, 1, 2],
      [0, 2, 3],
    ],
    ...(sides === undefined ? {} : { sides }),
  }) satisfies ShapeSpec;

/** A closed box of 2 × 2 × 2 m. */
const crate = (sides: Sides) =>
  ({
    type: "mesh",
    vertices: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]),
    faces: [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ],
    ...(sides === undefined ? {} : { sides }),
  }) satisfies ShapeSpec;

/** Reach of each along z is 0.1 m. */
const visitors = [
  { type: "sphere", radius: 0.1 },
  { type: "box", halfExtents: [0.2, 0.15, 0.1] },
  { type: "capsule", radius: 0.1, halfLength: 0.2, orientation: { axis: [0, 1, 0], angle: Math.PI / 2 } },
  { type: "cylinder", radius: 0.2, halfLength: 0.1 },
  { type: "ellipsoid", semiAxes: [0.2, 0.15, 0.1] },
  { type: "prism", sides: 5, radius: 0.2, height: 0.2 },
] satisfies ShapeSpec[];

function world(mesh: ShapeSpec, visitor: ShapeSpec, position: V3) {
  const model = compile(
    withoutForces({
      gravity: [0, 0, 0],
      timestep: 1e-9,
      collision: { margin: 0.01 },
      bodies: [
        { name: "mesh", type: "static", shapes: [mesh] },
        { name: "visitor", position, shapes: [visitor] },
      ],
    }),
  );
  const data = createData(model);
  step(model, data);
  return { model, data };
}

/** Least gap and the normal from the mesh to the visitor, or null when nothing is found. */
function contact(mesh: ShapeSpec, visitor: ShapeSpec, position: V3): { gap: number; normal: number[] } | null {
  const { model, data } = world(mesh, visitor, position);
  const n = data.counter[COUNTER.points];
  if (n === 0) return null;
  const first = model.bodyNames[model.shapes[data.pairKey[0]].body];
  const turn = first === "mesh" ? 1 : -1;
  return {
    gap: Math.min(...data.pointGap.slice(0, n)),
    normal: [0, 1, 2].map((k) => turn * data.patchNormal[k]),
  };
}

describe.each(visitors)("$type and an open mesh", (visitor) => {
  // beside the diagonal, so that one triangle or both may be met
  const at = (z: number): V3 => [0.3, 0.1, z];
  // gap 3 mm, then 4 mm and 3 cm of overlap, with the centre before the surface
  const heights = [0.103, 0.096, 0.07];

  test.each([undefined, "auto", "two"] as const)("sides %s: touched from above and from below", (sides) => {
    for (const z of heights) {
      for (const side of [1, -1]) {
        const found = contact(floor(sides), visitor, at(side * z));
        expect(found, `z = ${side * z}`).not.toBeNull();
        // two roundings of coordinates of 0.1 m each
        expect(Math.abs((found?.gap ?? 1) - (z - 0.1))).toBeLessThan(1e-15);
        expect(found?.normal.map((x) => x + 0)).toEqual([0, 0, side].map((x) => expect.closeTo(x, 14)));
      }
    }
  });

  test("sides one: touched from above only; from below it is not there", () => {
    for (const z of heights) {
      const above = contact(floor("one"), visitor, at(z));
      expect(Math.abs((above?.gap ?? 1) - (z - 0.1))).toBeLessThan(1e-15);
      expect(above?.normal[2]).toBeCloseTo(1, 14);
      expect(contact(floor("one"), visitor, at(-z)), `z = ${-z}`).toBeNull();
    }
  });
});

describe("a closed mesh", () => {
  const ball = { type: "sphere", radius: 0.1 } satisfies ShapeSpec;

  test("from outside it is the same for every choice of sides", () => {
    for (const sides of [undefined, "auto", "one", "two"] as const) {
      const found = contact(crate(sides), ball, [0.3, 0.2, 1.095]);
      expect(found?.gap).toBeCloseTo(-0.005, 14);
      expect(found?.normal[2]).toBeCloseTo(1, 14);
    }
  });

  test("from inside: a solid pushes out through the nearest face, a shell holds inside", () => {
    for (const sides of [undefined, "auto", "one"] as const) {
      const found = contact(crate(sides), ball, [0.3, 0.2, 0.905]);
      // the ball's far side is 0.195 m below the face
      expect(found?.gap).toBeCloseTo(-0.195, 14);
      expect(found?.normal[2]).toBeCloseTo(1, 14);
    }
    const shell = contact(crate("two"), ball, [0.3, 0.2, 0.905]);
    expect(shell?.gap).toBeCloseTo(-0.005, 14);
    expect(shell?.normal[2]).toBeCloseTo(-1, 14);
    expect(contact(crate("two"), ball, [0.3, 0.2, 0.5])).toBeNull();
  });
});

describe("rays", () => {
  const far = { type: "sphere", radius: 0.1 } satisfies ShapeSpec;
  const cast = (mesh: ShapeSpec, from: V3, along: V3) => {
    const { model, data } = world(mesh, far, [50, 0, 0]);
    return query.rayCast(model, data, from, along);
  };

  test("an open mesh is hit from both sides, or from its outer one", () => {
    for (const sides of [undefined, "auto", "one", "two"] as const) {
      const down = cast(floor(sides), [0.3, 0.1, 2], [0, 0, -1]);
      expect(down).toMatchObject({ t: 2, side: 1, normal: [0, 0, 1] });
      const up = cast(floor(sides), [0.3, 0.1, -2], [0, 0, 1]);
      if (sides === "one") expect(up).toBeNull();
      else expect(up).toMatchObject({ t: 2, side: -1, normal: [0, 0, 1] });
    }
  });

  test("a ray from behind goes on to what is in front of a one-sided mesh", () => {
    const { model, data } = world(floor("one"), far, [0.3, 0.1, 1]);
    const hit = query.rayCast(model, data, [0.3, 0.1, -2], [0, 0, 1]);
    expect(model.bodyNames[hit?.body ?? 0]).toBe("visitor");
    expect(hit?.t).toBeCloseTo(2.9, 14);
  });

  test("a closed mesh is solid whatever its sides", () => {
    for (const sides of [undefined, "one", "two"] as const) {
      expect(cast(crate(sides), [0.3, 0.1, 3], [0, 0, -1])).toMatchObject({ t: 2, side: 1 });
      expect(cast(crate(sides), [0.3, 0.1, 0], [0, 0, -1])).toMatchObject({ t: 0, side: 0 });
    }
  });
});
