import { checkText } from "./arguments.js";
import { SpecError, show, unknownWord } from "./errors.js";
import type { UntypedSpec } from "./typed-spec.js";

const COMPONENTS = ["x", "y", "z", "w"];

/** `bodies.boom.mass`, `bodies[2].mass`, `gravity.z` → keys. */
export function splitPath(path: string): string[] {
  checkText("path of a setting", path);
  const keys = path.replace(/\[(\d+)\]/g, ".$1").split(".");
  if (keys.some((k) => k === "" || k === "__proto__" || k === "constructor" || k === "prototype")) {
    throw new SpecError([{ path, message: "expected a path such as bodies.boom.mass or gravity.z" }]);
  }
  return keys;
}

/**
 * A copy of the scene with one value changed, as `--set path=value` does it. Lists are entered by name or index,
 * vectors by x, y, z, w; a component of a vector that the scene leaves to its default changes that default. What the
 * value may be is checked when the scene is compiled.
 */
export function applySetting<S extends UntypedSpec>(spec: S, path: string, value: unknown): S {
  const keys = splitPath(path);
  if (typeof spec !== "object" || spec === null) throw new RangeError(`expected a scene to change, got ${show(spec)}`);
  return change(withGravity(spec, path), keys, 0, path, value) as S;
}

/** Gravity is the one vector whose default is not zero. */
function withGravity(spec: UntypedSpec, path: string): UntypedSpec {
  if (!path.startsWith("gravity.") || typeof spec !== "object" || spec === null || spec.gravity !== undefined)
    return spec;
  return { ...spec, gravity: spec.plane === "xy" ? [0, -9.81, 0] : [0, 0, -9.81] };
}

function change(node: unknown, keys: readonly string[], depth: number, path: string, value: unknown): unknown {
  if (depth === keys.length) return value;
  const key = keys[depth];
  // the component of a vector that was left out
  if (node === undefined && depth === keys.length - 1 && COMPONENTS.includes(key)) {
    return change(key === "w" ? [0, 0, 0, 1] : [0, 0, 0], keys, depth, path, value);
  }
  if (Array.isArray(node)) {
    const at = indexIn(node, key, path, keys.slice(0, depth).join("."));
    const copy = [...node];
    copy[at] = change(node[at], keys, depth + 1, path, value);
    return copy;
  }
  // a name stands for an object with that type: `formulation.integrator=rk4`
  const object = typeof node === "string" ? { type: node } : (node ?? {});
  if (typeof object !== "object") {
    throw new SpecError([
      { path, message: `${keys.slice(0, depth).join(".")} is ${show(node)} and has no ${show(key)}` },
    ]);
  }
  const record = object as Record<string, unknown>;
  return { ...record, [key]: change(record[key], keys, depth + 1, path, value) };
}

function indexIn(list: readonly unknown[], key: string, path: string, where: string): number {
  const byName = list.findIndex((e) => typeof e === "object" && e !== null && (e as { name?: unknown }).name === key);
  if (byName >= 0) return byName;
  const component = COMPONENTS.indexOf(key);
  if (component >= 0 && component < list.length && typeof list[component] === "number") return component;
  if (/^\d+$/.test(key) && Number(key) < list.length) return Number(key);
  const names = list.flatMap((e) => (typeof e === "object" && e !== null && "name" in e ? [String(e.name)] : []));
  throw new SpecError([{ path, message: unknownWord(`entry of ${where}`, key, names) }]);
}
