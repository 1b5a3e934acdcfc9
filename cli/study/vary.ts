/**
 * `stiction study run <scene> --vary name=a,b …`: the study of a grid over one scene, made from the command line. Its
 * metrics are the sensors of the scene at the end and figures of the solver; the sensors are kept over time.
 */
import { basename, extname } from "node:path";
import type { Problem } from "stiction";
import { formatProblems, parseSettingValue, unknownWord } from "stiction/io";
import { InputError } from "../errors.js";
import { loadScene } from "../scene-argument.js";
import { compileScene, type SceneOptions } from "../scene-settings.js";
import type { LoadedStudy } from "./study-package.js";

/** Points over time of each sensor. */
const POINTS = 500;

/** One `--vary`. */
interface Axis {
  /** As the user wrote it: name and option. */
  readonly name: string;
  readonly asked: string;
  /** Its target: a parameter of the scene, or the path of a setting. */
  readonly kind: "param" | "set";
  readonly target: string;
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

/** Short names: a parameter of the scene, if it has that one, otherwise a setting. */
const SHORT: Readonly<Record<string, { readonly param?: string; readonly path: string }>> = {
  contact: { param: "contacts", path: "formulation.contacts" },
  dt: { param: "step", path: "timestep" },
  step: { path: "timestep" },
  solver: { path: "formulation.solver" },
  formulation: { path: "formulation.type" },
  integrator: { path: "formulation.integrator" },
};

export interface VaryOptions extends SceneOptions {
  readonly vary?: readonly string[];
  readonly reference?: string;
}

/** The study; its problems are in terms of the command line. */
export async function studyOfVary(argument: string, options: VaryOptions): Promise<LoadedStudy> {
  const params = await assignments(options.param ?? [], "--param");
  const { scene } = await loadScene(argument, params);
  const axes: Axis[] = [];
  for (const text of options.vary ?? []) {
    const axis = await readAxis(text, Object.keys(scene?.params ?? {}));
    if (axes.some(({ kind, target }) => kind === axis.kind && target === axis.target))
      throw new InputError(`--vary ${text}: ${axis.name} is varied twice; give all its values in one --vary`);
    const fixed = fixedBy(axis, options);
    if (fixed !== undefined)
      throw new InputError(`--vary ${text}: ${fixed} fixes it already; leave one of the two out`);
    axes.push(axis);
  }
  const { model } = await compileScene(argument, { ...options, quiet: true });
  const { dt, duration, formulation, integrator } = options;
  const given = { timestep: dt, duration, "formulation.type": formulation, "formulation.integrator": integrator };
  const solves =
    model.formulation.kind.name === "complementarity" || axes.some(({ target }) => target === "formulation.type");
  const figures = solves ? FIGURES : FIGURES.slice(0, 1);
  const content = {
    study: 1,
    ...(model.spec.title === undefined ? {} : { title: model.spec.title }),
    scene: argument,
    params,
    set: {
      ...(await assignments(options.set ?? [], "--set")),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    },
    factors: axes.map(({ name, target, values }) => ({ path: target, name, values })),
    metrics: {
      ...Object.fromEntries(figures.map(([figure, unit]) => [figure, { figure, unit }])),
      ...sensorMetrics(model.sensors.columns),
    },
    curves: POINTS,
    ...(options.reference === undefined ? {} : { reference: await readReference(axes, options.reference) }),
  };
  const name = basename(argument, extname(argument));
  return { label: name, content, folder: process.cwd(), say: (problem) => inWordsOfOptions(problem, axes, argument) };
}

const FIGURES = [
  ["energy", "J"],
  ["notConverged", "1"],
  ["firstNotConverged", "1"],
  ["rows", "1"],
  ["contacts", "1"],
  ["iterations", "1"],
  ["pivots", "1"],
  ["residual", "1"],
  ["gap", "m"],
] as const;

/** Sensors of a scene at the end, under names that formulas can use: `body/ball/position.x` is `ball_position_x`. */
function sensorMetrics(columns: readonly { readonly name: string; readonly unit: string }[]) {
  const words = (text: string) => text.replace(/\W+/g, "_").replace(/^(\d)/, "_$1");
  const short = columns.map(({ name }) => words(name.replace(/^\w+\//, "")));
  return Object.fromEntries(
    columns.map(({ name, unit }, k) => {
      const unique =
        short.indexOf(short[k]) === short.lastIndexOf(short[k]) && !FIGURES.some(([figure]) => figure === short[k]);
      return [unique ? short[k] : `${words(name)}_`, { final: `[${name}]`, unit }];
    }),
  );
}

async function assignments(texts: readonly string[], option: string): Promise<Record<string, unknown>> {
  const entries = texts.map(async (text) => {
    const at = text.indexOf("=");
    if (at < 1) throw new InputError(`${option} ${text}: expected name=value`);
    return [text.slice(0, at).trim(), await parseSettingValue(text.slice(at + 1))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function readAxis(text: string, params: readonly string[]): Promise<Axis> {
  const at = text.indexOf("=");
  const name = text.slice(0, Math.max(0, at)).trim();
  if (name === "") throw new InputError(`--vary ${text}: expected name=a,b,c`);
  const texts = splitList(text.slice(at + 1)).map((part) => part.trim());
  if (texts.every((part) => part === ""))
    throw new InputError(`--vary ${text}: the list is empty; expected ${name}=a,b,c`);
  if (texts.includes("")) throw new InputError(`--vary ${text}: a value is missing between two commas`);
  const values = await Promise.all(texts.map((part) => parseSettingValue(part)));
  const twice = values.findIndex((a, i) => values.findIndex((b) => same(a, b)) < i);
  if (twice >= 0) throw new InputError(`--vary ${text}: the value ${texts[twice]} is there twice`);
  return { name, asked: text, ...targetOf(name, texts, params, text), texts, values };
}

function targetOf(
  name: string,
  texts: readonly string[],
  params: readonly string[],
  asked: string,
): Pick<Axis, "kind" | "target"> {
  if (params.includes(name)) return { kind: "param", target: name };
  // these two words belong to the scene's key `contact`; no contact model has them
  if (name === "contact" && texts.every((text) => text === "auto" || text === "none"))
    return { kind: "set", target: name };
  const short = Object.hasOwn(SHORT, name) ? SHORT[name] : undefined;
  if (short?.param !== undefined && params.includes(short.param)) return { kind: "param", target: short.param };
  if (short !== undefined) return { kind: "set", target: short.path };
  if (name.includes(".") || SCENE_KEYS.includes(name)) return { kind: "set", target: name };
  const known = [...new Set([...params, ...Object.keys(SHORT), ...SCENE_KEYS])];
  throw new InputError(
    `--vary ${asked}: ${unknownWord("parameter", name, known)} (a setting is given by its path, such as bodies.ball.mass)`,
  );
}

/** Keys of a scene whose value may be given whole; the rest have paths with a dot in them. */
const SCENE_KEYS: readonly string[] = ["timestep", "duration", "gravity", "plane"];

/** An option that sets the value of an axis too; it would override the axis, and all runs would be equal. */
function fixedBy({ kind, target }: Axis, options: SceneOptions): string | undefined {
  const isTarget = (text: string) => text.slice(0, text.indexOf("=")).trim() === target;
  const given = (kind === "param" ? options.param : options.set)?.find(isTarget);
  if (given !== undefined) return `--${kind} ${given}`;
  if (options.dt !== undefined && (target === "timestep" || (kind === "param" && target === "step"))) return "--dt";
  if (options.duration !== undefined && target === "duration") return "--duration";
  if (options.formulation !== undefined && target === "formulation.type") return "--formulation";
  if (options.integrator !== undefined && target === "formulation.integrator") return "--integrator";
  return undefined;
}

/** `contact=peg,dt=0.001` as values by column. */
async function readReference(axes: readonly Axis[], text: string): Promise<Record<string, unknown>> {
  const found = await Promise.all(
    splitList(text).map(async (part) => {
      const at = part.indexOf("=");
      const name = part.slice(0, Math.max(0, at)).trim();
      if (name === "")
        throw new InputError(`--reference ${text}: expected name=value, or several with commas between them`);
      const axis = axes.find((candidate) => candidate.name === name || candidate.target === name);
      return [axis?.name ?? name, await parseSettingValue(part.slice(at + 1).trim())] as const;
    }),
  );
  return Object.fromEntries(found);
}

/** A problem of the study as a line about the option that it comes from. */
function inWordsOfOptions({ path, message }: Problem, axes: readonly Axis[], scene: string): string[] {
  const factor = /^factors\[(\d+)\](?:\.values\[(\d+)\])?/.exec(path);
  if (factor) {
    const { name, texts, asked } = axes[Number(factor[1])];
    return [`--vary ${factor[2] === undefined ? asked : `${name}=${texts[Number(factor[2])]}`}: ${message}`];
  }
  if (path.startsWith("reference")) return [`--reference ${path.slice(10)}: ${message}`];
  if (path.startsWith("set.")) return [`--set ${path.slice(4)}: ${message}`];
  return formatProblems([{ path: path === "scene" ? "" : path, message }], scene);
}

/** Splits at commas that are outside of brackets and quotes. */
function splitList(text: string): string[] {
  const parts = [""];
  let depth = 0;
  let quote = "";
  for (const c of text) {
    if (quote !== "") quote = c === quote ? "" : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === "[" || c === "{" || c === "(") depth++;
    else if (c === "]" || c === "}" || c === ")") depth--;
    if (c === "," && depth <= 0 && quote === "") parts.push("");
    else parts[parts.length - 1] += c;
  }
  return parts;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
