import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../../model/model.js";
import { type CompliantFields, compliantFields, MEMORY } from "./compliant-fields.js";

/**
 * Memory of contacts between bodies that sleep or stand still is kept apart, so that steps neither read nor write it,
 * and comes back when a body of it wakes. Reads: bodyState. Writes: memory, restMemory.
 */
export function restPoints(model: Model, data: Data): void {
  const fields = compliantFields(data);
  if (fields.resting.length === 0) return;
  const rests = (key: Uint32Array, r: number) =>
    isAtRest(model, data, key[4 * r]) && isAtRest(model, data, key[4 * r + 1]);
  const { key, memory, remembered, restKey, restMemory, resting } = fields;
  // rows that come back, beside those that stay
  const back: Row[] = [];
  let kept = 0;
  for (let r = 0; r < resting[0]; r++) {
    if (rests(restKey, r)) moveRow(restKey, restMemory, r, restKey, restMemory, kept++);
    else back.push(takeRow(restKey, restMemory, r));
  }
  resting[0] = kept;
  const stay: Row[] = [];
  for (let r = 0; r < remembered[0]; r++) {
    if (!rests(key, r)) stay.push(takeRow(key, memory, r));
    else if (4 * resting[0] < restKey.length) moveRow(key, memory, r, restKey, restMemory, resting[0]++);
    else raiseStatus(data, STATUS.pointCapacity, key[4 * r]);
  }
  const rows = [...stay, ...back].sort((x, y) => x.key[0] - y.key[0] || x.key[1] - y.key[1]);
  writeRows(data, fields, rows);
}

interface Row {
  readonly key: Uint32Array;
  readonly numbers: Float64Array;
}

function takeRow(key: Uint32Array, memory: Float64Array, r: number): Row {
  return { key: key.slice(4 * r, 4 * r + 4), numbers: memory.slice(MEMORY.size * r, MEMORY.size * (r + 1)) };
}

function moveRow(
  key: Uint32Array,
  memory: Float64Array,
  from: number,
  toKey: Uint32Array,
  toMemory: Float64Array,
  to: number,
): void {
  for (let c = 0; c < 4; c++) toKey[4 * to + c] = key[4 * from + c];
  for (let c = 0; c < MEMORY.size; c++) toMemory[MEMORY.size * to + c] = memory[MEMORY.size * from + c];
}

function writeRows(data: Data, { key, memory, remembered }: CompliantFields, rows: readonly Row[]): void {
  const room = key.length / 4;
  if (rows.length > room) raiseStatus(data, STATUS.pointCapacity, rows[room].key[0]);
  remembered[0] = Math.min(rows.length, room);
  for (let r = 0; r < remembered[0]; r++) {
    key.set(rows[r].key, 4 * r);
    memory.set(rows[r].numbers, MEMORY.size * r);
  }
}

/** Whether the body of a shape is asleep, static or kinematic. */
function isAtRest(model: Model, data: Data, shape: number): boolean {
  const b = model.shapes[shape].body;
  return model.bodyType[b] !== BODY_TYPE.dynamic || data.bodyState[b] === BODY_STATE.asleep;
}
