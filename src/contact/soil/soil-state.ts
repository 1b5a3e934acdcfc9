import type { Separation } from "../../collision/narrow/types.js";
import type { QueryFilter } from "../../collision/query/filter.js";
import type { RayHits } from "../../collision/query/ray-cast.js";
import { type Data, itemFields } from "../../data/data.js";
import { defineFields, type FieldArrays } from "../../model/fields.js";
import type { CarveWork } from "../../terrain/carve.js";
import type { HoldWork } from "./bucket-hold.js";
import type { SoilSetup } from "./soil-setup.js";

declare module "../../model/model.js" {
  interface ModelSystems {
    readonly soil: SoilSetup;
  }
}
declare module "../../data/data.js" {
  interface DataSystems {
    readonly soil: SoilState;
  }
}

/** Places in `bucket`. */
export const BUCKET = {
  /** Soil that was cut and is not in the bucket yet; soil that the slices have let in and was not cut yet, m³. */
  cut: 0,
  due: 1,
  /** 1 while the edge is in the ground; 1 while the bucket is full. */
  entered: 2,
  full: 3,
  /** Force of the soil on the bucket, N; largest depth of its edge, m. */
  force: 4,
  depth: 7,
  /** Volume that the slices have let in over the run, m³. */
  sliced: 8,
  /** Volume that leaves the bucket, m³/s. */
  flow: 9,
  size: 10,
} as const;

/** Places in `carried`: volume, centre in the body's frame from its centre of mass, ∫ρ-free inertia about it. */
export const CARRIED = { volume: 0, center: 1, inertia: 4, size: 10 } as const;

/**
 * Places in `ledger`, m³ over the run: cut from grounds, landed on grounds, on bodies, lost outside, given from
 * outside.
 */
export const LEDGER = { dug: 0, dumped: 1, caught: 2, lost: 3, given: 4, size: 5 } as const;

/** Numbers of a parcel: volume, place and velocity at the start, time of the start. */
export const PARCEL = { volume: 0, place: 1, velocity: 4, time: 7, size: 8 } as const;

export const SOIL_FIELDS = defineFields({
  memory: {
    type: "f64",
    role: "state",
    size: "nSoilElement",
    stride: 3,
    unit: "m",
    help: "elastic displacement of each element of a bucket in the soil, world",
  },
  bucket: { type: "f64", role: "state", size: "nBucket", stride: BUCKET.size, unit: "", help: "see BUCKET" },
  carried: { type: "f64", role: "state", size: "nb", stride: CARRIED.size, unit: "m³, m, m⁵", help: "see CARRIED" },
  gain: {
    type: "f64",
    role: "state",
    size: "nb",
    stride: 4,
    unit: "kg, N s",
    help: "mass that a body took up in the last step, and its momentum before",
  },
  ledger: { type: "f64", role: "state", size: LEDGER.size, stride: 1, unit: "m³", help: "see LEDGER" },
  random: { type: "u32", role: "state", size: 1, stride: 1, unit: "", help: "counter of the generator" },
  struck: {
    type: "u8",
    role: "state",
    size: "nUtility",
    stride: 1,
    unit: "",
    help: "1 while a bucket touches a utility",
  },
  parcels: { type: "u32", role: "state", size: 1, stride: 1, unit: "", help: "parcels of soil in the air" },
  parcel: {
    type: "f64",
    role: "state",
    size: "parcelMax",
    stride: PARCEL.size,
    used: "parcels",
    unit: "m³, m, m/s, s",
    help: "see PARCEL",
  },
});

export type SoilFields = FieldArrays<typeof SOIL_FIELDS>;

/** Numbers per element while a part of a step goes on. */
export const ROW = {
  /** Place at the beginning of the part; axes ahead, across and outward; world. */
  start: 0,
  ahead: 3,
  across: 6,
  normal: 9,
  /** Largest forces ahead, back, across, outward and inward, N. */
  limit: 12,
  /** Stiffness, N/m; damping time, s; 1 for an edge, 2 for a panel, 3 for the law `flow`, 0 out of the ground. */
  stiffness: 17,
  damping: 18,
  kind: 19,
  /** Friction and adhesion of a panel. */
  friction: 20,
  adhesion: 21,
  /** Ground and depth. */
  depth: 22,
  size: 23,
} as const;

/** What goes with one Data; nothing here is state. */
export interface SoilState {
  readonly rows: Float64Array;
  /** Elements in the ground, and bodies that carry soil, in the last evaluation. */
  count: number;
  /** Poses of the buckets' shapes. */
  readonly pose: Float64Array;
  readonly box: Float64Array;
  readonly work: Float64Array;
  readonly block: Float64Array;
  readonly matrix: Float64Array;
  readonly own: Float64Array;
  /** Wrench of what each body carries in the last evaluation. */
  readonly loadForce: Float64Array;
  readonly sample: Float64Array;
  readonly hold: HoldWork;
  readonly carve: CarveWork;
  /** Per point of the largest ground: 1 under a tool. */
  readonly mark: Uint8Array;
  readonly marked: Int32Array;
  readonly rays: Float64Array;
  readonly hits: RayHits;
  /** Shapes on which soil may land: all but grounds and buckets; null until first needed. */
  filter: QueryFilter | null;
  catchers: number;
  readonly gap: Separation;
}

export function soilFields(data: Data): SoilFields {
  return itemFields(data, "soil", SOIL_FIELDS);
}
