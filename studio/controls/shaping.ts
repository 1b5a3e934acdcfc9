/** From the raw value of an axis to the deflection of a lever. Knows no page. */

/** How an axis acts. */
export interface Shaping {
  /** Part of the travel about the middle that does nothing, 0 … 0.9. */
  readonly dead: number;
  /** How much finer it is about the middle: 0 is linear, 1 the cube of the travel. */
  readonly curve: number;
  readonly inverted: boolean;
}

/** Nothing is lost: a device of 16 bits reaches the model with all of them. */
export const DIRECT: Shaping = { dead: 0, curve: 0, inverted: false };
/** For sticks whose middle is not exact. */
export const GAME_PAD: Shaping = { dead: 0.05, curve: 0.5, inverted: false };

/** Deflection −1 … 1 of a raw value −1 … 1; monotonic, odd, 1 at 1. */
export function shaped(raw: number, { dead, curve, inverted }: Shaping): number {
  const size = Math.abs(raw);
  if (!(size > dead)) return 0;
  const part = Math.min(1, (size - dead) / (1 - dead));
  const way = (1 - curve) * part + curve * part * part * part;
  return raw < 0 !== inverted ? -way : way;
}

/** An axis of n bits, 0 … 2ⁿ − 1, as −1 … 1. */
export function fromCount(count: number, bits = 16): number {
  return 2 * (count / (2 ** bits - 1)) - 1;
}

/**
 * A lever that was out of sight counts again once it has been near its middle, so that nothing moves by itself when a
 * device comes back.
 */
export class NeutralGate {
  private open = true;

  /** The device was lost. */
  shut(): void {
    this.open = false;
  }

  /** The value that counts. */
  pass(value: number): number {
    if (!this.open && Math.abs(value) < NEUTRAL) this.open = true;
    return this.open ? value : 0;
  }

  get waits(): boolean {
    return !this.open;
  }
}

const NEUTRAL = 0.1;
