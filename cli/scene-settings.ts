/** Changes of a scene by the command line: --set, --param, --dt, --duration, --formulation, --integrator. */
import {
  applySetting,
  compileUntyped,
  defaultFormulation,
  defaultItems,
  type Items,
  type Model,
  SpecError,
  type UntypedSpec,
} from "stiction";
import { formatProblems, parseSettingValue } from "stiction/io";
import { InputError } from "./errors.js";
import { withPoses } from "./pose-sensors.js";
import { type LoadedScene, loadScene } from "./scene-argument.js";
import { createTaskProgress } from "./text/progress.js";
import { cachingItems } from "./tree-files.js";

/** Options of every command that takes a scene. */
export interface SceneOptions {
  readonly set?: readonly string[];
  readonly param?: readonly string[];
  readonly dt?: number;
  readonly duration?: number;
  readonly formulation?: string;
  readonly integrator?: string;
  /** Sensors for the pose of every body. */
  readonly poses?: boolean;
  /** No progress during preparation. */
  readonly quiet?: boolean;
}

/** One change, with the option that requested it. */
interface Change {
  readonly path: string;
  readonly value: unknown;
  /** As on the command line: `--set bodies.ball.mass=-1`. */
  readonly asked: string;
}

/** A scene that is ready to run, and its origin. */
export interface CompiledScene {
  readonly model: Model;
  readonly loaded: LoadedScene;
  /** Values of --param. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Another spec with the same changes from the command line. */
  variant(spec: UntypedSpec): UntypedSpec;
}

/** Loads a scene, applies the options and compiles it; problems become an InputError with one line each. */
export async function compileScene(
  argument: string,
  options: SceneOptions,
  items: Items = cachingItems(),
): Promise<CompiledScene> {
  const params = Object.fromEntries(
    await Promise.all((options.param ?? []).map((text) => splitAssignment(text, "--param"))),
  );
  const loaded = await loadScene(argument, params);
  // what is no scene is refused with its place in the file, not turned into one by a change
  const isScene = typeof loaded.spec === "object" && loaded.spec !== null && !Array.isArray(loaded.spec);
  const changes = isScene ? await changesOf(options) : [];
  let spec = loaded.spec as UntypedSpec;
  /** The change that set the value at a path of the scene. */
  const origin = new Map<string, Change>();
  for (const change of changes) {
    try {
      spec = applySetting(withFormulation(spec, change), change.path, change.value);
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      throw new InputError(error.problems.map(({ message }) => `${change.asked}: ${message}`));
    }
    origin.set(problemPath(spec, change.path), change);
  }
  if (isScene && options.poses) spec = withPoses(spec);
  try {
    const variant = (other: UntypedSpec) =>
      changes.reduce<UntypedSpec>(
        (all, change) => applySetting(withFormulation(all, change), change.path, change.value),
        other,
      );
    return {
      model: compileUntyped(spec, {
        packingProgress: createTaskProgress("packing spheres", options.quiet === true),
        ...items,
      }),
      loaded,
      params,
      variant,
    };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    throw new InputError(
      error.problems.flatMap((problem) => {
        const change = changeBehind(problem.path, origin);
        if (change !== undefined) return formatProblems([problem], change.asked);
        return formatProblems([problem], loaded.label, loaded.locate);
      }),
    );
  }
}

/** `name=value` → name and value. */
async function splitAssignment(text: string, option: string): Promise<[string, unknown]> {
  const at = text.indexOf("=");
  if (at < 1) throw new InputError(`${option} ${text}: expected name=value`);
  const name = text.slice(0, at).trim();
  if (name === "__proto__") throw new InputError(`${option} ${text}: the name "${name}" is not allowed`);
  return [name, await parseSettingValue(text.slice(at + 1))];
}

async function changesOf(options: SceneOptions): Promise<Change[]> {
  const changes: Change[] = [];
  for (const text of options.set ?? []) {
    const [path, value] = await splitAssignment(text, "--set");
    changes.push({ path, value, asked: `--set ${text}` });
  }
  const { dt, duration, formulation, integrator } = options;
  if (dt !== undefined) changes.push({ path: "timestep", value: dt, asked: `--dt ${dt}` });
  if (duration !== undefined) changes.push({ path: "duration", value: duration, asked: `--duration ${duration}` });
  if (formulation !== undefined)
    changes.push({ path: "formulation.type", value: formulation, asked: `--formulation ${formulation}` });
  if (integrator !== undefined)
    changes.push({ path: "formulation.integrator", value: integrator, asked: `--integrator ${integrator}` });
  return changes;
}

/**
 * A change inside the formulation needs a formulation: a scene without one gets the default by name first. Another
 * type has other options, so it starts without the previous ones.
 */
function withFormulation(spec: UntypedSpec, { path, value }: Change): UntypedSpec {
  if (!path.startsWith("formulation.") || typeof spec !== "object" || spec === null) return spec;
  const { formulation } = spec;
  const type =
    typeof formulation === "object" && formulation !== null ? (formulation as { type?: unknown }).type : formulation;
  if (path === "formulation.type" && value !== type) return { ...spec, formulation: { type: String(value) } };
  return formulation !== undefined ? spec : { ...spec, formulation: { type: defaultFormulation(spec, defaultItems) } };
}

/**
 * The path of a setting in the notation of problems: `bodies.ball.mass` is `bodies[0].mass`, `gravity.z` is
 * `gravity[2]`.
 */
function problemPath(spec: unknown, path: string): string {
  let node = spec;
  let out = "";
  for (const key of path.replace(/\[(\d+)\]/g, ".$1").split(".")) {
    if (Array.isArray(node)) {
      const named = node.findIndex(
        (entry) => typeof entry === "object" && entry !== null && (entry as { name?: unknown }).name === key,
      );
      const axis = ["x", "y", "z", "w"].indexOf(key);
      const index = named >= 0 ? named : axis >= 0 ? axis : Number(key);
      out += `[${index}]`;
      node = node[index];
    } else {
      out += out === "" ? key : `.${key}`;
      node = (node as Record<string, unknown> | null | undefined)?.[key];
    }
  }
  return out;
}

/** The change that caused a problem: at its path, at an enclosing path, or the only one inside it. */
function changeBehind(path: string, origin: ReadonlyMap<string, Change>): Change | undefined {
  for (let at = path; at !== ""; at = parent(at)) {
    const change = origin.get(at);
    if (change !== undefined) return change;
  }
  const inside = [...origin].filter(([key]) => path !== "" && parent(key) === path);
  return inside.length === 1 ? inside[0][1] : undefined;
}

function parent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("."), path.lastIndexOf("[")));
}
