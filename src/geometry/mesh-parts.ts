import { buildHalfEdges, type HalfEdges } from "./half-edge.js";
import type { TriangleMesh } from "./types.js";

/** The edge-connected parts of a mesh (a hollow sphere has two). */
export interface MeshParts {
  readonly count: number;
  /** Part of each triangle; parts are numbered by their lowest triangle. */
  readonly partOfTriangle: Int32Array;
  readonly edges: HalfEdges;
}

/** Finds the edge-connected parts of a mesh whose indices are in range. */
export function meshParts(mesh: TriangleMesh): MeshParts {
  const edges = buildHalfEdges(mesh);
  const nt = mesh.triangles.length / 3;
  const partOfTriangle = new Int32Array(nt).fill(-1);
  const stack = new Int32Array(nt);
  let count = 0;
  for (let seed = 0; seed < nt; seed++) {
    if (partOfTriangle[seed] >= 0) continue;
    let top = 0;
    stack[top++] = seed;
    partOfTriangle[seed] = count;
    while (top > 0) {
      const t = stack[--top];
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        const twin = edges.twin[h];
        if (twin < 0) continue;
        const u = edges.face[twin];
        if (partOfTriangle[u] >= 0) continue;
        partOfTriangle[u] = count;
        stack[top++] = u;
      }
    }
    count++;
  }
  return { count, partOfTriangle, edges };
}

/**
 * Number of cycles that the triangles around each vertex form, in a closed, consistently oriented mesh; 0 if unused.
 */
export function fansPerVertex(edges: HalfEdges): Uint32Array {
  const { origin, twin, next, leaving } = edges;
  const fans = new Uint32Array(leaving.length);
  const seen = new Uint8Array(origin.length);
  for (let first = 0; first < origin.length; first++) {
    if (seen[first]) continue;
    fans[origin[first]]++;
    // Turn around the vertex: the twin of the half-edge that arrives there leaves it again.
    let h = first;
    while (h >= 0 && !seen[h]) {
      seen[h] = 1;
      h = twin[next[next[h]]];
    }
  }
  return fans;
}

/** Sum of all triangle areas, m². */
export function meshArea({ vertices: p, triangles }: TriangleMesh): number {
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    area += 0.5 * Math.sqrt(x * x + y * y + z * z);
  }
  return area;
}

/** Bounding box of the triangles, [minx, miny, minz, maxx, maxy, maxz]. */
export function meshBox(mesh: TriangleMesh): Float64Array {
  return partBoxes(mesh, { count: 1, partOfTriangle: new Int32Array(mesh.triangles.length / 3) });
}

/**
 * One triangle of each part that is inside out: a part of negative volume is a cavity when its bounding box lies inside
 * the box of a part of positive volume, and inside out otherwise. For a closed, consistently oriented mesh.
 */
export function insideOutParts(mesh: TriangleMesh, parts: MeshParts): number[] {
  const boxes = partBoxes(mesh, parts);
  const volumes = partVolumes(mesh, parts, boxes);
  const bad: number[] = [];
  for (let part = 0; part < parts.count; part++) {
    if (volumes[part] >= 0) continue;
    let cavity = false;
    for (let outer = 0; outer < parts.count && !cavity; outer++) {
      cavity = volumes[outer] > 0 && contains(boxes, outer, part);
    }
    if (!cavity) bad.push(parts.partOfTriangle.indexOf(part));
  }
  return bad;
}

/** Signed volume of each part, measured from the lower corner of its own box. */
function partVolumes({ vertices: p, triangles }: TriangleMesh, parts: MeshParts, boxes: Float64Array): Float64Array {
  const volumes = new Float64Array(parts.count);
  for (let t = 0; t < triangles.length; t += 3) {
    const part = parts.partOfTriangle[t / 3];
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ox = boxes[6 * part];
    const oy = boxes[6 * part + 1];
    const oz = boxes[6 * part + 2];
    const bx = p[b] - ox;
    const by = p[b + 1] - oy;
    const bz = p[b + 2] - oz;
    const cx = p[c] - ox;
    const cy = p[c + 1] - oy;
    const cz = p[c + 2] - oz;
    volumes[part] +=
      ((p[a] - ox) * (by * cz - bz * cy) +
        (p[a + 1] - oy) * (bz * cx - bx * cz) +
        (p[a + 2] - oz) * (bx * cy - by * cx)) /
      6;
  }
  return volumes;
}

function partBoxes({ vertices: p, triangles }: TriangleMesh, parts: Omit<MeshParts, "edges">): Float64Array {
  const boxes = new Float64Array(6 * parts.count);
  for (let i = 0; i < boxes.length; i++) boxes[i] = i % 6 < 3 ? Infinity : -Infinity;
  for (let h = 0; h < triangles.length; h++) {
    const o = 6 * parts.partOfTriangle[Math.floor(h / 3)];
    for (let k = 0; k < 3; k++) {
      const x = p[3 * triangles[h] + k];
      if (x < boxes[o + k]) boxes[o + k] = x;
      if (x > boxes[o + 3 + k]) boxes[o + 3 + k] = x;
    }
  }
  return boxes;
}

function contains(boxes: Float64Array, outer: number, inner: number): boolean {
  const a = 6 * outer;
  const b = 6 * inner;
  for (let k = 0; k < 3; k++) {
    if (!(boxes[a + k] <= boxes[b + k] && boxes[b + 3 + k] <= boxes[a + 3 + k])) return false;
  }
  return true;
}
