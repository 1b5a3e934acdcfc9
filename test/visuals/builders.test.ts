/**
 * Surfaces of visuals against closed forms. Positions are 32-bit floats, so that a volume of order 1 is good to about
 * 1e-6; where a closed form holds for the polyhedron itself, that is the tolerance.
 */
import { compile, defaultItems, type VisualMesh, type VisualSpec } from "stiction";
import { describe, expect, test } from "vitest";
import { leastAgreement, measure, openEdges } from "./surfaces.js";

/** Relative: 32-bit positions, of which up to some thousand enter a sum. */
const FLOAT = 2e-6;

function build(visual: VisualSpec, detail = 0): VisualMesh {
  const model = compile({ bodies: [{ name: "b", type: "static", visuals: [visual] }] });
  return model.visuals[0].build(detail);
}

/** Area of a regular n-gon of circumradius 1. */
const ngon = (n: number) => (n / 2) * Math.sin((2 * Math.PI) / n);

const SQUARE = [[-1, -1], [1, -1], [1, 1], [-1, 1]]; // biome-ignore format: corners
const HOLE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]; // biome-ignore format: corners

const SOLIDS: Readonly<Record<string, VisualSpec>> = {
  box: { type: "box", halfExtents: [1, 0.5, 0.25] },
  sphere: { type: "sphere", radius: 1 },
  cylinder: { type: "cylinder", radius: 1, halfLength: 0.5 },
  tube: { type: "cylinder", radius: 1, halfLength: 0.5, bore: 0.6 },
  capsule: { type: "capsule", radius: 0.5, halfLength: 1 },
  cone: { type: "cone", radius: 1, height: 2 },
  "cut cone": { type: "cone", radius: 1, height: 2, tip: 0.4 },
  torus: { type: "torus", radius: 1, tube: 0.3 },
  plate: { type: "extrusion", outline: SQUARE, holes: [HOLE], depth: 0.4, bevel: 0.05 },
  "plate with holes": {
    type: "extrusion",
    outline: SQUARE,
    holes: [
      HOLE.map(([x, y]) => [0.5 * x - 0.5, 0.5 * y]),
      HOLE.map(([x, y]) => [0.5 * x + 0.5, 0.5 * y]),
      HOLE.map(([x, y]) => [0.5 * x, 0.5 * y + 0.7]),
    ],
    depth: 0.4,
  },
  lathe: { type: "lathe", profile: [[0, -1], [0.5, -1], [0.3, 0], [0.5, 1], [0, 1]], bevel: 0.04 }, // biome-ignore format: a profile
  ring: { type: "lathe", profile: [[1, -0.2], [1.4, -0.2], [1.4, 0.2], [1, 0.2]], closed: true, bevel: 0.03 }, // biome-ignore format: a profile
  rope: { type: "sweep", path: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]], radius: 0.1 }, // biome-ignore format: a path
  hose: { type: "sweep", path: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]], radius: 0.1, bend: 0.3 }, // biome-ignore format: a path
  frame: { type: "sweep", path: SQUARE.map(([x, y]) => [x, y, 0]), profile: HOLE.map(([x, y]) => [0.2 * x, 0.3 * y]), closed: true }, // biome-ignore format: a path
  "bent ring": { type: "sweep", path: [[1, 0, 0], [0, 1, 0.4], [-1, 0, 0], [0, -1, 0.4]], radius: 0.1, closed: true }, // biome-ignore format: a path
};

describe("surfaces", () => {
  test.for(Object.entries(SOLIDS))("%s is closed, faces outward, and has texture coordinates", ([, visual]) => {
    const details = compile({ bodies: [{ name: "b", type: "static", visuals: [visual] }] }).visuals[0].details;
    for (let detail = 0; detail < details; detail++) {
      const mesh = build(visual, detail);
      expect(openEdges(mesh)).toBe(0);
      expect(measure(mesh).volume).toBeGreaterThan(0);
      // a bevel has the normals of its neighbours, which differ from its own by half of the angle between them: by 58° at
      // the rim of this cone, and by acos(1/√3) = 55° at the corners of a box
      expect(leastAgreement(mesh)).toBeGreaterThan(0.5);
      const uvs = mesh.uvs as Float32Array;
      expect(uvs.length).toBe((2 * mesh.positions.length) / 3);
      expect(Math.min(...uvs)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...uvs)).toBeLessThanOrEqual(1);
      const normals = mesh.normals as Float32Array;
      for (let k = 0; k < normals.length; k += 3)
        expect(Math.hypot(normals[k], normals[k + 1], normals[k + 2])).toBeCloseTo(1, 5);
    }
  });

  test("coarser versions have fewer triangles", () => {
    for (const visual of [SOLIDS.sphere, SOLIDS.cylinder, SOLIDS.lathe, SOLIDS.rope]) {
      const counts = [0, 1, 2].map((detail) => build(visual, detail).triangles.length);
      expect(counts[1]).toBeLessThan(counts[0]);
      expect(counts[2]).toBeLessThan(counts[1]);
    }
  });
});

describe("closed forms", () => {
  test("a bevelled box: corners, edges and faces", () => {
    const [x, y, z, b] = [1, 0.5, 0.25, 0.05];
    const { volume, area } = measure(build({ type: "box", halfExtents: [x, y, z], bevel: b }));
    // along every edge a prism of cross-section b²/2 is cut off; of the cube of side b at a corner a tetrahedron of
    // volume b³/6 is left
    const edges = 4 * (2 * (x - b) + 2 * (y - b) + 2 * (z - b));
    const expected = 8 * x * y * z - (edges * b * b) / 2 - 8 * (5 / 6) * b ** 3;
    expect(Math.abs(volume / expected - 1)).toBeLessThan(FLOAT);
    const faces = 8 * ((x - b) * (y - b) + (y - b) * (z - b) + (z - b) * (x - b));
    const triangles = 8 * (Math.sqrt(3) / 4) * 2 * b * b;
    expect(Math.abs(area / (faces + edges * Math.SQRT2 * b + triangles) - 1)).toBeLessThan(FLOAT);
  });

  test("a sharp box", () => {
    const { volume, area } = measure(build({ type: "box", halfExtents: [1, 0.5, 0.25], bevel: 0 }));
    expect(volume).toBeCloseTo(1, 6);
    expect(area).toBeCloseTo(8 * (0.5 + 0.125 + 0.25), 5);
  });

  test("a cylinder and a tube of flat pieces", () => {
    const solid = measure(build({ type: "cylinder", radius: 1, halfLength: 0.5, bevel: 0, segments: 48 }));
    expect(Math.abs(solid.volume / ngon(48) - 1)).toBeLessThan(FLOAT);
    const tube = measure(build({ type: "cylinder", radius: 1, halfLength: 0.5, bore: 0.6, bevel: 0, segments: 48 }));
    expect(Math.abs(tube.volume / (ngon(48) * (1 - 0.36)) - 1)).toBeLessThan(FLOAT);
  });

  test("a cone and a cut cone of flat pieces", () => {
    const pointed = measure(build({ type: "cone", radius: 1, height: 2, bevel: 0, segments: 48 }));
    expect(Math.abs(pointed.volume / ((2 / 3) * ngon(48)) - 1)).toBeLessThan(FLOAT);
    const cut = measure(build({ type: "cone", radius: 1, height: 2, tip: 0.5, bevel: 0, segments: 48 }));
    expect(Math.abs(cut.volume / ((2 / 3) * ngon(48) * (1 + 0.5 + 0.25)) - 1)).toBeLessThan(FLOAT);
  });

  // Of a surface of revolution by n flat pieces every section is an n-gon: the volume is that of the profile's polygon
  // by Pappus, times ngon/π.
  test("a sphere and a torus, as polygons turned about the axis", () => {
    const sphere = measure(build({ type: "sphere", radius: 1, segments: 48 }));
    let expected = 0;
    for (let i = 0; i < 24; i++) {
      const [a, b] = [i, i + 1].map((k) => [Math.sin((Math.PI * k) / 24), -Math.cos((Math.PI * k) / 24)]);
      expected += ((b[1] - a[1]) / 3) * (a[0] ** 2 + a[0] * b[0] + b[0] ** 2) * ngon(48);
    }
    expect(Math.abs(sphere.volume / expected - 1)).toBeLessThan(FLOAT);
    const torus = measure(build({ type: "torus", radius: 1, tube: 0.3, segments: 64 }));
    expect(Math.abs(torus.volume / (2 * 0.09 * ngon(32) * ngon(64)) - 1)).toBeLessThan(FLOAT);
  });

  test("a plate with a hole, with and without bevels", () => {
    const sharp = measure(build({ type: "extrusion", outline: SQUARE, holes: [HOLE], depth: 0.4 }));
    expect(Math.abs(sharp.volume / (3 * 0.4) - 1)).toBeLessThan(FLOAT);
    expect(Math.abs(sharp.area / (6 + 0.4 * (8 + 4)) - 1)).toBeLessThan(FLOAT);
    // the section at a depth t of the bevel is a square of side 2 − 2t with a hole of side 1 + 2t
    const b = 0.05;
    const bevelled = measure(build({ type: "extrusion", outline: SQUARE, holes: [HOLE], depth: 0.4, bevel: b }));
    const end = (4 * b - 4 * b ** 2 + (4 / 3) * b ** 3 - (b + 2 * b ** 2 + (4 / 3) * b ** 3)) as number;
    expect(Math.abs(bevelled.volume / (3 * (0.4 - 2 * b) + 2 * end) - 1)).toBeLessThan(FLOAT);
  });

  test("three holes, of which two lie on one height", () => {
    const { volume } = measure(build(SOLIDS["plate with holes"]));
    expect(Math.abs(volume / (0.4 * (4 - 3 * 0.25)) - 1)).toBeLessThan(FLOAT);
  });

  test("an outline that is not convex, and one given clockwise", () => {
    const star = Array.from({ length: 10 }, (_, k) => {
      const [r, angle] = [k % 2 === 0 ? 1 : 0.4, (Math.PI * k) / 5];
      return [r * Math.cos(angle), r * Math.sin(angle)];
    });
    const area = 10 * 0.5 * 0.4 * Math.sin(Math.PI / 5);
    for (const outline of [star, star.toReversed()]) {
      const { volume } = measure(build({ type: "extrusion", outline, depth: 0.5 }));
      expect(Math.abs(volume / (0.5 * area) - 1)).toBeLessThan(FLOAT);
    }
  });

  // All pieces of a mitred sweep are prisms cut by planes through the middle of the section, so that the volume is that
  // of the section times the length of the path.
  test("a sweep: section times length", () => {
    const rope = measure(build(SOLIDS.rope));
    expect(Math.abs(rope.volume / (3 * 0.01 * ngon(16)) - 1)).toBeLessThan(FLOAT);
    const frame = measure(build(SOLIDS.frame));
    expect(Math.abs(frame.volume / (8 * 0.2 * 0.3) - 1)).toBeLessThan(FLOAT);
  });
});

describe("bevels that leave no room", () => {
  const square = (h: number): [number, number][] => [[-h, -h], [h, -h], [h, h], [-h, h]]; // biome-ignore format: an outline
  // biome-ignore format: an outline
  const DUMBBELL = [[-1, -0.5], [-0.5, -0.5], [-0.5, -0.1], [0.5, -0.1], [0.5, -0.5], [1, -0.5], [1, 0.5], [0.5, 0.5], [0.5, 0.1], [-0.5, 0.1], [-0.5, 0.5], [-1, 0.5]];

  test.for([
    // rims of 0.05 m and of 0.2 m, of which each bevel may take half
    ["a frame", { outline: square(0.5), holes: [square(0.45)] }, 0.025],
    ["a bar between two plates", { outline: DUMBBELL }, 0.1],
  ] as const)("%s", ([, plate, room]) => {
    const compiled = (bevel: number) =>
      compile({
        bodies: [
          { name: "b", type: "static", visuals: [{ type: "extrusion", depth: 2, bevel, ...plate } as VisualSpec] },
        ],
      });
    expect(compiled(0.99 * room).warnings).toEqual([]);
    const { warnings, visuals } = compiled(2 * room);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("bodies[0].visuals[0]: bevel");
    const drawn = Number(/it is drawn with ([\d.]+) m/.exec(warnings[0])?.[1]);
    // the widest is found to a thousandth of what was asked for, and told in three digits
    expect(Math.abs(drawn - room)).toBeLessThan(2e-3 * room + 5e-3 * room);
    expect(openEdges(visuals[0].build(0))).toBe(0);
  });
});

describe("mistakes", () => {
  const problem = (visual: unknown) => {
    try {
      compile({ bodies: [{ name: "b", visuals: [visual as VisualSpec], mass: 1 }] });
    } catch (error) {
      return String((error as Error).message);
    }
    return "";
  };

  test.for([
    [{ type: "sfere", radius: 1 }, 'bodies[0].visuals[0].type: unknown visual "sfere"; did you mean "sphere"?'],
    [{ type: "box", halfExtents: [1, 0, 1] }, "bodies[0].visuals[0]: expected three half extents > 0 m"],
    [{ type: "box", halfExtents: [1, 1, 1], look: "steal" }, 'unknown look "steal"; did you mean "steel"?'],
    [{ type: "box", halfExtents: [1, 1, 1], look: { shine: 1 } }, 'look: unknown key "shine"'],
    [{ type: "sweep", path: [[0, 0, 0], [1, 0, 0]] }, "expected either radius or profile"], // biome-ignore format: a path
    [{ type: "mesh", vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [[0, 1, 3]] }, "triangles[0] should be"], // biome-ignore format: a mesh
    [{ type: "lathe", profile: [[-1, 0], [1, 1]] }, "profile[0] should be [r, z] with r >= 0"], // biome-ignore format: a profile
    [{ type: "extrusion", outline: [[0, 0], [1, 0], [2, 0]], depth: 1 }, "the outline encloses no area"], // biome-ignore format: an outline
  ])("%j", ([visual, message]) => {
    expect(problem(visual)).toContain(message);
  });

  test("every standard look holds", () => {
    for (const look of Object.keys(defaultItems.looks))
      expect(
        compile({ bodies: [{ name: "b", type: "static", visuals: [{ type: "sphere", radius: 1, look }] }] }).looks,
      ).toHaveLength(1);
  });
});
