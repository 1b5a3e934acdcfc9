import type { Data, Model } from "stiction";
import { turnInto } from "../../src/math/quat.js";

/** Moves body `b` by `amount` along (components 3–5) or about (0–2) a world axis. */
export function nudge(data: Data, b: number, component: number, amount: number): void {
  if (component >= 3) data.bodyPos[3 * b + component - 3] += amount;
  else {
    const u = new Float64Array(3);
    u[component] = amount;
    turnInto(data.bodyQuat, 4 * b, u, 0, data.bodyQuat, 4 * b);
  }
}

/** Components of a body's motion: all six, or those of the plane. */
export const components = (model: Model) => (model.planar ? [2, 3, 4] : [0, 1, 2, 3, 4, 5]);

/** Carries every body away from its placement by up to `reach` (m and rad), so that joints are violated; gives all a velocity. */
export function scatter(model: Model, data: Data, random: () => number, reach: number): void {
  for (let b = 1; b < model.nb; b++) {
    for (const k of components(model)) {
      nudge(data, b, k, reach * (2 * random() - 1));
      data.bodyVel[6 * b + k] = 2 * random() - 1;
    }
  }
}
