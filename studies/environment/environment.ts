/** A scene as an environment for learning: reset, act, observe, be rewarded. */
import {
  applySetting,
  compileUntyped,
  createData,
  type Data,
  type Model,
  readSensor,
  resetData,
  SpecError,
  STATUS,
  sensorValues,
  setControl,
  step,
  type UntypedSpec,
} from "stiction";
import { type Distribution, quantile } from "../design/distribution.js";
import { uniform } from "../design/random.js";

/** A number that the agent chooses, −1 … 1, and what it drives. */
export interface EnvironmentAction {
  /** Inputs of the scene: `bodies.cart.force.x`, `joints.arm.drive.target`. */
  readonly drives: string | readonly string[];
  /** Values at −1 and at 1. */
  readonly low: number;
  readonly high: number;
}

/** A setting whose value each reset draws at random. */
export interface RandomSetting {
  readonly path: string;
  readonly distribution: Distribution;
}

/** How a scene becomes an environment. */
export interface EnvironmentOptions {
  /** Formulas of sensors. */
  readonly observations: readonly string[];
  readonly actions: readonly EnvironmentAction[];
  /** Formula of sensors: reward per second, which is multiplied by `interval`. */
  readonly reward: string;
  /** Condition of sensors that ends an episode. */
  readonly done?: string;
  /** Time between actions, s; a whole number of steps. */
  readonly interval: number;
  /** Longest episode, s; the scene's duration if absent. */
  readonly duration?: number;
  readonly random?: readonly RandomSetting[];
}

/** What an agent sees of a step. */
export interface Transition {
  readonly observation: Float64Array;
  readonly reward: number;
  /** The episode ended by its condition, or since a body left the finite numbers. */
  readonly done: boolean;
  /** The episode ended by its duration. */
  readonly truncated: boolean;
}

/** One environment. `observation` arrays are used again by the next step. */
export interface Environment {
  readonly observations: readonly string[];
  readonly actions: number;
  /** Begins an episode; the same seed begins the same one. */
  reset(seed: number): Float64Array;
  /** Acts for one interval; each action is cut to −1 … 1. */
  step(actions: ArrayLike<number>): Transition;
}

const OBSERVATION = "observation-";
const ACTION = "action-";

/** Makes an environment of a scene; throws a SpecError that names what is wrong with a formula or a path. */
export function createEnvironment(spec: UntypedSpec, options: EnvironmentOptions): Environment {
  const { interval, random = [] } = options;
  const base = prepared(spec, options);
  let model: Model = compileUntyped(base);
  let data: Data = createData(model);
  const steps = Math.round(interval / model.options.timestep);
  if (!(steps >= 1) || Math.abs(steps * model.options.timestep - interval) > 1e-9 * interval)
    throw new SpecError([
      {
        path: "interval",
        message: `expected a whole number of steps of ${model.options.timestep} s, got ${interval} s`,
      },
    ]);
  const columnOf = (name: string) => model.sensors.columns.findIndex((column) => column.name === name);
  const columns = options.observations.map((_, k) => columnOf(OBSERVATION + k));
  const rewardColumn = columnOf("reward-");
  const doneColumn = options.done === undefined ? -1 : columnOf("done-");
  const now = new Float64Array(model.sensors.columns.length);
  const observation = new Float64Array(columns.length);
  const duration = options.duration ?? model.spec.duration;
  let ended = true;

  const observe = () => {
    if (data.clock[0] > 0) sensorValues(model, data, now);
    else for (const [k, { name }] of model.sensors.columns.entries()) now[k] = readSensor(model, data, name);
    columns.forEach((column, k) => {
      observation[k] = now[column];
    });
    return observation;
  };
  return {
    observations: options.observations,
    actions: options.actions.length,
    reset(seed) {
      if (random.length > 0) {
        const drawn = random.reduce<UntypedSpec>(
          (all, { path, distribution }, k) => applySetting(all, path, quantile(distribution, uniform(seed, k, 0))),
          base,
        );
        model = compileUntyped(drawn);
        data = createData(model);
      } else resetData(model, data);
      ended = false;
      return observe();
    },
    step(actions) {
      if (ended) throw new RangeError("step: the episode has ended; call reset(seed) first");
      options.actions.forEach(({ low, high }, k) => {
        const share = Math.max(-1, Math.min(1, actions[k]));
        if (Number.isNaN(share)) throw new RangeError(`step: expected a number for action ${k}, got ${actions[k]}`);
        setControl(model, data, ACTION + k, low + ((share + 1) / 2) * (high - low));
      });
      let status = 0;
      for (let k = 0; k < steps; k++) status |= step(model, data);
      observe();
      const broken = (status & STATUS.nonFinite) !== 0 || observation.some((x) => !Number.isFinite(x));
      const done = broken || (doneColumn >= 0 && now[doneColumn] !== 0);
      const truncated = !done && data.clock[0] >= duration - 1e-9;
      ended = done || truncated;
      return { observation, reward: broken ? 0 : now[rewardColumn] * interval, done, truncated };
    },
  };
}

/** The scene with sensors for formulas and controls for actions. */
function prepared(spec: UntypedSpec, { observations, actions, reward, done }: EnvironmentOptions): UntypedSpec {
  const sensors = [
    ...observations.map((expression, k) => ({ name: OBSERVATION + k, expression })),
    { name: "reward-", expression: reward },
    ...(done === undefined ? [] : [{ name: "done-", expression: done }]),
  ];
  const controls = actions.map(({ drives, low, high }, k) => ({
    name: ACTION + k,
    drives,
    min: Math.min(low, high),
    max: Math.max(low, high),
  }));
  const own = spec as { readonly sensors?: readonly unknown[]; readonly controls?: readonly unknown[] };
  return {
    ...spec,
    sensors: [...(own.sensors ?? []), ...sensors],
    controls: [...(own.controls ?? []), ...controls],
  } as UntypedSpec;
}

/** Several environments of one scene that are acted on together. */
export interface EnvironmentBatch {
  readonly count: number;
  /** Begins an episode in each; environment k has the seed `seed + k`. */
  reset(seed: number): Float64Array[];
  /** One action list per environment; one that has ended is left alone and gives `undefined`. */
  step(actions: readonly ArrayLike<number>[]): (Transition | undefined)[];
}

/** Makes `count` equal environments. */
export function createEnvironmentBatch(
  spec: UntypedSpec,
  options: EnvironmentOptions,
  count: number,
): EnvironmentBatch {
  const all = Array.from({ length: count }, () => createEnvironment(spec, options));
  const ended = new Array<boolean>(count).fill(true);
  return {
    count,
    reset: (seed) =>
      all.map((environment, k) => {
        ended[k] = false;
        return environment.reset(seed + k);
      }),
    step: (actions) =>
      all.map((environment, k) => {
        if (ended[k]) return undefined;
        const transition = environment.step(actions[k]);
        ended[k] = transition.done || transition.truncated;
        return transition;
      }),
  };
}
