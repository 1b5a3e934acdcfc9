import type { Data } from "../data/data.js";
import { checkOwner } from "../data/owner.js";
import { SpecError, show, unknownWord } from "../model/errors.js";
import { jointPlacement } from "../model/joint-placement.js";
import type { Model } from "../model/model.js";
import { metaOf, type Params } from "../model/params.js";
import { applySetting, splitPath } from "../model/settings.js";
import { bodySchema, sceneSchema } from "../model/spec.js";
import type { UntypedSpec } from "../model/typed-spec.js";
import { findParameter } from "./parameters.js";

/** A number that a scene depends on, and the scene for other values of it. */
export interface GradientParameter {
  /** As it appears in results: `bodies.rod.mass`, `length`. */
  readonly name: string;
  readonly value: number;
  /** SI unit; "" when it is not known. */
  readonly unit?: string;
  /** What counts as a large change, for the size of differences; |value| by default. */
  readonly scale?: number;
  build(value: number): UntypedSpec;
}

/** Parts of a scene that say how it is computed or shown, and not what it is. */
const NOT_PHYSICS = ["timestep", "duration", "formulation", "capacity", "view"];
const AXES = ["x", "y", "z", "w"];

/**
 * The number at a path of a model's scene — `bodies.rod.mass`, `joints[2].at[0]`, `forces.spring.stiffness`,
 * `gravity.z` — as a parameter. Throws a SpecError when there is none, with the nearest path that is one.
 */
export function sceneParameter(model: Model, data: Data, path: string): GradientParameter {
  checkOwner(model, data);
  const keys = splitPath(path);
  if (NOT_PHYSICS.includes(keys[0]))
    throw problem(path, "says how the scene is computed, not what it is; a gradient needs a number of the mechanism");
  const { value, siblings } = valueAt(model, data, path, keys);
  if (Array.isArray(value) && value.every((v) => typeof v === "number")) {
    const parts = value.map((_, k) => `${path}.${AXES[k] ?? k}`);
    throw problem(path, `is ${show(value)}; name one of its numbers: ${parts.join(", ")}`);
  }
  if (typeof value !== "number") throw problem(path, `expected a number of the scene, got ${show(value)}`);
  return {
    name: path,
    value,
    unit: findParameter(model, data, path)?.unit ?? unitOf(model, keys),
    scale: Math.max(Math.abs(value), ...siblings.map(Math.abs)),
    build: (x) => applySetting(model.spec, path, x),
  };
}

function problem(path: string, message: string): SpecError {
  return new SpecError([{ path, message }]);
}

/**
 * The value at a path, and the other numbers of its vector. What a scene leaves to be worked out, as a mass, is asked
 * of the model.
 */
function valueAt(model: Model, data: Data, path: string, keys: readonly string[]) {
  let node: unknown = model.spec;
  let siblings: number[] = [];
  for (const key of keys) {
    siblings = [];
    if (Array.isArray(node)) {
      const at = indexOf(node, key);
      if (at < 0) throw problem(path, unknownWord("number of the scene", path, numbersOf(model.spec, "")));
      siblings = node.filter((v) => typeof v === "number");
      node = node[at];
    } else node = typeof node === "object" && node !== null ? (node as Record<string, unknown>)[key] : undefined;
  }
  if (node === undefined) node = findParameter(model, data, path)?.get();
  if (node === undefined) throw problem(path, unknownWord("number of the scene", path, numbersOf(model.spec, "")));
  return { value: node, siblings };
}

function indexOf(list: readonly unknown[], key: string): number {
  const named = list.findIndex((e) => typeof e === "object" && e !== null && (e as { name?: unknown }).name === key);
  if (named >= 0) return named;
  const at =
    AXES.includes(key) && typeof list[0] === "number" ? AXES.indexOf(key) : /^\d+$/.test(key) ? Number(key) : -1;
  return at < list.length ? at : -1;
}

/** Paths of all numbers of a scene, as people would write them. */
function numbersOf(node: unknown, path: string): string[] {
  const inside = (key: string) => (path === "" ? key : `${path}.${key}`);
  if (typeof node === "number") return [path];
  if (Array.isArray(node))
    return node.flatMap((entry, k) => {
      const name = (entry as { name?: unknown } | null)?.name;
      const vector = typeof entry === "number" && node.length <= AXES.length;
      return numbersOf(entry, typeof name === "string" ? inside(name) : vector ? inside(AXES[k]) : `${path}[${k}]`);
    });
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    path === "" && NOT_PHYSICS.includes(key) ? [] : numbersOf(value, inside(key)),
  );
}

/** Unit of a number by its declaration; "" where it is not declared by itself. */
function unitOf(model: Model, [list, name, key]: readonly string[]): string {
  const index = (names: readonly string[]) => (names.includes(name) ? names.indexOf(name) : Number(name));
  const schemas: Params | undefined =
    list === "bodies"
      ? bodySchema.shape
      : list === "joints"
        ? { ...jointPlacement, ...model.joints.kinds[index(model.joints.names)]?.params }
        : list === "forces" || list === "controllers"
          ? model[list].find(({ names }) => names.includes(name))?.kind.params
          : undefined;
  const schema = schemas?.[key] ?? (sceneSchema.shape as Params)[list];
  return (schema === undefined ? undefined : metaOf(schema)?.unit) ?? "";
}
