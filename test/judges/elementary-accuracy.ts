import type { Big } from "./bigfloat.js";
import { fromDouble, ulpError } from "./bigfloat.js";
import { pointCount, type Random, type Source, seededRandom } from "./elementary-points.js";

/** The largest error found, in ulp, and where. */
export type Worst = { ulp: number; at: number[]; result: number; count: number };

/** Largest error of a function of one variable; points outside `inside` are drawn again. */
export function worstOfOne(
  f: (x: number) => number,
  exact: (x: Big) => Big,
  seed: number,
  table: Source[],
  inside: (x: number) => boolean = () => true,
  limit = pointCount,
): Worst {
  const random = seededRandom(seed);
  const worst: Worst = { ulp: -1, at: [], result: Number.NaN, count: 0 };
  for (let k = 0; k < limit; k++) {
    let x: number;
    do x = table[k % table.length](random);
    while (!Number.isFinite(x) || !inside(x));
    const y = f(x);
    const ulp = ulpError(y, exact(fromDouble(x)));
    worst.count++;
    if (ulp > worst.ulp) Object.assign(worst, { ulp, at: [x], result: y });
  }
  return worst;
}

/** Largest error of a function of several variables over points that `draw` yields (undefined: drawn again). */
export function worstOfMany(
  f: (...x: number[]) => number,
  exact: (...x: Big[]) => Big,
  seed: number,
  draw: (random: Random, k: number) => number[] | undefined,
  limit = pointCount,
): Worst {
  const random = seededRandom(seed);
  const worst: Worst = { ulp: -1, at: [], result: Number.NaN, count: 0 };
  for (let k = 0; k < limit; k++) {
    let x: number[] | undefined;
    do x = draw(random, k);
    while (x === undefined);
    const y = f(...x);
    const ulp = ulpError(y, exact(...x.map(fromDouble)));
    worst.count++;
    if (ulp > worst.ulp) Object.assign(worst, { ulp, at: x, result: y });
  }
  return worst;
}

/** Prints what was found when STICTION_REPORT is set, so that documented figures can be reproduced. */
export function report(name: string, worst: Worst): Worst {
  if (process.env.STICTION_REPORT) {
    console.log(`${name.padEnd(8)} ${worst.ulp.toFixed(4)} ulp at ${worst.at.join(", ")} over ${worst.count} points`);
  }
  return worst;
}
