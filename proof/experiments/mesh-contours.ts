import { bodyPosition, geometry, type ShapeSpec, type Spec, step } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

/** Contact of meshes by the regions that contours of their intersection bound: `collision.meshContacts: regions`. */

type Vec = readonly number[];

const G = 9.81;
const STIFFNESS = 2e5;
const MASS = 3;

const rows = (values: ArrayLike<number>) =>
  Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);

/** Boxes of half extents and centres as one mesh. */
export function boxes(...parts: readonly { readonly half: Vec; readonly at: Vec }[]): ShapeSpec {
  const vertices: number[][] = [];
  const faces: number[][] = [];
  for (const { half, at } of parts) {
    const mesh = geometry.polyhedronToMesh(geometry.boxSolid(half[0], half[1], half[2]));
    const first = vertices.length;
    vertices.push(...rows(mesh.vertices).map((p) => p.map((x, k) => x + at[k])));
    faces.push(...rows(mesh.triangles).map((f) => f.map((i) => i + first)));
  }
  return { type: "mesh", vertices, faces } as ShapeSpec;
}

/** A flat ring about z of n corners: inner and outer radius, half height; the hole is shifted along x. */
export function ring(inner: number, outer: number, half: number, n: number, shift = 0): ShapeSpec {
  const corner = (i: number, r: number, z: number) => [(r === inner ? shift : 0) + r * Math.cos((2 * Math.PI * i) / n), r * Math.sin((2 * Math.PI * i) / n), z]; // biome-ignore format: one line
  const vertices = Array.from({ length: n }, (_, i) => [
    corner(i, outer, -half),
    corner(i, outer, half),
    corner(i, inner, half),
    corner(i, inner, -half),
  ]).flat();
  const faces: number[][] = [];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 4; k++) {
      const [p, q] = [4 * i + k, 4 * i + ((k + 1) % 4)];
      const [r, s] = [4 * ((i + 1) % n) + ((k + 1) % 4), 4 * ((i + 1) % n) + k];
      faces.push([p, s, r], [p, r, q]);
    }
  }
  return { type: "mesh", vertices, faces } as ShapeSpec;
}

/** A body of one mesh over another one that is fixed, whose top is at z = 0. */
export function meshScene(shape: ShapeSpec, ground: ShapeSpec, height: number, body: object, rest: object): Spec {
  return {
    timestep: 1e-3,
    formulation: { type: "augmented-lagrangian" },
    collision: { meshContacts: "regions" },
    materials: { wood: { friction: 0.4, contact: { type: "hunt-crossley", stiffness: STIFFNESS, exponent: 1, damping: 9 } } },
    bodies: [
      { name: "ground", type: "static", material: "wood", shapes: [ground] },
      {
        name: "body",
        mass: MASS,
        inertia: [0.05, 0.05, 0.08],
        centerOfMass: [0, 0, 0],
        material: "wood",
        position: [0, 0, height],
        shapes: [shape],
        ...body,
      },
    ],
    ...rest,
  }; // biome-ignore format: laws by name
}

export const TABLE = boxes({ half: [0.6, 0.5, 0.1], at: [0, 0, -0.1] });
const LEGS = [[0.3, 0.2], [0.3, -0.2], [-0.3, 0.2], [-0.3, -0.2]]; // biome-ignore format: places
export const STOOL = boxes(
  { half: [0.34, 0.24, 0.02], at: [0, 0, 0.1] },
  ...LEGS.map(([x, y]) => ({ half: [0.03, 0.03, 0.1], at: [x, y, 0] })),
);
export const BAR = boxes({ half: [0.4, 0.03, 0.03], at: [0, 0, 0] });
const ACROSS = boxes({ half: [0.04, 0.5, 0.05], at: [0, 0, -0.05] });

/** How deep a body at rest is in the ground, m, and its number of contacts. */
function settle(context: Context, shape: ShapeSpec, ground: ShapeSpec, half: number, start: number) {
  const simulation = context.simulate(meshScene(shape, ground, half - start, {}, {}));
  const { model, data } = simulation;
  for (let k = 0; k < 250; k++) step(model, data);
  return { depth: half - bodyPosition(model, data, "body")[2], contacts: data.systems.compliant.count };
}

export const meshContours = defineExperiment({
  id: "own.mesh-contours",
  title: "Meshes that meet by regions of contours: ring, stool on four legs, crossed bars",
  reference:
    "Force k δ for each region of a closed contour, δ its largest indentation: a ring and a bar across another one rest at m g/k, a stool on four legs at m g/4k.",
  rows: {
    ring: near("depth of the ring over m g/k", "1", 1, 1e-4, "settled to a ten-thousandth"),
    stool: near("depth of the stool over m g/4k", "1", 1, 1e-4, "settled to a ten-thousandth"),
    bars: near("depth of the bars over m g/k", "1", 1, 1e-4, "settled to a ten-thousandth"),
    contacts: error("regions of the three other than 1, 4 and 1", "1", 0.5, "a count"),
  },
  *measure(context) {
    const sunk = (MASS * G) / STIFFNESS;
    const round = settle(context, ring(0.2, 0.3, 0.03, 16), TABLE, 0.03, 0.9 * sunk);
    const stool = settle(context, STOOL, TABLE, 0.1, 0.22 * sunk);
    const bars = settle(context, BAR, ACROSS, 0.03, 0.9 * sunk);
    yield ["ring", round.depth / sunk];
    yield ["stool", (4 * stool.depth) / sunk];
    yield ["bars", bars.depth / sunk];
    yield ["contacts", Math.abs(round.contacts - 1) + Math.abs(stool.contacts - 4) + Math.abs(bars.contacts - 1)];
  },
});
