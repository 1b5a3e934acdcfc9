import type { RememberedRows } from "../contact/carry-rows.js";
import { ROW as RIM_ROW, rimFields } from "../contact/rim/fields.js";
import { ROW, volumeFields } from "../contact/volumetric/fields.js";
import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";
import { type Quantity, XYZ } from "./sensor.js";

/** Rows of memory by pairs of shapes: `stride` numbers each, of which `width` from `from` on are added up. */
function addRows(
  model: Model,
  { key, memory, remembered }: RememberedRows,
  index: number,
  stride: number,
  from: number,
  width: number,
  out: Float64Array,
  at: number,
): void {
  const a = Math.floor(index / model.nb);
  const b = index - a * model.nb;
  for (let r = 0; r < remembered[0]; r++) {
    const bodyA = model.shapes[key[4 * r]].body;
    const bodyB = model.shapes[key[4 * r + 1]].body;
    const same = bodyA === a && bodyB === b;
    if (!same && !(bodyA === b && bodyB === a)) continue;
    const sign = width === 3 && !same ? -1 : 1;
    for (let k = 0; k < width; k++) out[at + k] += sign * memory[stride * r + from + k];
  }
}

/** Adds the forces of rims between two bodies in the last step, or with `load` the sum of their normal forces. Index: first × bodies + second. */
export function addRims(model: Model, data: Data, index: number, load: boolean, out: Float64Array, at: number): void {
  if (!model.systems.rim.active) return;
  addRows(model, rimFields(data), index, RIM_ROW.size, load ? RIM_ROW.load : RIM_ROW.force, load ? 1 : 3, out, at);
}

/**
 * Adds numbers of the regions of common volume between two bodies, as the last step left them: `width` numbers from `from` in each row of memory; vectors with the sense
 * from the first body to the second. Index: first × bodies + second.
 */
export function addRegions(
  model: Model,
  data: Data,
  index: number,
  from: number,
  width: number,
  out: Float64Array,
  at: number,
): void {
  if (!model.systems.volumetric.active) return;
  addRows(model, volumeFields(data), index, ROW.size, from, width, out, at);
}

const SUM = new Float64Array(2);

function sum(unit: string, help: string, from: number): Quantity {
  return {
    unit,
    help,
    components: [],
    needsForces: true,
    read(model, data, index, out, at) {
      out[at] = 0;
      addRegions(model, data, index, from, 1, out, at);
    },
  };
}

/** Quantities of volumetric contact. */
export const footprints: Readonly<Record<string, Quantity>> = {
  volume: sum("m³", "common volume, all regions", ROW.volume),
  area: sum("m²", "area of the footprints", ROW.area),
  pressure: {
    unit: "N/m²",
    help: "mean pressure: normal force over area",
    components: [],
    needsForces: true,
    read(model, data, index, out, at) {
      SUM.fill(0);
      addRegions(model, data, index, ROW.load, 1, SUM, 0);
      addRegions(model, data, index, ROW.area, 1, SUM, 1);
      out[at] = SUM[1] > 0 ? SUM[0] / SUM[1] : 0;
    },
  },
  torque: {
    unit: "N m",
    help: "torque on the second body about the centroids of the regions: tilting, rolling and spinning",
    components: XYZ,
    needsForces: true,
    read(model, data, index, out, at) {
      out[at] = out[at + 1] = out[at + 2] = 0;
      addRegions(model, data, index, ROW.wrench + 3, 3, out, at);
    },
  },
};
