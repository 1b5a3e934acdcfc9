/** How often something may be tried. */
export interface RateLimitOptions {
  /** Tries in a row, and the time in which one more is given back, s. */
  readonly burst: number;
  readonly every: number;
}

/** Names that are remembered at most; the oldest are forgotten. */
const MAX_NAMES = 10_000;

/** Limits tries by name: an address, a login. Each name has a bucket of tries that fills again with time. */
export class RateLimit {
  private readonly options: RateLimitOptions;
  private readonly clock: () => number;
  private readonly buckets = new Map<string, { left: number; at: number }>();

  /** `clock` in ms. */
  constructor(options: RateLimitOptions, clock: () => number) {
    this.options = options;
    this.clock = clock;
  }

  /** Counts a try. Returns 0 when it is allowed, else the time until the next one is, s. */
  take(name: string): number {
    const { burst, every } = this.options;
    const now = this.clock() / 1000;
    const bucket = this.buckets.get(name) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + (now - bucket.at) / every);
    bucket.at = now;
    this.buckets.delete(name);
    this.buckets.set(name, bucket);
    if (this.buckets.size > MAX_NAMES) this.buckets.delete(this.buckets.keys().next().value as string);
    if (bucket.left < 1) return Math.ceil((1 - bucket.left) * every);
    bucket.left--;
    return 0;
  }

  /** Forgets the tries of a name: it has shown who it is. */
  forget(name: string): void {
    this.buckets.delete(name);
  }
}
