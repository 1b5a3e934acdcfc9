import { cos, sin } from "../math/elementary.js";
import type { MassProperties, TriangleMesh } from "./types.js";

/**
 * Arc of a torus about z: all points within r of the arc of radius R in the xy plane within the angle α of +x. Its ends
 * are half balls.
 */

/**
 * Mass properties at unit density. The bent tube has, with A = π r²,
 *
 *   V = 2α A R,  ∫x = 2 sin α A (R² + r²/4),  ∫z² = V r²/4
 *   ∫x², ∫y² = A (R³ + 3 R r²/4) (α ± sin α cos α)
 *
 * and each half ball about its end e, with the outward direction d: v = 2π r³/3, ∫p = v (e + 3r/8 d), ∫p pᵀ = v (e eᵀ +
 * 3r/8 (e dᵀ + d eᵀ) + r²/5).
 */
export function torusArcMass(R: number, r: number, alpha: number): MassProperties {
  const c = cos(alpha);
  const s = sin(alpha);
  const area = Math.PI * r * r;
  const ball = (4 / 3) * Math.PI * r * r * r;
  const volume = 2 * alpha * area * R + ball;
  const cubic = area * (R * R * R + 0.75 * R * r * r);
  const lean = 0.75 * r * R * s * c;
  const fifth = 0.2 * r * r;
  const x = (2 * s * area * (R * R + 0.25 * r * r) + ball * (R * c - 0.375 * r * s)) / volume;
  const xx = cubic * (alpha + s * c) + ball * (R * R * c * c - lean + fifth) - volume * x * x;
  const yy = cubic * (alpha - s * c) + ball * (R * R * s * s + lean + fifth);
  const zz = 0.5 * alpha * area * R * r * r + ball * fifth;
  return {
    volume,
    center: Float64Array.of(x, 0, 0),
    inertia: Float64Array.of(yy + zz, zz + xx, xx + yy, 0, 0, 0),
  };
}

/** Closed surface: `slices` along the arc, `sides` around the tube, `sides`/4 rows on each half ball. */
export function torusArcMesh(R: number, r: number, alpha: number, slices: number, sides: number): TriangleMesh {
  const rows = Math.max(1, Math.ceil(sides / 4));
  const vertices: number[] = [];
  const triangles: number[] = [];
  // a ring of corners about the point of the arc at an angle, of a radius, beyond it along the tangent
  const ring = (angle: number, radius: number, beyond: number) => {
    for (let j = 0; j < sides; j++) {
      const around = (2 * Math.PI * j) / sides;
      const out = R + radius * cos(around);
      vertices.push(
        out * cos(angle) - beyond * sin(angle),
        out * sin(angle) + beyond * cos(angle),
        radius * sin(around),
      );
    }
  };
  const tip = (angle: number, beyond: number) =>
    vertices.push(R * cos(angle) - beyond * sin(angle), R * sin(angle) + beyond * cos(angle), 0);
  tip(-alpha, -r);
  for (let i = 1; i < rows; i++) {
    const turn = (0.5 * Math.PI * i) / rows;
    ring(-alpha, r * sin(turn), -r * cos(turn));
  }
  for (let i = 0; i <= slices; i++) ring(alpha * ((2 * i) / slices - 1), r, 0);
  for (let i = rows - 1; i > 0; i--) {
    const turn = (0.5 * Math.PI * i) / rows;
    ring(alpha, r * sin(turn), r * cos(turn));
  }
  tip(alpha, r);
  const rings = (vertices.length / 3 - 2) / sides;
  const last = vertices.length / 3 - 1;
  for (let j = 0; j < sides; j++) {
    const next = (j + 1) % sides;
    triangles.push(0, 1 + j, 1 + next);
    for (let i = 0; i + 1 < rings; i++) {
      const [a, b] = [1 + i * sides + j, 1 + (i + 1) * sides + j];
      const [d, e] = [1 + i * sides + next, 1 + (i + 1) * sides + next];
      triangles.push(a, b, e, a, e, d);
    }
    triangles.push(last, 1 + (rings - 1) * sides + next, 1 + (rings - 1) * sides + j);
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}
