import type { VisualMesh } from "../model/visual.js";

/** Collects vertices and triangles of a surface. */
export class Surface {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly uvs: number[] = [];
  private readonly triangles: number[] = [];

  /** Adds a vertex (m), its outward normal of any length, and its texture coordinates; returns its number. */
  vertex(x: number, y: number, z: number, nx: number, ny: number, nz: number, u: number, v: number): number {
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    this.normals.push(nx / length, ny / length, nz / length);
    this.uvs.push(u, v);
    return this.positions.push(x, y, z) / 3 - 1;
  }

  /** Adds a triangle, counter-clockwise seen from outside; one that has two equal corners is left out. */
  triangle(a: number, b: number, c: number): void {
    if (a !== b && b !== c && c !== a) this.triangles.push(a, b, c);
  }

  /** Adds a quadrilateral a b c d, counter-clockwise seen from outside. */
  quad(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  mesh(): VisualMesh {
    return {
      positions: Float32Array.from(this.positions),
      normals: Float32Array.from(this.normals),
      uvs: Float32Array.from(this.uvs),
      triangles: Uint32Array.from(this.triangles),
    };
  }
}

/** Numbers of segments around: `segments` for the finest version, half as many for each further one, at least 6. */
export function segmentsOf(segments: number, detail: number): number {
  return Math.max(Math.min(6, segments), Math.round(segments / (1 << detail)));
}
