import {
  bodyAngularVelocity,
  bodyOrientation,
  bodyPosition,
  bodyVelocity,
  COUNTER,
  type Data,
  type Model,
  readSensor,
  sensorValues,
} from "stiction";
import { type Hdf5Data, type Hdf5Group, writeHdf5 } from "stiction/io";

/**
 * States of a run as an HDF5 file, n of them, SI units, row by row:
 *
 *   scene                                      its name
 *   time                                       n, s
 *   bodies/<name>/position                     n × 3, origin of the body's frame, m
 *   bodies/<name>/orientation                  n × 4, quaternion x, y, z, w
 *   bodies/<name>/velocity, angularVelocity    n × 3, of the centre of mass, m/s; rad/s; world axes
 *   sensors/<name>/values, unit                n; text
 *
 * Bodies that are static are left out. A slash within the name of a sensor opens a group, as h5py and MATLAB read it.
 */
export interface Hdf5Export {
  readonly states: number;
  /** Takes the present state. */
  take(data: Data): void;
  finish(): Uint8Array;
}

const MOTION = {
  position: { width: 3, of: bodyPosition },
  orientation: { width: 4, of: bodyOrientation },
  velocity: { width: 3, of: bodyVelocity },
  angularVelocity: { width: 3, of: bodyAngularVelocity },
} as const;
const STATIC = 0;

export function createHdf5Export(model: Model): Hdf5Export {
  const { columns } = model.sensors;
  const bodies = model.bodyNames.filter((_, b) => model.bodyType[b] !== STATIC);
  const times: number[] = [];
  const motion = bodies.map((name) => Object.entries(MOTION).map(([key, part]) => ({ name, key, ...part, rows: [] as number[] }))); // biome-ignore format: one line
  const sensors = columns.map(({ name, unit }) => ({ name, unit, rows: [] as number[] }));
  const now = new Float64Array(columns.length);
  const column = (rows: readonly number[], ...width: number[]): Hdf5Data => ({
    values: Float64Array.from(rows),
    dimensions: [times.length, ...width],
  });
  return {
    get states() {
      return times.length;
    },
    take(data) {
      times.push(data.time);
      for (const { name, of, rows } of motion.flat()) rows.push(...of(model, data, name));
      // before the first step nothing has been read yet
      if (data.counter[COUNTER.steps] > 0) sensorValues(model, data, now);
      for (const [k, { name, rows }] of sensors.entries())
        rows.push(data.counter[COUNTER.steps] > 0 ? now[k] : readSensor(model, data, name));
    },
    finish() {
      const root: Folder = { scene: { text: model.name }, time: column(times), bodies: {}, sensors: {} };
      for (const { name, key, width, rows } of motion.flat()) place(root, ["bodies", name, key], column(rows, width));
      for (const { name, unit, rows } of sensors) {
        const path = ["sensors", ...name.split("/")];
        place(root, [...path, "values"], column(rows));
        place(root, [...path, "unit"], { text: unit });
      }
      return writeHdf5(root);
    },
  };
}

type Folder = Record<string, Hdf5Group[string]>;

/** Puts a dataset into the groups of its path, which are made where they are missing. */
function place(root: Folder, path: readonly string[], data: Hdf5Data): void {
  let group = root;
  for (const part of path.slice(0, -1)) {
    group[part] ??= {};
    group = group[part] as Folder;
  }
  group[path[path.length - 1]] = data;
}
