/** Buckets per factor of two, by the upper bits of the mantissa: percentiles are right to 1.6 %. */
const MANTISSA_BITS = 5;
const PER_OCTAVE = 1 << MANTISSA_BITS;
/** From 2⁻³⁰ s, a nanosecond, to 2¹⁰ s. */
const LOWEST = -30;
const OCTAVES = 40;

/**
 * Times of steps in constant memory, and how many were longer than their deadline. A histogram with logarithmic
 * buckets: a time falls into the bucket of its exponent and the first bits of its mantissa. Adding allocates nothing.
 */
export class StepTimes {
  private readonly buckets = new Float64Array(PER_OCTAVE * OCTAVES);
  private readonly number = new Float64Array(1);
  private readonly bits = new Uint32Array(this.number.buffer);
  private readonly high: number;
  count = 0;
  /** Sum and largest, s. */
  total = 0;
  max = 0;
  /** Steps that took longer than the deadline they were added with. */
  overruns = 0;

  constructor() {
    // which half of a double holds the exponent
    this.number[0] = 1;
    this.high = this.bits[1] !== 0 ? 1 : 0;
  }

  clear(): void {
    this.buckets.fill(0);
    this.count = 0;
    this.total = 0;
    this.max = 0;
    this.overruns = 0;
  }

  /** Adds one step of `seconds`, which should have taken `deadline` s at most. */
  add(seconds: number, deadline: number = Number.POSITIVE_INFINITY): void {
    this.number[0] = seconds;
    const word = this.bits[this.high];
    const exponent = ((word >>> 20) & 0x7ff) - 1023;
    const within = (word >>> (20 - MANTISSA_BITS)) & (PER_OCTAVE - 1);
    const bucket = PER_OCTAVE * (exponent - LOWEST) + within;
    this.buckets[Math.max(0, Math.min(this.buckets.length - 1, seconds > 0 ? bucket : 0))]++;
    this.count++;
    this.total += seconds;
    if (seconds > this.max) this.max = seconds;
    if (seconds > deadline) this.overruns++;
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.total / this.count;
  }

  /** The time that a share `p` of all steps did not exceed, s; the middle of its bucket. 0 before the first step. */
  percentile(p: number): number {
    if (this.count === 0) return 0;
    let seen = 0;
    for (let k = 0; k < this.buckets.length; k++) {
      seen += this.buckets[k];
      if (seen < p * this.count || this.buckets[k] === 0) continue;
      let low = 1;
      const octave = Math.floor(k / PER_OCTAVE) + LOWEST;
      for (let e = 0; e < Math.abs(octave); e++) low = octave < 0 ? low / 2 : low * 2;
      return Math.min(low * (1 + ((k % PER_OCTAVE) + 0.5) / PER_OCTAVE), this.max);
    }
    return this.max;
  }
}
