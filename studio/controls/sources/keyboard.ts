/** Keys as levers: a key held moves its lever out at a rate, a key released lets it back faster. Knows no page. */

/** Deflection per second while a key is held and after its release; opposite keys go through the middle at once. */
const OUT = 2.6;
const BACK = 7;
/** Deflection at once, so that a tap is felt, and the most that a key gives while Shift is held. */
const TAP = 0.2;
const FINE = 0.35;

export interface KeyPair {
  readonly control: string;
  /** Less and more, as `KeyboardEvent.code`. */
  readonly keys: readonly [string, string];
}

export class KeyLevers {
  private readonly held = new Set<string>();
  private readonly values = new Map<string, number>();
  pairs: readonly KeyPair[] = [];
  fine = false;

  /** Whether the key belongs to a lever. */
  press(code: string): boolean {
    if (!this.uses(code)) return false;
    this.held.add(code);
    return true;
  }

  release(code: string): boolean {
    return this.held.delete(code) || this.uses(code);
  }

  /** All keys are let go, as when the window loses the focus. */
  clear(): void {
    this.held.clear();
  }

  uses(code: string): boolean {
    return this.pairs.some(({ keys }) => keys.includes(code));
  }

  /** Moves on by `seconds`. */
  advance(seconds: number): void {
    for (const { control, keys } of this.pairs) {
      const wanted = ((this.held.has(keys[1]) ? 1 : 0) - (this.held.has(keys[0]) ? 1 : 0)) * (this.fine ? FINE : 1);
      this.values.set(control, rampTo(this.values.get(control) ?? 0, wanted, seconds));
    }
  }

  value(control: string): number {
    return this.values.get(control) ?? 0;
  }
}

/** Where a lever is after `seconds` on its way to `wanted`. */
export function rampTo(present: number, wanted: number, seconds: number): number {
  const from =
    present * wanted < 0 || (present === 0 && wanted !== 0)
      ? Math.sign(wanted) * Math.min(TAP, Math.abs(wanted))
      : present;
  const rate = Math.abs(wanted) > Math.abs(from) ? OUT : BACK;
  const step = rate * seconds;
  return Math.abs(wanted - from) <= step ? wanted : from + Math.sign(wanted - from) * step;
}
