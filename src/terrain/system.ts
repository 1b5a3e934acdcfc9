import type { Data } from "../data/data.js";
import { itemFields } from "../data/data.js";
import type { MovingGround } from "../data/moving-ground.js";
import type { HeightField } from "../geometry/types.js";
import { defineFields } from "../model/fields.js";
import type { Model, SystemKind } from "../model/model.js";
import { BLOCK, type GroundSetup, prepareTerrain, type TerrainSetup } from "./terrain-setup.js";

declare module "../model/model.js" {
  interface ModelSystems {
    readonly terrain: TerrainSetup;
  }
}
declare module "../data/data.js" {
  interface DataSystems {
    readonly terrain: TerrainState;
  }
}

/**
 * Fields of the terrain. Heights are stored as changes from those of the scene, so that a run starts from zeros and a
 * snapshot holds only blocks that were worked.
 */
export const TERRAIN_FIELDS = defineFields({
  change: {
    type: "f64",
    role: "state",
    size: "nGroundPoint",
    stride: 1,
    dirtyBlock: BLOCK,
    unit: "m",
    help: "height of each point of diggable ground above that of the scene",
  },
  changeDirty: { type: "u8", role: "derived", size: "nGroundBlock", stride: 1, unit: "", help: "blocks of `change`" },
  changeInitial: { type: "f64", role: "derived", size: "nGroundPoint", stride: 1, unit: "m", help: "zeros" },
  loose: {
    type: "f64",
    role: "state",
    size: "nGroundPoint",
    stride: 1,
    dirtyBlock: BLOCK,
    unit: "m",
    help: "thickness of the loose soil on top",
  },
  looseDirty: { type: "u8", role: "derived", size: "nGroundBlock", stride: 1, unit: "", help: "blocks of `loose`" },
  looseInitial: { type: "f64", role: "derived", size: "nGroundPoint", stride: 1, unit: "m", help: "zeros" },
  relaxing: {
    type: "i32",
    role: "state",
    size: "nGround",
    stride: 6,
    unit: "",
    help: "points whose slopes are not known to be at rest: first column and row, those after the last; next row; whether the pass moved soil",
  },
  edited: {
    type: "f64",
    role: "state",
    size: "nGround",
    stride: 1,
    unit: "m³",
    help: "volume that edits from outside have added",
  },
});

/** A ground that goes with one Data: derived from the fields. */
export interface LiveGround {
  readonly setup: GroundSetup;
  /** The field with its present heights. */
  readonly field: HeightField;
  /** `data.epoch` that the heights belong to. */
  epoch: number;
  /** Grows with every change of a height. */
  version: number;
  /** Points that changed since collision looked: as `touched` of `MovingGround`. */
  readonly changed: Int32Array;
  /** What viewers read. */
  readonly view: MovingGround;
}

export interface TerrainState {
  readonly grounds: readonly LiveGround[];
  /** What viewers read of each ground. */
  readonly views: readonly MovingGround[];
}

/** Places at which viewers see soil flow. */
const FLOW_POINTS = 64;

/** Diggable ground as a system. */
export const terrainSystem: SystemKind = {
  name: "terrain",
  fields: TERRAIN_FIELDS,
  prepare: prepareTerrain,
  idle: (model) => model.systems.terrain.points === 0,
  create(model: Model): TerrainState {
    const grounds = model.systems.terrain.grounds.map(createGround);
    return { grounds, views: grounds.map(({ view }) => view) };
  },
  carryOver: carryTerrain,
};

function createGround(setup: GroundSetup): LiveGround {
  const heights = setup.field.heights.slice();
  return {
    setup,
    field: { ...setup.field, heights },
    epoch: -1,
    version: 0,
    changed: new Int32Array(4),
    view: {
      shape: setup.shape,
      heights,
      disturbance: new Uint8Array(heights.length),
      moisture: new Uint8Array(heights.length),
      touched: new Int32Array(4),
      flow: {
        count: 0,
        rate: 0,
        points: new Float64Array(3 * FLOW_POINTS),
        velocities: new Float64Array(3 * FLOW_POINTS),
      },
    },
  };
}

/** Grounds keep their changes by the name of their body, where the grid has the same numbers of points. */
function carryTerrain(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const from = itemFields(oldData, "terrain", TERRAIN_FIELDS);
  const to = itemFields(data, "terrain", TERRAIN_FIELDS);
  for (const name of ["change", "loose", "relaxing", "edited"] as const) to[name].fill(0);
  const key = (m: Model, { shape, field }: GroundSetup) =>
    `${m.bodyNames[m.shapes[shape].body]} ${m.shapes[shape].index} ${field.nx} ${field.ny}`;
  const old = oldModel.systems.terrain.grounds;
  model.systems.terrain.grounds.forEach((ground, g) => {
    const o = old.findIndex((other) => key(oldModel, other) === key(model, ground));
    if (o < 0) return;
    const n = ground.field.heights.length;
    for (const name of ["change", "loose"] as const)
      to[name].set(from[name].subarray(old[o].first, old[o].first + n), ground.first);
    to.relaxing.set(from.relaxing.subarray(6 * o, 6 * o + 6), 6 * g);
    to.edited[g] = from.edited[o];
  });
  for (let b = 0; b < to.changeDirty.length; b++) {
    const any = (x: Float64Array) => x.subarray(b * BLOCK, (b + 1) * BLOCK).some((z) => z !== 0);
    to.changeDirty[b] = any(to.change) ? 1 : 0;
    to.looseDirty[b] = any(to.loose) ? 1 : 0;
  }
}
