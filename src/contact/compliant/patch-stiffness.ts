import type { ContactBatch, ContactOutput } from "../contact-law.js";
import type { CompliantSetup } from "./compliant-setup.js";
import type { CompliantState } from "./compliant-state.js";

/** Points that share one contact law, and how. */
export interface Patches {
  /** Number of the patch of each contact; contacts of one patch follow each other. */
  readonly of: Int32Array;
  /** w_i = ∂δ/∂δ_i; 1 of a contact that is alone. */
  readonly weight: Float64Array;
  /** f ∂²δ/∂δ_i² with δ alone held, N/m: what resists a tilt; 0 of a contact that is alone. */
  readonly tilt: Float64Array;
  /** Depth, its rate and impact speed of one patch, and what the law answers. */
  readonly batch: ContactBatch;
  readonly out: ContactOutput;
  /** δ of the patch of each contact, m; 0 of a contact that is alone. */
  readonly depth: Float64Array;
  /**
   * By first contact of a patch: ∂f/∂gap + f (q − 1)/δ, N/m, and ∂f/∂gapRate, N s/m, for all of its points together.
   */
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  /** First contact of the patch that the tangent is at. */
  first: number;
}

export function createPatches(capacity: number): Patches {
  const f64 = (n: number) => new Float64Array(n);
  return {
    of: new Int32Array(capacity),
    weight: f64(capacity),
    tilt: f64(capacity),
    batch: { gap: f64(1), gapRate: f64(1), impactSpeed: f64(1) },
    out: { force: f64(1), stiffness: f64(1), damping: f64(1) },
    depth: f64(capacity),
    stiffness: f64(capacity),
    damping: f64(capacity),
    first: 0,
  };
}

/** q = 2⁴: powers by products, roots by square roots. */
const DOUBLINGS = 4;
const ORDER = 1 << DOUBLINGS;

/**
 * One contact law for all points of a patch, at the depth
 *
 *   δ = (Σ δ_i^q)^(1/q),   δ̇ = Σ w_i δ̇_i,   f_i = w_i f(δ, δ̇),   w_i = ∂δ/∂δ_i = (δ_i/δ)^(q − 1)
 *
 * with q = 16. The points do the work f δ̇ of the law, so that a law that never gains energy does not gain it here
 * either, however many points there are; w_i ≥ 0, so that no point pulls; and w_i = 0 at δ_i = 0, so that points come
 * and go without a jump. n equal points are n^((p + 1)/q) times as stiff as one for f ∝ δ^p, instead of n times. No
 * depth can do better and have all of this: one that does not depend on n at all, does not fall with any δ_i and
 * ignores points at δ_i = 0 is max δ_i, whose force jumps from point to point; q → ∞. Weights of their own, δ_i/Σ δ_j
 * for instance, have no potential: a body that rocks gains energy from them.
 *
 * Derivatives with respect to depths, δ_ij where i = j,
 *
 *   ∂f_i/∂δ_j = (f′ − f (q − 1)/δ) w_i w_j + δ_ij f (q − 1)/δ (δ_i/δ)^(q − 2)
 *
 * and what friction knows of it is how f_i grows when all depths grow alike. Reads: contacts, out. Writes: out,
 * patches.
 */
export function sharePatches(setup: CompliantSetup, state: CompliantState): void {
  const { count, patches } = state;
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && patches.of[end] === patches.of[start]) end++;
    if (end - start === 1 || !sharePatch(setup, state, start, end)) {
      patches.weight.fill(1, start, end);
      patches.tilt.fill(0, start, end);
      patches.depth.fill(0, start, end);
    }
    start = end;
  }
}

/** Whether at least one of the contacts is deep. */
function sharePatch(setup: CompliantSetup, state: CompliantState, start: number, end: number): boolean {
  const { batch, out, patches } = state;
  const { weight, tilt, batch: joint, out: all } = patches;
  let deepest = 0;
  for (let c = start; c < end; c++) deepest = Math.max(deepest, -batch.gap[c]);
  if (!(deepest > 0)) return false;
  let sum = 0;
  for (let c = start; c < end; c++) {
    const x = Math.max(0, -batch.gap[c] / deepest);
    sum += lowerPower(x) * x * x;
  }
  let root = sum;
  for (let k = 0; k < DOUBLINGS; k++) root = Math.sqrt(root);
  const depth = deepest * root;
  let rate = 0;
  let weights = 0;
  let speed = 0;
  for (let c = start; c < end; c++) {
    const x = Math.max(0, -batch.gap[c] / depth);
    tilt[c] = lowerPower(x);
    weight[c] = tilt[c] * x;
    rate += weight[c] * batch.gapRate[c];
    weights += weight[c];
    speed += weight[c] * batch.impactSpeed[c];
  }
  joint.gap[0] = -depth;
  joint.gapRate[0] = rate;
  joint.impactSpeed[0] = speed / weights;
  const { law, params } = setup.pairs[state.pair[start]];
  law.evaluate(params, joint, all, 0, 1);
  const across = (all.force[0] * (ORDER - 1)) / depth;
  for (let c = start; c < end; c++) {
    out.force[c] = weight[c] * all.force[0];
    out.stiffness[c] = weight[c] * weights * all.stiffness[0];
    out.damping[c] = weight[c] * weights * all.damping[0];
    tilt[c] *= across;
    patches.depth[c] = depth;
  }
  patches.stiffness[start] = all.stiffness[0] + across;
  patches.damping[start] = all.damping[0];
  return true;
}

/** x^(q − 2) = x² x⁴ … x^(q/2) */
function lowerPower(x: number): number {
  let power = 1;
  let square = x;
  for (let k = 1; k < DOUBLINGS; k++) {
    square *= square;
    power *= square;
  }
  return power;
}
