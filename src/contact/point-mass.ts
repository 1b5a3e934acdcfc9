/**
 * What a contact point moves: an estimate for the warnings of `compile`, from shapes and masses alone. A box on its
 * face has four points, each with the whole law, and tilts more readily than it moves: at a point of a thin plate 1/12
 * of its mass counts.
 */
import { symMulInto } from "../math/mat3.js";
import { quatRotate } from "../math/quat.js";
import { byAxis, cross, dot, type Vec3 } from "../math/vec3.js";
import type { Model, ShapeInstance } from "../model/model.js";
import type { ShapeGeometry } from "../model/shape.js";

/** How readily the contact points of a shape yield. */
export interface PointMobility {
  /** Most points at which it lies on another shape. */
  readonly points: number;
  /** Largest inverse mass of a single point, 1/kg. */
  readonly single: number;
  /** Largest eigenvalue of the inverse masses of all points of a face together, 1/kg. */
  readonly face: number;
}

/** Part of the size within which points lie on one face. */
const FLAT = 1e-3;
/** Most faces of a polyhedron that are looked at. */
const MOST_FACES = 64;
/** Iterations for the largest eigenvalue: a few percent are enough. */
const ITERATIONS = 30;

/** Mobility of the points of a shape of a body that moves by forces. */
export function pointMobility(model: Model, shape: ShapeInstance): PointMobility {
  const vertices = outlineOf(shape.geometry);
  let points = 1;
  let single = 0;
  let face = 0;
  for (const normal of normalsOf(shape.geometry, model.planar)) {
    const touching = pointsOnFace(vertices, normal, model.planar);
    const matrix = inverseMasses(model, shape, touching, normal);
    points = Math.max(points, touching.length);
    matrix.forEach((row, i) => {
      single = Math.max(single, row[i]);
    });
    face = Math.max(face, largestEigenvalue(matrix));
  }
  return { points, single, face };
}

/** Points that outline a shape in its own frame, m: corners, or where a round one is touched along its axes. */
function outlineOf({ form, size, bounds, mesh, polyhedron, polygon }: ShapeGeometry): Vec3[] {
  const list = mesh?.vertices ?? polyhedron?.vertices;
  if (list !== undefined)
    return Array.from({ length: list.length / 3 }, (_, k) => [list[3 * k], list[3 * k + 1], list[3 * k + 2]]);
  if (polygon !== undefined)
    return Array.from({ length: polygon.vertices.length / 2 }, (_, k) => [
      polygon.vertices[2 * k],
      polygon.vertices[2 * k + 1],
      0,
    ]);
  const low = [bounds[0], bounds[1], bounds[2]];
  const high = [bounds[3], bounds[4], bounds[5]];
  const center = low.map((x, k) => 0.5 * (x + high[k]));
  if (form === "box") return Array.from({ length: 8 }, (_, k) => byAxis((c) => ((k >> c) & 1 ? high[c] : low[c])));
  // a cylinder, cone or capsule lies along the axis of its longest or odd extent: its outline is that of its ends
  const ends = form === "capsule" || form === "planar-capsule" || form === "cylinder" || form === "cone";
  const axis = ends ? oddAxis(low, high) : -1;
  const radius = size[0];
  const outline: Vec3[] = [];
  for (let k = 0; k < 3; k++)
    for (const sign of [-1, 1]) {
      for (const end of ends && k !== axis ? [low[axis], high[axis]] : [Number.NaN]) {
        const at = [...center];
        at[k] = sign < 0 ? low[k] : high[k];
        const inset = form === "cylinder" || form === "cone" ? 0 : radius;
        if (axis >= 0 && k !== axis) at[axis] = end + (end < center[axis] ? inset : -inset);
        outline.push([at[0], at[1], at[2]]);
      }
    }
  return outline;
}

/** The axis whose extent differs from those of the two others. */
function oddAxis(low: readonly number[], high: readonly number[]): number {
  const extent = low.map((x, k) => high[k] - x);
  const apart = extent.map((x, k) => Math.min(Math.abs(x - extent[(k + 1) % 3]), Math.abs(x - extent[(k + 2) % 3])));
  return apart.indexOf(Math.max(...apart));
}

/** Directions in which a shape may be touched: along its axes, and against its faces. */
function normalsOf({ polyhedron }: ShapeGeometry, planar: boolean): Vec3[] {
  const normals: Vec3[] = [];
  for (let k = 0; k < (planar ? 2 : 3); k++)
    for (const sign of [-1, 1]) normals.push(byAxis((c) => (c === k ? sign : 0)));
  const count = Math.min(MOST_FACES, (polyhedron?.faceStart.length ?? 1) - 1);
  for (let f = 0; f < count; f++) {
    const { vertices, faceStart, faceVertex } = polyhedron as NonNullable<typeof polyhedron>;
    const corner = (k: number) => 3 * faceVertex[faceStart[f] + k];
    const edge = (k: number) => byAxis((c) => vertices[corner(k) + c] - vertices[corner(0) + c]);
    const normal = cross(edge(1), edge(2));
    const length = Math.sqrt(dot(normal, normal));
    if (length > 0) normals.push(byAxis((c) => normal[c] / length));
  }
  return normals;
}

/** The points farthest along a normal, at most four, two in the plane: those that reach out farthest along the face. */
function pointsOnFace(vertices: readonly Vec3[], normal: Vec3, planar: boolean): Vec3[] {
  const along = vertices.map((v) => dot(v, normal));
  const most = Math.max(...along);
  const size = most - Math.min(...along);
  const face = vertices.filter((_, k) => along[k] >= most - FLAT * size);
  const flat = Math.abs(normal[0]) < 0.6;
  const u = cross(normal, planar ? [0, 0, 1] : flat ? [1, 0, 0] : [0, 1, 0]);
  const w = cross(normal, u);
  const directions = planar
    ? [[1, 0]]
    : [
        [1, 1],
        [1, -1],
      ];
  const chosen = new Set<Vec3>();
  for (const [x, y] of directions)
    for (const sign of [-1, 1]) {
      const value = (v: Vec3) => sign * (x * dot(v, u) + y * dot(v, w));
      chosen.add(face.reduce((best, v) => (value(v) > value(best) ? v : best)));
    }
  return [...chosen];
}

/** G_ij = 1/m + (r_i × n) · I⁻¹ (r_j × n): the speed along n at point i by a unit impulse at point j, 1/kg. */
function inverseMasses(
  model: Model,
  { body: b, position, orientation }: ShapeInstance,
  points: readonly Vec3[],
  normal: Vec3,
): number[][] {
  const n = quatRotate(orientation, normal);
  const invMass = [0, 1, 2].reduce((sum, k) => sum + model.bodyInvMass[3 * b + k] * n[k] * n[k], 0);
  const levers = points.map((p) => {
    const r = quatRotate(orientation, p);
    return cross([r[0] + position[0], r[1] + position[1], r[2] + position[2]], n);
  });
  const answer = new Float64Array(3);
  return levers.map((lever) => {
    symMulInto(answer, 0, model.bodyInvInertia, 6 * b, Float64Array.from(lever), 0);
    const turned: Vec3 = [answer[0], answer[1], answer[2]];
    return levers.map((other) => invMass + dot(other, turned));
  });
}

/** By power iteration on a symmetric matrix that is not negative. */
function largestEigenvalue(matrix: readonly (readonly number[])[]): number {
  let x = matrix.map((_, k) => 1 - 0.13 * k);
  let value = 0;
  for (let k = 0; k < ITERATIONS; k++) {
    const y = matrix.map((row) => row.reduce((sum, m, j) => sum + m * x[j], 0));
    value = Math.sqrt(y.reduce((sum, v) => sum + v * v, 0) / x.reduce((sum, v) => sum + v * v, 0));
    if (!(value > 0)) return 0;
    x = y.map((v) => v / value);
  }
  return value;
}
