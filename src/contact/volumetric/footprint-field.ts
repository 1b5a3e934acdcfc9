/** Footprints: the pressure over every patch of volumetric contact, for drawing and for export. */
import { type DepthField, depthField } from "../../collision/volume/clipping/depth-field.js";
import { placedMesh } from "../../collision/volume/clipping/placed-mesh.js";
import {
  type ClippedVolumes,
  OVERLAP,
  OVERLAP_FLAG,
  OVERLAP_SIZE,
  type Overlap,
} from "../../collision/volume/index.js";
import type { Data } from "../../data/data.js";
import type { TriangleMesh } from "../../geometry/types.js";
import { quatRotate, quatRotateInverse } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { type ClippedPair, clippedPairs } from "./clipped-pairs.js";
import { ROW, volumeFields } from "./volume-fields.js";

/** One patch, in the world. */
export interface Footprint {
  /** Names of the bodies, and numbers of the shapes. */
  readonly bodies: readonly [string, string];
  readonly shapes: readonly [number, number];
  /** Its row in the memory of the regions, and its region among those of the pair, see `clippedPairs`; −1 for none. */
  readonly row: number;
  readonly region: number;
  /** Unit normal from A to B, and centroid of the common volume, m. */
  readonly normal: readonly number[];
  readonly center: readonly number[];
  /** Corners of the triangles, halfway between both surfaces, 3 numbers each, m. */
  readonly points: Float64Array;
  /** Three corners each. */
  readonly triangles: Uint32Array;
  /** δ, m, and p, N/m², of each corner. */
  readonly depth: Float64Array;
  readonly pressure: Float64Array;
  /** ∫ dS along the normal, m²; ∫ δ dS, m³; ∫ p dS, N. */
  readonly area: number;
  readonly volume: number;
  readonly force: number;
  /** ∫ p x dS/∫ p dS, m; the centroid where there is no pressure. */
  readonly centerOfPressure: readonly number[];
  readonly minPressure: number;
  readonly maxPressure: number;
  /** Load of the law in the last step: F_n, N, and its force on B, N. */
  readonly load: number;
  readonly wrench: readonly number[];
  /** Part of the bristles that stick, 0 … 1. */
  readonly sticking: number;
}

/**
 * The pressure fields at the present state, of the regions of the last step [Vilela2018]:
 *
 *   p = K δ (1 + a δ̇),   δ̇ = −n · (v_B − v_A) − h ω_n,   ∫ p dS = F_n
 *
 * (h the lead of a thread, ω_n its spin) at corners of triangles on which δ is linear (`depth-field.ts`). Zero where
 * the law bears nothing; negative only where the layer parts so quickly that 1 + a δ̇ < 0 at a point while it presses
 * as a whole. Round shapes and half-spaces are taken as their triangles. Of a region that is shared out among several
 * sides each triangle goes to the side whose normal is nearest to its own, so that fields show where it bears, while
 * their integrals are those of the law only nearly.
 *
 * Reads: body state, memory. Writes nothing, but allocates. `pairs` are the clipped surfaces, where they are known.
 */
export function footprints(model: Model, data: Data, pairs = clippedPairs(model, data)): Footprint[] {
  return pairs.flatMap((pair) => footprintsOf(model, data, pair));
}

/** Surfaces of one region in each other, 9 numbers per triangle, in the frame of a shape. */
interface Sheets {
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** The triangles of the meshes that these are parts of, uncut; empty for a half-space. */
  readonly wholeA: readonly number[];
  readonly wholeB: readonly number[];
  /** Volume of the region, m³. */
  readonly volume: number;
}

function footprintsOf(model: Model, data: Data, pair: ClippedPair): Footprint[] {
  const sheets = sheetsOf(pair);
  const { position, turn } = pair;
  const inFrame = (v: readonly number[]) => [...quatRotateInverse(turn, v)];
  const rows = pair.rows.map((row) => ({
    ...row,
    localCenter: inFrame(row.center.map((x, k) => x - position[k])),
    localNormal: inFrame(row.normal),
  }));
  return rows.map((row) => {
    const others = rows.filter((r) => r !== row && r.region === row.region).map(({ localNormal }) => localNormal);
    const field = fieldOf(sheets[row.region] ?? NOTHING, row.localCenter, row.localNormal, others);
    const points = new Float64Array(field.points.length);
    for (let p = 0; p < points.length; p += 3) {
      const x = quatRotate(turn, field.points.subarray(p, p + 3));
      for (let k = 0; k < 3; k++) points[p + k] = x[k] + position[k];
    }
    return pressed(model, data, pair, row, { ...field, points });
  });
}

const NOTHING: Sheets = { a: [], b: [], wholeA: [], wholeB: [], volume: 0 };

/** The depths of a region along n; `others` are the normals of its other sides. */
function fieldOf(
  { a, b, wholeA, wholeB, volume }: Sheets,
  center: readonly number[],
  n: readonly number[],
  others: readonly (readonly number[])[],
): DepthField {
  const all = [...a, ...b];
  if (others.length > 0) return depthField(facing(a, n, others, 1), facing(b, n, others, -1), center, n, all);
  const isWhole = (field: DepthField) => Math.abs(volumeOf(field, n) - volume) <= 1e-9 * volume;
  // fewer pieces where one surface is not cut, unless it folds: then they do not add up to the volume
  if (wholeA.length > 0) {
    const fast =
      a.length * wholeB.length < wholeA.length * b.length
        ? depthField(a, wholeB, center, n)
        : depthField(wholeA, b, center, n);
    if (isWhole(fast)) return fast;
  }
  const simple = depthField(a, b, center, n);
  if (isWhole(simple)) return simple;
  // all that bounds the region above and below, whosever it is
  return depthField(all, all, center, n, all);
}

/** ∫ δ dS. */
function volumeOf({ points, triangles, depth }: DepthField, n: readonly number[]): number {
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    const [u, v] = [q, r].map((c) => [0, 1, 2].map((k) => points[c + k] - points[p + k]));
    const area =
      0.5 *
      (n[0] * (u[1] * v[2] - u[2] * v[1]) + n[1] * (u[2] * v[0] - u[0] * v[2]) + n[2] * (u[0] * v[1] - u[1] * v[0]));
    volume += (area * (depth[p / 3] + depth[q / 3] + depth[r / 3])) / 3;
  }
  return volume;
}

/** Triangles whose normal, times the sense, is nearer to n than to any of the others. */
function facing(
  surface: readonly number[],
  n: readonly number[],
  others: readonly (readonly number[])[],
  sense: number,
): readonly number[] {
  if (others.length === 0) return surface;
  const kept: number[] = [];
  for (let o = 0; o < surface.length; o += 9) {
    const t = surface.slice(o, o + 9);
    const [u, v] = [3, 6].map((c) => [0, 1, 2].map((k) => t[c + k] - t[k]));
    const m = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const along = (d: readonly number[]) => sense * (m[0] * d[0] + m[1] * d[1] + m[2] * d[2]);
    if (others.every((d) => along(d) < along(n))) for (const x of t) kept.push(x);
  }
  return kept;
}

/** Surfaces of the regions of two shapes, in the frame of the pair. */
function sheetsOf({ clipped, solids: [one, other], transform, shapes: [a], frame }: ClippedPair): Sheets[] {
  const mesh = one.endless || other.endless ? null : placedMesh(one.mesh!, other.mesh!, transform);
  return Array.from({ length: clipped.overlap.count }, (_, r) => {
    const sheets = { a: surfaceOf(clipped, r, 0), b: surfaceOf(clipped, r, 1) };
    const { values } = clipped.overlap;
    const volume = values[OVERLAP_SIZE * r];
    if (mesh === null) {
      const flat = planeSheet(frame === a ? sheets.a : sheets.b, transform);
      return { ...NOTHING, volume, a: frame === a ? sheets.a : flat, b: frame === a ? flat : sheets.b };
    }
    const wholeA = sourcesOf(clipped, r, 0, mesh, 0);
    return { ...sheets, volume, wholeA, wholeB: sourcesOf(clipped, r, 1, mesh, one.mesh!.nf) };
  });
}

/** Triangles of the mesh that have a part in region r, as they are. */
function sourcesOf(
  { source, body, region }: ClippedVolumes,
  r: number,
  of: number,
  { vertices, triangles }: TriangleMesh,
  first: number,
): number[] {
  const found = new Set<number>();
  for (let t = 0; t < body.length; t++) if (body[t] === of && region[t] === r) found.add(first + source[t]);
  const surface: number[] = [];
  for (const f of found) {
    for (let c = 0; c < 3; c++) for (let k = 0; k < 3; k++) surface.push(vertices[3 * triangles[3 * f + c] + k]);
  }
  return surface;
}

/** Triangles of one body's surface in region r. */
function surfaceOf({ points, triangles, body, region }: ClippedVolumes, r: number, of: number): number[] {
  const surface: number[] = [];
  for (let t = 0; t < body.length; t++) {
    if (body[t] !== of || region[t] !== r) continue;
    for (let c = 0; c < 3; c++) for (let k = 0; k < 3; k++) surface.push(points[3 * triangles[3 * t + c] + k]);
  }
  return surface;
}

/**
 * The plane z = 0 of a frame (`transform` takes its coordinates to the frame of the surface) as two triangles, facing
 * up, that reach beyond a surface.
 */
function planeSheet(surface: readonly number[], transform: Float64Array): number[] {
  const [u, v, n] = [0, 1, 2].map((j) => [0, 1, 2].map((i) => transform[3 * i + j]));
  const start = surface.slice(0, 3);
  let reach = 0;
  for (let i = 0; i < surface.length; i++) reach = Math.max(reach, Math.abs(surface[i] - start[i % 3]));
  const h = [0, 1, 2].reduce((sum, k) => sum + n[k] * (start[k] - transform[9 + k]), 0);
  const corner = (x: number, y: number) => start.map((s, k) => s - h * n[k] + 2 * reach * (x * u[k] + y * v[k]));
  const [p, q, r, s] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  return [...p, ...q, ...r, ...p, ...r, ...s];
}

/** Shares of the corners, and weight. */
const RULE = [
  [1, 0, 0, 1 / 20],
  [0, 1, 0, 1 / 20],
  [0, 0, 1, 1 / 20],
  [0, 0.5, 0.5, 2 / 15],
  [0.5, 0, 0.5, 2 / 15],
  [0.5, 0.5, 0, 2 / 15],
  [1 / 3, 1 / 3, 1 / 3, 9 / 20],
] as const;

/**
 * Pressure at the corners, and its integrals by corners, middles of the sides and centroid of each triangle: exact for
 * what is cubic, as p x is.
 */
function pressed(
  model: Model,
  data: Data,
  { shapes: [a, b], law: pair, clipped }: ClippedPair,
  { row, region, center, normal }: ClippedPair["rows"][number],
  { points, triangles, depth }: { points: Float64Array; triangles: Uint32Array; depth: Float64Array },
): Footprint {
  const { key, memory } = volumeFields(data);
  const o = ROW.size * row;
  const { shapes } = model;
  const lead = key[4 * row + 3] === 0 && region >= 0 ? leadOf(clipped.overlap, region) : 0;
  const damping = pair.damping ?? pair.factor / memory[o + ROW.impactSpeed];
  const load = memory[o + ROW.load];
  const stiffness = load > 0 ? pair.stiffness : 0;
  const [bodyA, bodyB] = [shapes[a].body, shapes[b].body];
  const turning = lead * (spinOf(data, bodyA, normal) - spinOf(data, bodyB, normal));
  const press = (x: readonly number[], d: number) =>
    stiffness * d * (1 + damping * (rateAt(data, bodyA, normal, x) - rateAt(data, bodyB, normal, x) + turning));
  const at = (p: number) => [points[3 * p], points[3 * p + 1], points[3 * p + 2]];
  const pressure = depth.map((d, p) => press(at(p), d));
  let area = 0;
  let volume = 0;
  let force = 0;
  const moment = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [p, q, r] = corners.map(at);
    const [u, v] = [q, r].map((x) => x.map((c, k) => c - p[k]));
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const whole = 0.5 * (cross[0] * normal[0] + cross[1] * normal[1] + cross[2] * normal[2]);
    area += whole;
    for (const weights of RULE) {
      const x = p.map((c, k) => weights[0] * c + weights[1] * q[k] + weights[2] * r[k]);
      const d = weights[0] * depth[corners[0]] + weights[1] * depth[corners[1]] + weights[2] * depth[corners[2]];
      const f = whole * weights[3] * press(x, d);
      volume += whole * weights[3] * d;
      force += f;
      for (let c = 0; c < 3; c++) moment[c] += f * x[c];
    }
  }
  return {
    bodies: [model.bodyNames[bodyA], model.bodyNames[bodyB]],
    shapes: [a, b],
    row,
    region,
    normal,
    center,
    points,
    triangles,
    depth,
    pressure,
    area,
    volume,
    force,
    centerOfPressure: force > 0 ? moment.map((m) => m / force) : center,
    minPressure: pressure.reduce((x, y) => Math.min(x, y), pressure[0] ?? 0),
    maxPressure: pressure.reduce((x, y) => Math.max(x, y), pressure[0] ?? 0),
    load,
    wrench: Array.from(memory.subarray(o + ROW.wrench, o + ROW.wrench + 6)),
    sticking: memory[o + ROW.sticking],
  };
}

/**
 * h = n · ∫ ρ × dA/S of a region, m, along its rim, as the law has it: the flank of a thread moves back by h dθ when it
 * turns about n. Zero for flat and for deep ones.
 */
function leadOf({ values, rim, loopStart, regionLoop, flags }: Overlap, region: number): number {
  const o = OVERLAP_SIZE * region;
  const area = values[o + OVERLAP.patchArea];
  if ((flags[region] & OVERLAP_FLAG.deep) !== 0 || !(area > 0)) return 0;
  let sum = 0;
  for (let loop = regionLoop[region]; loop < regionLoop[region + 1]; loop++) {
    const end = loopStart[loop + 1];
    for (let c = loopStart[loop]; c < end; c++) {
      const d = c + 1 === end ? loopStart[loop] : c + 1;
      let square = 0;
      let along = 0;
      for (let k = 0; k < 3; k++) {
        const p = rim[3 * c + k] - values[o + OVERLAP.center + k];
        const q = rim[3 * d + k] - values[o + OVERLAP.center + k];
        square += p * p + p * q + q * q;
        along += (q - p) * values[o + OVERLAP.normal + k];
      }
      sum -= (along * square) / 6;
    }
  }
  const lead = sum / area;
  const wide = Math.sqrt(area);
  if (!(Math.abs(lead) > 1e-9 * wide)) return 0;
  const t = Math.min(1, Math.max(0, 2 - values[o] / (area * 0.05 * wide)));
  return lead * t * t * (3 - 2 * t);
}

/** n · angular velocity of a body. */
function spinOf({ bodyVel: v }: Data, body: number, n: readonly number[]): number {
  return n[0] * v[6 * body] + n[1] * v[6 * body + 1] + n[2] * v[6 * body + 2];
}

/** n · velocity of a point of a body. */
function rateAt({ bodyPos, bodyVel: v }: Data, body: number, n: readonly number[], x: readonly number[]): number {
  const o = 6 * body;
  const [rx, ry, rz] = [0, 1, 2].map((k) => x[k] - bodyPos[3 * body + k]);
  return (
    n[0] * (v[o + 3] + v[o + 1] * rz - v[o + 2] * ry) +
    n[1] * (v[o + 4] + v[o + 2] * rx - v[o] * rz) +
    n[2] * (v[o + 5] + v[o] * ry - v[o + 1] * rx)
  );
}
