import { type Data, markChanged } from "../data/data.js";
import { checkOwner } from "../data/owner.js";
import { setMass } from "../model/compile/bodies.js";
import { SpecError, show, unknownWord } from "../model/errors.js";
import type { ItemTable } from "../model/item.js";
import { jointPlacement } from "../model/joint-placement.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { metaOf, type ParamMeta, type Params } from "../model/params.js";
import { applySetting, splitPath } from "../model/settings.js";
import { bodySchema, type FullSpec, materialSchema, sceneSchema } from "../model/spec.js";
import { jointParameter } from "./joint-parameters.js";

/** A number of the scene that can be changed while running, without recompiling. */
export interface Parameter {
  readonly path: string;
  readonly unit: string;
  readonly help: string;
  /** What is expected, as an error message says it. */
  readonly expected: string;
  get(): number;
  /** Writes model and inputs. Does not check; `setParameter` does. */
  set(value: number): void;
  /** True when the declaration allows the value. */
  allows(value: number): boolean;
}

const AXES = ["x", "y", "z"];

/**
 * The model slot behind a scene path — `gravity.z`, `timestep`, `constants.k`, `bodies.boom.mass`,
 * `forces.spring1.stiffness`, `forces.spring1.pointA.x`, `joints.post.drive.target`, `controllers.hold.kp` — or
 * undefined when a change of it needs a recompile.
 */
export function findParameter(model: Model, data: Data, path: string): Parameter | undefined {
  checkOwner(model, data);
  const [list, name, key, axis] = splitPath(path);
  const scene = sceneSchema.shape;
  if (path === "timestep") {
    return numberParameter(
      path,
      scene.timestep,
      () => model.options.timestep,
      (v) => {
        model.options.timestep = v;
      },
    );
  }
  if (list === "gravity" && AXES.includes(name) && key === undefined)
    return arrayParameter(path, scene.gravity, model.options.gravity, AXES.indexOf(name));
  if (list === "constants" && key === undefined && model.constants.has(name)) {
    const slot = 2 + [...model.constants.keys()].indexOf(name);
    const meta = { unit: "1", help: "a constant of the scene", expected: "expected a finite number" };
    const allows = (v: number) => Number.isFinite(v);
    const set = (v: number) => {
      data.slot[slot] = v;
      model.slot0[slot] = v;
    };
    return { path, ...meta, allows, get: () => data.slot[slot], set };
  }
  if (list === "bodies" && key === "mass" && axis === undefined) return massParameter(model, path, name);
  if (list === "joints") return jointParameter(model, data, path);
  if (list === "forces" || list === "controllers")
    return itemParameter(model, data, path, model[list], name, key, axis);
  return undefined;
}

/**
 * Changes a number while running; the model's spec follows, so that a recording carries it. Throws a SpecError when the
 * path does not exist (with the nearest one), has no slot (recompile instead) or the value is out of range; nothing is
 * changed then.
 */
export function setParameter(model: Model, data: Data, path: string, value: number): void {
  const parameter = findParameter(model, data, path);
  if (parameter === undefined)
    throw new SpecError([
      {
        path,
        message: unknownPath(model, path) ?? "cannot be changed while running; change the scene and recompile",
      },
    ]);
  if (!parameter.allows(value)) throw new SpecError([{ path, message: `${parameter.expected}, got ${show(value)}` }]);
  parameter.set(value);
  markChanged(data);
  (model as { spec: FullSpec }).spec = applySetting(model.spec, specPath(model, path), value);
}

/** What in a path does not exist, with the nearest word that does; undefined when all of it may exist. */
function unknownPath(model: Model, path: string): string | undefined {
  const [list, name, key] = splitPath(path);
  const scene = Object.keys(sceneSchema.shape);
  if (!scene.includes(list)) return unknownWord("part of a scene", list, scene);
  const lookUp = (what: string, known: readonly string[], keys: (at: number) => readonly string[]) => {
    if (name === undefined) return undefined;
    const index = known.indexOf(name);
    const at = index >= 0 ? index : /^\d+$/.test(name) ? Number(name) : -1;
    if (at < 0 || at >= known.length) return unknownWord(what, name, known);
    const all = keys(at);
    return key === undefined || all.includes(key) ? undefined : unknownWord("parameter", key, all);
  };
  if (list === "gravity")
    return name === undefined || AXES.includes(name) ? undefined : unknownWord("axis", name, AXES);
  if (list === "constants") return lookUp("constant", [...model.constants.keys()], () => []);
  if (list === "materials") return lookUp("material", model.materials.names, () => Object.keys(materialSchema.shape));
  if (list === "bodies") return lookUp("body", model.bodyNames.slice(1), () => Object.keys(bodySchema.shape));
  if (list === "joints")
    return lookUp("joint", model.joints.names, (i) => [
      ...["name", "type"],
      ...Object.keys({ ...jointPlacement, ...model.joints.kinds[i].params }),
    ]);
  if (list !== "forces" && list !== "controllers") return undefined;
  const rows = model[list].flatMap(({ names, kind }) => names.map((item) => ({ item, kind })));
  return lookUp(
    list === "forces" ? "force" : "controller",
    rows.map(({ item }) => item),
    (i) => ["name", "type", ...Object.keys(rows[i].kind.params)],
  );
}

/** Items that the scene left nameless have a name in the model only; in the spec they are found by index. */
function specPath(model: Model, path: string): string {
  const [list, name, ...rest] = splitPath(path);
  const joint = list === "joints" ? model.joints.names.indexOf(name) : -1;
  if (joint >= 0) return [`joints[${joint}]`, ...rest].join(".");
  if (list !== "forces" && list !== "controllers") return path;
  for (const table of model[list]) {
    const row = table.names.indexOf(name);
    if (row >= 0) return [table.paths[row], ...rest].join(".");
  }
  return path;
}

type Schema = Params[string];

function numberParameter(path: string, schema: Schema, get: () => number, set: (value: number) => void): Parameter {
  const meta = metaOf(schema) as ParamMeta;
  const allows = (value: number) => schema.safeParse(value).success;
  return { path, unit: meta.unit, help: meta.help, expected: meta.expected, get, set, allows };
}

/** One element of a vector or column. */
function arrayParameter(path: string, schema: Schema, array: Float64Array, at: number): Parameter {
  const meta = metaOf(schema) as ParamMeta;
  const allows = (value: number) => (meta.kind === "vector" ? Number.isFinite(value) : schema.safeParse(value).success);
  const set = (value: number) => {
    array[at] = value;
  };
  return {
    path,
    unit: meta.unit,
    help: meta.help,
    expected: "expected a finite number",
    allows,
    get: () => array[at],
    set,
  };
}

/** A new mass scales the inertia with it, as a denser body of the same shape would; a stated inertia stays. */
function massParameter(model: Model, path: string, name: string): Parameter | undefined {
  const b = model.bodyIndex.get(name);
  if (b === undefined || model.bodyType[b] !== BODY_TYPE.dynamic) return undefined;
  const stated = model.spec.bodies[b - 1].inertia !== undefined;
  return numberParameter(
    path,
    bodySchema.shape.mass,
    () => model.bodyMass[b],
    (mass) => {
      const factor = stated ? 1 : mass / model.bodyMass[b];
      const inertia = model.bodyInertia.slice(6 * b, 6 * b + 6).map((i) => i * factor);
      setMass(model, b, mass, inertia, model.planar);
    },
  );
}

function itemParameter(
  model: Model,
  data: Data,
  path: string,
  tables: readonly ItemTable[],
  name: string,
  key: string,
  axis: string | undefined,
): Parameter | undefined {
  for (const table of tables) {
    const row = table.names.indexOf(name);
    const schema =
      row >= 0 && key !== undefined && Object.hasOwn(table.kind.params, key) ? table.kind.params[key] : undefined;
    const meta = schema === undefined ? undefined : metaOf(schema);
    if (schema === undefined || meta === undefined) continue;
    const column = table.col[key] as Float64Array;
    if (meta.kind === "number" && axis === undefined) {
      const slot = meta.input ? table.input[key][row] : -1;
      return numberParameter(
        path,
        schema,
        () => (slot >= 0 ? data.input[slot] : column[row]),
        (value) => {
          column[row] = value;
          if (slot >= 0) {
            data.input[slot] = value;
            model.input0[slot] = value;
          }
        },
      );
    }
    const k = axis === undefined ? -1 : AXES.indexOf(axis);
    if (meta.kind === "vector" && k >= 0) {
      // points are stored relative to the centre of mass, and shown in the body frame
      const b = meta.pointOf === undefined ? 0 : (table.col[meta.pointOf] as Int32Array)[row];
      const com = meta.pointOf === undefined ? 0 : model.bodyCom[3 * b + k];
      const inner = arrayParameter(path, schema, column, 3 * row + k);
      return { ...inner, get: () => inner.get() + com, set: (value) => inner.set(value - com) };
    }
  }
  return undefined;
}
