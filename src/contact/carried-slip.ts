/**
 * Slip of B against A that arms which have changed add, ω_B × δa_B − ω_A × δa_A, into the three numbers of `out`. The
 * patch at the arms `ra` and `rb` of `arm` moves with the body of the smaller shape (`onA`: A): where that is flat as a
 * whole, where it is round (`rolls`) with the centre and about the normal at n. Displacements d and velocities v are 6
 * numbers per body, [rotation, translation], those of A at a and those of B at b. Writes: out.
 */
export function carriedSlipInto(
  out: Float64Array,
  normal: Float64Array,
  n: number,
  arm: Float64Array,
  ra: number,
  rb: number,
  d: Float64Array,
  v: Float64Array,
  a: number,
  b: number,
  onA: boolean,
  rolls: boolean,
): void {
  const carrier = onA ? a : b;
  const r = onA ? ra : rb;
  let x = d[carrier];
  let y = d[carrier + 1];
  let z = d[carrier + 2];
  if (rolls) {
    const about = x * normal[n] + y * normal[n + 1] + z * normal[n + 2];
    x = about * normal[n];
    y = about * normal[n + 1];
    z = about * normal[n + 2];
  }
  const px = d[carrier + 3] + y * arm[r + 2] - z * arm[r + 1];
  const py = d[carrier + 4] + z * arm[r] - x * arm[r + 2];
  const pz = d[carrier + 5] + x * arm[r + 1] - y * arm[r];
  const ax = px - d[a + 3];
  const ay = py - d[a + 4];
  const az = pz - d[a + 5];
  const bx = px - d[b + 3];
  const by = py - d[b + 4];
  const bz = pz - d[b + 5];
  out[0] = v[b + 1] * bz - v[b + 2] * by - v[a + 1] * az + v[a + 2] * ay;
  out[1] = v[b + 2] * bx - v[b] * bz - v[a + 2] * ax + v[a] * az;
  out[2] = v[b] * by - v[b + 1] * bx - v[a] * ay + v[a + 1] * ax;
}
