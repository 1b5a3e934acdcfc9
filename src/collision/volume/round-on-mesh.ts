import { MAX_DEPTH, NODE_STRIDE } from "../../geometry/tree/mesh-tree.js";
import { cylinderInHalfSpace } from "./cylinder.js";
import { sphereInHalfSpace } from "./sphere-overlap.js";
import { PLANE_SIZE, type VolumeMesh } from "./volume-mesh.js";
import { OVERLAP, OVERLAP_FLAG, type Overlap } from "./volume-overlap.js";

/**
 * A sphere of radius size[0] about the origin of its frame, or a round cylinder along z of radius size[0] and half
 * height size[1].
 */
export interface RoundSolid {
  readonly form: "sphere" | "cylinder";
  readonly size: Float64Array;
}

/** Scratch: bounds of the round solid in the mesh's frame; the plane of the faces within, in either frame; a point. */
const bounds = new Float64Array(6);
const level = new Float64Array(4);
const plane = new Float64Array(4);
const point = new Float64Array(3);
const stack = new Int32Array(MAX_DEPTH + 4);

/**
 * A round solid on a flat part of a mesh, in closed form instead of facets. When all faces within the solid's bounds
 * lie in one plane, the mesh is a half-space there, up to round-off. Otherwise returns false, and `out` holds no
 * result: faces of several planes within the bounds, a plane that does not cut the solid, or a cut whose middle is not
 * on a face. `transform` maps the mesh's coordinates to those of the round solid; the overlap is in its frame, and
 * normals point from it to the mesh. Nothing is allocated.
 */
export function roundOnMesh(round: RoundSolid, mesh: VolumeMesh, transform: Float64Array, out: Overlap): boolean {
  const work = out.work;
  findBounds(round, transform);
  if (!isFlat(mesh)) return false;
  // n · x = d of the mesh, with x = Rᵀ (y − t)
  const r = transform;
  for (let i = 0; i < 3; i++) plane[i] = r[3 * i] * level[0] + r[3 * i + 1] * level[1] + r[3 * i + 2] * level[2];
  plane[3] = level[3] + plane[0] * r[9] + plane[1] * r[10] + plane[2] * r[11];
  if (round.form === "sphere") sphereInHalfSpace(round.size, plane, out);
  else cylinderInHalfSpace(round.size, plane, out);
  if (out.count !== 1 || (out.flags[0] & OVERLAP_FLAG.deep) !== 0 || !holdsPatch(mesh, transform, out)) return false;
  // the scratch does not hold the result of a query of meshes
  work.transform[0] = Number.NaN;
  return true;
}

/** Tight bounds in the mesh's frame: c ± r, and c ± (h |a| + r √(1 − a²)) for a cylinder with the axis a. */
function findBounds({ form, size }: RoundSolid, r: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const c = -(r[k] * r[9] + r[3 + k] * r[10] + r[6 + k] * r[11]);
    const a = Math.abs(r[6 + k]);
    const across = 1 - a * a;
    const half = form === "sphere" ? size[0] : size[1] * a + size[0] * Math.sqrt(across > 0 ? across : 0);
    const slack = 1e-12 * (half + Math.abs(c));
    bounds[k] = c - half - slack;
    bounds[3 + k] = c + half + slack;
  }
}

/** Traversal of the faces whose boxes meet the bounds: nodes to visit, and the rest of the last leaf. */
const walk = { top: 0, at: 0, end: 0 };

function startWalk(): void {
  stack[0] = 0;
  walk.top = 1;
  walk.at = walk.end = 0;
}

/** The next face, or −1. */
function nextFace({ tree, faceBounds }: VolumeMesh): number {
  const { links, order, bounds: boxes } = tree;
  for (;;) {
    while (walk.at < walk.end) {
      const s = walk.at++;
      if (!isApart(faceBounds, 6 * s)) return order[s];
    }
    if (walk.top === 0) return -1;
    const o = NODE_STRIDE * stack[--walk.top];
    if (isApart(boxes, o)) continue;
    const from = links[o + 6];
    const count = links[o + 7];
    if (count === 0) {
      stack[walk.top++] = from + 1;
      stack[walk.top++] = from;
    } else {
      walk.at = from;
      walk.end = from + count;
    }
  }
}

/**
 * Whether there are faces within the bounds, all in one plane and with the same orientation; writes the plane, n of
 * unit length and d, to `level`.
 */
function isFlat(mesh: VolumeMesh): boolean {
  startWalk();
  const first = nextFace(mesh);
  if (first < 0) return false;
  takePlane(mesh, first);
  for (let f = nextFace(mesh); f >= 0; f = nextFace(mesh)) if (!isInPlane(mesh, f)) return false;
  return true;
}

function isApart(box: Float32Array | Float64Array, o: number): boolean {
  for (let k = 0; k < 3; k++) if (box[o + k] > bounds[3 + k] || box[o + 3 + k] < bounds[k]) return true;
  return false;
}

function takePlane({ planes, mesh }: VolumeMesh, f: number): void {
  const p = PLANE_SIZE * f;
  const size = Math.sqrt(planes[p] * planes[p] + planes[p + 1] * planes[p + 1] + planes[p + 2] * planes[p + 2]);
  const v = 3 * mesh.triangles[3 * f];
  level[3] = 0;
  for (let k = 0; k < 3; k++) {
    level[k] = planes[p + k] / size;
    level[3] += level[k] * mesh.vertices[v + k];
  }
}

/** Whether the corners are within 1e-12 of the sizes involved: the flatness of a plane with rounded coordinates. */
function isInPlane({ planes, mesh, box }: VolumeMesh, f: number): boolean {
  const p = PLANE_SIZE * f;
  if (!(planes[p] * level[0] + planes[p + 1] * level[1] + planes[p + 2] * level[2] > 0)) return false;
  let size = Math.abs(level[3]);
  for (let k = 0; k < 3; k++) size += box[3 + k] - box[k];
  for (let c = 0; c < 3; c++) {
    const v = 3 * mesh.triangles[3 * f + c];
    const { vertices: x } = mesh;
    const h = level[0] * x[v] + level[1] * x[v + 1] + level[2] * x[v + 2] - level[3];
    if (Math.abs(h) > 1e-12 * size) return false;
  }
  return true;
}

/**
 * Whether the middle of the cut is on a face. Then the whole cut is, since faces of other planes begin where these end,
 * and none of them is within the bounds.
 */
function holdsPatch(mesh: VolumeMesh, r: Float64Array, { values }: Overlap): boolean {
  const s = OVERLAP.patchCenter;
  const x = values[s] - r[9];
  const y = values[s + 1] - r[10];
  const z = values[s + 2] - r[11];
  for (let k = 0; k < 3; k++) point[k] = r[k] * x + r[3 + k] * y + r[6 + k] * z;
  const up = level[0] * point[0] + level[1] * point[1] + level[2] * point[2] - level[3];
  for (let k = 0; k < 3; k++) point[k] -= up * level[k];
  for (let k = 0; k < 3; k++) {
    const slack = 1e-9 * (bounds[3 + k] - bounds[k]);
    bounds[k] = point[k] - slack;
    bounds[3 + k] = point[k] + slack;
  }
  startWalk();
  for (let f = nextFace(mesh); f >= 0; f = nextFace(mesh)) if (isInPlane(mesh, f) && isOn(mesh, f)) return true;
  return false;
}

/** Whether the point is on face f of its plane, including edges with a tolerance of 1e-9 of their size. */
function isOn({ mesh, planes }: VolumeMesh, f: number): boolean {
  const { vertices: v, triangles } = mesh;
  const p = PLANE_SIZE * f;
  const size = planes[p] * level[0] + planes[p + 1] * level[1] + planes[p + 2] * level[2];
  for (let c = 0; c < 3; c++) {
    const i = 3 * triangles[3 * f + c];
    const j = 3 * triangles[3 * f + (c === 2 ? 0 : c + 1)];
    const ux = v[j] - v[i];
    const uy = v[j + 1] - v[i + 1];
    const uz = v[j + 2] - v[i + 2];
    const wx = point[0] - v[i];
    const wy = point[1] - v[i + 1];
    const wz = point[2] - v[i + 2];
    const turn = level[0] * (uy * wz - uz * wy) + level[1] * (uz * wx - ux * wz) + level[2] * (ux * wy - uy * wx);
    if (turn < -1e-9 * size) return false;
  }
  return true;
}
