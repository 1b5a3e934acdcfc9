import { GOLDEN_SECTION } from "../../../math/constants.js";

/**
 * Golden section: the least value of a function between two places. The function is not called from here, so that no
 * closure is made; one run is
 *
 *   startSections(s); for (let k = 0; k < EVALUATIONS; k++) { nextSection(s, k); noteSection(s, f(s.place)); }
 *
 * with the interval in s.start and s.end before, and the best place and value in s.bestPlace and s.bestValue after.
 */
export interface GoldenSection {
  /** The remaining interval. */
  start: number;
  end: number;
  /** The two inner places and their values. */
  lower: number;
  lowerValue: number;
  upper: number;
  upperValue: number;
  /** Where the function is wanted, and whether that is the upper place. */
  place: number;
  wantsUpper: boolean;
  bestPlace: number;
  bestValue: number;
}

export function createGoldenSection(): GoldenSection {
  return {
    start: 0,
    end: 0,
    lower: 0,
    lowerValue: 0,
    upper: 0,
    upperValue: 0,
    place: 0,
    wantsUpper: false,
    bestPlace: 0,
    bestValue: 0,
  };
}

/** Sections: 0.618⁴⁰ of the interval is 4e-9 of it, and a smooth function is a square in that. */
const SECTIONS = 40;
export const EVALUATIONS = SECTIONS + 2;

export function startSections(s: GoldenSection): void {
  s.lower = s.end - GOLDEN_SECTION * (s.end - s.start);
  s.upper = s.start + GOLDEN_SECTION * (s.end - s.start);
}

/** Chooses the place of evaluation k: first the two inner ones, then a new one next to the better. */
export function nextSection(s: GoldenSection, k: number): void {
  if (k < 2) s.wantsUpper = k === 1;
  else if (s.lowerValue <= s.upperValue) {
    s.end = s.upper;
    s.upper = s.lower;
    s.upperValue = s.lowerValue;
    s.lower = s.end - GOLDEN_SECTION * (s.end - s.start);
    s.wantsUpper = false;
  } else {
    s.start = s.lower;
    s.lower = s.upper;
    s.lowerValue = s.upperValue;
    s.upper = s.start + GOLDEN_SECTION * (s.end - s.start);
    s.wantsUpper = true;
  }
  s.place = s.wantsUpper ? s.upper : s.lower;
}

/** Takes the value at the place. */
export function noteSection(s: GoldenSection, value: number): void {
  if (s.wantsUpper) s.upperValue = value;
  else s.lowerValue = value;
  const lower = s.lowerValue <= s.upperValue;
  s.bestPlace = lower ? s.lower : s.upper;
  s.bestValue = lower ? s.lowerValue : s.upperValue;
}
