/**
 * Solids as spheres: inner sphere trees instead of meshes [Vilela2018]. With `spheres` the shares that spheres have in
 * the surface of the finer solid go into the other one as it is, by its planes if it is convex and by its mesh if not;
 * with `lenses` both are spheres, as in the source, and with `pairs` every two of them have a separate force, as there.
 * Half-spaces are exact with both.
 */
import {
  convexPlanes,
  intersectCellsConvex,
  intersectCellsMesh,
  intersectSphereTrees,
  type Overlap,
} from "../../collision/volume/index.js";
import { lensName } from "../../collision/volume/sphere-tree-overlap.js";
import { bytesHash } from "../../data/hash.js";
import {
  cachedSphereSolid,
  createSphereSolid,
  type SphereSolid,
  sphereSolidKey,
} from "../../geometry/spheres/sphere-solid.js";
import { surfaceArea } from "../../geometry/spheres/surface-cells.js";
import { relativeTransform } from "../../geometry/tree/box-pair.js";
import { materialPair } from "../../model/compile/materials.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { Solid } from "./solids.js";
import type { VolumePair, VolumeSetup } from "./volume-setup.js";
import type { VolumeState } from "./volume-state.js";

/** A shape as spheres, and its form against the spheres of another. */
export interface BallSolid {
  /** Null where the other solid of every pair is the finer one. */
  readonly balls: SphereSolid | null;
  /** Planes of a convex solid, of a half-space z = 0; null: ask the mesh. */
  readonly planes: Float64Array | null;
  /** Surface per sphere, m², which tells the finer of two. */
  readonly share: number;
}

const HALF_SPACE: BallSolid = { balls: null, planes: Float64Array.of(0, 0, 1, 0), share: Number.POSITIVE_INFINITY };

/**
 * The solids of shapes whose pairs of materials ask for spheres; null for the others. Spheres are packed where they are
 * needed, once for all solids that are alike.
 */
export function ballSolids(
  model: Model,
  pairs: readonly (VolumePair | null)[],
  solids: readonly (Solid | null)[],
): (BallSolid | null)[] {
  const { shapes, materials } = model;
  const wanted = new Float64Array(shapes.length);
  const needed = new Uint8Array(shapes.length);
  const still = shapes.map(({ body }) => model.bodyType[body] === BODY_TYPE.static);
  const each = (visit: (a: number, b: number, pair: VolumePair) => void) => {
    for (let a = 0; a < shapes.length; a++) {
      for (let b = a + 1; b < shapes.length; b++) {
        const pair = pairs[materialPair(materials, shapes[a].material, shapes[b].material)];
        if (pair == null || pair.geometry === "mesh" || solids[a] === null || solids[b] === null) continue;
        if (shapes[a].body !== shapes[b].body && !(still[a] && still[b])) visit(a, b, pair);
      }
    }
  };
  each((a, b, pair) => {
    wanted[a] = Math.max(wanted[a], pair.spheres);
    wanted[b] = Math.max(wanted[b], pair.spheres);
  });
  const shares = solids.map((solid, s) =>
    solid?.mesh == null || wanted[s] === 0 ? Number.POSITIVE_INFINITY : surfaceArea(solid.mesh.mesh) / wanted[s],
  );
  each((a, b, pair) => {
    if (pair.geometry !== "spheres") needed[a] = needed[b] = 1;
    else needed[shares[a] <= shares[b] ? a : b] = 1;
  });
  const known = new Map<string, SphereSolid>();
  return solids.map((solid, s) => {
    if (solid === null || wanted[s] === 0) return null;
    if (solid.mesh === null) return HALF_SPACE;
    const balls = needed[s] === 1 ? pack(model, solid, wanted[s], known) : null;
    return { balls, planes: convexPlanes(solid.mesh), share: shares[s] };
  });
}

function pack(model: Model, { mesh }: Solid, count: number, known: Map<string, SphereSolid>): SphereSolid {
  const { mesh: triangles, tree } = mesh!;
  const key = sphereSolidKey(triangles, { count }, bytesHash);
  const { meshTrees: cache, packingProgress: progress } = model.items;
  const options = progress === undefined ? { count } : { count, progress };
  const solid =
    known.get(key) ??
    (cache === undefined
      ? createSphereSolid(triangles, options, tree)
      : cachedSphereSolid(triangles, options, cache, bytesHash, tree));
  known.set(key, solid);
  return solid;
}

/**
 * The common volume of shapes a and b by spheres. Returns 1 where it is in A's frame, −1 where it is in B's, whose
 * normals then point from B to A. Writes: overlap, lost.
 */
export function overlapOfSpheres(
  { balls, solids }: VolumeSetup,
  state: VolumeState,
  pair: VolumePair,
  pose: Float64Array,
  a: number,
  b: number,
): number {
  const { overlap } = state;
  state.lost = false;
  const { transform } = state.work;
  const sign = balls[a]!.share <= balls[b]!.share ? 1 : -1;
  const fine = sign > 0 ? a : b;
  const other = sign > 0 ? b : a;
  relativeTransform(pose, 7 * fine, pose, 7 * fine + 3, pose, 7 * other, pose, 7 * other + 3, transform, 0);
  const solid = balls[fine]!.balls!;
  const against = balls[other]!;
  if (pair.geometry !== "spheres" && against.balls !== null) {
    intersectSphereTrees(solid, against.balls, transform, pair.nodePairs, overlap, pair.geometry === "pairs");
    return sign;
  }
  if (against.planes === null) {
    state.lost = intersectCellsMesh(solid.cells, solids[other]!.mesh!, transform, overlap) > 0 && overlap.count === 0;
    return sign;
  }
  turnPlanes(against.planes, state);
  const inside = intersectCellsConvex(solid.cells, state.planes, against.planes.length / 4, overlap);
  state.lost = inside > 0 && overlap.count === 0;
  return sign;
}

/** Name of region r of the overlap of shapes a and b, where every pair of spheres is one. */
export function nameOfPair(
  overlap: Overlap,
  balls: readonly (BallSolid | null)[],
  a: number,
  b: number,
  sign: number,
  r: number,
): number {
  const against = balls[sign > 0 ? b : a]!.balls;
  return against === null ? 0 : lensName(overlap, against, r);
}

/** Planes from their own frame to that of the cells. Reads: transform. Writes: planes. */
function turnPlanes(from: Float64Array, state: VolumeState): void {
  const { transform } = state.work;
  if (state.planes.length < from.length) state.planes = new Float64Array(from.length);
  const { planes } = state;
  for (let p = 0; p < from.length; p += 4) {
    for (let i = 0; i < 3; i++) {
      const t = 3 * i;
      planes[p + i] = transform[t] * from[p] + transform[t + 1] * from[p + 1] + transform[t + 2] * from[p + 2];
    }
    planes[p + 3] =
      from[p + 3] + planes[p] * transform[9] + planes[p + 1] * transform[10] + planes[p + 2] * transform[11];
  }
}
