/** Buckets per factor of two: percentiles are right to 4 %. */
const PER_OCTAVE = 16;
const OCTAVES = 48;

/**
 * Times of many steps in constant memory: a histogram with logarithmic buckets from 1 ns on, and exact mean and
 * maximum.
 */
export class StepTimes {
  private readonly buckets = new Float64Array(PER_OCTAVE * OCTAVES);
  count = 0;
  total = 0;
  max = 0;

  /** Adds one step, s. */
  add(seconds: number): void {
    const bucket = Math.floor(PER_OCTAVE * Math.log2(seconds * 1e9));
    this.buckets[Math.min(Math.max(bucket, 0), this.buckets.length - 1)]++;
    this.count++;
    this.total += seconds;
    if (seconds > this.max) this.max = seconds;
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.total / this.count;
  }

  /** The time that a share `p` of all steps did not exceed, s; the middle of its bucket. */
  percentile(p: number): number {
    if (this.count === 0) return 0;
    let seen = 0;
    for (let k = 0; k < this.buckets.length; k++) {
      seen += this.buckets[k];
      if (seen >= p * this.count) return Math.min(2 ** ((k + 0.5) / PER_OCTAVE) * 1e-9, this.max);
    }
    return this.max;
  }
}
