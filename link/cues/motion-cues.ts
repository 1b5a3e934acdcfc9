import { advanceFilter, type SampledFilter, sampleFilter } from "./state-space.js";

/** How motion of a seat becomes motion of a platform. Frequencies in rad/s. */
export interface MotionCueOptions {
  /** Part of accelerations and of angular rates that is shown. */
  readonly scale?: number;
  /** ω_h: accelerations faster than this are shown by moving. */
  readonly highPass?: number;
  /** ω_b: how fast the platform comes back to its middle; not equal to ω_h. */
  readonly washout?: number;
  /** ω_l: accelerations slower than this are shown by tilting. */
  readonly lowPass?: number;
  /** ω_r: rotations faster than this are shown by turning. */
  readonly rotation?: number;
  /** Largest tilt, rad, and the rate that people do not notice, rad/s. */
  readonly maxTilt?: number;
  readonly maxTiltRate?: number;
  /** Largest displacement along an axis, m. */
  readonly maxTravel?: number;
}

const DEFAULTS = {
  scale: 0.5,
  highPass: 2.5,
  washout: 0.3,
  lowPass: 2.5,
  rotation: 0.5,
  maxTilt: 0.21,
  maxTiltRate: 0.052,
  maxTravel: 0.3,
} as const satisfies Required<MotionCueOptions>;

/** Gravity, m/s²: what a tilt borrows from. */
const GRAVITY = 9.81;

/** Numbers of a cue: displacement x, y, z (m), angles about x, y, z (rad), and the rates of all six. */
export const CUE_SIZE = 12;

/**
 * Classical washout with tilt coordination [ReidNahon1985]. Axes of the seat: x ahead, y to the left, z up. Per axis, with the
 * specific force f less that at rest, u = scale · f,
 *
 *   displacement   y = s / ((s + ω_h)² (s + ω_b)) u    what begins quickly is felt, then the platform returns unnoticed
 *   tilt           g sin θ = ω_l² / (s + ω_l)² u       what lasts is felt as a part of gravity, turned in slowly
 *   turn           φ = 1 / (s + ω_r) scale · p         of the angular rate p
 *
 * Filters are exact for inputs that are constant over a step.
 */
export class MotionCues {
  private readonly set: Required<MotionCueOptions>;
  private readonly h: number;
  private readonly move: SampledFilter;
  private readonly lean: SampledFilter;
  private readonly turn: SampledFilter;
  private readonly moves = [0, 1, 2].map(() => new Float64Array(3));
  private readonly leans = [0, 1].map(() => new Float64Array(2));
  private readonly turns = [0, 1, 2].map(() => new Float64Array(1));
  private readonly tilt = new Float64Array(2);
  /** The newest cue. */
  readonly cue = new Float64Array(CUE_SIZE);

  constructor(timestep: number, options: MotionCueOptions = {}) {
    const set = { ...DEFAULTS, ...options };
    if (set.highPass === set.washout) throw new RangeError("expected washout unlike highPass");
    this.set = set;
    this.h = timestep;
    const { highPass: wh, washout: wb, lowPass: wl, rotation: wr } = set;
    // p, ṗ of the oscillator, and its slow part
    this.move = sampleFilter(
      [
        [0, 1, 0],
        [-wh * wh, -2 * wh, 0],
        [wb, 0, -wb],
      ],
      [0, 1, 0],
      timestep,
    );
    this.lean = sampleFilter(
      [
        [0, 1],
        [-wl * wl, -2 * wl],
      ],
      [0, wl * wl],
      timestep,
    );
    this.turn = sampleFilter([[-wr]], [1], timestep);
  }

  /**
   * One step. `force`: specific force at the seat in its axes, a − g, m/s²; at rest [0, 0, 9.81]. `rate`: angular velocity
   * in the same axes, rad/s.
   */
  update(force: ArrayLike<number>, rate: ArrayLike<number>): Float64Array {
    const { scale, maxTravel, maxTilt, maxTiltRate } = this.set;
    const before = this.cue.slice();
    for (let c = 0; c < 3; c++) {
      const u = scale * (force[c] - (c === 2 ? GRAVITY : 0));
      advanceFilter(this.move, this.moves[c], u);
      this.cue[c] = clamp(this.moves[c][0] - this.moves[c][2], maxTravel);
      if (c < 2) {
        advanceFilter(this.lean, this.leans[c], u);
        const wanted = clamp(Math.asin(clamp(this.leans[c][0] / GRAVITY, 1)), maxTilt);
        this.tilt[c] += clamp(wanted - this.tilt[c], maxTiltRate * this.h);
      }
      advanceFilter(this.turn, this.turns[c], scale * rate[c]);
    }
    // a force to the left is felt when the platform rolls to the right about x: its left side goes up; one ahead when its nose does
    this.cue[3] = this.turns[0][0] + this.tilt[1];
    this.cue[4] = this.turns[1][0] - this.tilt[0];
    this.cue[5] = this.turns[2][0];
    for (let c = 0; c < 6; c++) this.cue[6 + c] = (this.cue[c] - before[c]) / this.h;
    return this.cue;
  }
}

function clamp(x: number, most: number): number {
  return Math.max(-most, Math.min(most, x));
}
