import { differenceSupport } from "./support.js";
import type { Collider } from "./types.js";

/** Expansions after which the search stops with what it has. */
export const EPA_LIMIT = 96;

/** Difference of the bounds on the depth, as a fraction of the size, at which the search stops. */
const CONVERGED = 1e-7;

const MAX_VERTICES = EPA_LIMIT + 8;
const MAX_FACES = 8 * MAX_VERTICES;

/** pA, pB, D per vertex, 9 numbers. */
const vertices = new Float64Array(9 * MAX_VERTICES);
/** Corners of each face, counter-clockwise from outside; outward unit normal and signed distance of the origin below it. */
const corners = new Int32Array(3 * MAX_FACES);
const planes = new Float64Array(4 * MAX_FACES);
const alive = new Uint8Array(MAX_FACES);
/** Border of the faces that a new vertex sees. */
const border = new Int32Array(2 * 3 * MAX_FACES);
const spare = new Int32Array(MAX_FACES);
const direction = new Float64Array(3);

/** How many directions are handed on. */
export const EPA_DIRECTIONS = 4;

/** Directions n with the greatest separations seen, best first: [s, n 3] each; s = −∞ where there are fewer. */
export const epaDirections = new Float64Array(4 * EPA_DIRECTIONS);

/** Expansions of the last run, and 1 when its bounds met. */
export const epaIterations = new Int32Array(2);

let vertexCount = 0;
let faceCount = 0;
let spareCount = 0;

/**
 * Directions of least penetration by the expanding polytope [Bergen2001] on the difference M = B − A: a polyhedron inside M grows at the
 * face nearest to the origin, whose distance bounds the depth from below, while the support plane over it bounds the depth from above.
 *
 * It starts from a tetrahedron of extreme points which need not hold the origin: faces that see the origin have a negative distance and
 * grow first. So touching and slightly separate shapes need no special start. Every direction tried is judged by the separation
 * s(n) = −h_M(−n) that it achieves, and the best few are handed on for refinement; a polyhedron spoilt by round-off costs a seed, not
 * the result.
 */
export function epa(a: Collider, b: Collider): void {
  const scale = a.reach + b.reach;
  for (let k = 0; k < EPA_DIRECTIONS; k++) epaDirections[4 * k] = -Infinity;
  epaIterations[0] = 0;
  epaIterations[1] = 0;
  vertexCount = 0;
  faceCount = 0;
  spareCount = 0;
  if (!tetrahedron(a, b)) return;
  for (let iteration = 0; iteration < EPA_LIMIT; iteration++) {
    epaIterations[0] = iteration + 1;
    let nearest = -1;
    for (let f = 0; f < faceCount; f++) {
      if (alive[f] === 1 && (nearest < 0 || planes[4 * f + 3] < planes[4 * nearest + 3])) nearest = f;
    }
    if (nearest < 0) return;
    const o = 4 * nearest;
    for (let k = 0; k < 3; k++) direction[k] = -planes[o + k];
    differenceSupport(a, b, direction, 0, vertices, 9 * vertexCount);
    remember();
    const w = 9 * vertexCount + 6;
    const height = planes[o] * vertices[w] + planes[o + 1] * vertices[w + 1] + planes[o + 2] * vertices[w + 2];
    if (height - planes[o + 3] <= CONVERGED * scale) {
      epaIterations[1] = 1;
      return;
    }
    if (!expand()) return;
  }
}

/** Enters the last direction with the separation that it achieved, unless a better one almost the same is there. */
function remember(): void {
  const w = 9 * vertexCount + 6;
  const s = direction[0] * vertices[w] + direction[1] * vertices[w + 1] + direction[2] * vertices[w + 2];
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

/** A new extreme point in the direction, kept when it is farther than `least` from the line or plane spanned so far. */
function extreme(a: Collider, b: Collider, x: number, y: number, z: number): void {
  direction[0] = x;
  direction[1] = y;
  direction[2] = z;
  differenceSupport(a, b, direction, 0, vertices, 9 * vertexCount);
  remember();
}

/** Four extreme points that span a volume. */
function tetrahedron(a: Collider, b: Collider): boolean {
  extreme(a, b, 1, 0, 0);
  vertexCount = 1;
  extreme(a, b, -1, 0, 0);
  vertexCount = 2;
  let ex = vertices[15] - vertices[6];
  let ey = vertices[16] - vertices[7];
  let ez = vertices[17] - vertices[8];
  const e = Math.sqrt(ex * ex + ey * ey + ez * ez);
  if (!(e > 0)) return false;
  ex /= e;
  ey /= e;
  ez /= e;
  // normal to the line, on the side that reaches farther
  const flat = Math.abs(ez) < 0.7;
  let px = flat ? ey : 0;
  let py = flat ? -ex : ez;
  let pz = flat ? 0 : -ey;
  const p = Math.sqrt(px * px + py * py + pz * pz);
  px /= p;
  py /= p;
  pz /= p;
  farther(a, b, px, py, pz);
  vertexCount = 3;
  const ux = vertices[24] - vertices[6];
  const uy = vertices[25] - vertices[7];
  const uz = vertices[26] - vertices[8];
  let nx = ey * uz - ez * uy;
  let ny = ez * ux - ex * uz;
  let nz = ex * uy - ey * ux;
  const n = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(n > 0)) return false;
  nx /= n;
  ny /= n;
  nz /= n;
  farther(a, b, nx, ny, nz);
  vertexCount = 4;
  const height =
    nx * (vertices[33] - vertices[6]) + ny * (vertices[34] - vertices[7]) + nz * (vertices[35] - vertices[8]);
  // faces run counter-clockwise seen from outside: the fourth vertex is below the first face
  const up = height > 0;
  addFace(0, up ? 2 : 1, up ? 1 : 2);
  addFace(0, up ? 1 : 3, up ? 3 : 1);
  addFace(1, up ? 2 : 3, up ? 3 : 2);
  addFace(2, up ? 0 : 3, up ? 3 : 0);
  return true;
}

/** The extreme point along ±d that is farther from vertex 0 along d. */
function farther(a: Collider, b: Collider, x: number, y: number, z: number): void {
  extreme(a, b, -x, -y, -z);
  const o = 9 * vertexCount + 6;
  const below = -(
    x * (vertices[o] - vertices[6]) +
    y * (vertices[o + 1] - vertices[7]) +
    z * (vertices[o + 2] - vertices[8])
  );
  extreme(a, b, x, y, z);
  const above =
    x * (vertices[o] - vertices[6]) + y * (vertices[o + 1] - vertices[7]) + z * (vertices[o + 2] - vertices[8]);
  if (below > above) extreme(a, b, -x, -y, -z);
}

function addFace(i: number, j: number, k: number): void {
  const f = spareCount > 0 ? spare[--spareCount] : faceCount++;
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
  // a face without area is never nearest and never seen
  const ok = length > 0;
  planes[4 * f] = ok ? nx / length : 0;
  planes[4 * f + 1] = ok ? ny / length : 0;
  planes[4 * f + 2] = ok ? nz / length : 0;
  planes[4 * f + 3] = ok
    ? planes[4 * f] * vertices[p] + planes[4 * f + 1] * vertices[p + 1] + planes[4 * f + 2] * vertices[p + 2]
    : Infinity;
}

/** Takes the new vertex in: faces that it sees go, their border is joined to it. Returns false when there is no room or no border. */
function expand(): boolean {
  const v = vertexCount;
  const w = 9 * v + 6;
  const x = vertices[w];
  const y = vertices[w + 1];
  const z = vertices[w + 2];
  let edges = 0;
  for (let f = 0; f < faceCount; f++) {
    if (alive[f] === 0) continue;
    const o = 4 * f;
    if (!(planes[o] * x + planes[o + 1] * y + planes[o + 2] * z > planes[o + 3])) continue;
    alive[f] = 0;
    spare[spareCount++] = f;
    // an edge seen from both sides is not on the border
    for (let k = 0; k < 3; k++) {
      const from = corners[3 * f + k];
      const to = corners[3 * f + (k < 2 ? k + 1 : 0)];
      let other = -1;
      for (let i = 0; i < edges; i++) if (border[2 * i] === to && border[2 * i + 1] === from) other = i;
      if (other >= 0) {
        edges--;
        border[2 * other] = border[2 * edges];
        border[2 * other + 1] = border[2 * edges + 1];
      } else {
        border[2 * edges] = from;
        border[2 * edges + 1] = to;
        edges++;
      }
    }
  }
  if (edges < 3) return false;
  vertexCount++;
  for (let i = 0; i < edges; i++) {
    if (spareCount === 0 && faceCount >= MAX_FACES) return false;
    addFace(border[2 * i], border[2 * i + 1], v);
  }
  return true;
}
