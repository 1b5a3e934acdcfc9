/**
 * Judge for volume integrals: exact rational arithmetic on the coordinates as given. A double is an integer times a power of
 * two, so all sums are integers over one power of two and nothing is rounded until the very end. Shares no code with
 * `src/`, and cuts the solid differently (tetrahedra from the first vertex, general four-corner formulas).
 */

export interface ExactMass {
  volume: number;
  center: number[];
  /** xx yy zz xy xz yz about the centre, products with the sign of the tensor. */
  inertia: number[];
}

export function exactMass(vertices: Float64Array, triangles: Uint32Array): ExactMass {
  const { integers, exponent } = toIntegers(vertices);
  const corner = (v: number) => [integers[3 * v], integers[3 * v + 1], integers[3 * v + 2]];
  const o = corner(triangles[0]);
  let v6 = 0n; // 6 V
  const m24 = [0n, 0n, 0n]; // 24 ∫ x
  const s120 = [0n, 0n, 0n, 0n, 0n, 0n]; // 120 ∫ x xᵀ: xx yy zz xy xz yz
  const pairs = [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [o, corner(triangles[t]), corner(triangles[t + 1]), corner(triangles[t + 2])];
    const [a, b, c] = [1, 2, 3].map((i) => [0, 1, 2].map((k) => corners[i][k] - o[k]));
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    const sum = [0, 1, 2].map((k) => corners[0][k] + corners[1][k] + corners[2][k] + corners[3][k]);
    v6 += det;
    for (let k = 0; k < 3; k++) m24[k] += det * sum[k];
    pairs.forEach(([i, j], k) => {
      let squares = 0n;
      for (const p of corners) squares += p[i] * p[j];
      s120[k] += det * (sum[i] * sum[j] + squares);
    });
  }
  // With V = v6/6 and c = m24/(4 v6), the second moments about the centre are
  //   s120/120 − V c cᵀ = s120/120 − m24 m24ᵀ/(96 v6) = (16 v6 s120 − 20 m24 m24ᵀ)/(1920 v6).
  const second = pairs.map(([i, j], k) => 16n * v6 * s120[k] - 20n * m24[i] * m24[j]);
  const moment = (n: bigint) => ratio(n, 1920n * v6, 5 * exponent);
  return {
    volume: ratio(v6, 6n, 3 * exponent),
    center: m24.map((m) => ratio(m, 4n * v6, exponent)),
    inertia: [
      moment(second[1] + second[2]),
      moment(second[0] + second[2]),
      moment(second[0] + second[1]),
      moment(-second[3]),
      moment(-second[4]),
      moment(-second[5]),
    ],
  };
}

/** All numbers as integers times 2^exponent. */
function toIntegers(numbers: Float64Array): { integers: bigint[]; exponent: number } {
  const parts = Array.from(numbers, split);
  const exponent = Math.min(...parts.filter((p) => p.mantissa !== 0n).map((p) => p.exponent), 0);
  return {
    integers: parts.map((p) => (p.mantissa === 0n ? 0n : p.mantissa << BigInt(p.exponent - exponent))),
    exponent,
  };
}

/** x = mantissa · 2^exponent exactly. */
function split(x: number): { mantissa: bigint; exponent: number } {
  const bits = new BigUint64Array(Float64Array.of(x).buffer)[0];
  const e = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = e === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: bits >> 63n ? -mantissa : mantissa, exponent: (e === 0 ? 1 : e) - 1075 };
}

/** n/d · 2^exponent, rounded once: 80 bits of quotient before the conversion. */
function ratio(n: bigint, d: bigint, exponent: number): number {
  if (n === 0n) return 0;
  const length = (b: bigint) => (b < 0n ? -b : b).toString(2).length;
  const shift = Math.max(0, 80 + length(d) - length(n));
  return Number((n << BigInt(shift)) / d) * 2 ** (exponent - shift);
}
