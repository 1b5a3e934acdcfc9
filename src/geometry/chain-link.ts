import { cos, sin } from "../math/elementary.js";
import type { MassProperties, TriangleMesh } from "./types.js";

/**
 * Chain link in the xy plane: a wire of radius r along two half circles of radius R about (±l, 0) and the two straight
 * sides y = ±R between them; with s > 0 also a stud of radius s along y between the sides [Luaces2013, §4.6.5].
 */

/**
 * Mass properties at unit density, with V_t = 2π² R r² of the two bends, V_s = 4π r² l of the sides and V_b = 2π s² (R
 * − r) of the stud:
 *
 *   ∫x² = V_t (R²/2 + 3r²/8 + l²) + 8π l r² (R² + r²/4) + V_s l²/3 + V_b s²/4
 *   ∫y² = V_t (R²/2 + 3r²/8) + V_s (R² + r²/4) + V_b (R − r)²/3
 *   ∫z² = (V_t + V_s) r²/4 + V_b s²/4
 *
 * Exact without a stud; the stud counts as a cylinder that ends at the inner sides of the wire.
 */
export function chainLinkMass(R: number, r: number, l: number, s: number): MassProperties {
  const bends = 2 * Math.PI * Math.PI * R * r * r;
  const sides = 4 * Math.PI * r * r * l;
  const h = R - r;
  const stud = 2 * Math.PI * s * s * h;
  const turn = 0.5 * R * R + 0.375 * r * r;
  const xx =
    bends * (turn + l * l) +
    8 * Math.PI * l * r * r * (R * R + 0.25 * r * r) +
    (sides * l * l) / 3 +
    0.25 * stud * s * s;
  const yy = bends * turn + sides * (R * R + 0.25 * r * r) + (stud * h * h) / 3;
  const zz = 0.25 * (bends + sides) * r * r + 0.25 * stud * s * s;
  const inertia = Float64Array.of(yy + zz, zz + xx, xx + yy, 0, 0, 0);
  return { volume: bends + sides + stud, center: new Float64Array(3), inertia };
}

/**
 * Closed surface of the wire: `slices` around each bend, `sides` around the wire. The stud, if present, is a separate
 * part.
 */
export function chainLinkMesh(R: number, r: number, l: number, s: number, slices: number, sides: number): TriangleMesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const ring = (x: number, y: number, ox: number, oy: number) => {
    for (let j = 0; j < sides; j++) {
      const angle = (2 * Math.PI * j) / sides;
      vertices.push(x + r * cos(angle) * ox, y + r * cos(angle) * oy, r * sin(angle));
    }
  };
  for (let bend = 0; bend < 2; bend++) {
    // without straight sides the bends share their ends
    for (let i = 0; i < (l > 0 ? slices + 1 : slices); i++) {
      const angle = Math.PI * (bend - 0.5 + i / slices);
      ring((bend === 0 ? l : -l) + R * cos(angle), R * sin(angle), cos(angle), sin(angle));
    }
  }
  const rings = vertices.length / (3 * sides);
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < sides; j++) {
      const [a, b] = [i * sides + j, ((i + 1) % rings) * sides + j];
      const [d, c] = [i * sides + ((j + 1) % sides), ((i + 1) % rings) * sides + ((j + 1) % sides)];
      triangles.push(a, b, c, a, c, d);
    }
  }
  if (s > 0) addStud(vertices, triangles, R - r, s, sides);
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** Cylinder along y from −h to h. */
function addStud(vertices: number[], triangles: number[], h: number, s: number, sides: number): void {
  const first = vertices.length / 3;
  vertices.push(0, -h, 0, 0, h, 0);
  for (let j = 0; j < sides; j++) {
    const angle = (2 * Math.PI * j) / sides;
    vertices.push(s * sin(angle), -h, s * cos(angle), s * sin(angle), h, s * cos(angle));
  }
  for (let j = 0; j < sides; j++) {
    const a = first + 2 + 2 * j;
    const b = first + 2 + 2 * ((j + 1) % sides);
    triangles.push(first, b, a, first + 1, a + 1, b + 1, a, b, b + 1, a, b + 1, a + 1);
  }
}
