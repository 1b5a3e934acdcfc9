/**
 * Rays into a mesh of a million triangles: our flat tree against three-mesh-bvh, in one process, in turns, same rays,
 * hits compared one by one. Prints the time to build, rays per second (median of the rounds) and whether the hits
 * agree.
 *
 *   npx tsx --conditions=source bench/ray-cast.ts [triangles] [rays] [rounds]
 *
 * Without three-mesh-bvh installed only our own lines are printed.
 */
import { torusMesh } from "../src/geometry/tessellate.js";
import { buildMeshTree } from "../src/geometry/tree/build.js";
import { type MeshTree, type SplitRule, treeCost } from "../src/geometry/tree/mesh-tree.js";
import { BOTH_SIDES, castRays, HIT_SIZE, RAY_SIZE } from "../src/geometry/tree/ray.js";
import { meshTreeToBytes } from "../src/geometry/tree/tree-bytes.js";
import type { TriangleMesh } from "../src/geometry/types.js";

const triangles = Number(process.argv[2] ?? 1_000_000);
const rayCount = Number(process.argv[3] ?? 100_000);
const rounds = Number(process.argv[4] ?? 7);

/** mulberry32, uniform in [0, 1). */
function random(seed: number): () => number {
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

/** Unit directions: `random` from anywhere to anywhere, `camera` a picture of the torus row by row. */
function makeRays(rnd: () => number, count: number): Record<"random" | "camera", Float64Array> {
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

/** Something that casts all rays and leaves triangle and distance of each. */
interface Contestant {
  name: string;
  buildMs: number;
  note: string;
  run(rays: Float64Array, triangle: Int32Array, distance: Float64Array): void;
  /** Turns its own way of naming triangles into numbers; not timed. */
  identify(triangle: Int32Array): void;
}

function ours(mesh: TriangleMesh, rule: SplitRule, leafSize: number): Contestant {
  let tree: MeshTree = buildMeshTree(mesh, { rule, leafSize });
  const start = performance.now();
  tree = buildMeshTree(mesh, { rule, leafSize });
  const buildMs = performance.now() - start;
  const hits = new Float64Array(HIT_SIZE * rayCount);
  return {
    name: `stiction ${rule}`,
    buildMs,
    note: `${tree.nodeCount} nodes, depth ${tree.depth}, cost ${treeCost(tree).toFixed(1)}, ${(meshTreeToBytes(tree).length / 1e6).toFixed(1)} MB`,
    run(rays, triangle, distance) {
      castRays(tree, rays, rayCount, triangle, hits, BOTH_SIDES);
      for (let i = 0; i < rayCount; i++) distance[i] = triangle[i] >= 0 ? hits[HIT_SIZE * i] : Infinity;
    },
    identify() {},
  };
}

/** three-mesh-bvh with a split strategy of its own; null when it is not installed. Types are not needed to be there. */
async function theirs(mesh: TriangleMesh, strategyName: string): Promise<Contestant | null> {
  const [bvhName, threeName] = ["three-mesh-bvh", "three"];
  // biome-ignore lint/suspicious/noExplicitAny: the package may be absent when this is type-checked
  let library: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  let three: any;
  try {
    library = await import(bvhName);
    three = await import(threeName);
  } catch {
    return null;
  }
  const makeGeometry = () => {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(Float32Array.from(mesh.vertices), 3));
    geometry.setIndex(new three.BufferAttribute(mesh.triangles.slice(), 1));
    return geometry;
  };
  const options = { strategy: library[strategyName], verbose: false };
  let bvh = new library.MeshBVH(makeGeometry(), options);
  const geometry = makeGeometry();
  const start = performance.now();
  bvh = new library.MeshBVH(geometry, options);
  const buildMs = performance.now() - start;
  // it rearranges the index; a triangle is known again by its corners
  const byCorners = new Map<string, number>();
  for (let t = 0; 3 * t < mesh.triangles.length; t++)
    byCorners.set(mesh.triangles.subarray(3 * t, 3 * t + 3).join(), t);
  const ray = new three.Ray();
  const faces = new Int32Array(3 * rayCount);
  return {
    name: `three-mesh-bvh ${strategyName}`,
    buildMs,
    note: "",
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

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Same triangle, or the same distance (a ray through an edge belongs to both sides). */
function disagreements(a: [Int32Array, Float64Array], b: [Int32Array, Float64Array]): number {
  let wrong = 0;
  for (let i = 0; i < rayCount; i++) {
    if (a[0][i] === b[0][i]) {
      // single precision inside the other library
      if (a[0][i] >= 0 && Math.abs(a[1][i] - b[1][i]) > 1e-5 * (1 + a[1][i])) wrong++;
    } else if (!(Math.abs(a[1][i] - b[1][i]) <= 1e-5)) wrong++;
  }
  return wrong;
}

const rnd = random(1);
const mesh = roughTorus(rnd, triangles);
const allRays = makeRays(rnd, rayCount);
console.log(
  `${mesh.triangles.length / 3} triangles, ${rayCount} rays, median of ${rounds} rounds in turns, Node ${process.version}`,
);
const opponents = (await Promise.all(["CENTER", "SAH"].map((name) => theirs(mesh, name)))).filter((c) => c !== null);
if (opponents.length === 0) console.log("three-mesh-bvh is not installed: own figures only");
const contestants = [ours(mesh, "sah", 8), ours(mesh, "centroid", 4), ...opponents];
for (const { name, buildMs, note } of contestants)
  console.log(`build ${name.padEnd(24)} ${buildMs.toFixed(0).padStart(6)} ms  ${note}`);
for (const [kind, rays] of Object.entries(allRays)) {
  const results = contestants.map(
    () => [new Int32Array(rayCount), new Float64Array(rayCount)] as [Int32Array, Float64Array],
  );
  const times = contestants.map(() => [] as number[]);
  for (let round = -2; round < rounds; round++) {
    contestants.forEach((contestant, c) => {
      const start = performance.now();
      contestant.run(rays, results[c][0], results[c][1]);
      const elapsed = performance.now() - start;
      // two rounds of warm-up
      if (round >= 0) times[c].push(elapsed);
      contestant.identify(results[c][0]);
    });
  }
  const base = median(times[0]);
  contestants.forEach(({ name }, c) => {
    const hits = results[c][0].reduce((n, t) => n + (t !== -1 ? 1 : 0), 0);
    const rate = rayCount / median(times[c]);
    const spread = `${(rayCount / Math.max(...times[c])).toFixed(0)}–${(rayCount / Math.min(...times[c])).toFixed(0)}`;
    const wrong = disagreements(results[0], results[c]);
    console.log(
      `${kind.padEnd(7)} ${name.padEnd(24)} ${rate.toFixed(0).padStart(6)} krays/s (${spread})  ours is ${(median(times[c]) / base).toFixed(2)} ×  ${hits} hits, ${wrong} differ`,
    );
  });
}
