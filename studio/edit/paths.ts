/** Scene paths as `stiction --set` writes them: `bodies.box.mass`, `bodies.box.shapes[0].radius`, `gravity.z`. */
import { applySetting, type Model, type Spec } from "stiction";

const COMPONENTS = ["x", "y", "z", "w"];

export function keysOf(path: string): string[] {
  return path.replace(/\[(\d+)\]/g, ".$1").split(".");
}

/** The value at a path of a scene as it is written; undefined where there is none. */
export function valueAt(spec: unknown, path: string): unknown {
  let node = spec;
  for (const key of keysOf(path)) node = entryOf(node, key);
  return node;
}

function entryOf(node: unknown, key: string): unknown {
  if (Array.isArray(node)) {
    const named = node.find((entry) => isRecord(entry) && entry.name === key);
    if (named !== undefined) return named;
    const component = COMPONENTS.indexOf(key);
    return node[component >= 0 ? component : Number(key)];
  }
  return isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Whether a path ends in a component of a vector. */
export function isComponent(path: string): boolean {
  return COMPONENTS.includes(keysOf(path).at(-1) ?? "");
}

/**
 * The same place in the scene as written: items that the scene left nameless have a name in the model only, and are
 * found by their index there.
 */
export function writtenPath(model: Model, path: string): string {
  const [list, name, ...rest] = keysOf(path);
  const joint = list === "joints" ? model.joints.names.indexOf(name) : -1;
  if (joint >= 0) return [`joints[${joint}]`, ...rest].join(".");
  if (list !== "forces" && list !== "controllers") return path;
  for (const table of model[list]) {
    const row = table.names.indexOf(name);
    if (row >= 0) return [table.paths[row], ...rest].join(".");
  }
  return path;
}

/** The name of an item in the model, by its place in the scene as written; the index where it has none. */
export function itemName(model: Model, list: string, index: number): string {
  if (list === "joints") return model.joints.names[index] ?? String(index);
  if (list === "forces" || list === "controllers") {
    for (const table of model[list]) {
      const row = table.paths.indexOf(`${list}[${index}]`);
      if (row >= 0) return table.names[row];
    }
  }
  return String(index);
}

/**
 * The scene with one value changed. A formulation that is left to its default is named first, since its options need
 * it.
 */
export function withValue(spec: Spec, path: string, value: unknown, formulation: string): Spec {
  const unnamed = path.startsWith("formulation.") && spec.formulation === undefined;
  const base = unnamed ? applySetting(spec, "formulation", formulation) : spec;
  return applySetting(base, path, value);
}

/**
 * The scene without its own value at a path, and without parents that become empty and were not in the scene
 * `original`.
 */
export function withoutValue(spec: Spec, original: Spec, path: string): Spec {
  let changed = applySetting(spec, path, undefined);
  const keys = keysOf(path);
  for (let depth = keys.length - 1; depth > 0; depth--) {
    const parent = keys.slice(0, depth).join(".");
    const value = valueAt(changed, parent);
    if (!isRecord(value) || valueAt(original, parent) !== undefined) break;
    if (Object.values(value).some((entry) => entry !== undefined)) break;
    changed = applySetting(changed, parent, undefined);
  }
  return changed;
}
