/** Volumetric contact with solids as balls, in scenes. */
import {
  type BodySpec,
  bodyPosition,
  bodyVelocity,
  compile,
  createData,
  defaultItems,
  type ShapeSpec,
  type Spec,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";
import type { VolumeSetup } from "../../../src/contact/volumetric/volume-setup.js";

const BOX = { type: "box", halfExtents: [0.5, 0.25, 0.25] } satisfies ShapeSpec;
const FLOOR = { type: "box", halfExtents: [3, 2, 0.25], position: [0, 0, -0.25] } satisfies ShapeSpec;
const BRIDGE = ((): ShapeSpec => {
  const outline = [[-0.5, 0.3], [-0.5, -0.3], [-0.3, -0.3], [-0.3, 0], [0.3, 0], [0.3, -0.3], [0.5, -0.3], [0.5, 0.3]]; // biome-ignore format: an outline
  const n = outline.length;
  const all = outline.map((_, k) => k);
  return {
    type: "mesh",
    vertices: [0.25, -0.25].flatMap((y) => outline.map(([x, z]) => [x, y, z])),
    faces: [[...all].reverse(), all.map((k) => n + k), ...all.map((k) => [k, (k + 1) % n, n + ((k + 1) % n), n + k])],
  };
})();

function scene(law: object, floor: ShapeSpec, block: object = {}, name = "floor"): Spec {
  const bodies = [
    { name, type: "static", material: "layer", shapes: [floor] },
    { name: "block", mass: 1, material: "layer", position: [0, 0, 0.2499], shapes: [BOX], ...block },
  ] satisfies BodySpec[];
  return {
    timestep: 2e-3,
    formulation: { type: "augmented-lagrangian" },
    materials: {
      layer: {
        friction: 0.5,
        contact: { type: "volumetric", modulus: 1e5, thickness: 0.1, damping: 10, spheres: 100, ...law },
      },
    },
    bodies,
  };
}

function run(spec: Spec, steps: number) {
  const model = compile(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) step(model, data);
  return {
    at: bodyPosition(model, data, "block"),
    speed: Math.hypot(...bodyVelocity(model, data, "block")),
    regions: data.systems.volumetric.count,
    setup: model.systems.volumetric,
  };
}

describe("cells of a block", () => {
  // F_n/(K S): cells of a flat base are exact
  const depth = 9.81 / (1e6 * 0.5);

  test.each<[string, ShapeSpec, string]>([
    ["a plane", { type: "plane" }, "floor"],
    ["a box", FLOOR, "floor"],
    // shapes stand in the order of their bodies' names
    ["a box that comes first", FLOOR, "a-floor"],
  ])("rest on %s as the mesh does", (_, floor, name) => {
    const { at, speed, regions, setup } = run(scene({ geometry: "spheres" }, floor, {}, name), 750);
    expect(0.25 - at[2]).toBeCloseTo(depth, 9);
    expect(speed).toBeLessThan(1e-9);
    expect(regions).toBe(1);
    // the floor is the coarser one: no balls are packed into it
    const floorShape = name === "floor" ? 1 : 0;
    expect(setup.balls[floorShape]?.balls).toBeNull();
    expect(setup.balls[1 - floorShape]?.balls?.packing.count).toBe(100);
  });

  test("with two legs are two regions", () => {
    const legs = { shapes: [BRIDGE], position: [0, 0, 0.3], inertia: [0.04, 0.1, 0.1] };
    const { at, regions } = run(scene({ geometry: "spheres" }, FLOOR, legs), 750);
    expect(regions).toBe(2);
    expect(0.3 - at[2]).toBeCloseTo(9.81 / (1e6 * 0.2), 8);
  });

  test("rest on a mesh that is not convex", () => {
    const { at, setup } = run(
      scene({ geometry: "spheres" }, BRIDGE, {
        shapes: [{ type: "box", halfExtents: [0.2, 0.1, 0.05] }],
        position: [0, 0, 0.35],
      }),
      750,
    );
    expect(setup.balls[1]?.planes).toBeNull();
    expect(0.35 - at[2]).toBeCloseTo(9.81 / (1e6 * 0.08), 8);
  });
});

test("lenses hold a block too, deeper than its layer says", () => {
  const { at, speed, setup } = run(scene({ geometry: "lenses", spheres: 300 }, FLOOR), 1500);
  expect(setup.balls.every((solid) => solid?.balls?.packing.count === 300)).toBe(true);
  // lenses of balls have less volume than the columns over them, so that it sinks further, but not by as much as the smallest balls are wide, 2 cm
  expect(at[2]).toBeLessThan(0.25 - 9.81 / (1e6 * 0.5));
  expect(at[2]).toBeGreaterThan(0.23);
  expect(speed).toBeLessThan(1e-3);
});

test("balls come from the cache of search trees where there is one", () => {
  const store = new Map<string, Uint8Array>();
  const meshTrees = {
    get: (key: string) => store.get(key),
    put: (key: string, bytes: Uint8Array) => {
      store.set(key, bytes);
    },
  };
  const spec = scene({ geometry: "spheres", spheres: 50 }, FLOOR);
  const make = () => compile(spec, { ...defaultItems, meshTrees }).systems.volumetric as VolumeSetup;
  const first = make();
  expect([...store.keys()].map((key) => key.slice(0, 8))).toEqual(["spheres-"]);
  const bytes = [...store.values()][0];
  expect(make().balls[0]?.balls?.packing.balls).toEqual(first.balls[0]?.balls?.packing.balls);
  expect([...store.values()][0]).toBe(bytes);
});
