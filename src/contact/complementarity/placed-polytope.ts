import { rotationInto } from "../../math/mat3.js";
import type { Polytope } from "./polytope.js";

/** A polytope where its body is now: world vertices and normals, and what bounds it. */
export interface Placed {
  readonly polytope: Polytope;
  readonly body: number;
  readonly vertices: Float64Array;
  readonly normals: Float64Array;
}

export function createPlaced(polytope: Polytope, body: number): Placed {
  return {
    polytope,
    body,
    vertices: new Float64Array(polytope.vertices.length),
    normals: new Float64Array(polytope.normals.length),
  };
}

/** Brings vertices and normals to the pose [position 3, quaternion 4] at `o`. */
export function place({ polytope, vertices, normals }: Placed, pose: Float64Array, o: number): void {
  rotationInto(pose, o + 3, R);
  const v = polytope.vertices;
  const n = polytope.normals;
  for (let i = 0; i < v.length; i += 3)
    for (let c = 0; c < 3; c++)
      vertices[i + c] = pose[o + c] + R[3 * c] * v[i] + R[3 * c + 1] * v[i + 1] + R[3 * c + 2] * v[i + 2];
  for (let i = 0; i < n.length; i += 3)
    for (let c = 0; c < 3; c++) normals[i + c] = R[3 * c] * n[i] + R[3 * c + 1] * n[i + 1] + R[3 * c + 2] * n[i + 2];
}

const R = new Float64Array(9);
