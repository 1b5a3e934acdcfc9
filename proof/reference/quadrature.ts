/** ∫ f dt over [a, b] by 10-point Gauss–Legendre on `pieces` equal pieces. */
export function quadrature(f: (t: number) => number, a: number, b: number, pieces: number): number {
  const h = (b - a) / pieces;
  let sum = 0;
  for (let k = 0; k < pieces; k++) {
    const mid = a + (k + 0.5) * h;
    for (let i = 0; i < GAUSS_NODES.length; i++) {
      const d = (GAUSS_NODES[i] * h) / 2;
      sum += (GAUSS_WEIGHTS[i] * h * (f(mid - d) + f(mid + d))) / 2;
    }
  }
  return sum;
}

const GAUSS_NODES = [
  0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717,
];
const GAUSS_WEIGHTS = [
  0.2955242247147529, 0.2692667193099963, 0.219086362515982, 0.1494513491505806, 0.0666713443086881,
];
