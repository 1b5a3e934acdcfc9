import { differenceSupport } from "./support.js";
import type { Collider } from "./types.js";
import { EPA_DIRECTIONS, type NarrowWorkspace } from "./workspace.js";

/** Expansions after which the search stops with what it has. */
export const EPA_LIMIT = 96;

/** Difference of the bounds on the depth, as a fraction of the size, at which the search stops. */
const CONVERGED = 1e-7;

/** A vertex must be this fraction of the size above a face to see it: coplanar points of caps and faces must not. */
const SEEN = 1e-10;

const MAX_VERTICES = EPA_LIMIT + 8;
const MAX_FACES = 8 * MAX_VERTICES;

/** Scratch of this file, see `NarrowWorkspace`. */
export interface EpaWorkspace {
  /** Vertices and faces in use, and faces that are free again. */
  readonly used: { vertices: number; faces: number; spare: number };
  /** pA, pB, D per vertex, 9 numbers. */
  readonly vertices: Float64Array;
  /**
   * Corners of each face, counter-clockwise from outside; outward unit normal and signed distance of the origin below
   * it.
   */
  readonly corners: Int32Array;
  readonly planes: Float64Array;
  readonly alive: Uint8Array;
  /** Face across each side; side k runs from corner k to k + 1. */
  readonly across: Int32Array;
  /** Faces seen by the new vertex; first they are found, then those that replace them take their places. */
  readonly seen: Int32Array;
  /** Sides of unseen faces on the border: face and side. */
  readonly border: Int32Array;
  /** New face whose border side starts at a vertex, and the vertices for which it is set. */
  readonly fan: Int32Array;
  readonly spare: Int32Array;
  readonly direction: Float64Array;
  /** Height above a face from which it is seen, m. */
  readonly seeing: Float64Array;
}

function epaWork(w: NarrowWorkspace): EpaWorkspace {
  w.epa ??= {
    used: { vertices: 0, faces: 0, spare: 0 },
    vertices: new Float64Array(9 * MAX_VERTICES),
    corners: new Int32Array(3 * MAX_FACES),
    planes: new Float64Array(4 * MAX_FACES),
    alive: new Uint8Array(MAX_FACES),
    across: new Int32Array(3 * MAX_FACES),
    seen: new Int32Array(MAX_FACES),
    border: new Int32Array(2 * MAX_FACES),
    fan: new Int32Array(MAX_VERTICES).fill(-1),
    spare: new Int32Array(MAX_FACES),
    direction: new Float64Array(3),
    seeing: new Float64Array(1),
  };
  return w.epa;
}

/**
 * Directions of least penetration by the expanding polytope [Bergen2001] on the difference M = B − A: a polyhedron
 * inside M grows at the face nearest to the origin, whose distance bounds the depth from below, while the support plane
 * over it bounds the depth from above.
 *
 * It starts from a tetrahedron of extreme points which need not hold the origin: faces that see the origin have a
 * negative distance and grow first. So touching and slightly separate shapes need no special start. Every direction
 * tried is judged by the separation s(n) = −h_M(−n) that it achieves, and the best few are handed on for refinement; a
 * polyhedron spoilt by round-off costs a seed, not the result.
 */
export function epa(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { used, vertices, planes, alive, direction, seeing } = epaWork(w);
  const { epaDirections, epaIterations } = w;
  const scale = a.reach + b.reach;
  for (let k = 0; k < EPA_DIRECTIONS; k++) epaDirections[4 * k] = -Infinity;
  epaIterations[0] = 0;
  epaIterations[1] = 0;
  seeing[0] = SEEN * scale;
  used.vertices = 0;
  used.faces = 0;
  used.spare = 0;
  if (!tetrahedron(w, a, b)) return;
  for (let iteration = 0; iteration < EPA_LIMIT; iteration++) {
    epaIterations[0] = iteration + 1;
    let nearest = -1;
    for (let f = 0; f < used.faces; f++) {
      if (alive[f] === 1 && (nearest < 0 || planes[4 * f + 3] < planes[4 * nearest + 3])) nearest = f;
    }
    if (nearest < 0) return;
    const o = 4 * nearest;
    for (let k = 0; k < 3; k++) direction[k] = -planes[o + k];
    differenceSupport(w, a, b, direction, 0, vertices, 9 * used.vertices);
    remember(w);
    const d = 9 * used.vertices + 6;
    const height = planes[o] * vertices[d] + planes[o + 1] * vertices[d + 1] + planes[o + 2] * vertices[d + 2];
    if (height - planes[o + 3] <= CONVERGED * scale) {
      epaIterations[1] = 1;
      return;
    }
    if (!expand(w, nearest)) return;
  }
}

/** Enters the last direction with the separation that it achieved, unless a better one almost the same is there. */
function remember(w: NarrowWorkspace): void {
  const { used, vertices, direction } = epaWork(w);
  const { epaDirections } = w;
  const d = 9 * used.vertices + 6;
  const s = direction[0] * vertices[d] + direction[1] * vertices[d + 1] + direction[2] * vertices[d + 2];
  // the place of an entry of nearly the same direction, or the last
  let slot = EPA_DIRECTIONS - 1;
  for (let k = 0; k < EPA_DIRECTIONS; k++) {
    const o = 4 * k;
    if (epaDirections[o] === -Infinity) continue;
    const cosine =
      direction[0] * epaDirections[o + 1] + direction[1] * epaDirections[o + 2] + direction[2] * epaDirections[o + 3];
    if (cosine > 0.99) {
      slot = k;
      break;
    }
  }
  if (!(s > epaDirections[4 * slot])) return;
  // move the worse ones down and insert
  while (slot > 0 && s > epaDirections[4 * (slot - 1)]) {
    for (let i = 0; i < 4; i++) epaDirections[4 * slot + i] = epaDirections[4 * (slot - 1) + i];
    slot--;
  }
  epaDirections[4 * slot] = s;
  for (let k = 0; k < 3; k++) epaDirections[4 * slot + 1 + k] = direction[k];
}

/** The extreme point of the difference along `direction` at the place of the next vertex. */
function extreme(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { used, vertices, direction } = epaWork(w);
  differenceSupport(w, a, b, direction, 0, vertices, 9 * used.vertices);
  remember(w);
}

/** Four extreme points that span a volume. */
function tetrahedron(w: NarrowWorkspace, a: Collider, b: Collider): boolean {
  const { used, vertices, across, direction } = epaWork(w);
  direction[0] = 1;
  direction[1] = 0;
  direction[2] = 0;
  extreme(w, a, b);
  used.vertices = 1;
  direction[0] = -1;
  extreme(w, a, b);
  used.vertices = 2;
  const ex = vertices[15] - vertices[6];
  const ey = vertices[16] - vertices[7];
  const ez = vertices[17] - vertices[8];
  if (!(ex * ex + ey * ey + ez * ez > 0)) return false;
  // normal to the line, on the side that reaches farther
  const flat = ex * ex + ey * ey > ez * ez;
  direction[0] = flat ? ey : 0;
  direction[1] = flat ? -ex : ez;
  direction[2] = flat ? 0 : -ey;
  farther(w, a, b);
  used.vertices = 3;
  const ux = vertices[24] - vertices[6];
  const uy = vertices[25] - vertices[7];
  const uz = vertices[26] - vertices[8];
  const nx = ey * uz - ez * uy;
  const ny = ez * ux - ex * uz;
  const nz = ex * uy - ey * ux;
  if (!(nx * nx + ny * ny + nz * nz > 0)) return false;
  direction[0] = nx;
  direction[1] = ny;
  direction[2] = nz;
  farther(w, a, b);
  used.vertices = 4;
  const height =
    nx * (vertices[33] - vertices[6]) + ny * (vertices[34] - vertices[7]) + nz * (vertices[35] - vertices[8]);
  // faces run counter-clockwise seen from outside: the fourth vertex is below the first face
  const up = height > 0;
  addFace(w, 0, up ? 2 : 1, up ? 1 : 2);
  addFace(w, 0, up ? 1 : 3, up ? 3 : 1);
  addFace(w, 1, up ? 2 : 3, up ? 3 : 2);
  addFace(w, 2, up ? 0 : 3, up ? 3 : 0);
  for (let f = 0; f < 4; f++) for (let k = 0; k < 3; k++) across[3 * f + k] = twinOf(w, f, k);
  return true;
}

/** The extreme point along ±direction that is farther from vertex 0. */
function farther(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { used, vertices, direction } = epaWork(w);
  const length = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  for (let k = 0; k < 3; k++) direction[k] /= length;
  extreme(w, a, b);
  const o = 9 * used.vertices + 6;
  let above = 0;
  for (let k = 0; k < 3; k++) above += direction[k] * (vertices[o + k] - vertices[6 + k]);
  for (let k = 0; k < 3; k++) direction[k] = -direction[k];
  extreme(w, a, b);
  let below = 0;
  for (let k = 0; k < 3; k++) below += direction[k] * (vertices[o + k] - vertices[6 + k]);
  // differenceSupport gives the least n·D: "above" is how far it went against the direction
  if (above < below) {
    for (let k = 0; k < 3; k++) direction[k] = -direction[k];
    extreme(w, a, b);
  }
}

/** Face of the tetrahedron on the other side of side k of face f. */
function twinOf(w: NarrowWorkspace, f: number, k: number): number {
  const { corners } = epaWork(w);
  const from = corners[3 * f + k];
  const to = corners[3 * f + (k < 2 ? k + 1 : 0)];
  for (let g = 0; g < 4; g++) {
    for (let j = 0; j < 3; j++) {
      if (corners[3 * g + j] === to && corners[3 * g + (j < 2 ? j + 1 : 0)] === from) return g;
    }
  }
  return f;
}

function addFace(w: NarrowWorkspace, i: number, j: number, k: number): number {
  const { used, vertices, corners, planes, alive, spare } = epaWork(w);
  const f = used.spare > 0 ? spare[--used.spare] : used.faces++;
  const p = 9 * i + 6;
  const q = 9 * j + 6;
  const r = 9 * k + 6;
  const ux = vertices[q] - vertices[p];
  const uy = vertices[q + 1] - vertices[p + 1];
  const uz = vertices[q + 2] - vertices[p + 2];
  const wx = vertices[r] - vertices[p];
  const wy = vertices[r + 1] - vertices[p + 1];
  const wz = vertices[r + 2] - vertices[p + 2];
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  corners[3 * f] = i;
  corners[3 * f + 1] = j;
  corners[3 * f + 2] = k;
  alive[f] = 1;
  if (length > 0) {
    planes[4 * f] = nx / length;
    planes[4 * f + 1] = ny / length;
    planes[4 * f + 2] = nz / length;
    planes[4 * f + 3] = (nx * vertices[p] + ny * vertices[p + 1] + nz * vertices[p + 2]) / length;
  } else {
    // a face without area is never nearest and never seen
    planes[4 * f] = 0;
    planes[4 * f + 1] = 0;
    planes[4 * f + 2] = 0;
    planes[4 * f + 3] = Infinity;
  }
  return f;
}

/**
 * Takes the new vertex in: the connected faces that it sees, from `first` on, go, and the border around them is joined
 * to it. Returns false when there is no room, or when round-off has left a border that is not one closed loop.
 */
function expand(w: NarrowWorkspace, first: number): boolean {
  const { used, vertices, corners, planes, alive, across, seen, border, fan, spare, seeing } = epaWork(w);
  const slack = seeing[0];
  const v = used.vertices;
  const d = 9 * v + 6;
  const x = vertices[d];
  const y = vertices[d + 1];
  const z = vertices[d + 2];
  let count = 1;
  let sides = 0;
  seen[0] = first;
  alive[first] = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const g = across[3 * seen[i] + k];
      if (alive[g] === 0) continue;
      if (planes[4 * g] * x + planes[4 * g + 1] * y + planes[4 * g + 2] * z > planes[4 * g + 3] + slack) {
        alive[g] = 0;
        seen[count++] = g;
      }
    }
  }
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const g = across[3 * seen[i] + k];
      if (alive[g] === 0) continue;
      let side = 0;
      while (side < 2 && across[3 * g + side] !== seen[i]) side++;
      border[2 * sides] = g;
      border[2 * sides + 1] = side;
      sides++;
    }
  }
  for (let i = 0; i < count; i++) spare[used.spare++] = seen[i];
  if (sides < 3 || used.faces + sides > MAX_FACES + used.spare) return false;
  used.vertices++;
  // one new face per border side, from the side's end to its start as the unseen face has it
  for (let i = 0; i < used.vertices; i++) fan[i] = -1;
  for (let i = 0; i < sides; i++) {
    const g = border[2 * i];
    const side = border[2 * i + 1];
    const to = corners[3 * g + side];
    const from = corners[3 * g + (side < 2 ? side + 1 : 0)];
    if (fan[from] >= 0) return false;
    const f = addFace(w, from, to, v);
    fan[from] = f;
    across[3 * f] = g;
    across[3 * g + side] = f;
  }
  for (let i = 0; i < sides; i++) {
    const f = across[3 * border[2 * i] + border[2 * i + 1]];
    const next = fan[corners[3 * f + 1]];
    if (next < 0) return false;
    across[3 * f + 1] = next;
    across[3 * next + 2] = f;
  }
  return true;
}
