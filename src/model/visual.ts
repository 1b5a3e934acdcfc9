import type { Params, ParamsOutput } from "./params.js";

/**
 * Triangles for drawing, in the frame of their visual. Several vertices stand at one place where normals or texture
 * coordinates differ.
 */
export interface VisualMesh {
  /** 3 per vertex, m. */
  readonly positions: Float32Array;
  /** Outward unit normals, 3 per vertex; null where they follow from the angles between the triangles. */
  readonly normals: Float32Array | null;
  /** Texture coordinates, 2 per vertex, mostly from 0 to 1; null where there are none. */
  readonly uvs: Float32Array | null;
  /** 3 per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** An entry of `visuals`, as a scene has it. */
export interface VisualInput {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A surface that a kind brings ready-made, as from a file, with its place in the visual and its look. */
export interface ReadyVisual {
  readonly mesh: VisualMesh;
  /** m */
  readonly position: readonly number[];
  /** Quaternion [x, y, z, w]. */
  readonly orientation: readonly number[];
  /** A name of `looks`, or a look itself; that of the visual when absent. */
  readonly look?: unknown;
  /** The same for surfaces that are equal; without one it is compared with no other. */
  readonly key?: string;
}

/** Contents of files that visuals name, by the name that the scene gives them. */
export type VisualFiles = ReadonlyMap<string, Uint8Array>;

/** What every kind of visual says of itself. */
interface VisualBase<P extends Params> {
  readonly name: string;
  /** One sentence for menus and the manual. */
  readonly help: string;
  readonly params: P;
  /** Why these parameters describe nothing that can be drawn, in one sentence; undefined when they do. */
  check?(params: ParamsOutput<P>): string | undefined;
  /** What is drawn otherwise than the parameters say, in one sentence: a warning of `compile`. */
  note?(params: ParamsOutput<P>): string | undefined;
}

/** A kind that is one surface. */
export interface SurfaceKind<P extends Params = Params> extends VisualBase<P> {
  /**
   * Builds the surface. `detail` 0 is the finest; each further one has about half as many segments around, down to the
   * last of `details`.
   */
  build(params: ParamsOutput<P>, detail?: number): VisualMesh;
  /** How many versions there are, from fine to coarse; 1 when absent. */
  readonly details?: number;
}

/** A kind that stands for several visuals, in the frame of its own. */
export interface GroupKind<P extends Params = Params> extends VisualBase<P> {
  /**
   * The visuals that it stands for, or the reason why there are none; the scene then draws the shapes of the body and
   * `compile` warns.
   */
  expand(params: ParamsOutput<P>, files: VisualFiles): readonly (VisualInput | ReadyVisual)[] | string;
}

/** A kind of visual: one file in `visuals`, one line in its index. */
export type VisualKind<P extends Params = Params> = SurfaceKind<P> | GroupKind<P>;

/** Declares a kind of visual; the type of the functions' argument follows from `params`. */
export function defineVisual<const P extends Params>(kind: SurfaceKind<P>): SurfaceKind<P>;
export function defineVisual<const P extends Params>(kind: GroupKind<P>): GroupKind<P>;
export function defineVisual<const P extends Params>(kind: VisualKind<P>): VisualKind<P> {
  return kind;
}
