/** `run --gradient`: the parameters of differentiation, and the report. */
import { buildScene, createGradient, type Data, type GradientParameter, type GradientRun, param } from "stiction";
import { unknownWord } from "stiction/io";
import { InputError } from "./errors.js";
import type { CompiledScene } from "./scene-settings.js";
import { formatCount, formatNumber } from "./text/numbers.js";
import { formatTable } from "./text/table.js";

/** The gradient of a run with respect to one parameter, at the last sample. */
export interface GradientReport {
  readonly parameter: string;
  readonly value: number;
  readonly unit: string;
  /** s */
  readonly time: number;
  readonly sensors: readonly { readonly name: string; readonly unit: string; readonly derivative: number }[];
  /** Steps whose equations could not be solved, and the end of the first, s; null: none. */
  readonly unsolvedSteps: number;
  readonly firstUnsolved: number | null;
}

/** A run with gradients, and the time of its last sample. */
export interface FollowedRun {
  readonly run: GradientRun;
  sampledAt: number;
  advance(done: number): number;
}

/** Starts a run that is differentiated by each of `asked` (`wrt=path`, or the path alone). */
export function followRun(
  scene: CompiledScene,
  asked: readonly string[],
  samples: { readonly steps: number; readonly every: number; readonly recorded: boolean },
): FollowedRun {
  const wrt = asked.map((text) => wanted(scene, text));
  const run = createGradient(scene.model, wrt);
  const always = scene.model.events.length > 0;
  const followed: FollowedRun = {
    run,
    sampledAt: 0,
    advance(done) {
      const made = done + 1;
      const sample = always || made === samples.steps || (samples.recorded && made % samples.every === 0);
      const status = run.step(sample);
      if (sample) followed.sampledAt = run.data.clock[0];
      return status;
    },
  };
  return followed;
}

/** A parameter that the scene is built from, or a path of the scene. */
function wanted({ model, loaded, params, variant }: CompiledScene, text: string): string | GradientParameter {
  const name = text.replace(/^wrt=/, "").trim();
  if (name === "" || name.includes("="))
    throw new InputError(`--gradient ${text}: expected wrt=path, such as wrt=bodies.rod.mass`);
  const { scene } = loaded;
  if (scene === undefined || !Object.hasOwn(scene.params, name)) {
    if (scene !== undefined && !/[.[]/.test(name) && !(name in model.spec)) {
      const names = Object.keys(scene.params);
      throw new InputError(`--gradient ${text}: ${unknownWord("parameter of the scene", name, names)}`);
    }
    return name;
  }
  const values = (param.record(scene.params, { help: "" }) as { parse(v: unknown): Record<string, unknown> }).parse(
    params,
  );
  const value = values[name];
  if (typeof value !== "number")
    throw new InputError(
      `--gradient ${text}: expected a parameter that is a number; ${name} is ${JSON.stringify(value)}`,
    );
  const unit = param.metaOf(scene.params[name])?.unit ?? "";
  return { name, value, unit, build: (x) => variant(buildScene(scene, { ...params, [name]: x })) };
}

/** Results at the end. */
export function gradientReports({ run, sampledAt }: FollowedRun): GradientReport[] {
  const values = new Float64Array(run.columns.length);
  run.values(values);
  const trouble = run.trouble();
  return run.parameters.map(({ name, value, unit = "" }) => {
    const found = trouble.find(({ parameter }) => parameter === name);
    return {
      parameter: name,
      value,
      unit,
      time: sampledAt,
      sensors: run.columns.flatMap((column, k) =>
        column.parameter === name ? [{ name: column.sensor, unit: column.unit, derivative: values[k] }] : [],
      ),
      unsolvedSteps: found?.steps ?? 0,
      firstUnsolved: found?.first ?? null,
    };
  });
}

type Paint = (text: string) => string;

/** Rows of a table that the text shows before it counts the rest. */
const MAX_SENSORS = 40;

export function gradientLines(reports: readonly GradientReport[], dim: Paint, red: Paint): string[] {
  return reports.flatMap((report) => {
    const { parameter, value, unit, time, sensors } = report;
    const rows = sensors
      .slice(0, MAX_SENSORS)
      .map(({ name, derivative, unit: u }) => [name, formatNumber(derivative), u === "1" ? "" : u]);
    const more = sensors.length - rows.length;
    const of = `${formatNumber(value)}${unit === "" || unit === "1" ? "" : ` ${unit}`}`;
    return [
      `  ${dim(`derivatives with respect to ${parameter} (${of}) at ${formatNumber(time)} s`)}`,
      ...formatTable([{}, { align: "decimal" }, { style: dim }], rows, { indent: 4 }),
      ...(more > 0 ? [`    ${dim(`… and ${more} more`)}`] : []),
      ...(report.unsolvedSteps > 0 ? [`  ${red("trouble")}  ${unsolved(report)}`] : []),
    ];
  });
}

/** One sentence about steps that could not be differentiated. */
export function unsolved({ parameter, unsolvedSteps, firstUnsolved }: GradientReport): string {
  return (
    `derivatives with respect to ${parameter}: not solved in ${formatCount(unsolvedSteps)} steps, first at ${formatNumber(firstUnsolved ?? 0)} s; ` +
    "the position is singular, or constraints allow no other value"
  );
}

/** Columns for recordings, after the sensors. */
export function gradientColumns({ run }: FollowedRun) {
  return { columns: run.columns, values: (out: Float64Array) => run.values(out) };
}

/** The data of the run. */
export function gradientData({ run }: FollowedRun): Data {
  return run.data;
}
