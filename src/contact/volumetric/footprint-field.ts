/** Footprints: the pressure over every patch of volumetric contact, for drawing and for export. */
import type { CollisionSetup } from "../../collision/setup.js";
import { placeShape } from "../../collision/shape-poses.js";
import { type DepthField, depthField } from "../../collision/volume/clipping/depth-field.js";
import { placedMesh } from "../../collision/volume/clipping/placed-mesh.js";
import { type ClippedVolumes, clipVolumes, createClippedVolumes, OVERLAP_SIZE } from "../../collision/volume/index.js";
import type { Data } from "../../data/data.js";
import { relativeTransform } from "../../geometry/tree/box-pair.js";
import type { TriangleMesh } from "../../geometry/types.js";
import { quatRotate, quatRotateInverse } from "../../math/quat.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { ROW, volumeFields } from "./fields.js";
import type { VolumePair, VolumeSetup } from "./setup.js";

/** One patch, in the world. */
export interface Footprint {
  /** Names of the bodies, and numbers of the shapes. */
  readonly bodies: readonly [string, string];
  readonly shapes: readonly [number, number];
  /** Its row in the memory of the regions. */
  readonly row: number;
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
  /** What the law itself bore in the last step: F_n, N, and its force on B, N. */
  readonly load: number;
  readonly wrench: readonly number[];
  /** Part of the bristles that stick, 0 … 1. */
  readonly sticking: number;
}

/**
 * The pressure fields at the present state, of the regions that the last step has left [Vilela2018, spec 4.1]:
 *
 *   p = K δ (1 + a δ̇),   δ̇ = −n · (v_B − v_A),   ∫ p dS = F_n
 *
 * at corners of triangles on which δ is linear (`depth-field.ts`). Zero where the law bears nothing; negative only where the layer parts so quickly that 1 + a δ̇ < 0 at a point while it presses as
 * a whole. Round shapes and half-spaces are taken as their triangles. Of a region that is shared out among several sides each triangle goes to the side whose normal is nearest to its own, so
 * that fields show where it bears, while their integrals are those of the law only nearly.
 *
 * Reads: body state, memory. Writes nothing, but allocates.
 */
export function footprints(model: Model, data: Data): Footprint[] {
  const setup = model.systems.volumetric as VolumeSetup;
  if (!setup.active) return [];
  const { key, remembered } = volumeFields(data);
  const found: Footprint[] = [];
  for (let first = 0; first < remembered[0]; ) {
    let end = first + 1;
    while (end < remembered[0] && key[4 * end] === key[4 * first] && key[4 * end + 1] === key[4 * first + 1]) end++;
    found.push(...footprintsOf(model, data, setup, first, end));
    first = end;
  }
  return found;
}

/** Surfaces of one region in each other, 9 numbers per triangle, in the frame of a shape. */
interface Sheets {
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** The triangles of the meshes that these are parts of, uncut; empty for a half-space. */
  readonly wholeA: readonly number[];
  readonly wholeB: readonly number[];
  /** Where the region is: centroid, m; and its volume, m³. */
  readonly center: readonly number[] | null;
  readonly volume: number;
}

/** Rows first … end − 1 of the memory, all of the same shapes. */
function footprintsOf(model: Model, data: Data, setup: VolumeSetup, first: number, end: number): Footprint[] {
  const { key, memory } = volumeFields(data);
  const a = key[4 * first];
  const b = key[4 * first + 1];
  const frame = setup.solids[a]?.endless ? b : a;
  const pose = posesOf(model, data, a, b);
  const at = Array.from(pose.subarray(7 * frame, 7 * frame + 3));
  const turn = Array.from(pose.subarray(7 * frame + 3, 7 * frame + 7));
  const body = model.shapes[a].body;
  const bodyTurn = data.bodyQuat.subarray(4 * body, 4 * body + 4);
  const rows = Array.from({ length: end - first }, (_, i) => {
    const o = ROW.size * (first + i);
    const local = quatRotate(bodyTurn, memory.subarray(o + ROW.center, o + ROW.center + 3));
    const center = local.map((x, k) => x + data.bodyPos[3 * body + k]);
    const normal = quatRotate(bodyTurn, memory.subarray(o + ROW.normal, o + ROW.normal + 3));
    const inFrame = (v: readonly number[]) => [...quatRotateInverse(turn, v)];
    return {
      row: first + i,
      center,
      normal: [...normal],
      localCenter: inFrame(center.map((x, k) => x - at[k])),
      localNormal: inFrame(normal),
    };
  });
  const sheets = sheetsOf(setup, pose, a, b);
  // the region of each row: that with the nearest centroid
  const near = rows.map(({ localCenter }) => nearest(sheets, localCenter));
  return rows.map((row, i) => {
    const others = rows.filter((_, j) => j !== i && near[j] === near[i]).map(({ localNormal }) => localNormal);
    const field = fieldOf(sheets[near[i]] ?? NOTHING, row.localCenter, row.localNormal, others);
    const points = new Float64Array(field.points.length);
    for (let p = 0; p < points.length; p += 3) {
      const x = quatRotate(turn, field.points.subarray(p, p + 3));
      for (let k = 0; k < 3; k++) points[p + k] = x[k] + at[k];
    }
    return pressed(model, data, setup, [a, b], row, { ...field, points });
  });
}

const NOTHING: Sheets = { a: [], b: [], wholeA: [], wholeB: [], center: null, volume: 0 };

/** The depths of a region along n; `others` are the normals of its other sides. */
function fieldOf(
  { a, b, wholeA, wholeB, volume }: Sheets,
  center: readonly number[],
  n: readonly number[],
  others: readonly (readonly number[])[],
): DepthField {
  if (others.length === 0 && wholeA.length > 0) {
    // fewer pieces where one surface is not cut, unless it folds: then they do not add up to the volume
    const fast =
      a.length * wholeB.length < wholeA.length * b.length
        ? depthField(a, wholeB, center, n)
        : depthField(wholeA, b, center, n);
    if (Math.abs(volumeOf(fast, n) - volume) <= 1e-9 * volume) return fast;
  }
  return depthField(facing(a, n, others, 1), facing(b, n, others, -1), center, n);
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

function posesOf(model: Model, data: Data, a: number, b: number): Float64Array {
  const collision = model.systems.collision as CollisionSetup;
  const pose = new Float64Array(7 * collision.count);
  placeShape(data, collision, a, pose);
  placeShape(data, collision, b, pose);
  return pose;
}

function nearest(sheets: readonly Sheets[], center: readonly number[]): number {
  let best = 0;
  let least = Infinity;
  sheets.forEach(({ center: c }, i) => {
    const far = c === null ? 0 : [0, 1, 2].reduce((s, k) => s + (c[k] - center[k]) * (c[k] - center[k]), 0);
    if (far < least) {
      least = far;
      best = i;
    }
  });
  return best;
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

/** Surfaces of the regions of two shapes, in the frame of A, or of B where A is a half-space. */
function sheetsOf(setup: VolumeSetup, pose: Float64Array, a: number, b: number): Sheets[] {
  const one = setup.solids[a];
  const other = setup.solids[b];
  if (!one || !other) return [];
  const transform = new Float64Array(22);
  if (one.endless || other.endless) {
    const solid = one.endless ? b : a;
    const plane = one.endless ? a : b;
    relativeTransform(pose, 7 * solid, pose, 7 * solid + 3, pose, 7 * plane, pose, 7 * plane + 3, transform, 0);
    const { mesh } = (one.endless ? other : one).mesh!;
    const { below, flat } = cutByPlane(mesh, transform);
    return [{ ...NOTHING, a: one.endless ? flat : below, b: one.endless ? below : flat }];
  }
  relativeTransform(pose, 7 * a, pose, 7 * a + 3, pose, 7 * b, pose, 7 * b + 3, transform, 0);
  const clipped = createClippedVolumes();
  clipVolumes(one.mesh!, other.mesh!, transform, clipped);
  const mesh = placedMesh(one.mesh!, other.mesh!, transform);
  return Array.from({ length: clipped.overlap.count }, (_, r) => ({
    a: surfaceOf(clipped, r, 0),
    b: surfaceOf(clipped, r, 1),
    wholeA: sourcesOf(clipped, r, 0, mesh, 0),
    wholeB: sourcesOf(clipped, r, 1, mesh, one.mesh!.nf),
    center: Array.from(clipped.overlap.values.subarray(OVERLAP_SIZE * r + 1, OVERLAP_SIZE * r + 4)),
    volume: clipped.overlap.values[OVERLAP_SIZE * r],
  }));
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

/** The surface of a mesh below the plane z = 0 of a frame (`transform` takes its coordinates to those of the mesh), and the plane itself as two triangles, facing up, that reach beyond it. */
function cutByPlane(
  { vertices, triangles }: TriangleMesh,
  transform: Float64Array,
): { below: number[]; flat: number[] } {
  const axis = (j: number) => [0, 1, 2].map((i) => transform[3 * i + j]);
  const [u, v, n] = [axis(0), axis(1), axis(2)];
  const o = Array.from(transform.subarray(9, 12));
  const height = (p: readonly number[]) => n[0] * (p[0] - o[0]) + n[1] * (p[1] - o[1]) + n[2] * (p[2] - o[2]);
  const below: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((c) => [0, 1, 2].map((k) => vertices[3 * triangles[t + c] + k]));
    const heights = corners.map(height);
    const kept: number[][] = [];
    corners.forEach((p, i) => {
      const j = (i + 1) % 3;
      if (heights[i] <= 0) kept.push(p);
      if ((heights[i] < 0 && heights[j] > 0) || (heights[i] > 0 && heights[j] < 0)) {
        const s = heights[i] / (heights[i] - heights[j]);
        kept.push(p.map((x, k) => x + s * (corners[j][k] - x)));
      }
    });
    for (let i = 1; i + 1 < kept.length; i++) below.push(...kept[0], ...kept[i], ...kept[i + 1]);
  }
  // wide enough for all of the mesh, around the foot of its first vertex
  let reach = 0;
  const start = [0, 1, 2].map((k) => vertices[k]);
  for (let i = 0; i < vertices.length; i++) reach = Math.max(reach, Math.abs(vertices[i] - start[i % 3]));
  const h = height(start);
  const corner = (x: number, y: number) => start.map((s, k) => s - h * n[k] + 2 * reach * (x * u[k] + y * v[k]));
  const [p, q, r, s] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  return { below, flat: [...p, ...q, ...r, ...p, ...r, ...s] };
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

/** Pressure at the corners, and its integrals by corners, middles of the sides and centroid of each triangle: exact for what is cubic, as p x is. */
function pressed(
  model: Model,
  data: Data,
  setup: VolumeSetup,
  [a, b]: readonly [number, number],
  { row, center, normal }: { row: number; center: readonly number[]; normal: readonly number[] },
  { points, triangles, depth }: { points: Float64Array; triangles: Uint32Array; depth: Float64Array },
): Footprint {
  const { memory } = volumeFields(data);
  const o = ROW.size * row;
  const { shapes, materials } = model;
  const pair = setup.pairs[materialPair(materials, shapes[a].material, shapes[b].material)] as VolumePair;
  const damping = pair.damping ?? pair.factor / memory[o + ROW.impactSpeed];
  const load = memory[o + ROW.load];
  const stiffness = load > 0 ? pair.stiffness : 0;
  const [bodyA, bodyB] = [shapes[a].body, shapes[b].body];
  const press = (x: readonly number[], d: number) =>
    stiffness * d * (1 + damping * (rateAt(data, bodyA, normal, x) - rateAt(data, bodyB, normal, x)));
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
