import type { Place } from "../error.js";

/** What a surface looks like, as `looks` of a scene has it. */
export interface ImportedLook {
  readonly color?: string;
  readonly roughness?: number;
  readonly metalness?: number;
  readonly opacity?: number;
  readonly image?: string;
}

/** Triangles with one look. */
export interface MeshPart {
  /** 3 per vertex, in the unit of the file. */
  readonly positions: Float64Array;
  readonly normals: Float32Array | null;
  readonly uvs: Float32Array | null;
  /** 3 per triangle. */
  readonly triangles: Uint32Array;
  readonly look: ImportedLook | null;
  /** The solid or object of the file that it belongs to. */
  readonly object: number;
}

/** What a mesh file holds. */
export interface MeshFile {
  readonly parts: readonly MeshPart[];
  /** m per unit, and the axis that is up, where the file says it. */
  readonly unit?: number;
  readonly up?: "x" | "y" | "z";
}

/** What readers of meshes are given. */
export interface MeshReading {
  readonly file: string;
  /** Files beside the mesh: materials, buffers, pictures. */
  beside(reference: string): Promise<Uint8Array | undefined>;
  leftOut(place: Place, text: string): void;
  /** Share that is done, from 0 to 1; called some hundred times at most. */
  progress?(done: number): void;
}

export function triangleCount(mesh: MeshFile): number {
  return mesh.parts.reduce((sum, part) => sum + part.triangles.length / 3, 0);
}
