import type { HeightField, MassProperties, Polygon, Polyhedron, TriangleMesh } from "../geometry/types.js";
import type { Params, ParamsOutput } from "./params.js";
import type { Soil } from "./shapes/soil.js";

/** Which space a shape lives in: planar shapes go with `plane: "xy"`, the others without, "both" with either. */
export type ShapeSpace = "3d" | "planar" | "both";

/** What contact sees in a shape: a form that ships. Several kinds may share a form: a prism is a hull. */
export type ShapeForm =
  | "sphere"
  | "capsule"
  | "box"
  | "cylinder"
  | "cone"
  | "ellipsoid"
  | "hull"
  | "torus"
  | "chain-link"
  | "mesh"
  | "height-field"
  | "plane"
  | "circle"
  | "planar-capsule"
  | "polygon"
  | "chain"
  | "planar-plane";

/**
 * A convex form of your own: all points within a radius of a convex core, which its support function describes. Bounds,
 * contacts with every other form, point and ray queries follow from it. A geometry whose core has flat faces gives it
 * as `polyhedron` too, so that the form rests on faces.
 */
export interface ConvexForm {
  readonly name: string;
  /**
   * A point of the core that is farthest along the direction d[di…] (3 numbers, any length but 0), into out[o…]; both
   * in the shape's frame. `size` is that of the geometry. Called in every step: it allocates nothing.
   */
  support(size: Float64Array, d: Float64Array, di: number, out: Float64Array, o: number): void;
  /** Radius around the core, m; 0 when absent. */
  radius?(size: Float64Array): number;
}

/** What `prepare` makes of a shape's parameters: plain numbers and arrays, in the shape's own frame. */
export interface ShapeGeometry {
  /** The name of a form that ships, or one of your own. */
  readonly form: ShapeForm | ConvexForm;
  /**
   * Lengths of the form, m: radius; radius, half length; half extents; radius, half height; radius, height; semi-axes;
   * …
   */
  readonly size: readonly number[];
  /** Volume integrals at unit density; null for shapes that fill no volume (plane, height field, open mesh). */
  readonly mass: MassProperties | null;
  /** Why `mass` is null, as the end of the sentence "a dynamic body needs an explicit mass: …". */
  readonly massless?: string;
  /** What was repaired, or taken as it is though it looks like a mistake: warnings of `compile`, one sentence each. */
  readonly notes?: readonly string[];
  /** Axis-aligned bounds in the shape's frame: [minx, miny, minz, maxx, maxy, maxz], infinite for a plane. */
  readonly bounds: Float64Array;
  readonly mesh?: TriangleMesh;
  /** For a mesh: whether it is touched from both sides. Default: an open one is, a solid is not. */
  readonly twoSided?: boolean;
  readonly polyhedron?: Polyhedron;
  readonly polygon?: Polygon;
  readonly heightField?: HeightField;
  /** Of a height field that can be dug: its heights change while a run goes on, within its bounds. */
  readonly soil?: Soil;
  /** Triangles for drawing; for a plane, a large quad. Closed where the shape is. */
  drawing(): TriangleMesh;
  /**
   * Closed triangles with so many facets around, for volumetric contact; absent where the shape has no such surface.
   */
  triangles?(facets: number): TriangleMesh;
}

/** A shape kind: one file in `model/shapes`, one line in its index. */
export interface ShapeKind<P extends Params = Params> {
  readonly name: string;
  readonly help: string;
  readonly space: ShapeSpace;
  readonly params: P;
  /**
   * Builds the geometry, or returns the reason why it cannot, in one sentence. Shapes of both spaces look at `planar`.
   */
  prepare(params: ParamsOutput<P>, planar?: boolean): ShapeGeometry | string;
}

/** Declares a shape kind; the type of `prepare`'s argument follows from `params`. */
export function defineShape<const P extends Params>(kind: ShapeKind<P>): ShapeKind<P> {
  return kind;
}
