/** The grid of `compare`: axes from `--vary`, their cells, and the reference of each cell. */
import type { Model } from "stiction";
import { parseSettingValue, unknownWord } from "stiction/io";
import { InputError } from "../errors.js";
import { type LoadedScene, loadScene } from "../scene-argument.js";
import { compileScene, type SceneOptions } from "../scene-settings.js";

/** Most cells of a grid; more are probably a mistake. */
export const MAX_CELLS = 256;

/** One `--vary`. */
export interface Axis {
  /** As the user wrote it. */
  readonly name: string;
  /** Its target: a parameter of the scene, or the path of a setting. */
  readonly kind: "param" | "set";
  readonly target: string;
  readonly values: readonly AxisValue[];
}

export interface AxisValue {
  readonly text: string;
  readonly value: unknown;
}

/** One combination of values. */
export interface Cell {
  readonly index: number;
  /** Index of the value on each axis. */
  readonly choice: readonly number[];
  /** `contact=peg dt=0.001` */
  readonly label: string;
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

/** Axes of `--vary`, checked against the scene. */
export async function readAxes(argument: string, options: SceneOptions, vary: readonly string[]): Promise<Axis[]> {
  if (vary.length === 0)
    throw new InputError("nothing to compare: give --vary name=a,b, for instance --vary dt=0.001,0.01");
  const base = await baseParams(options);
  const params = Object.keys((await loadScene(argument, base)).scene?.params ?? {});
  const axes: Axis[] = [];
  for (const text of vary) {
    const axis = await readAxis(text, params);
    if (axes.some(({ kind, target }) => kind === axis.kind && target === axis.target))
      throw new InputError(`--vary ${text}: ${axis.name} is varied twice; give all its values in one --vary`);
    const fixed = fixedBy(axis, options);
    if (fixed !== undefined)
      throw new InputError(`--vary ${text}: ${fixed} fixes it already; leave one of the two out`);
    axes.push(axis);
  }
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_CELLS)
    throw new InputError(
      `--vary: ${axes.map(({ values }) => values.length).join(" × ")} = ${count} cells; expected at most ${MAX_CELLS}: give fewer values, or several comparisons`,
    );
  return axes;
}

async function baseParams(options: SceneOptions): Promise<Record<string, unknown>> {
  const entries = (options.param ?? []).map(async (text) => {
    const at = text.indexOf("=");
    if (at < 1) throw new InputError(`--param ${text}: expected name=value`);
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
  const values = await Promise.all(texts.map(async (part) => ({ text: part, value: await parseSettingValue(part) })));
  const twice = values.find((a, i) => values.findIndex((b) => same(a.value, b.value)) < i);
  if (twice !== undefined) throw new InputError(`--vary ${text}: the value ${twice.text} is there twice`);
  return { name, ...targetOf(name, texts, params, text), values };
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
const SCENE_KEYS: readonly string[] = ["timestep", "duration", "gravity", "sensors", "plane"];

/** An option that sets the value of an axis too; it would override the axis, and all cells would be equal. */
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

/** Splits at commas that are outside of brackets and quotes. */
export function splitList(text: string): string[] {
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

/** All combinations, the last axis fastest. */
export function cellsOf(axes: readonly Axis[]): Cell[] {
  let choices: number[][] = [[]];
  for (const { values } of axes) choices = choices.flatMap((choice) => values.map((_, k) => [...choice, k]));
  return choices.map((choice, index) => ({
    index,
    choice,
    label: choice.map((k, a) => `${axes[a].name}=${axes[a].values[k].text}`).join(" "),
  }));
}

/**
 * The reference of each cell: `--reference contact=peg,dt=0.001` is one cell for all; an axis that is not
 * named keeps the value of the cell, so `contact=peg` compares at equal step.
 */
export async function readReference(axes: readonly Axis[], cells: readonly Cell[], text: string): Promise<number[]> {
  const fixed = new Map<number, number>();
  for (const part of splitList(text)) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(0, at)).trim();
    if (name === "")
      throw new InputError(`--reference ${text}: expected name=value, or several with commas between them`);
    const axis = axes.findIndex((candidate) => candidate.name === name || candidate.target === name);
    const names = axes.map((candidate) => candidate.name);
    if (axis < 0)
      throw new InputError(`--reference ${text}: ${name} is not varied; expected one of ${names.join(", ")}`);
    const value = await parseSettingValue(part.slice(at + 1).trim());
    const choice = axes[axis].values.findIndex((candidate) => same(candidate.value, value));
    if (choice < 0)
      throw new InputError(
        `--reference ${text}: ${name} has no value ${part.slice(at + 1).trim()}; expected one of ${axes[axis].values.map((v) => v.text).join(", ")}`,
      );
    fixed.set(axis, choice);
  }
  const index = (choice: readonly number[]) => choice.reduce((sum, k, a) => sum * axes[a].values.length + k, 0);
  return cells.map((cell) => index(cell.choice.map((k, a) => fixed.get(a) ?? k)));
}

/** The model of a cell; problems are reported in terms of `--vary`. */
export async function compileCell(
  argument: string,
  options: SceneOptions,
  axes: readonly Axis[],
  cell: Cell,
): Promise<{ readonly model: Model; readonly loaded: LoadedScene }> {
  const { formulation, ...rest } = options;
  const chosen = axes.map((axis, a) => ({ axis, text: axis.values[cell.choice[a]].text }));
  const assignments = (kind: Axis["kind"]) =>
    chosen.filter(({ axis }) => axis.kind === kind).map(({ axis, text }) => `${axis.target}=${text}`);
  // the formulation comes first, because it resets the options of the previous one
  const isType = (text: string) => text.startsWith("formulation.type=");
  const sets = [...(options.set ?? []), ...assignments("set")];
  const types = [...sets.filter(isType), ...(formulation === undefined ? [] : [`formulation.type=${formulation}`])];
  try {
    return await compileScene(argument, {
      ...rest,
      quiet: true,
      param: [...(options.param ?? []), ...assignments("param")],
      set: [...types, ...sets.filter((text) => !isType(text))],
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.lines.map((line) => inWordsOfVary(line, chosen)));
  }
}

function inWordsOfVary(line: string, chosen: readonly { axis: Axis; text: string }[]): string {
  for (const { axis, text } of chosen) {
    const asked = axis.kind === "param" ? `--param ${axis.target}: ` : `--set ${axis.target}=${text}: `;
    if (line.startsWith(asked)) return `--vary ${axis.name}=${text}: ${line.slice(asked.length)}`;
  }
  return line;
}

/**
 * Refuses a value that works in none of its cells, before anything runs. A combination that does not work affects
 * its own cell only.
 */
export async function checkValues(
  argument: string,
  options: SceneOptions,
  axes: readonly Axis[],
  cells: readonly Cell[],
): Promise<void> {
  const good = new Set<string>();
  const tried = new Map<number, InputError | undefined>();
  const attempt = async (cell: Cell): Promise<InputError | undefined> => {
    if (tried.has(cell.index)) return tried.get(cell.index);
    let wrong: InputError | undefined;
    try {
      await compileCell(argument, options, axes, cell);
      cell.choice.forEach((k, a) => {
        good.add(`${a}:${k}`);
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      wrong = error;
    }
    tried.set(cell.index, wrong);
    return wrong;
  };
  for (const [a, axis] of axes.entries()) {
    for (const k of axis.values.keys()) {
      let first: InputError | undefined;
      for (const cell of cells) {
        if (good.has(`${a}:${k}`)) break;
        if (cell.choice[a] !== k) continue;
        const wrong = await attempt(cell);
        first ??= wrong;
      }
      if (first === undefined || good.has(`${a}:${k}`)) continue;
      const own = `--vary ${axis.name}=${axis.values[k].text}`;
      const { lines } = first;
      throw new InputError(lines.map((line) => (line.startsWith(own) ? line : `${own}: works in no cell: ${line}`)));
    }
  }
}
