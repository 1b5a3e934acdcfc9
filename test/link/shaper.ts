/** A network for tests, with a clock of its own: packets get lost, delayed and overtaken, the same way in every run. */
export interface Shape {
  /** Part of the packets that get lost. */
  readonly loss: number;
  /** Delay one way, s, and how much longer it may be. */
  readonly delay: number;
  readonly jitter?: number;
  readonly seed?: number;
}

/** Uniform numbers from 0 to 1: xorshift32. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** One direction of a shaped connection. */
export class Shaper<T> {
  lost = 0;
  passed = 0;
  private readonly shape: Shape;
  private readonly random: () => number;
  private readonly waiting: { readonly at: number; readonly item: T }[] = [];

  constructor(shape: Shape) {
    this.shape = shape;
    this.random = randomNumbers(shape.seed ?? 1);
  }

  send(item: T, now: number): void {
    if (this.random() < this.shape.loss) {
      this.lost++;
      return;
    }
    this.passed++;
    this.waiting.push({ at: now + this.shape.delay + (this.shape.jitter ?? 0) * this.random(), item });
  }

  /** Everything that has arrived by now, in the order of arrival. */
  arrived(now: number): T[] {
    const due = this.waiting.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    for (const entry of due) this.waiting.splice(this.waiting.indexOf(entry), 1);
    return due.map(({ item }) => item);
  }
}
