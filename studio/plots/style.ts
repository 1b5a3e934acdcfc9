import { token } from "../theme.js";

/** From the fourth series on, lines are dashed as well. */
export const DASHES = [[], [], [], [4, 3], [1, 3], [8, 3, 2, 3]] as const;

export function styleOf(k: number): { color: string; dash: number[] } {
  return { color: token(`s${k + 1}`), dash: [...(DASHES[k] ?? [])] };
}
