import type { Data } from "../../data/data.js";
import { type Quantity, XYZ } from "../../data/quantity.js";
import type { Model } from "../../model/model.js";
import { defineContactModel } from "../contact-model.js";
import { addRowsBetween } from "../rows-between.js";
import { addRegionEnergy, addRegionForces, addRegionLoads, beginRegions, commitRegions } from "./region-forces.js";
import { reportRegions } from "./report-regions.js";
import { ROW, volumeFields } from "./volume-fields.js";
import { usesVolume } from "./volume-setup.js";
import { volumetricSystem } from "./volume-state.js";
import { addVolumeTangent } from "./volume-tangent.js";

/** Contact from the common volume of two solids: a foundation under each region, with friction over its patch. */
export const volumeModel = defineContactModel({
  name: "volume",
  help: "forces from the common volume of two solids, for materials with law volumetric",
  systems: [volumetricSystem],
  isActive: ({ systems }) => systems.volumetric.active && systems.contactStep.active,
  claims: usesVolume,
  count: (data) => data.systems.volumetric.count,
  begin: beginRegions,
  addForces: addRegionForces,
  addTangent: addVolumeTangent,
  storedEnergy,
  commit: commitRegions,
  addLoads: addRegionLoads,
  addEnergy: addRegionEnergy,
  reportContacts: reportRegions,
  addForceBetween: (model, data, a, b, out, at) => addRegions(model, data, a, b, ROW.wrench, 3, out, at),
  addNormalForceBetween: (model, data, a, b, out, at) => addRegions(model, data, a, b, ROW.load, 1, out, at),
  quantities: {
    volume: sum("m³", "common volume, all regions", ROW.volume),
    area: sum("m²", "area of the footprints", ROW.area),
    pressure: {
      unit: "N/m²",
      help: "mean pressure: normal force over area",
      components: [],
      needsForces: true,
      read(model, data, index, out, at) {
        out[at] = 0;
        addBetween(model, data, index, ROW.area, 1, out, at);
        const area = out[at];
        out[at] = 0;
        addBetween(model, data, index, ROW.load, 1, out, at);
        out[at] = area > 0 ? out[at] / area : 0;
      },
    },
    patchTorque: {
      unit: "N m",
      help: "torque on the second body about the centroids of the regions: tilting, rolling and spinning, at the end of the step",
      components: XYZ,
      needsForces: true,
      read(model, data, index, out, at) {
        out[at] = out[at + 1] = out[at + 2] = 0;
        addBetween(model, data, index, ROW.wrench + 3, 3, out, at);
      },
    },
  },
});

/** A number of the regions between two bodies, summed. */
function sum(unit: string, help: string, from: number): Quantity {
  return {
    unit,
    help,
    components: [],
    needsForces: true,
    read(model, data, index, out, at) {
      out[at] = 0;
      addBetween(model, data, index, from, 1, out, at);
    },
  };
}

/** Regions between the two bodies of a sensor; nothing where there is no volumetric contact. */
function addBetween(
  model: Model,
  data: Data,
  index: number,
  from: number,
  width: number,
  out: Float64Array,
  at: number,
): void {
  if (!model.systems.volumetric.active) return;
  const a = Math.floor(index / model.nb);
  addRegions(model, data, a, index - a * model.nb, from, width, out, at);
}

function addRegions(
  model: Model,
  data: Data,
  a: number,
  b: number,
  from: number,
  width: number,
  out: Float64Array,
  at: number,
): void {
  addRowsBetween(model, volumeFields(data), a, b, ROW.size, from, width, out, at);
}

/**
 * 2 N V/S: a layer holds ½ K ∫ δ² dS, which is ½ N V/S of a uniform depth, 2/3 of a paraboloid or a wedge and 3/4 of a
 * cone; the rest is for bristles.
 */
function storedEnergy(data: Data): number {
  const { memory, remembered } = volumeFields(data);
  let sum = 0;
  for (let i = 0; i < remembered[0]; i++) {
    const o = ROW.size * i;
    if (memory[o + ROW.area] > 0) sum += (2 * memory[o + ROW.load] * memory[o + ROW.volume]) / memory[o + ROW.area];
  }
  return sum;
}
