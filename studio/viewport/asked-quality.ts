/** The quality that somebody asked for, instead of what the machine can: for weak machines, and for tests. */
import { LEVELS } from "./quality.js";

const KEY = "stiction.quality";

export interface AskedQuality {
  readonly level: number;
  /** Pictures in a second at most. */
  readonly rate: number;
}

/** The remembered quality, "3" for level 3 or "3/10" for at most 10 pictures in a second at that level; or null. */
export function askedQuality(): AskedQuality | null {
  try {
    const [, level, rate = "Infinity"] = /^(\d)(?:\/(\d+))?$/.exec(localStorage.getItem(KEY) ?? "") ?? [];
    const asked = { level: Number(level), rate: Number(rate) };
    return asked.level < LEVELS.length && asked.rate > 0 ? asked : null;
  } catch {
    return null; // private windows may forbid it
  }
}
