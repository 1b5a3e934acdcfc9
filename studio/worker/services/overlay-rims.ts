/** Whether segments of a rim stick or slide, from the memory of their elements. */
import type { Data, Model } from "stiction";
import { contact } from "stiction/internals";

const { RIM_COEFFICIENT: BY, RIM_ELEMENT: ELEMENT, RIM_ROW: ROW } = contact;

/** What is read of the law of two materials; see `RimPair`. */
interface RimLaw {
  readonly coefficients: Float64Array;
  /** m; 0: bristles count in full. */
  readonly bristleLength: number;
}

/** Segments as they are remembered; see `RIM_FIELDS`. */
export interface RimSegments {
  readonly key: Uint32Array;
  readonly memory: Float64Array;
}

/**
 * Whether segment r slides: elements with more than half of its load are at the limit of friction, but for 1 − `limit`.
 * The load is shared out by indentation, which it is proportional to but for damping.
 *
 * LuGre: bristles z are at their limit where σ₀‖z‖ = g = f_n (μ_d + (μ_s − μ_d) exp(−u_t²/x₀²)), as in steady sliding.
 * Smoothed Coulomb friction is at it where u_t/√(u_t² + v_r²) is nearly 1. Without friction nothing sticks.
 */
export function segmentSlides(model: Model, data: Data, segments: RimSegments, r: number, limit: number): boolean {
  const { key, memory } = segments;
  const [a, b] = [model.shapes[key[4 * r]], model.shapes[key[4 * r + 1]]];
  const law = lawOf(model, a.material, b.material);
  if (!law) return false;
  const segment = { law, bodies: [a.body, b.body], memory, at: ROW.size * r } as const;
  const [ofA, ofB] = indentations(segments, r);
  let sliding = 0;
  for (let e = 0; e < 4; e++) {
    const share = memory[segment.at + ROW.element + ELEMENT.size * e + ELEMENT.depth] / (ofA + ofB);
    if (share > 0 && atLimit(data, segment, e, share, limit)) sliding += share;
  }
  return sliding > 0.5;
}

/** Indentation of the elements by A's normal, and of those by B's, of segment r, m: proportional to their loads. */
export function indentations({ memory }: RimSegments, r: number): readonly [number, number] {
  const depthOf = (e: number) => memory[ROW.size * r + ROW.element + ELEMENT.size * e + ELEMENT.depth];
  return [depthOf(0) + depthOf(2), depthOf(1) + depthOf(3)];
}

/** Current segment: its row begins at `at`. */
interface Segment {
  readonly law: RimLaw;
  readonly bodies: readonly [number, number];
  readonly memory: Float64Array;
  readonly at: number;
}

/** Whether element e, which carries a share of the load, is at the friction limit. */
function atLimit(data: Data, segment: Segment, e: number, share: number, limit: number): boolean {
  const { law, bodies, memory, at } = segment;
  const { coefficients, bristleLength } = law;
  const friction = coefficients[BY.friction];
  if (friction <= 0) return true;
  const speed = slipSpeed(data, bodies, memory, at + ROW.point + 3 * (e >> 1), at + ROW.normal + 3 * (e & 1));
  const scale = coefficients[BY.speed];
  if (coefficients[BY.law] === 1) return speed >= limit * Math.hypot(speed, scale);
  const kinetic = coefficients[BY.kineticFriction];
  const part = kinetic + (friction - kinetic) * Math.exp(-((speed / scale) ** 2));
  const z = at + ROW.element + ELEMENT.size * e + ELEMENT.bristle;
  const stiffness =
    coefficients[BY.bristleStiffness] * (bristleLength > 0 ? halfLength(memory, at) / bristleLength : 1);
  const held = stiffness * Math.hypot(memory[z], memory[z + 1], memory[z + 2]);
  return held >= limit * part * share * memory[at + ROW.load];
}

/** Speed of the two bodies against each other at a place, across a normal, m/s. */
function slipSpeed(
  { bodyPos, bodyVel }: Data,
  bodies: readonly [number, number],
  memory: Float64Array,
  p: number,
  n: number,
): number {
  const u = [0, 0, 0];
  bodies.forEach((body, side) => {
    const [wx, wy, wz, vx, vy, vz] = bodyVel.subarray(6 * body, 6 * body + 6);
    const [x, y, z] = [0, 1, 2].map((k) => memory[p + k] - bodyPos[3 * body + k]);
    const sign = side === 0 ? 1 : -1;
    u[0] += sign * (vx + wy * z - wz * y);
    u[1] += sign * (vy + wz * x - wx * z);
    u[2] += sign * (vz + wx * y - wy * x);
  });
  const along = u[0] * memory[n] + u[1] * memory[n + 1] + u[2] * memory[n + 2];
  return Math.hypot(...u.map((x, k) => x - along * memory[n + k]));
}

function halfLength(memory: Float64Array, at: number): number {
  const p = at + ROW.point;
  return 0.5 * Math.hypot(memory[p + 3] - memory[p], memory[p + 4] - memory[p + 1], memory[p + 5] - memory[p + 2]);
}

/** Tables of pairs have a row and a column more than there are materials, for shapes that name none (−1). */
function lawOf(model: Model, a: number, b: number): RimLaw | null {
  const n = model.materials.names.length + 1;
  const { pairs } = model.systems.rim as { readonly pairs: readonly (RimLaw | null)[] };
  return pairs[(a < 0 ? n - 1 : a) * n + (b < 0 ? n - 1 : b)];
}
