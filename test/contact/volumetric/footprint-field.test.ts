/** The pressure over footprints: its integral is the normal force of the law, its centre that of the load, whatever the shapes. */
import {
  buildScene,
  type ContactLawSpec,
  compile,
  contact,
  createData,
  type Data,
  type Model,
  type ShapeSpec,
  step,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";

const K = 1e6;
const G = 9.81;

/** A body on a floor, one step after it was put there. */
function rest(
  shape: ShapeSpec,
  position: number[],
  options: { floor?: ShapeSpec; floorAt?: number[]; damping?: number; facets?: number; gravity?: number[] } = {},
) {
  const { floor = { type: "plane" }, floorAt = [0, 0, 0], damping = 10, facets = 64, gravity = [0, 0, -G] } = options;
  const law = { type: "volumetric", modulus: 1e5, thickness: 0.1, damping, facets } satisfies ContactLawSpec;
  const model = compile({
    name: "rest",
    timestep: 1e-3,
    gravity,
    formulation: { type: "augmented-lagrangian" },
    materials: { layer: { friction: 0.5, contact: law } },
    bodies: [
      { name: "body", mass: 1, inertia: [0.05, 0.1, 0.1], material: "layer", position, shapes: [shape] },
      { name: "floor", type: "static", material: "layer", position: floorAt, shapes: [floor] },
    ],
  });
  return { model, data: createData(model) };
}

function settle(model: Model, data: Data, seconds: number): void {
  while (data.clock[0] < seconds) step(model, data);
}

const BOX: ShapeSpec = { type: "box", halfExtents: [0.5, 0.25, 0.25] };
const FLOOR: ShapeSpec = { type: "box", halfExtents: [4, 4, 0.5] };

describe("pressure over a footprint", () => {
  test.each([
    ["a plane", {}],
    ["a box", { floor: FLOOR, floorAt: [0, 0, -0.5] }],
  ])("of a block at rest on %s is even, and its integral the weight", (_, options) => {
    const depth = G / (K * 0.5);
    const { model, data } = rest(BOX, [0, 0, 0.25 - depth], options);
    settle(model, data, 0.2);
    const [print, ...more] = contact.footprints(model, data);
    expect(more).toEqual([]);
    expect(print.bodies).toEqual(["body", "floor"]);
    // a flat patch: 1e-9 relative, round-off of 1e-16 m in a depth of 2e-5 m is 1e-11
    expect(Math.abs(print.force / G - 1)).toBeLessThan(1e-9);
    expect(Math.abs(print.force / print.load - 1)).toBeLessThan(1e-9);
    expect(Math.abs(print.area / 0.5 - 1)).toBeLessThan(1e-9);
    expect(Math.abs(print.volume / (depth * 0.5) - 1)).toBeLessThan(1e-9);
    for (const p of print.pressure) expect(Math.abs(p / (G / 0.5) - 1)).toBeLessThan(1e-6);
    for (const [k, x] of [0, 0].entries()) expect(Math.abs(print.centerOfPressure[k] - x)).toBeLessThan(1e-9);
    expect(print.normal[2]).toBeCloseTo(-1, 12);
  });

  test("of a block held on a slope is linear, with its centre where the weight meets the floor", () => {
    const { model, data } = rest(BOX, [0, 0, 0.25], { floor: FLOOR, floorAt: [0, 0, -0.5], gravity: [0.2 * G, 0, -G] });
    settle(model, data, 2);
    const [print] = contact.footprints(model, data);
    expect(Math.abs(print.force / print.load - 1)).toBeLessThan(1e-9);
    // half the height times tan θ; the block stands still but for what its bristles creep, 1e-6 m
    expect(Math.abs(print.centerOfPressure[0] - data.bodyPos[3] - 0.25 * 0.2)).toBeLessThan(1e-5);
    // p = F/S (1 + 12 e x/L²), but for slivers along the walls, where the depth goes to zero
    let slivers = 0;
    print.pressure.forEach((p, i) => {
      const x = print.points[3 * i] - data.bodyPos[3];
      if (p < 0.1 * (G / 0.5)) {
        slivers++;
        expect(Math.abs(x)).toBeGreaterThan(0.5 - 1e-4);
        return;
      }
      expect(Math.abs(p / (G / 0.5) - (1 + 12 * 0.05 * x))).toBeLessThan(1e-3);
    });
    expect(slivers).toBeLessThan(print.pressure.length / 2);
  });

  test("with speed is K δ (1 + a δ̇), point by point, also while it tilts", () => {
    const { model, data } = rest(BOX, [0, 0, 0.25 - 1e-4], { floor: FLOOR, floorAt: [0, 0, -0.5] });
    step(model, data);
    // into the floor with 2 cm/s, turning about y with 0.03 rad/s
    data.bodyVel.set([0, 0.03, 0, 0.1, 0, -0.02], 6);
    const [print] = contact.footprints(model, data);
    print.depth.forEach((d, i) => {
      const x = print.points[3 * i] - data.bodyPos[3];
      // v_z = −0.02 − 0.03 x downwards into the floor
      const rate = 0.02 + 0.03 * x;
      expect(Math.abs(print.pressure[i] / (K * d * (1 + 10 * rate)) - 1)).toBeLessThan(1e-9);
    });
    expect(print.maxPressure).toBeGreaterThan(print.minPressure);
  });

  test("of a ball by its triangles: the volume that the mesh has below the plane, deepest in the middle", () => {
    const { model, data } = rest({ type: "sphere", radius: 0.25 }, [0.01, 0.02, 0.24], { facets: 160, damping: 0 });
    step(model, data);
    const [print] = contact.footprints(model, data);
    const depth = 0.25 - data.bodyPos[5];
    // a cap π h² (3 R − h)/3; edges of 1 cm, so faces lie up to (1 cm)²/(8 R) = 0.05 mm deeper, of a depth of 10 mm
    const cap = (Math.PI * depth * depth * (0.75 - depth)) / 3;
    expect(Math.abs(print.volume / cap - 1)).toBeLessThan(0.01);
    const deepest = print.depth.indexOf(print.depth.reduce((x, y) => Math.max(x, y)));
    expect(Math.hypot(print.points[3 * deepest] - 0.01, print.points[3 * deepest + 1] - 0.02)).toBeLessThan(0.01);
    expect(print.maxPressure).toBeGreaterThan(K * 0.99 * depth);
  });

  test("two regions have a footprint each, and together the load", () => {
    // a bridge on two feet
    const vertices = [];
    const outline = [[-0.5, 0], [-0.3, 0], [-0.3, 0.2], [0.3, 0.2], [0.3, 0], [0.5, 0], [0.5, 0.3], [-0.5, 0.3]]; // biome-ignore format: an outline
    for (const y of [-0.1, 0.1]) for (const [x, z] of outline) vertices.push([x, y, z]);
    const n = outline.length;
    const caps = [[0, 1, 2], [0, 2, 7], [2, 3, 6], [2, 6, 7], [3, 4, 5], [3, 5, 6]]; // biome-ignore format: triangles
    const faces: number[][] = caps.flatMap(([a, b, c]) => [
      [a, b, c],
      [n + a, n + c, n + b],
    ]);
    for (let i = 0; i < n; i++) {
      const j = (i + 1) % n;
      faces.push([i, n + i, n + j], [i, n + j, j]);
    }
    const { model, data } = rest({ type: "mesh", vertices, faces }, [0, 0, -1e-4], {
      floor: FLOOR,
      floorAt: [0, 0, -0.5],
    });
    settle(model, data, 0.3);
    const prints = contact.footprints(model, data);
    expect(prints.length).toBe(2);
    for (const print of prints) {
      expect(Math.abs(print.force / print.load - 1)).toBeLessThan(1e-6);
      expect(Math.abs(Math.abs(print.centerOfPressure[0]) - 0.4)).toBeLessThan(0.02);
    }
    expect(Math.abs(prints[0].force + prints[1].force - G)).toBeLessThan(1e-3 * G);
  });

  test.each([
    // seen along the axis a thread lies over itself turn by turn; pieces whose layers begin or end in their middle are told wrongly
    ["bolt-in-nut", 40, 0.03],
    // base and flank: what lies in the edge between both is dealt out by normals here, by depths in the law
    ["dovetail-slide", 100, 0.02],
  ])("in %s is that of the law, nearly", (name, steps, tolerance) => {
    const model = compile(buildScene(sceneByName(name)!));
    const data = createData(model);
    for (let k = 0; k < steps; k++) step(model, data);
    const prints = contact.footprints(model, data);
    expect(prints.length).toBeGreaterThan(0);
    for (const { force, load } of prints) expect(Math.abs(force / load - 1)).toBeLessThan(tolerance);
  });
});
