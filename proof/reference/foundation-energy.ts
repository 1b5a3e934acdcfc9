import type { Simulation } from "stiction";

/** A corner of the base, or a point where its edge enters the floor: place on the base and depth below the floor, m. */
type Corner = readonly [x: number, y: number, depth: number];

/**
 * Part of the base that is below z = 0, and ½ ∫ δ² dS over it, m⁴. δ is linear, so a triangle has S/12 Σ_{i ≤ j} δ_i
 * δ_j of it.
 */
function baseBelow(simulation: Simulation, b: number, half: readonly number[]): { whole: boolean; square: number } {
  const { bodyPos, bodyQuat } = simulation.data;
  const [x, y, z, w] = bodyQuat.subarray(4 * b, 4 * b + 4);
  // the floor's normal in the block's axes
  const [nx, ny, nz] = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([s, t]): Corner => {
    const [cx, cy] = [s * half[0], t * half[1]];
    return [cx, cy, half[2] * nz - bodyPos[3 * b + 2] - nx * cx - ny * cy];
  });
  const below: Corner[] = [];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % 4];
    if (p[2] > 0) below.push(p);
    const part = p[2] / (p[2] - q[2]);
    if (p[2] > 0 !== q[2] > 0) below.push([p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1]), 0]);
  });
  let square = 0;
  for (let i = 1; i + 1 < below.length; i++) {
    const [p, q, r] = [below[0], below[i], below[i + 1]];
    const area = 0.5 * ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
    const [d, e, f] = [p[2], q[2], r[2]];
    square += (area / 12) * (d * d + e * e + f * f + d * e + e * f + f * d);
  }
  return { whole: corners.every((p) => p[2] > 0), square };
}

/**
 * Energy of a block of 1 kg that rests with its base on an elastic layer at z = 0, J: ½ v² + ½ Σ I ω² + g (z − half
 * height) + ½ K ∫ δ² dS; small tilts, so that its sides and the turn of its axes do not count. And whether the whole
 * base is in the layer.
 */
export function foundationEnergy(
  simulation: Simulation,
  block: string,
  half: readonly number[],
  stiffness: number,
  gravity: number,
): { energy: number; whole: boolean } {
  const { model, data } = simulation;
  const b = model.bodyNames.indexOf(block);
  const v = data.bodyVel.subarray(6 * b, 6 * b + 6);
  const { whole, square } = baseBelow(simulation, b, half);
  let energy = gravity * (data.bodyPos[3 * b + 2] - half[2]) + stiffness * square;
  for (let k = 0; k < 3; k++) {
    const [s, t] = [half[(k + 1) % 3], half[(k + 2) % 3]];
    energy += 0.5 * v[3 + k] * v[3 + k] + (0.5 * (s * s + t * t) * v[k] * v[k]) / 3;
  }
  return { energy, whole };
}
