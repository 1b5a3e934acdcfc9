/** Bodies that are farther away at the end of a run than their scene can explain. */
import { BODY_STATE, BODY_TYPE, type Data, type Model } from "stiction";
import { formatNumber } from "./text/numbers.js";

/** No body counts as gone within this distance of its start, m. */
const NEAR = 10_000;
/** How many times farther than size, initial speeds and gravity of the scene explain. */
const FACTOR = 100;

/** One text per body that left: `box is 531000 m from its start`. */
export function leftBodies(model: Model, data: Data): string[] {
  const time = data.clock[0];
  let size = 1;
  let speed = 0;
  for (let b = 1; b < model.nb; b++) {
    size = Math.max(size, Math.hypot(...model.bodyPos0.subarray(3 * b, 3 * b + 3)));
    speed = Math.max(speed, Math.hypot(...model.bodyVel0.subarray(6 * b + 3, 6 * b + 6)));
  }
  const fall = 0.5 * Math.hypot(...model.options.gravity) * time * time;
  const limit = Math.max(NEAR, FACTOR * (size + speed * time + fall));
  const texts: string[] = [];
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic || data.bodyState[b] === BODY_STATE.dormant) continue;
    const way = Math.hypot(...[0, 1, 2].map((k) => data.bodyPos[3 * b + k] - model.bodyPos0[3 * b + k]));
    if (!(way <= limit)) texts.push(`${model.bodyNames[b]} is ${formatNumber(way)} m from its start`);
  }
  return texts;
}
