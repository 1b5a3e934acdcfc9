/**
 * Rays into a large mesh: our flat tree against three-mesh-bvh in one process, the same rays, in turns, hits compared
 * one by one. `stiction bench ray-cast` runs it with a million triangles, test/geometry/ray-cast-judge.test.ts with
 * fewer.
 */
import { torusMesh } from "../src/geometry/tessellate.js";
import { buildMeshTree } from "../src/geometry/tree/build.js";
import type { SplitRule } from "../src/geometry/tree/mesh-tree.js";
import { BOTH_SIDES, castRays, HIT_SIZE, RAY_SIZE } from "../src/geometry/tree/ray.js";
import type { TriangleMesh } from "../src/geometry/types.js";
import { percentile } from "./measure.js";

/** A comparison: a seed gives the same mesh and the same rays. */
export interface RayScene {
  readonly mesh: TriangleMesh;
  readonly rayCount: number;
  /**
   * `random` from anywhere to anywhere, `camera` a picture of the torus row by row. Unit directions, 8 numbers each.
   */
  readonly rays: Readonly<Record<"random" | "camera", Float64Array>>;
}

/** Something that casts all rays and leaves triangle (−1: none) and distance (∞: none) of each. */
export interface RayCaster {
  readonly name: string;
  readonly buildMs: number;
  run(rays: Float64Array, triangle: Int32Array, distance: Float64Array): void;
  /** Converts its triangle names to numbers of the mesh; not timed. */
  identify(triangle: Int32Array): void;
}

export interface RayResult {
  readonly triangle: Int32Array;
  readonly distance: Float64Array;
}

export function rayScene(triangles: number, rayCount: number, seed: number): RayScene {
  const rnd = mulberry32(seed);
  const mesh = roughTorus(rnd, triangles);
  return { mesh, rayCount, rays: makeRays(rnd, rayCount) };
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A torus with a rough surface; coordinates are single-precision numbers, so both libraries see the same mesh. */
function roughTorus(rnd: () => number, n: number): TriangleMesh {
  const slices = 2 * Math.round(Math.sqrt(n / 4));
  const mesh = torusMesh(1, 0.4, slices, Math.round(n / 2 / slices));
  const rough = 0.5 / slices;
  for (let i = 0; i < mesh.vertices.length; i++)
    mesh.vertices[i] = Math.fround(mesh.vertices[i] + rough * (rnd() - 0.5));
  return mesh;
}

function makeRays(rnd: () => number, count: number): RayScene["rays"] {
  const anywhere = new Float64Array(RAY_SIZE * count);
  const camera = new Float64Array(RAY_SIZE * count);
  const width = Math.ceil(Math.sqrt(count));
  for (let i = 0; i < count; i++) {
    const from = [4 * rnd() - 2, 4 * rnd() - 2, 4 * rnd() - 2];
    setRay(anywhere, i, from, [2 * rnd() - 1 - from[0], 2 * rnd() - 1 - from[1], 2 * rnd() - 1 - from[2]]);
    const [x, y] = [(i % width) / width - 0.5, Math.floor(i / width) / width - 0.5];
    setRay(camera, i, [0.3, -3, 1.5], [1.2 * x, 1, y - 0.5]);
  }
  return { random: anywhere, camera };
}

function setRay(rays: Float64Array, i: number, from: number[], direction: number[]): void {
  const length = Math.sqrt(direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2);
  rays.set([...from, ...direction.map((d) => d / length), 0, Infinity], RAY_SIZE * i);
}

/** Our tree with a split rule; built twice, the second time is measured, as with the others. */
export function ownCaster({ mesh, rayCount }: RayScene, rule: SplitRule): RayCaster {
  const options = { rule, leafSize: rule === "sah" ? 8 : 4 };
  buildMeshTree(mesh, options);
  const start = cpuMs();
  const tree = buildMeshTree(mesh, options);
  const buildMs = cpuMs() - start;
  const hits = new Float64Array(HIT_SIZE * rayCount);
  return {
    name: `stiction ${rule}`,
    buildMs,
    run(rays, triangle, distance) {
      castRays(tree, rays, rayCount, triangle, hits, BOTH_SIDES);
      for (let i = 0; i < rayCount; i++) distance[i] = triangle[i] >= 0 ? hits[HIT_SIZE * i] : Infinity;
    },
    identify() {},
  };
}

/** The used part of three and three-mesh-bvh, which are development dependencies and may be absent. */
interface Vector {
  set(x: number, y: number, z: number): void;
}
interface Three {
  readonly DoubleSide: number;
  readonly Ray: new () => { origin: Vector; direction: Vector };
  readonly BufferAttribute: new (values: Float32Array | Uint32Array, size: number) => object;
  readonly BufferGeometry: new () => { setAttribute(name: string, value: object): void; setIndex(value: object): void };
}
type Hit = { distance: number; face: { a: number; b: number; c: number } } | null;
interface Bvh {
  readonly MeshBVH: new (geometry: object, options: object) => { raycastFirst(ray: object, side: number): Hit };
  readonly [strategy: string]: unknown;
}

/** three-mesh-bvh with one of its split strategies; null when it is not installed. */
export async function threeCaster({ mesh, rayCount }: RayScene, strategy: "CENTER" | "SAH"): Promise<RayCaster | null> {
  let three: Three;
  let library: Bvh;
  try {
    // names in variables, so that no bundler includes them
    const names = ["three", "three-mesh-bvh"];
    [three, library] = (await Promise.all(names.map((name) => import(name)))) as [Three, Bvh];
  } catch {
    return null;
  }
  const makeGeometry = () => {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(Float32Array.from(mesh.vertices), 3));
    geometry.setIndex(new three.BufferAttribute(mesh.triangles.slice(), 1));
    return geometry;
  };
  const options = { strategy: library[strategy], verbose: false };
  new library.MeshBVH(makeGeometry(), options);
  const geometry = makeGeometry();
  const start = cpuMs();
  const bvh = new library.MeshBVH(geometry, options);
  const buildMs = cpuMs() - start;
  // it rearranges the index; a triangle is identified by its corners
  const byCorners = new Map<string, number>();
  for (let t = 0; 3 * t < mesh.triangles.length; t++)
    byCorners.set(mesh.triangles.subarray(3 * t, 3 * t + 3).join(), t);
  const ray = new three.Ray();
  const faces = new Int32Array(3 * rayCount);
  return {
    name: `three-mesh-bvh ${strategy}`,
    buildMs,
    run(rays, triangle, distance) {
      for (let i = 0; i < rayCount; i++) {
        const r = RAY_SIZE * i;
        ray.origin.set(rays[r], rays[r + 1], rays[r + 2]);
        ray.direction.set(rays[r + 3], rays[r + 4], rays[r + 5]);
        const hit = bvh.raycastFirst(ray, three.DoubleSide);
        distance[i] = hit ? hit.distance : Infinity;
        triangle[i] = hit ? 0 : -1;
        if (!hit) continue;
        faces[3 * i] = hit.face.a;
        faces[3 * i + 1] = hit.face.b;
        faces[3 * i + 2] = hit.face.c;
      }
    },
    identify(triangle) {
      for (let i = 0; i < rayCount; i++) {
        if (triangle[i] >= 0) triangle[i] = byCorners.get(faces.subarray(3 * i, 3 * i + 3).join()) ?? -2;
      }
    },
  };
}

/** Hits of one caster. */
export function castAll(caster: RayCaster, rays: Float64Array, rayCount: number): RayResult {
  const result = { triangle: new Int32Array(rayCount), distance: new Float64Array(rayCount) };
  caster.run(rays, result.triangle, result.distance);
  caster.identify(result.triangle);
  return result;
}

/** Differences of two results. */
export interface Difference {
  /** Rays that hit something in one only, or different triangles at different distances. */
  readonly different: number;
  /** Rays at an edge of two triangles where each names another one, at the same distance. */
  readonly shared: number;
  /** Largest difference of distances, relative to 1 m + distance. */
  readonly distance: number;
}

/**
 * Distances count as the same within this share: both compute in f64 with some thirty roundings (3e-15), and a ray at
 * an angle α to its triangle loses digits in proportion to 1/sin α. The chance of an angle below α is about α²; a ray
 * in 10⁸ then reaches 1e-4 and an error of 3e-11. Observed with 2 · 10⁵ rays into 10⁶ triangles: 4e-16.
 */
export const SAME_DISTANCE = 1e-10;

export function compareHits(a: RayResult, b: RayResult): Difference {
  let different = 0;
  let shared = 0;
  let distance = 0;
  for (let i = 0; i < a.triangle.length; i++) {
    if (a.triangle[i] === -1 && b.triangle[i] === -1) continue;
    const apart = Math.abs(a.distance[i] - b.distance[i]) / (1 + Math.abs(a.distance[i]));
    if (!(apart <= SAME_DISTANCE)) different++;
    else {
      if (a.triangle[i] !== b.triangle[i]) shared++;
      distance = Math.max(distance, apart);
    }
  }
  return { different, shared, distance };
}

/** CPU time of each round of each caster, ms, in turns after two rounds of warm-up; and the hits of the last round. */
export function raceCasters(
  casters: readonly RayCaster[],
  rays: Float64Array,
  rayCount: number,
  rounds: number,
): { medianMs: number[]; results: RayResult[] } {
  const results = casters.map(() => ({ triangle: new Int32Array(rayCount), distance: new Float64Array(rayCount) }));
  const times = casters.map(() => [] as number[]);
  for (let round = -2; round < rounds; round++) {
    casters.forEach((caster, c) => {
      const start = cpuMs();
      caster.run(rays, results[c].triangle, results[c].distance);
      const elapsed = cpuMs() - start;
      if (round >= 0) times[c].push(elapsed);
      caster.identify(results[c].triangle);
    });
  }
  return { medianMs: times.map((list) => percentile(list, 0.5)), results };
}

/** CPU time of this process, ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
