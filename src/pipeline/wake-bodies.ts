import { type Data, setBodyState } from "../data/data.js";
import { BODY_STATE, type Model } from "../model/model.js";

/** Bodies that wake by the clock. */
const known = new WeakMap<Model, Int32Array>();

/** A part of a step by which the clock may be short of the time of waking. */
const EARLY = 1e-6;

/**
 * Dormant bodies whose time has come take part from now on, with their initial velocity. One that was set aside for
 * being no longer finite stays so. Reads: clock, bodyState. Writes: bodyState, bodyVel.
 */
export function wakeBodies(model: Model, data: Data): void {
  let bodies = known.get(model);
  if (bodies === undefined) {
    bodies = Int32Array.from(
      model.spec.bodies.flatMap((body, i) => (body.wakes === undefined || body.state !== "dormant" ? [] : [i + 1])),
    );
    known.set(model, bodies);
  }
  const h = model.options.timestep;
  for (let k = 0; k < bodies.length; k++) {
    const b = bodies[k];
    if (data.bodyState[b] !== BODY_STATE.dormant) continue;
    const wakes = model.spec.bodies[b - 1].wakes as number;
    // only in the step at whose start the time has come: later it was put to rest by someone
    const late = data.clock[0] - wakes + EARLY * h;
    if (late < 0 || late >= h) continue;
    setBodyState(model, data, b, BODY_STATE.active);
    for (let c = 0; c < 6; c++) data.bodyVel[6 * b + c] = model.bodyVel0[6 * b + c];
  }
}
