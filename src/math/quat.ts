import { cos, sin } from "./elementary.js";
import { norm, type Vec3, type Vec3Like } from "./vec3.js";

/** Unit quaternion [x, y, z, w], the order of three.js and glTF. */
export type Quat = readonly [number, number, number, number];

export const QUAT_IDENTITY: Quat = [0, 0, 0, 1];

/** Order of intrinsic rotations: "xyz" turns about x, then the new y, then the newest z. */
export type EulerOrder = "xyz" | "xzy" | "yxz" | "yzx" | "zxy" | "zyx";

export function quatMultiply(a: ArrayLike<number>, b: ArrayLike<number>): Quat {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export function quatConjugate(q: ArrayLike<number>): Quat {
  return [-q[0], -q[1], -q[2], q[3]];
}

export function quatNormalize(q: ArrayLike<number>): Quat {
  const n = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
}

/** v_A = R(q_AB) v_B */
export function quatRotate(q: ArrayLike<number>, v: Vec3Like): Vec3 {
  const tx = 2 * (q[1] * v[2] - q[2] * v[1]);
  const ty = 2 * (q[2] * v[0] - q[0] * v[2]);
  const tz = 2 * (q[0] * v[1] - q[1] * v[0]);
  return [
    v[0] + q[3] * tx + q[1] * tz - q[2] * ty,
    v[1] + q[3] * ty + q[2] * tx - q[0] * tz,
    v[2] + q[3] * tz + q[0] * ty - q[1] * tx,
  ];
}

/** v_B = R(q_AB)ᵀ v_A */
export function quatRotateInverse(q: ArrayLike<number>, v: Vec3Like): Vec3 {
  return quatRotate(quatConjugate(q), v);
}

/** Rotation by `angle` (rad) about `axis`, which need not be of unit length. */
export function quatFromAxisAngle(axis: Vec3Like, angle: number): Quat {
  const s = sin(angle / 2) / norm(axis);
  return [axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)];
}

/** Intrinsic Euler angles (rad), one per letter of `order`. */
export function quatFromEuler(angles: Vec3Like, order: EulerOrder): Quat {
  let q: Quat = QUAT_IDENTITY;
  for (let i = 0; i < 3; i++) {
    const axis: Vec3 = order[i] === "x" ? [1, 0, 0] : order[i] === "y" ? [0, 1, 0] : [0, 0, 1];
    q = quatMultiply(q, quatFromAxisAngle(axis, angles[i]));
  }
  return q;
}

/** The rotation whose columns are the right-handed orthonormal axes x, y, z [Shepperd1978]. */
export function quatFromAxes(x: Vec3Like, y: Vec3Like, z: Vec3Like): Quat {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(1 + trace);
    return [(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4];
  }
  if (x[0] >= y[1] && x[0] >= z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return [s / 4, (x[1] + y[0]) / s, (x[2] + z[0]) / s, (y[2] - z[1]) / s];
  }
  if (y[1] >= z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return [(x[1] + y[0]) / s, s / 4, (y[2] + z[1]) / s, (z[0] - x[2]) / s];
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return [(x[2] + z[0]) / s, (y[2] + z[1]) / s, s / 4, (x[1] - y[0]) / s];
}

/** out[o..o+2] = R(q[qo..]) v[vo..]; `out` may be `v`. */
export function rotateInto(
  out: Float64Array,
  o: number,
  q: Float64Array,
  qo: number,
  v: Float64Array,
  vo: number,
): void {
  const x = q[qo];
  const y = q[qo + 1];
  const z = q[qo + 2];
  const w = q[qo + 3];
  const a = v[vo];
  const b = v[vo + 1];
  const c = v[vo + 2];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  out[o] = a + w * tx + y * tz - z * ty;
  out[o + 1] = b + w * ty + z * tx - x * tz;
  out[o + 2] = c + w * tz + x * ty - y * tx;
}

/** out[o..o+2] = R(q[qo..])ᵀ v[vo..]; `out` may be `v`. */
export function rotateInverseInto(
  out: Float64Array,
  o: number,
  q: Float64Array,
  qo: number,
  v: Float64Array,
  vo: number,
): void {
  const x = -q[qo];
  const y = -q[qo + 1];
  const z = -q[qo + 2];
  const w = q[qo + 3];
  const a = v[vo];
  const b = v[vo + 1];
  const c = v[vo + 2];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  out[o] = a + w * tx + y * tz - z * ty;
  out[o + 1] = b + w * ty + z * tx - x * tz;
  out[o + 2] = c + w * tz + x * ty - y * tx;
}

/**
 * out = exp(u) q: turns the orientation q by the world rotation vector u (rad), and normalises.
 *
 * With θ = |u|:  exp(u) = [ sin(θ/2)/θ · u, cos(θ/2) ].  The two functions of θ² are summed as power series after
 * halving u k times until θ ≤ 1, and squared back k times, so that no call passes a double (calls box doubles, which
 * allocates). Eight terms leave a remainder of (1/4)⁸/17! < 1e-19.
 */
export function turnInto(out: Float64Array, o: number, u: Float64Array, uo: number, q: Float64Array, qo: number): void {
  let ux = u[uo];
  let uy = u[uo + 1];
  let uz = u[uo + 2];
  let theta2 = ux * ux + uy * uy + uz * uz;
  let halvings = 0;
  while (theta2 > 1 && halvings < 1100) {
    ux *= 0.5;
    uy *= 0.5;
    uz *= 0.5;
    theta2 *= 0.25;
    halvings++;
  }
  // a = (θ/2)²; sinc = sin(θ/2)/(θ/2), cosine = cos(θ/2), by Horner's rule
  const a = 0.25 * theta2;
  const sinc =
    1 - (a / 6) * (1 - (a / 20) * (1 - (a / 42) * (1 - (a / 72) * (1 - (a / 110) * (1 - (a / 156) * (1 - a / 210))))));
  let ew =
    1 - (a / 2) * (1 - (a / 12) * (1 - (a / 30) * (1 - (a / 56) * (1 - (a / 90) * (1 - (a / 132) * (1 - a / 182))))));
  let ex = 0.5 * sinc * ux;
  let ey = 0.5 * sinc * uy;
  let ez = 0.5 * sinc * uz;
  for (let k = 0; k < halvings; k++) {
    const w2 = 2 * ew;
    ex *= w2;
    ey *= w2;
    ez *= w2;
    ew = w2 * (0.5 * w2) - 1;
  }
  const x = q[qo];
  const y = q[qo + 1];
  const z = q[qo + 2];
  const w = q[qo + 3];
  const rx = ew * x + ex * w + ey * z - ez * y;
  const ry = ew * y - ex * z + ey * w + ez * x;
  const rz = ew * z + ex * y - ey * x + ez * w;
  const rw = ew * w - ex * x - ey * y - ez * z;
  const n = 1 / Math.sqrt(rx * rx + ry * ry + rz * rz + rw * rw);
  out[o] = rx * n;
  out[o + 1] = ry * n;
  out[o + 2] = rz * n;
  out[o + 3] = rw * n;
}
