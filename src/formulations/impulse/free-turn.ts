import { cos, sin } from "../../math/elementary.js";

/**
 * Free rotation of a body with different moments of inertia along the axes of its frame. Its energy is the sum of
 * Lᵢ²/2Iᵢ, and each term by itself turns the body evenly about one axis, in closed form:
 *
 *   q ← q ∘ exp(αᵢ eᵢ),   L ← R(eᵢ, −αᵢ) L,   αᵢ = τ Lᵢ/Iᵢ      (L in the frame of the body)
 *
 * The five turns 1, 2, 3, 2, 1 over τ/2, τ/2, τ, τ/2, τ/2 are a symmetric method of second order
 * [HairerLubichWanner2006, ch. VII.5], and three of these over γτ, (1 − 2γ)τ, γτ with γ = 1/(2 − 2^⅓) one of fourth
 * [Yoshida1990]. |L| and its direction in the world stay to round-off, and the energy does not drift.
 */

/** State of a turn: L 3 in the frame of the body, quaternion 4. */
export const TURN_SIZE = 7;
const QUAT = 3;

const GAMMA = 1.3512071919596578;

/** Up to this half angle sine and cosine are their series, whose next term is below 1e-17, rad. */
const SMALL = 0.25;

/** Turns the state at `at` over a time h, in `parts` equal parts; moments i[o…], kg m². */
export function turnFreely(
  state: Float64Array,
  at: number,
  i: Float64Array,
  o: number,
  h: number,
  parts: number,
): void {
  const outer = (GAMMA * h) / parts;
  const inner = h / parts - 2 * outer;
  for (let k = 0; k < parts; k++) {
    split(state, at, i, o, outer);
    split(state, at, i, o, inner);
    split(state, at, i, o, outer);
  }
  // five turns per stage leave a few rounding errors in the length
  const q = at + QUAT;
  const x = state[q];
  const y = state[q + 1];
  const z = state[q + 2];
  const w = state[q + 3];
  const n = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  for (let c = 0; c < 4; c++) state[q + c] *= n;
}

function split(state: Float64Array, at: number, i: Float64Array, o: number, t: number): void {
  const half = 0.5 * t;
  turnAbout(state, at, 0, half / i[o]);
  turnAbout(state, at, 1, half / i[o + 1]);
  turnAbout(state, at, 2, t / i[o + 2]);
  turnAbout(state, at, 1, half / i[o + 1]);
  turnAbout(state, at, 0, half / i[o]);
}

/** Turns about an axis by the angle `rate` Lᵢ. */
function turnAbout(state: Float64Array, at: number, axis: number, rate: number): void {
  const a = at + axis;
  const b = axis === 2 ? at : a + 1;
  const c = axis === 0 ? at + 2 : a - 1;
  const w = at + QUAT + 3;
  const x = 0.5 * rate * state[a];
  let s: number;
  let k: number;
  if (x < SMALL && x > -SMALL) {
    const x2 = x * x;
    s = x * (1 - (x2 / 6) * (1 - (x2 / 20) * (1 - (x2 / 42) * (1 - (x2 / 72) * (1 - x2 / 110)))));
    k = 1 - (x2 / 2) * (1 - (x2 / 12) * (1 - (x2 / 30) * (1 - (x2 / 56) * (1 - x2 / 90))));
  } else {
    s = sin(x);
    k = cos(x);
  }
  const sine = 2 * s * k;
  const cosine = 1 - 2 * s * s;
  const lb = state[b];
  const lc = state[c];
  state[b] = cosine * lb + sine * lc;
  state[c] = cosine * lc - sine * lb;
  const qa = state[QUAT + a];
  const qb = state[QUAT + b];
  const qc = state[QUAT + c];
  const qw = state[w];
  state[QUAT + a] = qa * k + qw * s;
  state[QUAT + b] = qb * k + qc * s;
  state[QUAT + c] = qc * k - qb * s;
  state[w] = qw * k - qa * s;
}
