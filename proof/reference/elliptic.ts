/**
 * Elliptic integrals and functions in double precision, by the arithmetic-geometric mean [AbramowitzStegun1964, ch. 16,
 * 17].
 */

/**
 * K(m), complete elliptic integral of the first kind, parameter m = k², by K = π / (2 agm(1, √m₁)). Here and below m₁ =
 * 1 − m may be given where it is known better than by subtraction.
 */
export function ellipticK(m: number, m1 = 1 - m): number {
  let a = 1;
  let b = Math.sqrt(m1);
  for (let i = 0; i < 40 && Math.abs(a - b) > 1e-16 * a; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (a + b);
}

/** Carlson's R_F(x, y, z) by duplication [Carlson1979]; the rest of the series is below 1e-16 when it stops. */
export function carlsonRF(x: number, y: number, z: number): number {
  for (let i = 0; i < 100; i++) {
    const mean = (x + y + z) / 3;
    const dx = 1 - x / mean;
    const dy = 1 - y / mean;
    const dz = 1 - z / mean;
    if (Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)) < 2e-3) {
      const e2 = dx * dy - dz * dz;
      const e3 = dx * dy * dz;
      return (1 + e2 * (e2 / 24 - 1 / 10 - (3 * e3) / 44) + e3 / 14) / Math.sqrt(mean);
    }
    const lambda = Math.sqrt(x * y) + Math.sqrt(y * z) + Math.sqrt(z * x);
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
  }
  return Number.NaN;
}

/** F(φ | m) for |φ| ≤ π/2 from s = sin φ and c = cos φ: F = s R_F(c², c² + m₁ s², 1). */
export function ellipticF(s: number, c: number, m: number, m1 = 1 - m): number {
  return s * carlsonRF(c * c, c * c + m1 * s * s, 1);
}

/**
 * sn, cn and dn of u with parameter 0 ≤ m < 1, by descending Landen transformation. u is first brought within K of
 * zero, where the arcsines are far from ±1.
 */
export function jacobi(u: number, m: number, m1 = 1 - m): { sn: number; cn: number; dn: number } {
  const period = 2 * ellipticK(m, m1);
  const turns = Math.round(u / period);
  const sign = turns % 2 === 0 ? 1 : -1;
  u -= turns * period;
  const a = [1];
  const c = [Math.sqrt(m)];
  let b = Math.sqrt(m1);
  while (Math.abs(c[c.length - 1]) > 1e-17 && a.length < 40) {
    const last = a[a.length - 1];
    c.push((last - b) / 2);
    a.push((last + b) / 2);
    b = Math.sqrt(last * b);
  }
  let n = a.length - 1;
  let phi = 2 ** n * a[n] * u;
  for (; n > 0; n--) phi = (phi + Math.asin((c[n] * Math.sin(phi)) / a[n])) / 2;
  const cn = Math.cos(phi);
  return { sn: sign * Math.sin(phi), cn: sign * cn, dn: Math.sqrt(m1 + m * cn * cn) };
}
