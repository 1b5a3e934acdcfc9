import { ellipticF, ellipticK, jacobi } from "./elliptic.js";
import { quadrature } from "./quadrature.js";

type Triple = readonly [number, number, number];
type Quaternion = [number, number, number, number];

/**
 * Spin of a torque-free body in its principal axes, by Jacobi elliptic functions [LandauLifshitz1976, §37].
 *
 * For moments of inertia I₁ < I₂ < I₃ (so must they be given) and L² > 2 E I₂ the motion circles the axis of I₃, else
 * that of I₁ (then 1 and 3 are exchanged):
 *
 *   ω₁ = a₁ cn τ,  ω₂ = a₂ sn τ,  ω₃ = a₃ dn τ,   τ = λ t + τ₀
 *   λ² = (I₃ − I₂)(L² − 2 E I₁)/(I₁ I₂ I₃),   m = (I₂ − I₁)(2 E I₃ − L²)/((I₃ − I₂)(L² − 2 E I₁))
 */
export class TorqueFreeSpin {
  /** Parameter of the elliptic functions. */
  readonly m: number;
  private readonly m1: number;
  /** rad/s */
  readonly rate: number;
  private readonly phase: number;
  private readonly amplitude: Triple;
  private readonly swapped: boolean;
  private readonly inertia: Triple;

  constructor(inertia: Triple, spin: Triple) {
    this.inertia = inertia;
    const energy2 = inertia.reduce((sum, i, k) => sum + i * spin[k] * spin[k], 0);
    const momentum2 = inertia.reduce((sum, i, k) => sum + i * i * spin[k] * spin[k], 0);
    this.swapped = momentum2 < energy2 * inertia[1];
    const [i1, i2, i3] = this.swapped ? [inertia[2], inertia[1], inertia[0]] : inertia;
    const [w1, w2, w3] = this.swapped ? [spin[2], spin[1], spin[0]] : spin;

    // differences as sums of products without cancellation: 2 E I₃ − L² = Σ I (I₃ − I) ω²
    const low = i1 * (i3 - i1) * w1 * w1 + i2 * (i3 - i2) * w2 * w2;
    const high = i2 * (i2 - i1) * w2 * w2 + i3 * (i3 - i1) * w3 * w3;
    const a1 = Math.sqrt(low / (i1 * (i3 - i1)));
    const a2 = Math.sqrt(low / (i2 * (i3 - i2)));
    const a3 = Math.sqrt(high / (i3 * (i3 - i1)));
    this.m = ((i2 - i1) * low) / ((i3 - i2) * high);
    this.m1 = ((i3 - i1) * (i3 * (i3 - i2) * w3 * w3 - i1 * (i2 - i1) * w1 * w1)) / ((i3 - i2) * high);
    const speed = Math.sqrt(((i3 - i2) * high) / (i1 * i2 * i3));

    // Signs: dn is never negative, so a₃ has the sign of ω₃; a₁ and a₂ are positive. Euler's second equation, I₂ ω̇₂ =
    // (I₃ − I₁) ω₃ ω₁, then says which way τ runs; it reads the same with axes 1 and 3 exchanged.
    const s3 = w3 < 0 ? -1 : 1;
    this.rate = speed * s3;
    this.amplitude = [a1, a2, a3 * s3];
    this.phase = argument(w2 / a2, w1 / a1, this.m, this.m1);
  }

  /** [ω₁, ω₂, ω₃], rad/s. */
  at(t: number): [number, number, number] {
    const { sn, cn, dn } = jacobi(this.rate * t + this.phase, this.m, this.m1);
    const [a1, a2, a3] = this.amplitude;
    const w: [number, number, number] = [a1 * cn, a2 * sn, a3 * dn];
    return this.swapped ? [w[2], w[1], w[0]] : w;
  }

  /**
   * q_WB = [x, y, z, w] of a body that starts with its axes along the world's. Where z is the direction of the angular
   * momentum L, the Euler angles of the body are
   *
   *   cos θ = I₃ω₃/L,  tan ψ = I₁ω₁/(I₂ω₂),  φ = ∫ L (I₁ω₁² + I₂ω₂²)/(I₁²ω₁² + I₂²ω₂²) dt
   *
   * φ by quadrature over `pieces` pieces.
   */
  attitude(t: number, pieces: number): Quaternion {
    const start = this.euler(0);
    const end = this.euler(t);
    const phi = quadrature((s) => this.precession(s), 0, t, pieces);
    const first = product(half([1, 0, 0], start.theta), half([0, 0, 1], start.psi));
    const last = product(half([1, 0, 0], end.theta), half([0, 0, 1], end.psi));
    return product(conjugate(first), product(half([0, 0, 1], phi), last));
  }

  private euler(t: number): { theta: number; psi: number } {
    const w = this.at(t);
    const [x, y, z] = this.inertia.map((i, k) => i * w[k]);
    return { theta: Math.atan2(Math.hypot(x, y), z), psi: Math.atan2(x, y) };
  }

  /** φ̇, rad/s. */
  private precession(t: number): number {
    const w = this.at(t);
    const [i1, i2] = this.inertia;
    const momentum = Math.hypot(...this.inertia.map((i, k) => i * w[k]));
    return (momentum * (i1 * w[0] * w[0] + i2 * w[1] * w[1])) / ((i1 * w[0]) ** 2 + (i2 * w[1]) ** 2);
  }

  /** Times in (0, end) at which ω₂ changes sign, s. */
  flips(end: number): number[] {
    const half = 2 * ellipticK(this.m, this.m1);
    const times: number[] = [];
    const turns = Math.ceil((Math.abs(this.rate) * end + Math.abs(this.phase)) / half) + 1;
    for (let n = -turns; n <= turns; n++) {
      const t = (n * half - this.phase) / this.rate;
      if (t > 0 && t < end) times.push(t);
    }
    return times.sort((a, b) => a - b);
  }
}

/** τ with sn τ = s and cn τ = c. */
function argument(s: number, c: number, m: number, m1: number): number {
  // the ratios come from square roots, so they are put back on the circle
  const r = Math.hypot(s, c);
  const f = ellipticF(s / r, Math.abs(c / r), m, m1);
  return c >= 0 ? f : 2 * ellipticK(m, m1) - f;
}

/**
 * Torque-free body with I₁ = I₂ = I and I₃ = J in closed form [KaneLikinsLevinson1983, 1.13]: with H the magnitude of
 * the angular momentum, the body turns about H at H/I and, in itself, about its axis at s = (1 − J/I) ω₃,
 *
 *   R(t) = Rot(Ĥ, H t/I) R(0) Rot(ẑ, s t),    ω_B(t) = Rot(ẑ, −s t) ω_B(0)
 */
export function axisymmetricFreeBody(
  transverse: number,
  axial: number,
  spin: Triple,
  t: number,
): { quat: Quaternion; spin: [number, number, number] } {
  const h: Triple = [transverse * spin[0], transverse * spin[1], axial * spin[2]];
  const size = Math.hypot(...h);
  const s = (1 - axial / transverse) * spin[2];
  const about = half([h[0] / size, h[1] / size, h[2] / size], (size / transverse) * t);
  const own = half([0, 0, 1], s * t);
  const c = Math.cos(s * t);
  const d = Math.sin(s * t);
  return {
    quat: product(about, own),
    spin: [c * spin[0] + d * spin[1], c * spin[1] - d * spin[0], spin[2]],
  };
}

function half(axis: Triple, angle: number): Quaternion {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function conjugate([x, y, z, w]: Quaternion): Quaternion {
  return [-x, -y, -z, w];
}

/** Angle between two orientations, rad; without loss of digits near zero. */
export function angleBetween(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const x = p[3] * q[0] - p[0] * q[3] - p[1] * q[2] + p[2] * q[1];
  const y = p[3] * q[1] + p[0] * q[2] - p[1] * q[3] - p[2] * q[0];
  const z = p[3] * q[2] - p[0] * q[1] + p[1] * q[0] - p[2] * q[3];
  const w = p[3] * q[3] + p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}
