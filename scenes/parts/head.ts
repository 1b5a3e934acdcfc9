import { elementary } from "stiction";
import { type MeshShape, octaSphere } from "./meshes.js";

const { exp } = elementary;

/**
 * A bump or dent of the skull: direction from its middle, height relative to the radius, and widths along three axes.
 */
interface Feature {
  readonly towards: readonly [number, number, number];
  readonly height: number;
  readonly width: readonly [number, number, number];
}

/** The face looks along −y, up is z. */
const FEATURES: readonly Feature[] = [
  // muzzle, and the mouth across it
  { towards: [0, -0.92, -0.4], height: 0.55, width: [0.4, 0.6, 0.3] },
  { towards: [0, -0.85, -0.52], height: -0.22, width: [0.3, 0.6, 0.07] },
  // eye sockets, and the brow above them
  { towards: [0.36, -0.9, 0.22], height: -0.3, width: [0.18, 0.5, 0.16] },
  { towards: [-0.36, -0.9, 0.22], height: -0.3, width: [0.18, 0.5, 0.16] },
  { towards: [0, -0.84, 0.54], height: 0.12, width: [0.6, 0.5, 0.12] },
  // ears: broad, thin from front to back, hollow in front
  { towards: [0.96, 0.1, 0.25], height: 0.95, width: [0.5, 0.16, 0.34] },
  { towards: [-0.96, 0.1, 0.25], height: 0.95, width: [0.5, 0.16, 0.34] },
  { towards: [0.95, -0.16, 0.25], height: -0.25, width: [0.5, 0.12, 0.2] },
  { towards: [-0.95, -0.16, 0.25], height: -0.25, width: [0.5, 0.12, 0.2] },
];

/**
 * A head with ears, eye sockets, brow, muzzle and mouth: 8 n² triangles, closed and non-convex. Every vertex lies on
 * its own ray from the middle,
 *
 *   r(d) = R (1 + Σ a exp(−Σ ((d − t)_k/w_k)²))
 *
 * so that the surface does not cut itself. `radius` is that of the skull, m.
 */
export function headMesh(radius: number, n: number): MeshShape {
  const ball = octaSphere(n);
  const vertices = ball.vertices.map((d) => {
    let r = radius;
    for (const { towards, height, width } of FEATURES) {
      const s = d.reduce((sum, x, k) => sum + ((x - towards[k]) / width[k]) * ((x - towards[k]) / width[k]), 0);
      r += radius * height * exp(-s);
    }
    return d.map((x) => r * x);
  });
  return { ...ball, vertices };
}
