import type { Data } from "./data.js";

/**
 * Sets a status bit of the step, counts it and notes the culprit. Numerical trouble is never thrown and never hidden.
 */
export function raiseStatus(data: Data, bit: number, who: number): void {
  data.status |= bit;
  const k = 31 - Math.clz32(bit);
  data.warningCount[k]++;
  data.warningWho[k] = who;
}
