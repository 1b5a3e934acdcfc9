/** What overlays need of a model once: names, masses, and boxes that turn as the bodies do. */
import type { Model } from "stiction";
import { linkTables } from "./overlay-parts.js";
import type { OverlayModel } from "./overlay-protocol.js";

export function overlayModel(model: Model): OverlayModel {
  const { joints } = model;
  const inertia = new Float32Array(7 * model.nb);
  for (let b = 0; b < model.nb; b++) inertiaBox(model.bodyMass[b], model.bodyInertia, 6 * b, inertia, 7 * b);
  return {
    joints: joints.names.map((name, i) => ({
      name,
      kind: joints.kinds[i].name,
      drawing: joints.kinds[i].drawing,
      bodyA: joints.bodyA[i],
      bodyB: joints.bodyB[i],
    })),
    links: linkTables(model).flatMap((table) => table.names.map((name) => ({ name, kind: table.kind.name }))),
    mass: Float32Array.from(model.bodyMass),
    inertia,
    bodies: model.bodyNames,
  };
}

/**
 * The box of uniform density with mass m and the given inertia (xx yy zz xy xz yz): with principal moments I₁, I₂, I₃
 * its half sides are
 *
 *   a₁² = 3 (I₂ + I₃ − I₁)/(2 m), …
 *
 * Half sides (3) and orientation (4) into out; all zero where there is no mass.
 */
export function inertiaBox(m: number, inertia: ArrayLike<number>, i: number, out: Float32Array, o: number): void {
  out.fill(0, o, o + 7);
  out[o + 6] = 1;
  if (!(m > 0)) return;
  const [xx, yy, zz, xy, xz, yz] = [0, 1, 2, 3, 4, 5].map((k) => inertia[i + k]);
  const { values, axes } = principal([
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ]);
  const total = values[0] + values[1] + values[2];
  for (let k = 0; k < 3; k++) out[o + k] = Math.sqrt(Math.max(0, (1.5 * (total - 2 * values[k])) / m));
  out.set(quaternionOf(axes), o + 3);
}

/** Eigenvalues and eigenvectors (columns, right-handed) of a symmetric matrix, by Jacobi's rotations. */
function principal(a: number[][]): { values: number[]; axes: number[][] } {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < 16; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      if (Math.abs(a[p][q]) < 1e-14 * (Math.abs(a[p][p]) + Math.abs(a[q][q]))) continue;
      const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      for (let k = 0; k < 3; k++) [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
      for (let k = 0; k < 3; k++) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
      for (let k = 0; k < 3; k++)
        [axes[k][p], axes[k][q]] = [c * axes[k][p] - s * axes[k][q], s * axes[k][p] + c * axes[k][q]];
    }
  }
  return { values: [a[0][0], a[1][1], a[2][2]], axes };
}

/** Unit quaternion [x, y, z, w] of a rotation matrix. */
function quaternionOf(r: number[][]): number[] {
  const w = Math.sqrt(Math.max(0, 1 + r[0][0] + r[1][1] + r[2][2])) / 2;
  const x = Math.sqrt(Math.max(0, 1 + r[0][0] - r[1][1] - r[2][2])) / 2;
  const y = Math.sqrt(Math.max(0, 1 - r[0][0] + r[1][1] - r[2][2])) / 2;
  const z = Math.sqrt(Math.max(0, 1 - r[0][0] - r[1][1] + r[2][2])) / 2;
  const most = Math.max(w, x, y, z);
  // the others by the largest, which says their signs
  if (most === w)
    return [(r[2][1] - r[1][2]) / (4 * w), (r[0][2] - r[2][0]) / (4 * w), (r[1][0] - r[0][1]) / (4 * w), w];
  if (most === x)
    return [x, (r[0][1] + r[1][0]) / (4 * x), (r[0][2] + r[2][0]) / (4 * x), (r[2][1] - r[1][2]) / (4 * x)];
  if (most === y)
    return [(r[0][1] + r[1][0]) / (4 * y), y, (r[1][2] + r[2][1]) / (4 * y), (r[0][2] - r[2][0]) / (4 * y)];
  return [(r[0][2] + r[2][0]) / (4 * z), (r[1][2] + r[2][1]) / (4 * z), z, (r[1][0] - r[0][1]) / (4 * z)];
}
