import type { Data } from "../data/data.js";
import { checkOwner } from "../data/owner.js";
import type { Control } from "../model/controls.js";
import { show, unknownWord } from "../model/errors.js";
import type { Model } from "../model/model.js";

/** The named inputs of a scene, in its order. */
export function listControls(model: Model): readonly Control[] {
  return model.controls;
}

/**
 * Moves a named input, as a hand does: the value, within the range of the control, is written to every input that it
 * drives, and stays there; it wins over a controller of the scene until `releaseControls`. Throws a RangeError for an
 * unknown name, with the nearest one, and for a value that is no number.
 */
export function setControl(model: Model, data: Data, name: string, value: number): void {
  checkOwner(model, data);
  const { slots, min, max } = findControl(model, name);
  if (!Number.isFinite(value))
    throw new RangeError(`setControl: expected a finite number for "${name}", got ${show(value)}`);
  const within = Math.max(min, Math.min(max, value));
  for (const slot of slots) {
    data.input[slot] = within;
    if (!isWritten(model, slot)) continue;
    data.holds ??= new Float64Array(data.input.length).fill(Number.NaN);
    data.holds[slot] = within;
  }
}

/** The present value of a named input. */
export function readControl(model: Model, data: Data, name: string): number {
  checkOwner(model, data);
  return data.input[findControl(model, name).slots[0]];
}

/** Lets go of all named inputs, or of one: controllers write them again, the others go back to their start. */
export function releaseControls(model: Model, data: Data, name?: string): void {
  checkOwner(model, data);
  const released = name === undefined ? model.controls : [findControl(model, name)];
  for (const { slots } of released) {
    for (const slot of slots) {
      data.input[slot] = model.input0[slot];
      if (data.holds !== null) data.holds[slot] = Number.NaN;
    }
  }
  if (data.holds?.every(Number.isNaN)) data.holds = null;
}

function findControl(model: Model, name: string): Control {
  const control = model.controls.find((known) => known.name === name);
  if (control !== undefined) return control;
  const names = model.controls.map((known) => known.name);
  throw new RangeError(`${unknownWord("control", String(name), names)} of scene "${model.name}"`);
}

/** Whether a controller writes an input. */
function isWritten(model: Model, slot: number): boolean {
  return model.controllers.some((table) => (table.col.output as Int32Array).includes(slot));
}
