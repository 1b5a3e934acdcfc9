import type { TreeCache } from "../../geometry/tree/cached-tree.js";
import type { HeightField } from "../../geometry/types.js";
import type { ConvexForm, ShapeForm, ShapeGeometry } from "../../model/shape.js";
import type { ShapeMotion } from "../continuous/motion.js";
import type { Collider, HullGeometry, MeshGeometry, PairColumn } from "../narrow/types.js";
import type { Feature, Lean, NarrowWorkspace } from "../narrow/workspace.js";
import type { RayRoutine } from "../query/ray/crossings.js";

/**
 * Support point of a core: argmax of d · x, into out[o…]. `d` need not be of unit length. Returns the vertex of a hull
 * (the start of the next climb), else 0.
 */
export type SupportRoutine = (
  c: Collider,
  d: Float64Array,
  di: number,
  out: Float64Array,
  o: number,
  start: number,
) => number;

/** Box of a collider at pose[o…] into out[oo…]; local[lo…] is the box in the shape's frame. */
export type BoundsRoutine = (
  c: Collider,
  local: Float64Array,
  lo: number,
  pose: Float64Array,
  o: number,
  out: Float64Array,
  oo: number,
) => void;

/**
 * All that collision knows of a form: one file of this folder, one line in its index. Points and directions are in the
 * shape's frame.
 */
export interface ShapeClass {
  /** Row of the pair matrix. */
  readonly kind: number;
  /**
   * Cells of the pair matrix: routines for this form and those that come before it in `KIND`; see
   * `narrow/pair-table.ts`.
   */
  readonly pairs: PairColumn;
  /** The solid is convex: casts advance by the separating plane. */
  readonly convex: boolean;
  /** Bounded by flat faces and straight edges: kept contacts move with them. */
  readonly flat: boolean;
  /**
   * Two of this form meet by iteration, whose result depends on their order within its tolerance; see `pair-order.ts`.
   */
  readonly iterates: boolean;
  /** Turning about its origin does not move it. */
  readonly turnsInPlace: boolean;
  /** Has a support function. */
  readonly hasSupport: boolean;
  /** Has discs about z, whose sampled points follow the other shape. */
  readonly hasDiscs: boolean;

  /** Radius about the origin that holds the shape, m. */
  reach(geometry: ShapeGeometry): number;
  /**
   * Radius of a sphere that fits into the shape, m: a body that moves by less in a step cannot get past anything. Half
   * of the smallest extent of meshes, which may be hollow: ask for `continuous: on` there. Infinite for a plane, 0 for
   * a chain.
   */
  innerRadius(c: Collider, geometry: ShapeGeometry): number;
  readonly bounds: BoundsRoutine;
  /** Whether the point p[0…2] is in the solid or on its surface. Open meshes and chains have no inside. */
  contains(w: NarrowWorkspace, c: Collider, p: Float64Array): boolean;
  readonly castRay: RayRoutine;

  /**
   * Radius around the core, m: a sphere is a point and a capsule a segment with a radius; the others are their own
   * core.
   */
  coreRadius(size: Float64Array): number;
  /** The core as a polyhedron, where it is one. */
  hull(geometry: ShapeGeometry): HullGeometry | null;
  readonly support: SupportRoutine;
  /** Nearest point of the core's surface to w.query, into w.nearest and w.nearestFeature. */
  nearest(w: NarrowWorkspace, c: Collider): void;
  /** The feature of the core that faces the direction d[0…2]. */
  readFeature(w: NarrowWorkspace, f: Feature, c: Collider, d: Float64Array, lean: Lean): void;
  /** Adds the kinks of the support function near the direction d[0…2]; d[3…6] is scratch. See `narrow/kinks.ts`. */
  findKinks(w: NarrowWorkspace, c: Collider, d: Float64Array, ofB: boolean): void;
  /** Adds the Hessian of the support function at the direction d[0…2]; see `narrow/hessian.ts`. */
  addHessian(w: NarrowWorkspace, c: Collider, d: Float64Array, ofB: boolean): void;
  /**
   * Distances of the caps at the bottom and at the top from the origin, m, 0 for none; null for a form without caps.
   */
  caps(size: Float64Array): Float64Array | null;
  /** What contact on triangles needs; null for a form without. `trees` keeps trees between runs. */
  mesh(geometry: ShapeGeometry, trees: TreeCache | undefined): MeshGeometry | null;
  /** For a form whose triangles change while running; null for the others. */
  readonly live: LiveMesh | null;
  /** For a form without an inside, which a shape may get across; null for the others. */
  readonly crossing: Crossing | null;
}

/** Triangles of a height field that can be dug. */
export interface LiveMesh {
  /** A copy with heights of its own. */
  copy(mesh: MeshGeometry): MeshGeometry;
  /** Brings the triangles of the changed part of the grid, columns i0 … i1 and rows j0 … j1, up to date. */
  update(mesh: MeshGeometry, field: HeightField, i0: number, j0: number, i1: number, j1: number): void;
}

/** See `continuous/chain-crossing.ts`. */
export interface Crossing {
  crossingTime(a: Collider, motionA: ShapeMotion, b: Collider, motionB: ShapeMotion, out: Float64Array): void;
  isAtBack(chain: Collider, pose: Float64Array, v: Float64Array, n: number, at: number, isB: boolean): boolean;
}

/** Forms that a scene may have, by the name that a geometry gives, and `convex`: the class of a form of one's own. */
export type ShapeClasses = { readonly [F in ShapeForm]?: ShapeClass } & {
  readonly convex?: (form: ConvexForm) => ShapeClass;
};

/** What a form must declare; the rest has the defaults of a form without a core. */
export type ShapeClassSpec = Pick<
  ShapeClass,
  "kind" | "pairs" | "reach" | "innerRadius" | "bounds" | "contains" | "castRay"
> &
  Partial<ShapeClass>;

/** A class with every member in the same order, so that the narrow phase sees objects of one layout. */
export function defineShapeClass(spec: ShapeClassSpec): ShapeClass {
  return {
    kind: spec.kind,
    pairs: spec.pairs,
    convex: spec.convex ?? false,
    flat: spec.flat ?? false,
    iterates: spec.iterates ?? false,
    turnsInPlace: spec.turnsInPlace ?? false,
    hasSupport: spec.support !== undefined,
    hasDiscs: spec.hasDiscs ?? false,
    reach: spec.reach,
    innerRadius: spec.innerRadius,
    bounds: spec.bounds,
    contains: spec.contains,
    castRay: spec.castRay,
    coreRadius: spec.coreRadius ?? none,
    hull: spec.hull ?? noHull,
    support: spec.support ?? noSupport,
    nearest: spec.nearest ?? noNearest,
    readFeature: spec.readFeature ?? noFeature,
    findKinks: spec.findKinks ?? nothing,
    addHessian: spec.addHessian ?? nothing,
    caps: spec.caps ?? noHull,
    mesh: spec.mesh ?? noHull,
    live: spec.live ?? null,
    crossing: spec.crossing ?? null,
  };
}

const none = (): number => 0;
const noHull = (): null => null;
const nothing = (): void => {};
const noSupport = (): number => {
  throw new Error("a form without a convex core has no support function");
};
const noNearest = (): void => {
  throw new Error("a form without a convex core has no nearest point");
};
const noFeature = (): void => {
  throw new Error("a form without a convex core has no features");
};

/** |(x, y, z)| */
export function lengthOf(x: number, y: number, z = 0): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Largest distance of packed vertices from the origin, m. */
export function farthestVertex(vertices: Float64Array): number {
  let reach = 0;
  for (let i = 0; i < vertices.length; i += 3)
    reach = Math.max(reach, lengthOf(vertices[i], vertices[i + 1], vertices[i + 2]));
  return reach;
}

/** Distance of the farthest corner of the bounds from the origin, m. */
export function farthestCorner({ bounds }: ShapeGeometry): number {
  const far = (k: number) => Math.max(Math.abs(bounds[k]), Math.abs(bounds[k + 3]));
  return lengthOf(far(0), far(1), far(2));
}
