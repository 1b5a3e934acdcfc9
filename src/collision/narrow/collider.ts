import { facePlanes, polyhedronEdges } from "../../geometry/polyhedron.js";
import { boxSolid } from "../../geometry/solids.js";
import { buildMeshTree } from "../../geometry/tree/build.js";
import type { Polyhedron } from "../../geometry/types.js";
import type { ShapeForm, ShapeGeometry } from "../../model/shape.js";
import { meshGeometryOf, type TreeMaker } from "./mesh/mesh-geometry.js";
import { type Collider, type HullGeometry, KIND } from "./types.js";

/** Kind of each form. */
const KIND_OF_FORM: Record<ShapeForm, number> = {
  sphere: KIND.sphere,
  capsule: KIND.capsule,
  box: KIND.box,
  cylinder: KIND.cylinder,
  cone: KIND.cone,
  ellipsoid: KIND.ellipsoid,
  hull: KIND.hull,
  torus: KIND.torus,
  "chain-link": KIND.chainLink,
  mesh: KIND.mesh,
  "height-field": KIND.heightField,
  plane: KIND.plane,
  circle: KIND.circle,
  "planar-capsule": KIND.planarCapsule,
  polygon: KIND.polygon,
  chain: KIND.chain,
  "planar-plane": KIND.planarPlane,
};

const known = new WeakMap<ShapeGeometry, Collider>();

/** The collider of a geometry; the same object for the same geometry, so that bodies share it. `makeTree` is for meshes. */
export function createCollider(geometry: ShapeGeometry, makeTree: TreeMaker = buildMeshTree): Collider {
  let collider = known.get(geometry);
  if (collider === undefined) {
    collider = buildCollider(geometry, makeTree);
    known.set(geometry, collider);
  }
  return collider;
}

function buildCollider(geometry: ShapeGeometry, makeTree: TreeMaker): Collider {
  const kind = KIND_OF_FORM[geometry.form];
  const size = Float64Array.from(geometry.size);
  return {
    kind,
    size,
    reach: reachOf(geometry),
    hull: hullOf(geometry),
    polygon: geometry.polygon ?? null,
    mesh: meshGeometryOf(geometry, makeTree),
    heightField: geometry.heightField ?? null,
  };
}

function hullOf({ form, size, polyhedron }: ShapeGeometry): HullGeometry | null {
  if (form === "sphere") return POINT_HULL;
  if (form === "capsule") return segmentHull(size[1]);
  if (form === "box") return createHull(polyhedron ?? boxSolid(size[0], size[1], size[2]));
  if (form !== "hull") return null;
  if (polyhedron === undefined) throw new Error("a hull without a polyhedron cannot collide");
  return createHull(polyhedron);
}

/** Prepares a convex polyhedron for SAT, clipping and hill climbing. */
export function createHull(polyhedron: Polyhedron): HullGeometry {
  const { vertices } = polyhedron;
  const edges = polyhedronEdges(polyhedron);
  const count = vertices.length / 3;
  const neighbourStart = new Uint32Array(count + 1);
  for (let e = 0; e < edges.length; e += 4) {
    neighbourStart[edges[e] + 1]++;
    neighbourStart[edges[e + 1] + 1]++;
  }
  for (let v = 0; v < count; v++) neighbourStart[v + 1] += neighbourStart[v];
  const fill = neighbourStart.slice();
  const neighbours = new Uint32Array(neighbourStart[count]);
  for (let e = 0; e < edges.length; e += 4) {
    neighbours[fill[edges[e]]++] = edges[e + 1];
    neighbours[fill[edges[e + 1]]++] = edges[e];
  }
  return {
    polyhedron,
    planes: facePlanes(polyhedron),
    edges,
    neighbourStart,
    neighbours,
    center: vertexMean(vertices),
  };
}

/** The centre of a sphere as a hull of one vertex. */
const POINT_HULL: HullGeometry = {
  polyhedron: { vertices: new Float64Array(3), faceStart: Uint32Array.of(0), faceVertex: new Uint32Array(0) },
  planes: new Float64Array(0),
  edges: new Uint32Array(0),
  neighbourStart: Uint32Array.of(0, 0),
  neighbours: new Uint32Array(0),
  center: new Float64Array(3),
};

/** The segment inside a capsule as a hull without faces, so that capsules share the routines of polyhedra. */
function segmentHull(half: number): HullGeometry {
  return {
    polyhedron: {
      vertices: Float64Array.of(0, 0, -half, 0, 0, half),
      faceStart: Uint32Array.of(0),
      faceVertex: new Uint32Array(0),
    },
    planes: new Float64Array(0),
    edges: Uint32Array.of(0, 1, 0, 0),
    neighbourStart: Uint32Array.of(0, 1, 2),
    neighbours: Uint32Array.of(1, 0),
    center: new Float64Array(3),
  };
}

function vertexMean(v: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  for (let i = 0; i < v.length; i++) mean[i % 3] += v[i];
  return mean.map((sum) => (3 * sum) / v.length);
}

/** Radius about the origin: closed form where there is one, else the farthest vertex, else the farthest corner of the bounds. */
function reachOf({ form, size, polyhedron, mesh, bounds }: ShapeGeometry): number {
  const length = (x: number, y: number, z = 0) => Math.sqrt(x * x + y * y + z * z);
  if (form === "plane" || form === "planar-plane") return Infinity;
  if (form === "sphere" || form === "circle") return size[0];
  if (form === "capsule" || form === "planar-capsule") return size[0] + size[1];
  if (form === "box") return length(size[0], size[1], size[2]);
  if (form === "cylinder") return length(size[0], size[1]);
  if (form === "cone") return Math.max(0.75 * size[1], length(size[0], 0.25 * size[1]));
  if (form === "ellipsoid") return Math.max(size[0], size[1], size[2]);
  if (form === "torus") return size[0] + size[1];
  if (form === "chain-link") return size[2] + size[0] + size[1];
  const vertices = polyhedron?.vertices ?? mesh?.vertices;
  if (vertices !== undefined) {
    let reach = 0;
    for (let i = 0; i < vertices.length; i += 3)
      reach = Math.max(reach, length(vertices[i], vertices[i + 1], vertices[i + 2]));
    return reach;
  }
  const far = (k: number) => Math.max(Math.abs(bounds[k]), Math.abs(bounds[k + 3]));
  return length(far(0), far(1), far(2));
}
