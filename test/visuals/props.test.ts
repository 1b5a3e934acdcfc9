/** Props: closed surfaces at the size that they are said to have, on the ground, and without any effect on motion. */
import { compileUntyped, createData, step, type VisualMesh } from "stiction";
import { expect, test } from "vitest";
import { props } from "../../src/visuals/props/index.js";
import { leastAgreement, openEdges } from "./surfaces.js";

/** What a visual stands for, on a body of its own. */
function drawn(visual: { readonly type: string; readonly [key: string]: unknown }) {
  const model = compileUntyped({ bodies: [{ name: "thing", type: "static", visuals: [visual] }] });
  return { model, parts: model.visuals.map((part) => ({ ...part, mesh: part.build(0) })) };
}

/** Bounds of surfaces that are not turned, m: min and max of x, y, z. */
function bounds(meshes: readonly VisualMesh[]): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let k = 0; k < positions.length; k++) {
      box[k % 3] = Math.min(box[k % 3], positions[k]);
      box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], positions[k]);
    }
  }
  return box;
}

const versions = props.flatMap((prop) =>
  Array.from({ length: prop.variants ?? 1 }, (_, variant) => ({ name: prop.name, variant })),
);

test.for(versions)(
  "$name, version $variant: closed, with normals that face outward, and it stands on the ground",
  (version) => {
    const { parts } = drawn({ type: "prop", ...version });
    expect(parts.length).toBeGreaterThan(0);
    for (const { mesh } of parts) {
      expect(openEdges(mesh)).toBe(0);
      // corners of a chamfer have the normals of the faces beside it; none looks to the other side
      expect(leastAgreement(mesh)).toBeGreaterThan(0);
    }
    const [x0, y0, z0, x1, y1, z1] = bounds(parts.map(({ mesh }) => mesh));
    // roots and pegs reach into the ground
    expect(z0).toBeGreaterThanOrEqual(-0.45);
    expect(z0).toBeLessThanOrEqual(0.01);
    expect(x0).toBeLessThan(0);
    expect(x1).toBeGreaterThan(0);
    expect(y0).toBeLessThan(0);
    expect(y1).toBeGreaterThan(0);
    expect(z1).toBeGreaterThan(0.3);
  },
);

/** Sizes along x, y, z, m; 5 mm beyond or short are bars, beads and bevels. */
test.for([
  ["person", null, null, 1.75],
  ["traffic-cone", 0.38, 0.38, 0.75],
  ["barrier-fence", 2.56, null, 1.05],
  ["shipping-container", 6.06, 2.44, 2.59],
  ["safety-barrier", 3, 0.6, 0.81],
  ["warning-sign", null, null, 2.2],
] as const)("%s has its true size", ([name, ...sizes]) => {
  const box = bounds(drawn({ type: "prop", name }).parts.map(({ mesh }) => mesh));
  sizes.forEach((size, k) => {
    if (size !== null) expect(Math.abs(box[3 + k] - box[k] - size)).toBeLessThan(0.03);
  });
});

test("pipes of a stack lie on each other without overlap", () => {
  // outer radius 0.42: two layers of a triangular stack are √3 radii apart
  const box = bounds(drawn({ type: "prop", name: "concrete-pipes" }).parts.map(({ mesh }) => mesh));
  expect(box[5]).toBeCloseTo(0.84 + 2 * Math.sqrt(3) * 0.42, 3);
});

test("parts of one look are one surface, and equal props share it", () => {
  const { model } = drawn({ type: "prop", name: "lorry" });
  expect(model.visuals.length).toBe(model.looks.length);
  const twice = compileUntyped({
    bodies: [0, 1].map((k) => ({ name: `cone-${k}`, type: "static" as const, visuals: [{ type: "prop" as const }] })),
  });
  const keys = twice.visuals.map(({ kind, key }) => `${kind} ${key}`);
  expect(new Set(keys).size).toBe(keys.length / 2);
});

test("another colour paints it; a wrong name is answered with the nearest one", () => {
  const { model } = drawn({ type: "prop", name: "person", color: "#123456" });
  expect(model.looks.map(({ color }) => color)).toContain("#123456");
  expect(() => drawn({ type: "prop", name: "trafic-cone" })).toThrow(/traffic-cone/);
});

const wood = {
  type: "scatter",
  name: "tree",
  count: 80,
  seed: 3,
  halfExtents: [30, 20, 0],
  leaveOut: [[5, 0, 10, 8]],
  distance: 2,
};

test("scattered trees are the same in every run, keep their distance, and leave out what is to be left out", () => {
  const places = (visual: typeof wood) => [...new Set(drawn(visual).parts.map(({ position }) => [...position].join()))];
  const here = places(wood);
  expect(here).toEqual(places(wood));
  expect(here).not.toEqual(places({ ...wood, seed: 4 }));
  const points = here.map((text) => text.split(",").map(Number));
  expect(points.length).toBeGreaterThan(60);
  expect(points.length).toBeLessThanOrEqual(80);
  points.forEach(([x, y], k) => {
    expect(Math.abs(x)).toBeLessThanOrEqual(30);
    expect(Math.abs(y)).toBeLessThanOrEqual(20);
    expect(Math.abs(x - 5) > 10 || Math.abs(y) > 8).toBe(true);
    for (const [a, b] of points.slice(0, k)) expect(Math.hypot(a - x, b - y)).toBeGreaterThanOrEqual(2);
  });
  // a hundred trees are a few geometries
  expect(new Set(drawn(wood).parts.map(({ key }) => key)).size).toBeLessThanOrEqual(20);
});

test("props take no part in the motion", () => {
  const run = (withProps: boolean) => {
    const model = compileUntyped({
      bodies: [
        { name: "floor", type: "static", shapes: [{ type: "plane" }] },
        { name: "box", density: 500, position: [0, 0, 0.6], shapes: [{ type: "box", halfExtents: [0.3, 0.2, 0.5] }] },
        ...(withProps
          ? [{ name: "z", type: "static" as const, visuals: [{ type: "prop" as const, name: "lorry" as const }] }]
          : []),
      ],
    });
    const data = createData(model);
    for (let k = 0; k < 30; k++) step(model, data);
    const box = model.bodyNames.indexOf("box");
    return [...data.bodyPos.subarray(3 * box, 3 * box + 3), ...data.bodyQuat.subarray(4 * box, 4 * box + 4)];
  };
  expect(run(true)).toEqual(run(false));
});
