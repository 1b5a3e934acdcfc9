/** Pictures per second over about the last second in which pictures were drawn. */
const WINDOW = 1000;
/** A longer pause is not a slow picture: nothing moved. */
const PAUSE = 1500;

export class FrameRate {
  private readonly times: number[] = [];

  /** A picture was drawn at `now` (ms). */
  mark(now: number): void {
    const { times } = this;
    if (times.length > 0 && now - times[times.length - 1] > PAUSE) times.length = 0;
    times.push(now);
    while (times.length > 2 && times[0] < now - WINDOW) times.shift();
  }

  /** NaN until two pictures have been drawn. */
  get value(): number {
    const { times } = this;
    const span = times.length > 1 ? times[times.length - 1] - times[0] : 0;
    return span > 0 ? (1000 * (times.length - 1)) / span : Number.NaN;
  }
}
