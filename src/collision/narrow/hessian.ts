import type { Collider } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

/** Hessians of support functions (radii of curvature), summed over both shapes in the frame of A: xx yy zz xy xz yz. */

/** w.hessian += f · v vᵀ for v = v3[0…2] in the shape's frame and f = v3[3]. */
export function addOuter(w: NarrowWorkspace, v3: Float64Array, ofB: boolean): void {
  const { hessian, rel } = w;
  const f = v3[3];
  const x = v3[0];
  const y = v3[1];
  const z = v3[2];
  const u = ofB ? rel[0] * x + rel[1] * y + rel[2] * z : x;
  const v = ofB ? rel[3] * x + rel[4] * y + rel[5] * z : y;
  const q = ofB ? rel[6] * x + rel[7] * y + rel[8] * z : z;
  hessian[0] += f * u * u;
  hessian[1] += f * v * v;
  hessian[2] += f * q * q;
  hessian[3] += f * u * v;
  hessian[4] += f * u * q;
  hessian[5] += f * v * q;
}

const tangent = new Float64Array(4);

/** A rim of radius size[0] about z: h = r √(nx² + ny²) + …,  H = (r/ρ) τ τᵀ along the rim. */
export function addRimHessian(w: NarrowWorkspace, c: Collider, d: Float64Array, ofB: boolean): void {
  const rho = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
  tangent[0] = -d[1] / rho;
  tangent[1] = d[0] / rho;
  tangent[2] = 0;
  tangent[3] = c.size[0] / rho;
  addOuter(w, tangent, ofB);
}
