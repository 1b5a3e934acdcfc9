import { compile, compileUntyped, type ShapeGeometry, type ShapeSpec } from "stiction";
import { describe, expect, test } from "vitest";
import { inspectMesh } from "../../src/geometry/mesh.js";
import { meshMass, polyhedronMass } from "../../src/geometry/polyhedron-mass.js";
import { SpecError } from "../../src/model/errors.js";
import { metaOf, type ParamsInput, record } from "../../src/model/params.js";
import { shapes } from "../../src/model/shapes/index.js";

type Shapes = typeof shapes;
type Prepare = (params: unknown, planar: boolean) => ShapeGeometry | string;

/** Checks the parameters as `compile` does, and prepares the shape. */
function prepare<K extends keyof Shapes>(
  type: K,
  params: ParamsInput<Shapes[K]["params"]>,
  planar = false,
): ShapeGeometry | string {
  const kind = shapes[type];
  const full = record(kind.params as object as Record<string, never>, { help: "" }).parse(params);
  return (kind.prepare as Prepare)(full, planar);
}

function good<K extends keyof Shapes>(
  type: K,
  params: ParamsInput<Shapes[K]["params"]>,
  planar = false,
): ShapeGeometry {
  const geometry = prepare(type, params, planar);
  if (typeof geometry === "string") throw new Error(geometry);
  return geometry;
}

/** What `compile` has to say about a scene with this one shape. */
function refusal(
  shape: Record<string, unknown>,
  body: Record<string, unknown> = {},
  scene: Record<string, unknown> = {},
): string[] {
  try {
    compileUntyped({ bodies: [{ name: "it", ...body, shapes: [shape] }], ...scene });
  } catch (error) {
    if (error instanceof SpecError) return error.problems.map((p) => `${p.path}: ${p.message}`);
    throw error;
  }
  return [];
}

const CUBE = {
  vertices: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]),
  faces: [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ],
};

describe("solids", () => {
  const solids: { name: string; geometry: ShapeGeometry; volume: number; facets: number }[] = [
    { name: "sphere", geometry: good("sphere", { radius: 0.5 }), volume: Math.PI / 6, facets: 0.01 },
    { name: "box", geometry: good("box", { halfExtents: [0.5, 1, 1.5] }), volume: 6, facets: 1e-14 },
    {
      name: "capsule",
      geometry: good("capsule", { radius: 0.3, halfLength: 0.8 }),
      volume: Math.PI * 0.09 * (1.6 + 0.4),
      facets: 0.02,
    },
    {
      name: "cylinder",
      geometry: good("cylinder", { radius: 0.3, halfLength: 0.8 }),
      volume: Math.PI * 0.09 * 1.6,
      facets: 0.01,
    },
    { name: "cone", geometry: good("cone", { radius: 0.3, height: 0.8 }), volume: Math.PI * 0.03 * 0.8, facets: 0.01 },
    { name: "ellipsoid", geometry: good("ellipsoid", { semiAxes: [1, 2, 3] }), volume: 8 * Math.PI, facets: 0.01 },
    {
      name: "hull",
      geometry: good("convex-hull", { vertices: [...CUBE.vertices, [0.5, 0.5, 0.5]] }),
      volume: 1,
      facets: 1e-14,
    },
    { name: "mesh", geometry: good("mesh", CUBE), volume: 1, facets: 1e-14 },
    {
      name: "octahedron",
      geometry: good("platonic", { solid: "octahedron", radius: 1 }),
      volume: 4 / 3,
      facets: 1e-14,
    },
    { name: "prism", geometry: good("prism", { sides: 4, radius: 1, height: 3 }), volume: 6, facets: 1e-14 },
  ];

  test.each(solids)("$name: mass, bounds and drawing tell of one body", ({ geometry, volume, facets }) => {
    const mass = geometry.mass!;
    expect(mass.volume).toBeCloseTo(volume, 13);
    const drawing = geometry.drawing();
    expect(inspectMesh(drawing).problems).toEqual([]);
    // The drawn facets are inscribed: smaller by `facets` at most, in volume, and twice that or so in inertia.
    const drawn = meshMass(drawing);
    expect(drawn.volume / mass.volume).toBeLessThan(1 + 1e-14);
    expect(drawn.volume / mass.volume).toBeGreaterThan(1 - facets);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(drawn.inertia[k] / mass.inertia[k] - 1)).toBeLessThan(2.5 * facets);
      expect(drawn.center[k]).toBeCloseTo(mass.center[k], 13);
      const coordinates = [...drawing.vertices].filter((_, i) => i % 3 === k);
      const size = geometry.bounds[3 + k] - geometry.bounds[k];
      expect((Math.min(...coordinates) - geometry.bounds[k]) / size).toBeGreaterThan(-1e-14);
      expect((Math.min(...coordinates) - geometry.bounds[k]) / size).toBeLessThan(facets + 1e-14);
      expect((geometry.bounds[3 + k] - Math.max(...coordinates)) / size).toBeGreaterThan(-1e-14);
      expect((geometry.bounds[3 + k] - Math.max(...coordinates)) / size).toBeLessThan(facets + 1e-14);
    }
    if (geometry.polyhedron) expect(polyhedronMass(geometry.polyhedron).volume).toBeCloseTo(mass.volume, 13);
    if (geometry.mesh) expect(meshMass(geometry.mesh).volume).toBeCloseTo(mass.volume, 13);
  });

  test("every kind is registered under its own name, with help and a help text for each parameter", () => {
    for (const [name, kind] of Object.entries(shapes)) {
      expect(kind.name).toBe(name);
      expect(kind.help.length).toBeGreaterThan(10);
      for (const param of Object.values(kind.params)) expect(metaOf(param)?.help.length).toBeGreaterThan(3);
    }
  });

  test("the five regular solids", () => {
    const faces = (["tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"] as const).map(
      (solid) => good("platonic", { solid, radius: 1 }).polyhedron!.faceStart.length - 1,
    );
    expect(faces).toEqual([4, 6, 8, 12, 20]);
  });
});

describe("shapes without mass", () => {
  test("a plane is the space below z = 0, in planar scenes the plane below y = 0", () => {
    const plane = good("plane", {});
    expect(plane.mass).toBeNull();
    expect([...plane.bounds]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, 0]);
    expect([...good("plane", {}, true).bounds]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity]);
    // drawn from above
    const { vertices, triangles } = plane.drawing();
    const [a, b, c] = [...triangles.subarray(0, 3)].map((v) => vertices.subarray(3 * v, 3 * v + 3));
    expect((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).toBeGreaterThan(0);
  });

  test("a height field keeps its grid, scaled", () => {
    const geometry = good("height-field", {
      heights: [
        [0, 1, 2],
        [3, 4, 5],
      ],
      dx: 0.5,
      scale: [2, 1, 10],
    }) as ShapeGeometry;
    expect(geometry.mass).toBeNull();
    expect(geometry.heightField).toEqual({
      nx: 3,
      ny: 2,
      dx: 1,
      dy: 1,
      heights: Float64Array.of(0, 10, 20, 30, 40, 50),
    });
    expect([...geometry.bounds]).toEqual([-1, -0.5, 0, 1, 0.5, 50]);
    expect(geometry.drawing().triangles.length / 3).toBe(4);
  });

  test("an open mesh is a surface", () => {
    const geometry = good("mesh", { vertices: CUBE.vertices, faces: CUBE.faces.slice(1) });
    expect(geometry.mass).toBeNull();
    expect(geometry.massless).toMatch(
      /^the mesh is open: edge \d–\d of triangle \d+ has no neighbour, and 3 more like it$/,
    );
    expect([...geometry.bounds]).toEqual([0, 0, 0, 1, 1, 1]);
  });
});

describe("planar shapes", () => {
  test("circle, rectangle, regular polygon, vertices", () => {
    expect(good("circle", { radius: 2 }, true).mass!.volume).toBeCloseTo(4 * Math.PI, 14);
    expect(good("polygon", { halfExtents: [1, 2] }, true).mass!.volume).toBe(8);
    expect(good("polygon", { sides: 4, radius: Math.SQRT2 }, true).mass!.volume).toBeCloseTo(4, 14);
    const angle = {
      vertices: [
        [0, 0],
        [2, 0],
        [2, 1],
        [1, 1],
        [1, 2],
        [0, 2],
      ],
    };
    const geometry = good("polygon", angle, true);
    expect(geometry.mass!.volume).toBe(3);
    expect([...geometry.bounds]).toEqual([0, 0, 0, 2, 2, 0]);
    // the drawing covers it once
    const { vertices, triangles } = geometry.drawing();
    let area = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [...triangles.subarray(t, t + 3)].map((v) => vertices.subarray(3 * v, 3 * v + 3));
      const double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      expect(double).toBeGreaterThan(0);
      area += double / 2;
    }
    expect(area).toBe(3);
  });

  test("scale stretches and mirrors", () => {
    const mirrored = good(
      "polygon",
      {
        vertices: [
          [0, 0],
          [2, 0],
          [0, 1],
        ],
        scale: [-1, 3],
      },
      true,
    );
    expect(mirrored.mass!.volume).toBe(3);
    expect([...mirrored.bounds]).toEqual([-2, 0, 0, 0, 3, 0]);
  });

  test("a capsule lies along x in the plane, along z in space", () => {
    const flat = good("capsule", { radius: 0.5, halfLength: 2 }, true);
    expect([...flat.bounds]).toEqual([-2.5, -0.5, 0, 2.5, 0.5, 0]);
    expect(flat.mass!.volume).toBeCloseTo(4 + Math.PI / 4, 14);
    expect(flat.drawing().triangles.length).toBeGreaterThan(0);
    expect([...good("capsule", { radius: 0.5, halfLength: 2 }).bounds]).toEqual([-0.5, -0.5, -2.5, 0.5, 0.5, 2.5]);
  });
});

describe("scale", () => {
  test.each([
    { scale: 2, volume: 8, bounds: [0, 0, 0, 2, 2, 2] },
    { scale: [1, 2, 3], volume: 6, bounds: [0, 0, 0, 1, 2, 3] },
    { scale: [-1, 2, 1], volume: 2, bounds: [-1, 0, 0, 0, 2, 1] },
    { scale: -1, volume: 1, bounds: [-1, -1, -1, 0, 0, 0] },
  ])("$scale", ({ scale, volume, bounds }) => {
    for (const geometry of [
      good("mesh", { ...CUBE, scale }),
      good("convex-hull", { vertices: CUBE.vertices, scale }),
    ]) {
      expect(geometry.mass!.volume).toBeCloseTo(volume, 14);
      for (let k = 0; k < 6; k++) expect(geometry.bounds[k]).toBeCloseTo(bounds[k], 15);
      expect(inspectMesh(geometry.mesh!).problems).toEqual([]);
    }
  });
});

describe("loose triangles", () => {
  test("are joined where they meet exactly", () => {
    const triangles = CUBE.faces.flatMap(([a, b, c, d]) => [
      [a, b, c],
      [a, c, d],
    ]);
    const vertices = triangles.flat().map((v) => CUBE.vertices[v]);
    const faces = triangles.map((_, t) => [3 * t, 3 * t + 1, 3 * t + 2]);
    const geometry = good("mesh", { vertices, faces });
    expect(geometry.mass!.volume).toBeCloseTo(1, 14);
    expect(geometry.mesh!.vertices.length / 3).toBe(8);
  });
});

describe("refusals through compile, one line each, with the path", () => {
  const first = "bodies[0].shapes[0]";
  const reversed = CUBE.faces.map((f) => f.toReversed());
  test.each([
    [{ type: "sphere", radius: 0 }, `${first}.radius: expected a finite number > 0 m, got 0`],
    [{ type: "sphere", radius: -1 }, `${first}.radius: expected a finite number > 0 m, got -1`],
    [{ type: "sphere" }, `${first}.radius: expected a finite number > 0 m, got nothing`],
    [{ type: "sphere", radius: 1e-120 }, /volume is 0 and whose inertia is \[0, 0, 0\] cannot be computed with$/],
    [{ type: "box", halfExtents: [1, 0, 1] }, `${first}: expected 3 half extents > 0 m, got [1, 0, 1]`],
    [{ type: "ellipsoid", semiAxes: [1, 1] }, `${first}: expected 3 semi-axes > 0 m, got [1, 1]`],
    [
      { type: "prism", sides: 2, radius: 1, height: 1 },
      `${first}.sides: expected a whole number >= 3 and <= 1000, got 2`,
    ],
    [{ type: "platonic", solid: "cub", radius: 1 }, `${first}.solid: unknown word "cub"; did you mean "cube"?`],
    [
      {
        type: "convex-hull",
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [1, 1, 0],
        ],
      },
      `${first}: the points have no hull with a volume: all points lie in one plane`,
    ],
    [
      {
        type: "convex-hull",
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
      },
      /vertices: expected a list of rows, at least 4, got /,
    ],
    [
      {
        type: "convex-hull",
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1],
          [0, 0, 1],
        ],
      },
      `${first}: vertices[2] should have 3 numbers, got [0, 1]`,
    ],
    [
      { type: "mesh", vertices: CUBE.vertices, faces: reversed },
      `${first}: the mesh is inside out: its volume is -1 m³`,
    ],
    [{ type: "mesh", ...CUBE, faces: [...CUBE.faces.slice(1), [0, 2, 6, 4]] }, /so one of them is turned over/],
    [{ type: "mesh", ...CUBE, faces: [[0, 1, 9]] }, `${first}: face 0 refers to vertex 9, and there are 8 vertices`],
    [{ type: "mesh", ...CUBE, faces: [[0, 1, 7, 4]] }, /face 0 is not planar: a vertex is .* m off its plane$/],
    [{ type: "mesh", ...CUBE, scale: 0 }, `${first}: scale should not be zero, got 0`],
    [{ type: "mesh", ...CUBE, scale: [1, 2] }, `${first}: scale should be one factor or 3, got [1, 2]`],
    [
      { type: "mesh", ...CUBE, scale: "big" },
      `${first}.scale: expected a factor, or one for each axis [x, y, z], got "big"`,
    ],
    [{ type: "height-field", heights: [[0, 1], [2]] }, `${first}: heights[1] has 1 numbers, and heights[0] has 2`],
    [{ type: "height-field", heights: [[0], [2]] }, `${first}: expected at least 2 × 2 heights, got 1 × 2`],
    [
      {
        type: "height-field",
        heights: [
          [0, 1],
          [2, 3],
        ],
        scale: -1,
      },
      `${first}: scale should not mirror a height field, got -1`,
    ],
    [{ type: "cylindre", radius: 1 }, `${first}.type: unknown shape "cylindre"; did you mean "cylinder"?`],
    [{ type: "hull", vertices: [] }, `${first}.type: unknown shape "hull"; did you mean "convex-hull"?`],
  ])("%j", (shape, expected) => {
    const [message, ...rest] = refusal(shape as Record<string, unknown>, { type: "static" });
    expect(rest).toEqual([]);
    if (typeof expected === "string") expect(message).toBe(expected);
    else expect(message).toMatch(expected);
    expect(message).not.toContain("\n");
  });

  test.each([
    [
      {
        vertices: [
          [0, 0],
          [0, 1],
          [1, 0],
        ],
      },
      "the vertices run clockwise; list them counter-clockwise",
    ],
    [
      {
        vertices: [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
        ],
      },
      "edges 0 and 2 cross or touch",
    ],
    [
      {
        vertices: [
          [0, 0],
          [1, 1],
          [2, 2],
        ],
      },
      "all vertices lie on one line",
    ],
    [
      {
        vertices: [
          [0, 0, 0],
          [1, 1, 0],
          [2, 2, 0],
        ],
      },
      "vertices[0] should have 2 numbers, got [0, 0, 0]",
    ],
    [{ sides: 5 }, "a regular polygon needs both sides and radius"],
    [{}, "expected either vertices, or halfExtents, or sides and radius"],
    [{ halfExtents: [1, 1], radius: 1 }, "expected either vertices, or halfExtents, or sides and radius"],
    [{ halfExtents: [1, 0] }, "expected 2 half extents > 0 m, got [1, 0]"],
  ])("polygon %j", (params, expected) => {
    expect(refusal({ type: "polygon", ...params }, { type: "static" }, { plane: "xy" })).toEqual([
      `${first}: ${expected}`,
    ]);
  });

  test("an open mesh may not be dynamic without an explicit mass and inertia", () => {
    const open = { type: "mesh", vertices: CUBE.vertices, faces: CUBE.faces.slice(1) } satisfies ShapeSpec;
    const [message, ...rest] = refusal(open);
    expect(rest).toEqual([]);
    expect(message).toMatch(
      /^bodies\[0\]: a dynamic body needs an explicit mass and inertia here: the mesh is open: [^\n]*; or make it static$/,
    );
    expect(refusal(open, { type: "static" })).toEqual([]);
    expect(refusal(open, { mass: 2, inertia: [1, 1, 1] })).toEqual([]);
    expect(refusal({ type: "plane" })[0]).toMatch(/a plane has no end, and so no mass/);
    expect(
      refusal({
        type: "height-field",
        heights: [
          [0, 0],
          [0, 0],
        ],
      })[0],
    ).toMatch(/has no mass/);
  });

  test("shapes of the wrong space are refused", () => {
    expect(refusal({ type: "circle", radius: 1 }, { type: "static" })[0]).toMatch(
      /a circle has no place in a spatial scene/,
    );
    expect(refusal({ type: "box", halfExtents: [1, 1, 1] }, { type: "static" }, { plane: "xy" })[0]).toMatch(
      /a box has no place in a planar scene/,
    );
  });
});

test("a body takes its mass, centre and inertia from its shapes", () => {
  const model = compile({
    bodies: [{ name: "it", density: 500, shapes: [{ type: "mesh", ...CUBE, scale: [2, 1, 1], position: [1, 0, 0] }] }],
  });
  expect(model.bodyMass[1]).toBeCloseTo(1000, 11);
  [2, 0.5, 0.5].forEach((c, k) => {
    expect(model.bodyCom[3 + k]).toBeCloseTo(c, 14);
  });
  // I_xx = m (1 + 1)/12, I_yy = I_zz = m (4 + 1)/12
  expect(model.bodyInertia[6]).toBeCloseTo(1000 / 6, 10);
  expect(model.bodyInertia[7]).toBeCloseTo(5000 / 12, 10);
});
