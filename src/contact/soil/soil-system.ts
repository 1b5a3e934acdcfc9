import { createSeparation } from "../../collision/narrow/types.js";
import { createRayHits } from "../../collision/query/ray-cast.js";
import type { Data } from "../../data/data.js";
import type { Model, SystemKind } from "../../model/model.js";
import { createCarveWork } from "../../terrain/carve.js";
import { advanceSoil } from "./advance-soil.js";
import { createHoldWork } from "./bucket-hold.js";
import { prepareSoil } from "./soil-setup.js";
import { ROW, SOIL_FIELDS, type SoilState, soilFields } from "./soil-state.js";

/** Buckets, what they carry, and soil in the air, as a system. */
export const soilSystem: SystemKind = {
  name: "soil",
  fields: SOIL_FIELDS,
  prepare: prepareSoil,
  create(model: Model): SoilState {
    const { elements, buckets, active } = model.systems.soil;
    const points = model.systems.terrain.grounds.reduce((n, { area }) => Math.max(n, area.length), 0);
    return {
      rows: new Float64Array(ROW.size * elements),
      count: 0,
      pose: new Float64Array(7 * model.shapes.length),
      box: new Float64Array(6 * Math.max(1, buckets.length)),
      work: new Float64Array(48),
      block: new Float64Array(36),
      matrix: new Float64Array(42),
      own: new Float64Array(18),
      loadForce: new Float64Array(6 * model.nb),
      sample: new Float64Array(8),
      hold: createHoldWork(),
      carve: createCarveWork(),
      mark: new Uint8Array(active ? points : 0),
      marked: new Int32Array(1),
      rays: new Float64Array(8),
      hits: createRayHits(1),
      filter: null,
      catchers: 0,
      gap: createSeparation(),
    };
  },
  advance: advanceSoil,
  carryOver(oldModel: Model, oldData: Data, _model: Model, data: Data): void {
    if (!oldModel.systems.soil?.active) return;
    const from = soilFields(oldData);
    const to = soilFields(data);
    if (to.parcel.length !== from.parcel.length) return;
    to.parcels[0] = from.parcels[0];
    to.parcel.set(from.parcel);
  },
};
