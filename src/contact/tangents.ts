/**
 * The tangents that `pointImpulse` counts along, from a unit normal alone, so that who reads an impulse finds the same
 * ones: t₁ across the axis that the normal is farthest from, t₂ = n × t₁; in the plane t₁ = (−n_y, n_x, 0). Reads:
 * normal, 3 numbers at o. Writes: out, 6 numbers at t.
 */
export function tangentsInto(out: Float64Array, t: number, normal: Float64Array, o: number, planar: boolean): void {
  const x = normal[o];
  const y = normal[o + 1];
  const z = normal[o + 2];
  if (planar) {
    out[t] = -y;
    out[t + 1] = x;
    out[t + 2] = 0;
  } else if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) {
    const s = 1 / Math.sqrt(y * y + z * z);
    out[t] = 0;
    out[t + 1] = z * s;
    out[t + 2] = -y * s;
  } else if (Math.abs(y) <= Math.abs(z)) {
    const s = 1 / Math.sqrt(x * x + z * z);
    out[t] = -z * s;
    out[t + 1] = 0;
    out[t + 2] = x * s;
  } else {
    const s = 1 / Math.sqrt(x * x + y * y);
    out[t] = y * s;
    out[t + 1] = -x * s;
    out[t + 2] = 0;
  }
  out[t + 3] = y * out[t + 2] - z * out[t + 1];
  out[t + 4] = z * out[t] - x * out[t + 2];
  out[t + 5] = x * out[t + 1] - y * out[t];
}
