/** JSON Schema of a part of the scene → fields of a form. */
import { type Data, findParameter, type Model, param } from "stiction";
import { isRecord } from "../../edit/paths.js";
import { effectAt } from "./edit-form-effect.js";
import type { Field } from "./edit-form-protocol.js";
import { unitOf } from "./joint-units.js";

/** The part of JSON Schema that the scene's declarations come out as. */
export interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly unit?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
}

/** Values of the model behind a form. */
export interface FormContext {
  readonly model: Model;
  readonly data: Data;
}

/** What says how a run starts. */
const INITIAL = new Set(["position", "orientation", "velocity", "angularVelocity", "state", "wakes", "relativeTo"]);
/** Position and bodies of a joint: part of its head, or beyond a row of a form. */
const HIDDEN = new Set(["name", "type", "shapes", "$schema", "at", "axis", "axisB", "color", "category", "mask"]);
/** Names whose words are known from elsewhere in the scene. */
const BODIES = new Set(["bodyA", "bodyB", "body", "relativeTo"]);
/** Parts of a joint that it may lack, and may be given. */
const ADDABLE = new Set(["limits", "drive", "friction"]);

/** The fields of an object of the scene: `value` is the given value. */
export function fieldsOf(
  schema: Schema,
  path: string,
  value: unknown,
  group: string,
  context: FormContext,
  hidden: ReadonlySet<string> = HIDDEN,
): Field[] {
  const entry = isRecord(value) ? value : {};
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) =>
    hidden.has(key) || part.const !== undefined
      ? []
      : fieldOf(part, path === "" ? key : `${path}.${key}`, key, entry[key], group, context),
  );
}

/** One parameter, or those of a record. */
export function fieldOf(
  schema: Schema,
  path: string,
  key: string,
  value: unknown,
  group: string,
  context: FormContext,
): Field[] {
  const kind = kindOf(schema, key, value, context);
  const initial = path.startsWith("bodies.") && INITIAL.has(key);
  const common = {
    path,
    label: labelOf(key),
    group: initial && group === "" ? "start" : group,
    unit: unitOf(context.model, path, schema.unit ?? ""),
    help: helpOf(schema),
    given: value !== undefined,
    initial,
    drive: false,
    ...(value === undefined && { effect: effectAt(context.model, path) }),
  };
  if (kind === "record") {
    if (value === undefined) return ADDABLE.has(key) ? [{ ...common, kind, value, live: false }] : [];
    return fieldsOf(schema, path, value, labelOf(key), context);
  }
  if (key === "orientation") return orientationFields(common, value, context);
  if (kind === "choice") {
    const choices = choicesOf(schema, key, context);
    const shown = isRecord(value) ? value.type : (value ?? schema.default);
    return [{ ...common, kind, value: shown, live: false, choices }];
  }
  if (kind === "number") return [{ ...common, ...numberPart(schema, path, value, context) }];
  if (kind === "vector") {
    const slot = slotAt(context, `${path}.x`);
    return [{ ...common, kind, value: vectorOf(value ?? schema.default, context), live: slot !== undefined }];
  }
  return [{ ...common, kind, value: value ?? schema.default, live: false }];
}

function numberPart(schema: Schema, path: string, value: unknown, context: FormContext) {
  const slot = slotAt(context, path);
  const now = slot?.get() ?? Number.NaN;
  const shown = typeof value === "number" ? value : Number.isFinite(now) ? now : schema.default;
  return {
    kind: "number" as const,
    value: shown,
    // no limit is a value too
    ...(shown === undefined && Math.abs(now) === Number.POSITIVE_INFINITY && { effect: now }),
    live: slot !== undefined && path !== "timestep",
    drive: slot !== undefined && isInput(context.model, path),
    ...(schema.minimum !== undefined && { min: schema.minimum }),
    ...(schema.maximum !== undefined && { max: schema.maximum }),
    ...(schema.exclusiveMinimum !== undefined && { above: schema.exclusiveMinimum }),
    ...(schema.type === "integer" && { integer: true }),
  };
}

/** Whether a path is an input, which a controller may drive as well. */
export function isInput(model: Model, path: string): boolean {
  const [list, name, key, part] = path.split(".");
  if (list === "joints" && key === "drive") return part === "target";
  if (list === "joints") {
    const kind = model.joints.kinds[model.joints.names.indexOf(name)];
    return declaresInput(kind?.params, key);
  }
  if (list !== "forces" && list !== "controllers") return false;
  return model[list].some((table) => table.names.includes(name) && declaresInput(table.kind.params, key));
}

function declaresInput(params: param.Params | undefined, key: string): boolean {
  const schema = params && Object.hasOwn(params, key) ? params[key] : undefined;
  return schema !== undefined && param.metaOf(schema)?.input === true;
}

function slotAt({ model, data }: FormContext, path: string) {
  try {
    return findParameter(model, data, path);
  } catch {
    return undefined;
  }
}

type Common = Pick<Field, "path" | "label" | "group" | "unit" | "help" | "effect" | "given" | "initial" | "drive">;

/** A quaternion, an angle about z, axis and angle, or Euler angles: as the scene has it. */
function orientationFields(common: Common, value: unknown, { model }: FormContext): Field[] {
  const live = false;
  if (typeof value === "number" || (value === undefined && model.planar))
    return [{ ...common, kind: "number", value: value ?? 0, live }];
  if (isRecord(value) && Array.isArray(value.euler))
    return [{ ...common, path: `${common.path}.euler`, kind: "vector", value: value.euler, live }];
  if (isRecord(value) && Array.isArray(value.axis))
    return [
      { ...common, path: `${common.path}.angle`, kind: "number", value: value.angle, live },
      { ...common, path: `${common.path}.axis`, unit: "", kind: "vector", value: value.axis, live },
    ];
  return [{ ...common, unit: "", kind: "vector", value: value ?? [0, 0, 0, 1], live }];
}

function kindOf(schema: Schema, key: string, value: unknown, context: FormContext): Field["kind"] {
  if (schema.type === "object" && schema.properties) return "record";
  if (schema.type === "boolean") return "flag";
  if (schema.type === "number" || schema.type === "integer") return "number";
  if (schema.type === "array" && schema.items?.type === "number" && (schema.maxItems ?? 9) <= 6) return "vector";
  if (schema.enum || choicesOf(schema, key, context).length > 0) return "choice";
  if (schema.type === "string") return typeof value === "string" || value === undefined ? "text" : "other";
  return "other";
}

/** Allowed words: a choice, names of bodies, materials, laws, or those that the help text lists. */
function choicesOf(schema: Schema, key: string, { model }: FormContext): readonly string[] {
  if (schema.enum) return schema.enum;
  if (BODIES.has(key)) return key === "relativeTo" ? [] : model.bodyNames;
  if (key === "material") return model.materials.names;
  if (key === "integrator") return Object.keys(model.items.integrators);
  if (key === "contact" && schema.anyOf) return Object.keys(model.items.contactLaws);
  if (key === "sliding" && schema.anyOf) return Object.keys(model.items.frictionLaws);
  const listed = schema.type === "string" ? /: ((?:[\w-]+, )*[\w-]+ or [\w-]+)/.exec(schema.description ?? "") : null;
  return listed ? listed[1].split(/, | or /) : [];
}

function vectorOf(value: unknown, { model }: FormContext): unknown {
  if (!Array.isArray(value)) return value;
  return model.planar && value.length === 3 ? value.slice(0, 2) : value;
}

/** Without the unit in brackets, which is shown next to the value. */
function helpOf({ description = "", unit = "" }: Schema): string {
  return unit === "" ? description : description.replace(` [${unit}]`, "");
}

/** `kineticFriction` → "Kinetic friction", `bodyA` → "Body A". */
export function labelOf(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, "$1 $2").split(" ");
  const text = words.map((word) => (word.length === 1 ? word : word.toLowerCase())).join(" ");
  return text[0].toUpperCase() + text.slice(1);
}
