/** Hulls with bevels where they are large on the screen. */
import {
  BufferAttribute,
  type BufferGeometry,
  type InstancedBufferAttribute,
  InstancedBufferGeometry,
  type InstancedMesh,
} from "three";
import type { DrawnGeometry } from "../worker/protocol.js";
import { bevelledHull } from "./bevelled-hull.js";
import type { Swarm } from "./bodies.js";
import { indexedGeometry } from "./indexed.js";

/** Radius on the screen from which on a hull has bevels, px. */
const BEVELLED = 24;

/** A surface and the lines along its edges. */
export interface Finer {
  readonly geometry: BufferGeometry;
  readonly lines: InstancedBufferGeometry;
}

/**
 * The bevelled form of a hull, made when it is first asked for; null where there is none. `own` keeps what is to be
 * disposed of.
 */
export function finerHull(
  drawn: DrawnGeometry,
  mesh: InstancedMesh,
  own: <T extends BufferGeometry>(made: T) => T,
): () => Finer | null {
  let made: Finer | null | undefined;
  return () => {
    if (made !== undefined) return made;
    const form = bevelledHull(drawn);
    made = form && { geometry: own(indexedGeometry(form)), lines: own(instancedEdges(form.edges, mesh)) };
    return made;
  };
}

/** Edges of all instances of a mesh, which move by the same matrices. */
export function instancedEdges(edges: Float32Array, { instanceMatrix, count }: InstancedMesh): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(edges, 3));
  geometry.setAttribute("instanceMatrix", instanceMatrix as InstancedBufferAttribute);
  geometry.instanceCount = count;
  return geometry;
}

/** Draws a swarm of hulls whose largest has the given radius, px, with bevels or without. */
export function chooseBevels({ mesh, geometry, finer, lines }: Swarm, radius: number): void {
  const fine = radius >= BEVELLED ? finer?.() : null;
  mesh.geometry = fine?.geometry ?? geometry;
  if (lines) lines.geometry = fine?.lines ?? lines.userData.sharp;
}
