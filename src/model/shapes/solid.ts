import { type BoundsFunction, polygonBounds, vertexBounds } from "../../geometry/bounds.js";
import { polyhedronToMesh } from "../../geometry/mesh-edit.js";
import { polyhedronMass } from "../../geometry/polyhedron-mass.js";
import type { MassProperties, Polyhedron } from "../../geometry/types.js";
import { show } from "../errors.js";
import type { ShapeGeometry } from "../shape.js";

/** What the shape kinds share: bounds in their own frame, checks of sizes, polyhedra. */

const ORIGIN = Float64Array.of(0, 0, 0);
const UPRIGHT = Float64Array.of(0, 0, 0, 1);

/** Bounds in the shape's own frame, from the kind's bounds function and its lengths. */
export function ownBounds(bounds: BoundsFunction, ...size: number[]): Float64Array {
  const out = new Float64Array(6);
  bounds(Float64Array.from(size), 0, ORIGIN, 0, UPRIGHT, 0, out, 0);
  return out;
}

/** Bounds of packed vertices, 3 numbers each (2 in the plane). */
export function ownVertexBounds(vertices: Float64Array, dimension: 2 | 3 = 3): Float64Array {
  const out = new Float64Array(6);
  const bounds = dimension === 3 ? vertexBounds : polygonBounds;
  bounds(vertices, 0, vertices.length, ORIGIN, 0, UPRIGHT, 0, out, 0);
  return out;
}

/** The geometry of a solid; refuses a size whose volume or inertia no longer fits into a number. */
export function solid(geometry: ShapeGeometry & { mass: MassProperties }): ShapeGeometry | string {
  const { volume, inertia } = geometry.mass;
  const moments = [inertia[0], inertia[1], inertia[2]];
  if (volume > 0 && volume < Infinity && moments.every((i) => i > 0 && i < Infinity)) return geometry;
  return `a size whose volume is ${volume} and whose inertia is ${show(moments)} cannot be computed with`;
}

/** The geometry of a convex polyhedron. */
export function solidPolyhedron(polyhedron: Polyhedron): ShapeGeometry | string {
  const mesh = polyhedronToMesh(polyhedron);
  const bounds = ownVertexBounds(polyhedron.vertices);
  return solid({
    form: "hull",
    size: [],
    mass: polyhedronMass(polyhedron),
    bounds,
    polyhedron,
    mesh,
    drawing: () => mesh,
    triangles: () => mesh,
  });
}

/** Why a vector parameter is not `n` numbers above zero, or undefined when it is. */
export function notPositive(v: readonly number[], what: string, n: number): string | undefined {
  if (v.length === n && v.every((x) => x > 0)) return undefined;
  return `expected ${n} ${what} > 0 m, got ${show(v)}`;
}

/** Packs `[[x, y, z], …]`; says which row is not of that length. */
export function packRows(rows: readonly (readonly number[])[], width: number, what: string): Float64Array | string {
  const bad = rows.findIndex((row) => row.length !== width);
  if (bad >= 0) return `${what}[${bad}] should have ${width} numbers, got ${show(rows[bad])}`;
  const out = new Float64Array(width * rows.length);
  rows.forEach((row, i) => {
    out.set(row, width * i);
  });
  return out;
}
