/** Longest time between pictures that still counts as motion, ms. */
const TOO_SLOW = 60;
/** Pictures after which a lower quality has shown whether it helps. */
const PATIENCE = 12;

/**
 * How well moving pictures are drawn: 0 in full, 1 without shadows, 2 with half the pixels each way as well. A machine that
 * cannot keep up goes down; whatever stands still is drawn in full anyway.
 */
export class Quality {
  level: 0 | 1 | 2;
  private last = Number.NaN;
  private slow = 0;

  /** Without a graphics card shadows are not even tried. */
  constructor(software: boolean) {
    this.level = software ? 1 : 0;
  }

  /** A picture is drawn at `now` (ms). */
  note(now: number, moving: boolean): void {
    const gap = now - this.last;
    this.last = moving ? now : Number.NaN;
    // a single long gap is something else: a new scene, another tab
    if (!moving || !(gap > TOO_SLOW)) this.slow = Math.max(0, this.slow - 1);
    else if (++this.slow >= PATIENCE && this.level < 2) {
      this.level = this.level === 0 ? 1 : 2;
      this.slow = 0;
    }
  }
}
