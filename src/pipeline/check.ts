import { type Data, setBodyState } from "../data/data.js";
import { events, raiseEvent } from "../data/events.js";
import { BODY_BEFORE_SIZE, COUNTER, STATUS } from "../data/fields.js";
import { rememberBody } from "../data/remember-body.js";
import { raiseStatus } from "../data/status.js";
import { BODY_STATE, type Model } from "../model/model.js";

/**
 * Keeps pose and velocity of moving bodies, to fall back on and to measure against. A sleeping one has no velocity.
 * Reads: body state. Writes: bodyBefore.
 */
export function rememberBodies(model: Model, data: Data): void {
  const { bodyActive, bodyBefore } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) rememberBody(data, bodyActive[k]);
  if (data.atRest.before === data.activeEpoch) return;
  data.atRest.before = data.activeEpoch;
  for (let b = 1; b < model.nb; b++) {
    if (data.bodyState[b] === BODY_STATE.active) continue;
    for (let c = 0; c < 6; c++) bodyBefore[BODY_BEFORE_SIZE * b + 7 + c] = 0;
  }
}

/**
 * A body whose state is no longer finite is set aside: dormant, at its last finite pose, with status bit, culprit and
 * event. Nothing else is touched. Reads: body state, bodyBefore. Writes: body state, status, event ring.
 */
export function checkFinite(model: Model, data: Data): void {
  const { bodyActive, bodyBefore, bodyPos, bodyQuat, bodyVel } = data;
  // The list changes while bodies are set aside, so it is walked from the end.
  for (let k = data.counter[COUNTER.active] - 1; k >= 0; k--) {
    const b = bodyActive[k];
    // 0 · x is NaN for every x that is not finite
    let poison = 0;
    for (let c = 0; c < 3; c++) poison += 0 * bodyPos[3 * b + c];
    for (let c = 0; c < 4; c++) poison += 0 * bodyQuat[4 * b + c];
    for (let c = 0; c < 6; c++) poison += 0 * bodyVel[6 * b + c];
    if (poison === 0) continue;
    for (let c = 0; c < 3; c++) bodyPos[3 * b + c] = bodyBefore[BODY_BEFORE_SIZE * b + c];
    for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] = bodyBefore[BODY_BEFORE_SIZE * b + 3 + c];
    setBodyState(model, data, b, BODY_STATE.dormant);
    raiseStatus(data, STATUS.nonFinite, b);
    raiseEvent(data, events.setAside.code, b, -1, data.clock[0], 0);
  }
}
