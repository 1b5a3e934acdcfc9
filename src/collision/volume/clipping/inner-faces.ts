import type { VolumeMesh } from "../volume-mesh.js";
import type { VolumeWork } from "../volume-work.js";
import { beginWork, endWork } from "../volume-work.js";
import { isVertexInside } from "../winding.js";
import type { Crossings } from "./crossings.js";
import type { Piece } from "./face-pieces.js";

/** The two bodies of a query, B placed in A's frame by the transform. */
export interface Bodies {
  readonly a: VolumeMesh;
  readonly b: VolumeMesh;
  readonly transform: Float64Array;
}

/**
 * Faces that nothing crosses and that lie inside the other body [Vilela2018]. They spread from the kept pieces of
 * crossed faces: a side of such a piece that lies on an edge shows that the face beyond is inside as well, unless it is
 * crossed itself. A part of a surface without any crossed face is inside or outside as a whole; the winding number of
 * the other body about one of its vertices decides.
 */
export function innerFaces(
  work: VolumeWork,
  bodies: Bodies,
  sense: number,
  crossings: Crossings,
  pieces: readonly Piece[],
): number[] {
  const { a, b } = bodies;
  const found: number[] = [];
  const seen = new Uint8Array(a.nf + b.nf);
  const stack: number[] = [];
  const enter = (face: number): void => {
    if (seen[face] !== 0 || crossings.onFace.has(face)) return;
    seen[face] = 1;
    found.push(face);
    stack.push(face);
  };
  const spread = (): void => {
    for (let face = stack.pop(); face !== undefined; face = stack.pop()) {
      for (let k = 0; k < 3; k++) enter(faceBeyond(bodies, face, k));
    }
  };
  for (const { face, lines } of pieces)
    for (const line of lines) if (line < 0) enter(faceBeyond(bodies, face, -1 - line));
  spread();
  for (const ofA of [true, false]) {
    const body = ofA ? a : b;
    const first = ofA ? 0 : a.nf;
    const crossed = crossedParts(body, first, crossings);
    for (let part = 0; part < body.partVertex.length; part++) {
      if (crossed.has(part) || !isInsideByRay(work, bodies, sense, ofA, body.partVertex[part])) continue;
      const edge = body.ring[body.ringStart[body.partVertex[part]]];
      enter(first + body.edges[4 * edge + 2]);
      spread();
    }
  }
  return found;
}

/** The face across edge k of a face. */
function faceBeyond({ a, b }: Bodies, face: number, k: number): number {
  const first = face < a.nf ? 0 : a.nf;
  const { edgeOf, edges } = face < a.nf ? a : b;
  const e = 4 * edgeOf[3 * (face - first) + k];
  return first + (edges[e + 2] === face - first ? edges[e + 3] : edges[e + 2]);
}

function crossedParts({ mesh, nf, partOfVertex }: VolumeMesh, first: number, { onFace }: Crossings): Set<number> {
  const parts = new Set<number>();
  for (const face of onFace.keys()) {
    if (face >= first && face < first + nf) parts.add(partOfVertex[mesh.triangles[3 * (face - first)]]);
  }
  return parts;
}

/**
 * Whether a vertex of A (or of B) is inside the other body by the winding number along a ray, which may touch itself.
 */
export function isInsideByRay(
  work: VolumeWork,
  { a, b, transform }: Bodies,
  sense: number,
  ofA: boolean,
  vertex: number,
): boolean {
  for (let k = 0; k < 12; k++) work.transform[k] = transform[k];
  work.sense = sense;
  beginWork(work, a, b, 0);
  const inside = isVertexInside(work, a, b, ofA, vertex);
  endWork(work, a);
  return inside;
}
