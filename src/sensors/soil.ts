import { dischargeAngle } from "../contact/soil/attitude.js";
import { BUCKET, CARRIED, LEDGER, PARCEL, type SoilFields, soilFields } from "../contact/soil/soil-state.js";
import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";
import { groundVolume, liveGrounds, terrainFields } from "../terrain/live-heights.js";
import { type Quantity, type SensorKind, XYZ } from "./sensor.js";

/** A number of what a body carries, or of its bucket. */
function scalar(unit: string, help: string, read: (model: Model, f: SoilFields, body: number) => number): Quantity {
  return {
    unit,
    help,
    components: [],
    read(model, data, body, out, at) {
      out[at] = read(model, soilFields(data), body);
    },
  };
}

/** A number of the bucket of a body; 0 where it has none. */
function ofBucket(unit: string, help: string, place: number): Quantity {
  return scalar(unit, help, (model, { bucket }, body) => {
    const k = model.systems.soil.bodyBucket[body];
    return k < 0 ? 0 : bucket[BUCKET.size * k + place];
  });
}

const ofBody: Readonly<Record<string, Quantity>> = {
  volume: scalar("m³", "soil that the body carries", (_model, { carried }, b) => carried[CARRIED.size * b]),
  mass: scalar(
    "kg",
    "mass of the soil that the body carries",
    (model, { carried }, b) => model.systems.soil.density * carried[CARRIED.size * b],
  ),
  fill: scalar("1", "volume in the bucket over its capacity", (model, { carried }, b) => {
    const k = model.systems.soil.bodyBucket[b];
    return k < 0 ? 0 : carried[CARRIED.size * b] / model.systems.soil.buckets[k].capacity;
  }),
  resistance: {
    unit: "N",
    help: "force of the soil on the bucket at the end of the step",
    components: XYZ,
    read(model, data, body, out, at) {
      const k = model.systems.soil.bodyBucket[body];
      const { bucket } = soilFields(data);
      for (let c = 0; c < 3; c++) out[at + c] = k < 0 ? 0 : bucket[BUCKET.size * k + BUCKET.force + c];
    },
  },
  angle: {
    unit: "rad",
    help: "angle β of the discharge, which takes place between −π/2 and 7π/9; 0 without a bucket",
    components: [],
    read(model, data, body, out, at) {
      const k = model.systems.soil.bodyBucket[body];
      out[at] = k < 0 ? 0 : dischargeAngle(data, model.systems.soil.buckets[k]);
    },
  },
  depth: ofBucket("m", "largest depth of the cutting edge below the ground ahead of it", BUCKET.depth),
  flow: ofBucket("m³/s", "soil that leaves the bucket", BUCKET.flow),
  sliced: ofBucket("m³", "soil that the slices of the mouth have let in over the run", BUCKET.sliced),
};

/** A sum over the scene. */
function sum(help: string, read: (model: Model, data: Data, f: SoilFields) => number): Quantity {
  return {
    unit: "m³",
    help,
    components: [],
    read(model, data, _i, out, at) {
      out[at] = read(model, data, soilFields(data));
    },
  };
}

function carriedVolume(model: Model, { carried }: SoilFields): number {
  let volume = 0;
  for (let b = 1; b < model.nb; b++) volume += carried[CARRIED.size * b];
  return volume;
}

function flightVolume({ parcel, parcels }: SoilFields): number {
  let volume = 0;
  for (let i = 0; i < parcels[0]; i++) volume += parcel[PARCEL.size * i];
  return volume;
}

function waitingVolume(model: Model, { bucket }: SoilFields): number {
  let volume = 0;
  for (let k = 0; k < model.systems.soil.buckets.length; k++) volume += bucket[BUCKET.size * k + BUCKET.cut];
  return volume;
}

/** Changes of all grounds, less what edits have added. */
function changedVolume(data: Data): number {
  const { edited } = terrainFields(data);
  let volume = 0;
  liveGrounds(data).forEach((ground, g) => {
    volume += groundVolume(data, ground) - edited[g];
  });
  return volume;
}

const ofAll: Readonly<Record<string, Quantity>> = {
  volume: sum("soil that all bodies carry", (model, _data, f) => carriedVolume(model, f)),
  flight: sum("soil in the air", (_model, _data, f) => flightVolume(f)),
  waiting: sum("soil that was cut and is neither in a bucket nor heaped yet", (model, _data, f) =>
    waitingVolume(model, f),
  ),
  dug: sum("soil that was cut from the ground over the run", (_model, _data, { ledger }) => ledger[LEDGER.dug]),
  dumped: sum("soil that was heaped on the ground over the run", (_model, _data, { ledger }) => ledger[LEDGER.dumped]),
  lost: sum("soil that fell where there is no ground", (_model, _data, { ledger }) => ledger[LEDGER.lost]),
  error: sum(
    "volume that is missing: ground, bodies, air, cut and lost together, against the start",
    (model, data, f) =>
      changedVolume(data) +
      carriedVolume(model, f) +
      flightVolume(f) +
      waitingVolume(model, f) +
      f.ledger[LEDGER.lost] -
      f.ledger[LEDGER.given],
  ),
};

const ALL = 0;
const NONE: Readonly<Record<string, Quantity>> = {};

function isActive({ systems }: Model): boolean {
  return systems.soil?.active === true;
}

/** `soil/<body>/<quantity>` of buckets and bodies that soil may land on, `soil/all/<quantity>` of the scene. */
export const soilSensor: SensorKind = {
  name: "soil",
  help: "soil in buckets and on bodies, and its account over the scene",
  quantities: (_model, index) => (index === ALL ? ofAll : index > 0 ? ofBody : NONE),
  names: (model) => (hasSoil(model) ? ["all", ...model.bodyNames.slice(1)] : []),
  find(model, name) {
    if (!hasSoil(model)) return -1;
    return name === "all" ? ALL : (model.bodyIndex.get(name) ?? -1);
  },
};

/** Sensors are looked up before systems are prepared. */
function hasSoil(model: Model): boolean {
  if (Object.hasOwn(model.systems, "soil")) return isActive(model);
  const { shapes } = model;
  return shapes.some(({ kind }) => kind === "bucket") && shapes.some(({ geometry }) => geometry.soil !== undefined);
}
