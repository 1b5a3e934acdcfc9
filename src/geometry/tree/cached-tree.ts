import type { TriangleMesh } from "../types.js";
import { buildMeshTree, TREE_BUILD_VERSION } from "./build.js";
import type { MeshTree, MeshTreeOptions } from "./mesh-tree.js";
import { type HashFunction, sealBytes, unsealBytes } from "./sealed-bytes.js";
import { meshTreeFromBytes, meshTreeToBytes, TREE_BYTES_VERSION } from "./tree-bytes.js";

/**
 * Where trees are kept between runs, by content. Files, clocks and the choice of what to keep belong to the provider:
 * the time from a `get` that finds nothing to the `put` of the same key is the time that building took. Neither may
 * throw.
 */
export interface TreeCache {
  get(key: string): Uint8Array | undefined;
  put(key: string, bytes: Uint8Array): void;
}

/**
 * Smaller meshes are built at once and never looked up: a twentieth of a second on the machine where a million
 * triangles take two.
 */
export const CACHED_FROM = 20_000;

/**
 * The tree of a mesh from the cache, or built and put there; the same bytes either way. The bytes are sealed, see
 * `sealBytes`. Bytes that are damaged, cut short, or of another mesh are not trusted: the tree is rebuilt and stored
 * again.
 */
export function cachedMeshTree(
  mesh: TriangleMesh,
  options: MeshTreeOptions,
  cache: TreeCache,
  hash: HashFunction,
): MeshTree {
  const key = meshTreeKey(mesh, options, hash);
  const stored = cache.get(key);
  const bytes = stored === undefined ? null : unsealBytes(key, stored, hash);
  const known = bytes === null ? null : meshTreeFromBytes(mesh, bytes);
  if (known?.ok) return known.tree;
  const built = buildMeshTree(mesh, options);
  cache.put(key, sealBytes(key, meshTreeToBytes(built), hash));
  return built;
}

/**
 * Names the contents of the mesh, the options and the versions, so that a changed mesh or program never meets an old
 * tree.
 */
export function meshTreeKey(
  { vertices, triangles }: TriangleMesh,
  options: MeshTreeOptions,
  hash: HashFunction,
): string {
  const bytesOf = (a: Float64Array | Uint32Array) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const kind = `${options.rule ?? "sah"}-${options.leafSize ?? "default"}`;
  const version = `${TREE_BYTES_VERSION}.${TREE_BUILD_VERSION}`;
  return `mesh-tree-${version}-${kind}-${hash(bytesOf(vertices))}-${hash(bytesOf(triangles))}`;
}
