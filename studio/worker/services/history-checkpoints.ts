/** States of a run that it can be put back to bit for bit, thinned when they fill their budget. */

export interface Checkpoint {
  readonly step: number;
  readonly bytes: Uint8Array;
  /** The state was changed by hand at this step, so that no steps lead to it: goes last. */
  readonly pinned: boolean;
}

export class CheckpointStore {
  private list: Checkpoint[] = [];
  private readonly budget: number;
  /** Steps from one to the next; doubles with every thinning. */
  spacing: number;
  bytes = 0;
  /** Steps from here on can be made again exactly, since no change by hand after it was forgotten. */
  exactFrom = 0;

  constructor(spacing: number, budget: number) {
    this.spacing = spacing;
    this.budget = budget;
  }

  get count(): number {
    return this.list.length;
  }

  /** Whether nothing but steps led from the first state to the last: none was changed by hand in between. */
  get onlySteps(): boolean {
    return this.exactFrom === 0 && !this.list.some(({ pinned }, k) => pinned && k > 0);
  }

  get first(): Checkpoint | undefined {
    return this.list[0];
  }

  /** Adds the state of a step; one of the same step is replaced. Steps must not go backwards. */
  add(step: number, bytes: Uint8Array, pinned: boolean): void {
    const last = this.list.at(-1);
    if (last?.step === step) {
      this.list.pop();
      this.bytes -= last.bytes.length;
    }
    this.list.push({ step, bytes, pinned: pinned || (last?.step === step && last.pinned) });
    this.bytes += bytes.length;
    while (this.bytes > this.budget && this.thin());
  }

  /** The last one that is not after a step. */
  before(step: number): Checkpoint | undefined {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.list[middle].step <= step) low = middle + 1;
      else high = middle;
    }
    return this.list[low - 1];
  }

  cut(step: number): void {
    while ((this.list.at(-1)?.step ?? -1) > step) this.bytes -= this.list.pop()?.bytes.length ?? 0;
  }

  clear(): void {
    this.list = [];
    this.bytes = 0;
    this.exactFrom = 0;
  }

  /**
   * Keeps the first, the last, those by hand, and every second of the others; when only those are left, forgets the
   * oldest by hand.
   */
  private thin(): boolean {
    const { list } = this;
    const last = list.length - 1;
    if (last < 2) return false;
    const stays = ({ pinned }: Checkpoint, k: number) => pinned || k === 0 || k === last;
    if (list.every(stays)) {
      this.exactFrom = list[1].step + 1;
      this.list = list.filter((_, k) => k !== 1);
    } else {
      do {
        this.spacing *= 2;
        this.list = list.filter((one, k) => stays(one, k) || one.step % this.spacing === 0);
      } while (this.list.length === list.length);
    }
    this.bytes = this.list.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return true;
  }
}
