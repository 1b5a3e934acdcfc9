/** How far two runs are apart, sensor by sensor. */
import { difference, type Source } from "../plots/plot-data.js";

export interface Apart {
  readonly name: string;
  readonly unit: string;
  /** Largest absolute difference, and when, s; NaN where they have no time in common. */
  readonly most: number;
  readonly at: number;
  /** When they first differ at all, s; NaN if never. */
  readonly first: number;
}

/** The sensors that both have, in the order of `a`. */
export function compareRuns(a: Source, b: Source): Apart[] {
  const known = new Map(b.columns.map(({ name, unit }) => [name, unit]));
  const times = a.times();
  return a.columns
    .filter(({ name, unit }) => known.get(name) === unit)
    .map(({ name, unit }) => {
      const apart = difference(times, a.values(name), b.times(), b.values(name));
      let [most, at, first] = [Number.NaN, Number.NaN, Number.NaN];
      for (let k = 0; k < apart.length; k++) {
        const size = Math.abs(apart[k]);
        if (Number.isNaN(size)) continue;
        if (Number.isNaN(most) || size > most) [most, at] = [size, times[k]];
        if (size > 0 && Number.isNaN(first)) first = times[k];
      }
      return { name, unit, most, at, first };
    });
}
