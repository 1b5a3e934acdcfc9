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
  const qx = pose[o + 3];
  const qy = pose[o + 4];
  const qz = pose[o + 5];
  const qw = pose[o + 6];
  // R(q), row by row
  R[0] = 1 - 2 * (qy * qy + qz * qz);
  R[1] = 2 * (qx * qy - qz * qw);
  R[2] = 2 * (qx * qz + qy * qw);
  R[3] = 2 * (qx * qy + qz * qw);
  R[4] = 1 - 2 * (qx * qx + qz * qz);
  R[5] = 2 * (qy * qz - qx * qw);
  R[6] = 2 * (qx * qz - qy * qw);
  R[7] = 2 * (qy * qz + qx * qw);
  R[8] = 1 - 2 * (qx * qx + qy * qy);
  const v = polytope.vertices;
  const n = polytope.normals;
  for (let i = 0; i < v.length; i += 3)
    for (let c = 0; c < 3; c++)
      vertices[i + c] = pose[o + c] + R[3 * c] * v[i] + R[3 * c + 1] * v[i + 1] + R[3 * c + 2] * v[i + 2];
  for (let i = 0; i < n.length; i += 3)
    for (let c = 0; c < 3; c++) normals[i + c] = R[3 * c] * n[i] + R[3 * c + 1] * n[i + 1] + R[3 * c + 2] * n[i + 2];
}

const R = new Float64Array(9);
