import { type Edges, findEdges, nextInTriangle } from "./edges.js";
import { triangulateFace } from "./polygon.js";
import { extentOf, type Triangles, weld, weldNear } from "./weld.js";

/** What was found and what was done. */
export interface Cleaning {
  /** Points that were joined with another one, at equal places and within the tolerance; STL is read with equal ones joined. */
  readonly joined: number;
  readonly tolerance: number;
  /** Triangles that had no area left. */
  readonly dropped: number;
  /** Triangles that were turned over. */
  readonly turned: number;
  /** Holes that were closed, and the triangles that close them. */
  readonly holes: number;
  readonly added: number;
  /** What is left. */
  readonly openEdges: number;
  readonly crowdedEdges: number;
  readonly clashingEdges: number;
  /** Signed sum of tetrahedra, in the unit of the points; it is the volume where the mesh is closed. */
  readonly volume: number;
  readonly area: number;
}

export interface CleanOptions {
  /** Width within which points are joined where the mesh is open otherwise, as a share of its extent; 0: equal points only. */
  readonly tolerance?: number;
  /** Largest number of edges of a hole that is closed; 0: none is. */
  readonly holes?: number;
  /** Whether triangles may be turned over. */
  readonly orient?: boolean;
}

export const CLEAN_DEFAULTS = { tolerance: 1e-5, holes: 16, orient: true } as const;

/** Joins points, makes neighbours agree on which side is outside, and closes small holes. */
export function cleanMesh(given: Triangles, options: CleanOptions = {}): { mesh: Triangles; cleaning: Cleaning } {
  const { tolerance, holes, orient } = { ...CLEAN_DEFAULTS, ...options };
  let mesh = weld(given, 0);
  let edges = findEdges(mesh.triangles);
  let used = 0;
  for (const share of edges.open > 0 && tolerance > 0 ? [tolerance / 10, tolerance] : []) {
    const width = share * extentOf(mesh.positions);
    const near = weldNear(mesh, borderPoints(mesh, edges), width);
    const found = findEdges(near.triangles);
    // points within the tolerance are joined only where that closes gaps and opens nothing
    if (found.open < edges.open && found.crowded <= edges.crowded) [mesh, edges, used] = [near, found, width];
    if (edges.open === 0) break;
  }
  const joined = (given.positions.length - mesh.positions.length) / 3;
  const dropped = (given.triangles.length - mesh.triangles.length) / 3;
  const turned = orient ? orientTriangles(mesh, edges) : 0;
  const filling = holes > 0 && edges.open > 0 ? closeHoles(mesh, edges, holes) : { triangles: [], holes: 0 };
  if (filling.holes > 0) mesh = { positions: mesh.positions, triangles: append(mesh.triangles, filling.triangles) };
  if (turned > 0 || filling.holes > 0) edges = findEdges(mesh.triangles);
  return {
    mesh,
    cleaning: {
      joined,
      tolerance: used,
      dropped,
      turned,
      holes: filling.holes,
      added: filling.triangles.length / 3,
      openEdges: edges.open,
      crowdedEdges: edges.crowded,
      clashingEdges: edges.clashing,
      ...measure(mesh),
    },
  };
}

/** Points along open edges. */
function borderPoints({ positions, triangles }: Triangles, { mate }: Edges): Uint32Array {
  const marked = new Uint8Array(positions.length / 3);
  for (let h = 0; h < triangles.length; h++) {
    if (mate[h] !== -1) continue;
    marked[triangles[h]] = 1;
    marked[triangles[nextInTriangle(h)]] = 1;
  }
  const out: number[] = [];
  for (let v = 0; v < marked.length; v++) if (marked[v] === 1) out.push(v);
  return Uint32Array.from(out);
}

function append(a: Uint32Array, b: readonly number[]): Uint32Array {
  const out = new Uint32Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** Turns triangles over, in place, so that neighbours agree and closed parts face outward; returns how many. */
function orientTriangles({ positions, triangles }: Triangles, { mate, open, clashing }: Edges): number {
  const n = triangles.length / 3;
  const part = new Int32Array(n).fill(-1);
  const flip = new Uint8Array(n);
  const stack: number[] = [];
  let [parts, turned] = [0, 0];
  for (let seed = 0; seed < n; seed++) {
    if (part[seed] >= 0) continue;
    const members: number[] = [];
    part[seed] = parts;
    stack.push(seed);
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      members.push(t);
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        const other = mate[h];
        if (other < 0) continue;
        const s = Math.floor(other / 3);
        if (part[s] >= 0) continue;
        part[s] = parts;
        flip[s] = triangles[h] === triangles[other] ? 1 - flip[t] : flip[t];
        stack.push(s);
      }
    }
    parts++;
    turned += turnPart(members, flip, positions, triangles, clashing > 0, open === 0);
  }
  return turned;
}

/**
 * Applies the flips of one connected part. A part that was consistent stays as it is unless the whole mesh is one
 * closed part that is inside out: an inner surface of a hollow solid faces inward by right.
 */
function turnPart(
  members: readonly number[],
  flip: Uint8Array,
  positions: Float64Array,
  triangles: Uint32Array,
  mixed: boolean,
  closed: boolean,
): number {
  const whole = members.length === triangles.length / 3;
  if (!mixed && !(whole && closed)) return 0;
  let volume = 0;
  for (const t of members) volume += (flip[t] ? -1 : 1) * tetrahedron(positions, triangles, t);
  const flips = members.reduce((sum, t) => sum + flip[t], 0);
  // of two ways to agree, the one with a positive volume; of an open part, the one that turns fewer over
  const other = closed && (flips > 0 || whole) ? volume < 0 : 2 * flips > members.length;
  let turned = 0;
  for (const t of members) {
    if ((flip[t] === 1) === other) continue;
    [triangles[3 * t + 1], triangles[3 * t + 2]] = [triangles[3 * t + 2], triangles[3 * t + 1]];
    turned++;
  }
  return turned;
}

/** Six times the signed volume of the origin and a triangle. */
function tetrahedron(p: Float64Array, triangles: Uint32Array, t: number): number {
  const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  return (
    p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
    p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
    p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])
  );
}

export function measure({ positions: p, triangles }: Triangles): { volume: number; area: number } {
  let [volume, area] = [0, 0];
  for (let t = 0; t < triangles.length / 3; t++) {
    volume += tetrahedron(p, triangles, t);
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    area += 0.5 * Math.sqrt(x * x + y * y + z * z);
  }
  return { volume: volume / 6, area };
}

/** Triangles over the borders of at most `most` edges that go round once. */
function closeHoles({ positions, triangles }: Triangles, { mate }: Edges, most: number) {
  const leaving = new Map<number, number | undefined>();
  for (let h = 0; h < triangles.length; h++) {
    if (mate[h] !== -1) continue;
    // along the hole the border runs the other way; a point where two borders meet is left alone
    const from = triangles[nextInTriangle(h)];
    leaving.set(from, leaving.has(from) ? undefined : triangles[h]);
  }
  const out: number[] = [];
  let holes = 0;
  for (const start of [...leaving.keys()]) {
    const loop: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && leaving.has(at) && loop.length <= most) {
      const to: number | undefined = leaving.get(at);
      loop.push(at);
      leaving.delete(at);
      at = to;
      if (at === start) break;
    }
    if (at !== start || loop.length < 3 || loop.length > most) continue;
    for (const k of triangulateFace(loop, positions)) out.push(loop[k]);
    holes++;
  }
  return { triangles: out, holes };
}
