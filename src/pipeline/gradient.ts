import { createData, type Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { checkModel } from "../data/owner.js";
import { sensorValues } from "../data/read-sensors.js";
import type { Formulation } from "../formulations/formulation.js";
import { FORWARD, type SensitivityKind, STENCIL, type Variation } from "../formulations/sensitivity.js";
import { checkWhole, knownKeys } from "../model/arguments.js";
import { compile } from "../model/compile.js";
import { SpecError, show } from "../model/errors.js";
import type { Model } from "../model/model.js";
import { type GradientParameter, sceneParameter } from "./gradient-parameter.js";
import { step } from "./step.js";

/** Derivative of one sensor by one parameter. */
export interface GradientColumn {
  /** `d(body/bob/position.x)/d(length)` */
  readonly name: string;
  readonly unit: string;
  readonly sensor: string;
  readonly parameter: string;
}

/** Where a gradient is not to be trusted. */
export interface GradientTrouble {
  readonly parameter: string;
  /** Steps whose equations could not be solved, and the end of the first, s. */
  readonly steps: number;
  readonly first: number;
}

/** A run that knows how its sensors change with parameters of the scene. */
export interface GradientRun {
  readonly model: Model;
  readonly data: Data;
  readonly parameters: readonly GradientParameter[];
  /** All sensors by the first parameter, then by the second, … */
  readonly columns: readonly GradientColumn[];
  /**
   * Makes a step, as `step` does, and returns its status bits. `sample` false: nobody reads the gradient after it,
   * which saves time.
   */
  step(sample?: boolean): number;
  /** Copies the derivatives, in column order, to `out`. */
  values(out: Float64Array): void;
  /** Parameters whose equations could not be solved in some step. */
  trouble(): readonly GradientTrouble[];
}

/**
 * Change of a parameter for differences of the equations, relative to its size: round-off 1e-16/3e-4, error (3e-4)⁴.
 */
const CHANGE = 3e-4;

/**
 * Starts a run from the beginning of a scene that carries its derivatives by parameters along: direct differentiation
 * of every step, not of the run by differences. Parameters are paths of the scene or scenes built from a number.
 *
 *     const run = createGradient(model, ["bodies.rod.mass"]);
 *     while (run.data.time < 2) run.step();
 *
 * Throws a SpecError when a parameter is no number of the scene, or cannot be varied, and when the formulation has no
 * gradients.
 */
export function createGradient(model: Model, wrt: readonly (string | GradientParameter)[]): GradientRun {
  checkModel(model);
  if (!Array.isArray(wrt) || wrt.length === 0)
    throw new RangeError(`wrt: expected a list of parameters, such as ["bodies.rod.mass"], got ${show(wrt)}`);
  for (const given of wrt)
    if (typeof given !== "string" && !(typeof given === "object" && given !== null && "name" in given))
      throw new RangeError(`wrt: expected a path or a parameter, got ${show(given)}`);
  const kind = sensitivityOf(model);
  const data = createData(model);
  const parameters = wrt.map((given) => (typeof given === "string" ? sceneParameter(model, data, given) : given));
  const variations = parameters.map((parameter) => vary(model, kind, parameter));
  const sensitivity = kind.create(model, data, variations);
  const sensors = model.sensors.columns;
  return {
    model,
    data,
    parameters,
    columns: parameters.flatMap((parameter) =>
      sensors.map(({ name, unit }) => ({
        name: `d(${name})/d(${parameter.name})`,
        unit: quotient(unit, parameter.unit ?? ""),
        sensor: name,
        parameter: parameter.name,
      })),
    ),
    step(sample = true) {
      sensitivity.before();
      const status = step(model, data);
      sensitivity.after(sample);
      return status;
    },
    values(out) {
      sensitivity.slots.forEach((slots, p) => {
        sensors.forEach(({ slot }, k) => {
          out[p * sensors.length + k] = slots[slot];
        });
      });
    },
    trouble: () =>
      sensitivity.trouble.flatMap((trouble, p) =>
        trouble.steps > 0 ? [{ parameter: parameters[p].name, ...trouble }] : [],
      ),
  };
}

/** What `gradient` returns: a row per sample. */
export interface GradientResult {
  readonly columns: readonly GradientColumn[];
  /** s */
  readonly times: Float64Array;
  /** Sensors of the run, and their derivatives, per sample. */
  readonly sensors: readonly Float64Array[];
  readonly gradients: readonly Float64Array[];
  readonly trouble: readonly GradientTrouble[];
  /** Status bits of all steps. */
  readonly status: number;
}

/**
 * Runs a scene to its end, or to `duration`, and returns the derivatives of its sensors by parameters, at every
 * `every`-th step and at the last.
 *
 *     const { columns, gradients } = gradient(compile(spec), ["bodies.rod.mass", "gravity.z"], { every: 100 });
 */
export function gradient(
  model: Model,
  wrt: readonly (string | GradientParameter)[],
  options: { readonly duration?: number; readonly every?: number } = {},
): GradientResult {
  checkModel(model);
  knownKeys("gradient", options, ["duration", "every"]);
  const { duration = model.spec.duration, every = 1 } = options;
  if (!(duration > 0 && duration < Number.POSITIVE_INFINITY))
    throw new RangeError(`duration: expected a finite number > 0 s, got ${show(duration)}`);
  checkWhole("every", every, 1);
  const run = createGradient(model, wrt);
  const { data } = run;
  const h = model.options.timestep;
  const steps = Math.ceil(duration / h - 1e-9 * Math.max(1, duration / h));
  const times: number[] = [];
  const sensors: Float64Array[] = [];
  const gradients: Float64Array[] = [];
  let status = 0;
  for (let k = 1; k <= steps && data.counter[COUNTER.stop] === 0; k++) {
    const sample = k % every === 0 || k === steps;
    status |= run.step(sample);
    if (!sample) continue;
    const [values, derivatives] = [model.sensors.columns, run.columns].map((list) => new Float64Array(list.length));
    sensorValues(model, data, values);
    run.values(derivatives);
    times.push(data.clock[0]);
    sensors.push(values);
    gradients.push(derivatives);
  }
  return { columns: run.columns, times: Float64Array.from(times), sensors, gradients, trouble: run.trouble(), status };
}

/** What the formulation of a model knows of gradients; throws when that is nothing. */
function sensitivityOf(model: Model): SensitivityKind {
  const { kind } = model.formulation;
  const { sensitivity } = kind as Formulation;
  if (sensitivity === undefined) {
    const able = Object.values(model.items.formulations as Record<string, Formulation>).filter((f) => f.sensitivity);
    const names = able.map(({ name }) => `"${name}"`).join(", ");
    throw new SpecError([
      { path: "formulation", message: `"${kind.name}" has no gradients; formulations that have: ${names}` },
    ]);
  }
  const reason = sensitivity.refuse(model);
  if (reason !== undefined) throw new SpecError([{ path: "formulation", message: reason }]);
  if (model.sensors.columns.length === 0)
    throw new SpecError([{ path: "sensors", message: "there are none; a gradient is of the scene's sensors" }]);
  return sensitivity;
}

/** The scene at values of a parameter on both sides of its own, or on one where the other is not allowed. */
function vary(model: Model, kind: SensitivityKind, parameter: GradientParameter): Variation {
  const { name, value } = parameter;
  if (!Number.isFinite(value))
    throw new SpecError([{ path: name, message: `expected a finite number, got ${show(value)}` }]);
  const size = Math.abs(parameter.scale ?? value);
  const change = CHANGE * (size > 1e-9 ? size : Math.min(1, kind.size(model)));
  const items = kind.items(model);
  let refused: string | undefined;
  for (const stencil of [STENCIL, FORWARD, FORWARD.map(([k, weight]) => [-k, -weight] as const)]) {
    try {
      const points = stencil.map(([k, weight]) => ({
        model: compile(parameter.build(value + k * change), items),
        weight: weight / change,
      }));
      const reason = kind.refuseVariation(model, { points, change });
      if (reason === undefined) return { points, change };
      refused ??= reason;
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      const [{ path, message }] = error.problems;
      refused ??= `cannot be varied around ${show(value)}: ${path === name ? message : `${path}: ${message}`}`;
    }
  }
  throw new SpecError([{ path: name, message: refused as string }]);
}

/** Unit of a derivative. */
function quotient(of: string, by: string): string {
  if (by === "" || by === "1") return of;
  if (of === by) return "1";
  const above = of === "" ? "1" : / or |,/.test(of) ? `(${of})` : of;
  return `${above}/${/[ /]/.test(by) ? `(${by})` : by}`;
}
