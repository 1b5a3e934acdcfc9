import { GOLDEN_SECTION } from "../../../math/constants.js";

/**
 * Golden section: the least value of a function between two places. The function is not called from here, so that no closure is made and no
 * number boxed; one run is
 *
 *   startSections(); for (let k = 0; k < EVALUATIONS; k++) { nextSection(k); section.value[0] = f(section.place[0]); noteSection(); }
 *
 * with the ends in section.ends before, and the best place and value in section.best after.
 */
export const section = {
  /** The interval that is left. */
  ends: new Float64Array(2),
  /** Where the function is wanted, and its value there. */
  place: new Float64Array(1),
  value: new Float64Array(1),
  /** Place and value. */
  best: new Float64Array(2),
};

/** Sections: 0.618⁴⁰ of the interval is 4e-9 of it, and a smooth function is a square in that. */
const SECTIONS = 40;
export const EVALUATIONS = SECTIONS + 2;
/** The two inner places, lower and upper, and their values. */
const inner = new Float64Array(2);
const values = new Float64Array(2);
/** Which of them is wanted. */
let wanted = 0;

export function startSections(): void {
  const { ends } = section;
  inner[0] = ends[1] - GOLDEN_SECTION * (ends[1] - ends[0]);
  inner[1] = ends[0] + GOLDEN_SECTION * (ends[1] - ends[0]);
}

/** Names the place of evaluation k: first the two inner ones, then a new one beside the better. */
export function nextSection(k: number): void {
  const { ends, place } = section;
  if (k < 2) wanted = k;
  else if (values[0] <= values[1]) {
    ends[1] = inner[1];
    inner[1] = inner[0];
    values[1] = values[0];
    inner[0] = ends[1] - GOLDEN_SECTION * (ends[1] - ends[0]);
    wanted = 0;
  } else {
    ends[0] = inner[0];
    inner[0] = inner[1];
    values[0] = values[1];
    inner[1] = ends[0] + GOLDEN_SECTION * (ends[1] - ends[0]);
    wanted = 1;
  }
  place[0] = inner[wanted];
}

/** Takes the value at the place. */
export function noteSection(): void {
  values[wanted] = section.value[0];
  const better = values[0] <= values[1] ? 0 : 1;
  section.best[0] = inner[better];
  section.best[1] = values[better];
}
