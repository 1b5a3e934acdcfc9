/** What an import may be told. */
export interface ImportOptions {
  /** What collides where a model has meshes: their convex hulls, or the meshes themselves. */
  readonly convex?: "hull" | "none" | undefined;
  /** Links that a fixed joint holds together: one body, or bodies with a joint between them. */
  readonly fixed?: "merge" | "keep" | undefined;
  /** Whether the first link stands still; auto: where it has no mass or is called world. */
  readonly base?: "auto" | "fixed" | "free" | undefined;
  /** m per unit of length of a mesh file. */
  readonly unit?: number | undefined;
  /** The axis of a mesh file that becomes z. */
  readonly up?: "x" | "y" | "z" | undefined;
  /** kg/m³ of a mesh, and of links that have shapes and no mass. */
  readonly density?: number | undefined;
  /** Largest number of edges of a hole that is closed. */
  readonly holes?: number | undefined;
  /** Folders of packages by name. */
  readonly packages?: Readonly<Record<string, string>> | undefined;
  /** Whether an MJCF model starts as its first keyframe has it; true when absent. */
  readonly keyframe?: boolean | undefined;
  /** Adds a static plane below the model. */
  readonly ground?: boolean | undefined;
  /** Share of the work that is done, from 0 to 1. */
  progress?(done: number, what: string): void;
}

export const DENSITY = 1000;
