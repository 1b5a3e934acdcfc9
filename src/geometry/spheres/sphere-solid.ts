import { buildMeshTree } from "../tree/build.js";
import type { TreeCache } from "../tree/cached-tree.js";
import type { MeshTree } from "../tree/mesh-tree.js";
import { type HashFunction, sealBytes, unsealBytes } from "../tree/sealed-bytes.js";
import type { TriangleMesh } from "../types.js";
import {
  DEFAULT_COUNT,
  PACKING_VERSION,
  type PackingOptions,
  packSpheres,
  type SpherePacking,
} from "./pack-spheres.js";
import { buildSphereTree, type SphereTree } from "./sphere-tree.js";
import { CELL, cellsOfValues, cutIntoCells, type SurfaceCells } from "./surface-cells.js";

/**
 * A solid as spheres inside it and the share that each has in its surface: an inner sphere tree. Nothing in it changes.
 */
export interface SphereSolid {
  readonly packing: SpherePacking;
  readonly tree: SphereTree;
  readonly cells: SurfaceCells;
}

/** Packs, and deals out the surface. */
export function createSphereSolid(
  mesh: TriangleMesh,
  options: PackingOptions = {},
  meshTree: MeshTree = buildMeshTree(mesh),
): SphereSolid {
  const packing = packSpheres(mesh, options, meshTree);
  const tree = buildSphereTree(packing.balls);
  const { values, ball } = cutIntoCells(mesh, packing.balls, tree);
  return { packing, tree, cells: cellsOfValues(values, ball) };
}

/**
 * The same from the cache, or made and put there; the same numbers either way. Trees over spheres are rebuilt: they
 * take a hundredth of the time.
 */
export function cachedSphereSolid(
  mesh: TriangleMesh,
  options: PackingOptions,
  cache: TreeCache,
  hash: HashFunction,
  meshTree?: MeshTree,
): SphereSolid {
  const key = sphereSolidKey(mesh, options, hash);
  const stored = cache.get(key);
  const bytes = stored === undefined ? null : unsealBytes(key, stored, hash);
  const known = bytes === null ? null : fromBytes(bytes);
  if (known !== null) return known;
  const made = createSphereSolid(mesh, options, meshTree);
  cache.put(key, sealBytes(key, toBytes(made), hash));
  return made;
}

/** Names the mesh, the options and the version. */
export function sphereSolidKey({ vertices, triangles }: TriangleMesh, options: PackingOptions, hash: HashFunction) {
  const bytesOf = (a: Float64Array | Uint32Array) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const { count = DEFAULT_COUNT, fill = 1, leastRadius = 0, seed = 1 } = options;
  const wanted = hash(bytesOf(Float64Array.of(count, fill, leastRadius, seed)));
  return `spheres-${PACKING_VERSION}-${wanted}-${hash(bytesOf(vertices))}-${hash(bytesOf(triangles))}`;
}

/** Number of spheres and of cells, fill; spheres; cells; the sphere of each cell: all as numbers of 8 bytes. */
function toBytes({ packing, cells }: SphereSolid): Uint8Array {
  const head = Float64Array.of(packing.count, cells.count, packing.fill);
  const all = [head, packing.balls, cells.values, Float64Array.from(cells.ball)];
  const numbers = new Float64Array(all.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of all) {
    numbers.set(part, at);
    at += part.length;
  }
  return new Uint8Array(numbers.buffer);
}

function fromBytes(bytes: Uint8Array): SphereSolid | null {
  if (bytes.length < 24 || bytes.length % 8 !== 0) return null;
  // a copy with its own buffer; `slice` of a Node buffer would be no copy
  const numbers = new Float64Array(new Uint8Array(bytes).buffer);
  const [count, cellCount, fill] = numbers;
  const [afterBalls, afterCells] = [3 + 4 * count, 3 + 4 * count + CELL.size * cellCount];
  if (numbers.length !== afterCells + cellCount) return null;
  const balls = numbers.slice(3, afterBalls);
  const ball = Int32Array.from(numbers.subarray(afterCells));
  return {
    packing: { balls, count, fill },
    tree: buildSphereTree(balls),
    cells: cellsOfValues(numbers.slice(afterBalls, afterCells), ball),
  };
}
