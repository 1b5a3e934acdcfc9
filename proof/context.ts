import {
  applySetting,
  buildScene,
  compileUntyped,
  complementarity,
  createData,
  defaultItems,
  type Items,
  type Simulation,
  type Spec,
  step,
  type UntypedSpec,
} from "stiction";
import * as historical from "stiction/historical";
import { collision, contact, geometry } from "stiction/internals";
import { sceneByName } from "stiction/scenes";

/** What an experiment builds its simulations with. All of them come from here, so that a test can spoil them. */
export interface Context {
  /** Whether counts and durations may be large. */
  readonly full: boolean;
  /** The registries in use; the integrators whose order is measured, for instance. */
  readonly items: Items;
  /** Geometry and collision detection for experiments that use them without a simulation. */
  readonly geometry: typeof geometry;
  readonly collision: typeof collision;
  /** Methods of the sources that the library does not use. */
  readonly historical: typeof historical;
  /** Contact and friction laws, for experiments with one mass on a line. */
  readonly contact: typeof contact;
  /** Complementarity problems and their solvers, for experiments on those alone. */
  readonly complementarity: typeof complementarity;
  /** A shipped scene, with parameters of the scene and with settings as `--set` has them. */
  scene(name: string, options?: SceneOptions): Simulation;
  /** Any other scene. */
  simulate(spec: Spec): Simulation;
  /** A scene whose items are known by `type` only: one that was changed, or made for any kind. */
  simulateUntyped(spec: UntypedSpec): Simulation;
}

export interface SceneOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly set?: Readonly<Record<string, unknown>>;
}

export interface ContextOptions {
  readonly full?: boolean;
  readonly items?: Items;
  readonly geometry?: typeof geometry;
  readonly collision?: typeof collision;
  readonly historical?: typeof historical;
  readonly contact?: typeof contact;
  readonly complementarity?: typeof complementarity;
  /** Changes every scene before it is compiled; tests use it to show that an experiment can fail. */
  readonly change?: (spec: UntypedSpec) => UntypedSpec;
}

export function createContext(options: ContextOptions = {}): Context {
  const { full = false, items = defaultItems, change = (spec) => spec } = options;
  const simulate = (spec: UntypedSpec): Simulation => {
    const model = compileUntyped(change(spec), items);
    return { model, data: createData(model) };
  };
  return {
    full,
    items,
    geometry: options.geometry ?? geometry,
    collision: options.collision ?? collision,
    historical: options.historical ?? historical,
    contact: options.contact ?? contact,
    complementarity: options.complementarity ?? complementarity,
    simulate,
    simulateUntyped: simulate,
    scene(name, { params = {}, set = {} } = {}) {
      const scene = sceneByName(name);
      if (scene === undefined) throw new RangeError(`there is no scene "${name}"`);
      let spec = buildScene(scene, params);
      for (const [path, value] of Object.entries(set)) spec = applySetting(spec, path, value);
      return simulate(spec);
    },
  };
}

/** Steps for `seconds` (rounded to whole steps) and calls `each` after every step; returns the number of steps. */
export function runFor({ model, data }: Simulation, seconds: number, each?: () => void): number {
  const steps = Math.round(seconds / model.options.timestep);
  for (let k = 0; k < steps; k++) {
    step(model, data);
    each?.();
  }
  return steps;
}

/** A number of the sensor table, by the name of its column. */
export function sensorOf({ model, data }: Simulation, name: string): () => number {
  const column = model.sensors.columns.find((c) => c.name === name);
  if (column === undefined) throw new RangeError(`scene "${model.name}" has no sensor "${name}"`);
  return () => data.slot[column.slot];
}
