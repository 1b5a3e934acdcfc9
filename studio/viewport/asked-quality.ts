/** The level of quality that somebody asked for, instead of what the machine can: for weak machines, and for tests. */
import { LEVELS } from "./quality.js";

const KEY = "stiction.quality";

/** The remembered level, or null. */
export function askedQuality(): number | null {
  try {
    const text = localStorage.getItem(KEY);
    const level = text === null ? Number.NaN : Number(text);
    return Number.isInteger(level) && level >= 0 && level < LEVELS.length ? level : null;
  } catch {
    return null; // private windows may forbid it
  }
}
