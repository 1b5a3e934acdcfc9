/**
 * Friction of a disk of uniform pressure that slides and spins at once, in closed form. With ε = |v_t|/(R|ω_n|) and the
 * complete elliptic integrals K, E of modulus k, [Vilela2018]:
 *
 *   ε ≤ 1, k = ε   : f = 4/(3π) [(ε² + 1)E + (ε² − 1)K]/ε,   t = 4/(9π) [(4 − 2ε²)E + (ε² − 1)K]
 *   ε > 1, k = 1/ε : f = 4/(3π) [(ε² + 1)E − (ε² − 1)K],     t = 4/(9π) ε [(4 − 2ε²)E + (2ε² − 5 + 3/ε²)K]
 *
 *   F_t = μF_n f,   τ = μF_n R t
 *
 * Both are derivatives of one dissipation |v_t| f + R|ω_n| t, hence t′ = −ε f′. Where terms cancel, k < 0.3, the series
 * of K and E are summed instead.
 */

/** Below this modulus the series are used: eighteen terms of k² leave 0.09¹⁸ = 1e-19. */
const SMALL_MODULUS = 0.3;
const TERMS = 18;

/** K = π/2 Σ κ_j k²ʲ, E = π/2 Σ η_j k²ʲ: κ_j = κ_{j−1} ((2j − 1)/(2j))², η_j = −κ_j/(2j − 1). */
const [KAPPA, ETA] = seriesOfElliptic();

function seriesOfElliptic(): [kappa: Float64Array, eta: Float64Array] {
  const kappa = new Float64Array(TERMS + 2);
  const eta = new Float64Array(TERMS + 2);
  kappa[0] = eta[0] = 1;
  for (let j = 1; j < kappa.length; j++) {
    const part = (2 * j - 1) / (2 * j);
    kappa[j] = kappa[j - 1] * part * part;
    eta[j] = -kappa[j] / (2 * j - 1);
  }
  return [kappa, eta];
}

/** K and E of modulus k, 0 ≤ k < 1, by the arithmetic–geometric mean, into out[0] and out[1]. */
export function completeElliptic(k: number, out: Float64Array): void {
  let a = 1;
  let b = Math.sqrt((1 - k) * (1 + k));
  let c = k;
  let power = 0.5;
  let sum = power * c * c;
  for (let n = 0; n < 12 && c > 1e-17 * a; n++) {
    c = 0.5 * (a - b);
    const g = Math.sqrt(a * b);
    a = 0.5 * (a + b);
    b = g;
    power *= 2;
    sum += power * c * c;
  }
  out[0] = Math.PI / (2 * a);
  out[1] = out[0] * (1 - sum);
}

/**
 * f, t and df/dε of the ratio `ratio[o]` = ε ≥ 0 (infinite: no spin at all) into out[0 … 2].
 */
export function diskFriction(ratio: Float64Array, o: number, out: Float64Array): void {
  const e = ratio[o];
  if (e <= SMALL_MODULUS) slowSeries(e, out);
  else if (e * SMALL_MODULUS >= 1) fastSeries(1 / e, out);
  else if (e === 1) {
    // (ε² − 1) K goes to 0; df/dε = 4/(3π) (3E − 2E)
    out[0] = 8 / (3 * Math.PI);
    out[1] = 8 / (9 * Math.PI);
    out[2] = 4 / (3 * Math.PI);
  } else {
    const q = e * e;
    completeElliptic(e < 1 ? e : 1 / e, out);
    const k = out[0];
    const s = out[1];
    if (e < 1) {
      const n = (q + 1) * s + (q - 1) * k;
      out[0] = (4 / (3 * Math.PI)) * (n / e);
      out[1] = (4 / (9 * Math.PI)) * ((4 - 2 * q) * s + (q - 1) * k);
      out[2] = (4 / (3 * Math.PI)) * (3 * s - n / q);
    } else {
      out[0] = (4 / (3 * Math.PI)) * ((q + 1) * s - (q - 1) * k);
      out[1] = (4 / (9 * Math.PI)) * e * ((4 - 2 * q) * s + (2 * q - 5 + 3 / q) * k);
      out[2] = (4 / (3 * Math.PI)) * (2 * e * (s - k) + (2 * k - s) / e);
    }
  }
}

function slowSeries(e: number, out: Float64Array): void {
  const q = e * e;
  let f = 0;
  let t = 0;
  let df = 0;
  let power = 1;
  for (let j = 0; j < TERMS; j++) {
    // f/ε: coefficient of ε²ʲ⁺² in the bracket
    const c = ETA[j] + KAPPA[j] + ETA[j + 1] - KAPPA[j + 1];
    f += c * power;
    df += (2 * j + 1) * c * power;
    t += (4 * ETA[j] - KAPPA[j] + (j > 0 ? KAPPA[j - 1] - 2 * ETA[j - 1] : 0)) * power;
    power *= q;
  }
  out[0] = (2 / 3) * f * e;
  out[1] = (2 / 9) * t;
  out[2] = (2 / 3) * df;
}

function fastSeries(k: number, out: Float64Array): void {
  const q = k * k;
  let f = 0;
  let t = 0;
  let df = 0;
  let power = 1;
  for (let j = 0; j < TERMS; j++) {
    const c = ETA[j + 1] - KAPPA[j + 1] + ETA[j] + KAPPA[j];
    f += c * power;
    df -= 2 * j * c * power;
    // the term of k⁻¹ vanishes
    const i = j + 1;
    if (i + 1 < KAPPA.length)
      t += (4 * ETA[i] - 2 * ETA[i + 1] + 2 * KAPPA[i + 1] - 5 * KAPPA[i] + 3 * KAPPA[i - 1]) * power;
    power *= q;
  }
  out[0] = (2 / 3) * f;
  out[1] = (2 / 9) * t * k;
  out[2] = (2 / 3) * df * k;
}
