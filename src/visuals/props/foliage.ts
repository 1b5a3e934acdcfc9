import { cos, hypot3, sin } from "../../math/elementary.js";
import type { VisualInput } from "../../model/visual.js";
import { chance, type Point, type PropLook } from "./prop.js";

/** Rings between the poles of a lump, and corners of each. */
const [RINGS, AROUND] = [4, 9];

/** A lump of leaves: a ball of a size, m, whose corners were moved at random, with flat faces. */
export function lump(size: Point, position: Point, seed: number, look: PropLook): VisualInput {
  const corners: number[][] = [[0, 0, -1]];
  for (let r = 1; r <= RINGS; r++) {
    const up = (r / (RINGS + 1) - 0.5) * Math.PI;
    for (let k = 0; k < AROUND; k++) {
      const turn = ((k + 0.5 * (r % 2)) * 2 * Math.PI) / AROUND;
      corners.push([cos(up) * cos(turn), cos(up) * sin(turn), sin(up)]);
    }
  }
  corners.push([0, 0, 1]);
  const moved = corners.map((p, k) => {
    const s = 0.82 + 0.34 * chance(seed, k);
    return p.map((x, c) => 0.5 * size[c] * s * x);
  });
  return { type: "mesh", position: [...position], look, ...flatFaces(moved, ballFaces()) };
}

/** Triangles of the ball, counter-clockwise from outside; odd rings are turned by half a corner. */
function ballFaces(): number[][] {
  const at = (r: number, k: number) => 1 + (r - 1) * AROUND + (k % AROUND);
  const top = 1 + RINGS * AROUND;
  const faces: number[][] = [];
  for (let k = 0; k < AROUND; k++) {
    faces.push([0, at(1, k + 1), at(1, k)], [top, at(RINGS, k), at(RINGS, k + 1)]);
    for (let r = 1; r < RINGS; r++) {
      const [a, b] = [at(r, k), at(r, k + 1)];
      const [c, d] = [at(r + 1, k), at(r + 1, k + 1)];
      if (r % 2 === 1) faces.push([a, b, d], [a, d, c]);
      else faces.push([a, b, c], [b, d, c]);
    }
  }
  return faces;
}

/** Triangles that share no corners, each with its own normal. */
function flatFaces(points: readonly number[][], faces: readonly number[][]) {
  const normals = faces.flatMap(([a, b, c]) => {
    const u = points[b].map((x, k) => x - points[a][k]);
    const v = points[c].map((x, k) => x - points[a][k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = hypot3(n[0], n[1], n[2]);
    const unit = n.map((x) => x / length);
    return [unit, unit, unit];
  });
  return {
    vertices: faces.flatMap((face) => face.map((v) => points[v])),
    triangles: faces.map((_, t) => [3 * t, 3 * t + 1, 3 * t + 2]),
    normals,
  };
}
