/** Forms for the inspector, made from the schema of the scene format: one declaration, one field. */
import { type Model, SpecError, sceneJsonSchema } from "stiction";
import * as z from "zod/mini";
import { valueAt, writtenPath } from "../../edit/paths.js";
import { allItems } from "../items.js";
import { loadedShipped } from "../shipped.js";
import { type FormContext, fieldOf, fieldsOf, isInput, labelOf, type Schema } from "./edit-form-fields.js";
import type { Field, Form, FormSubject, LiveField } from "./edit-form-protocol.js";
import { unitOf } from "./joint-units.js";
import { findReading, hasReactions } from "./live-keys.js";
import type { Run } from "./service.js";

/** The schema of all kinds of items: a form offers those that the open scene does not use as well. */
export async function sceneSchema(): Promise<Schema> {
  return sceneJsonSchema(await allItems()) as Schema;
}

/** The form of a part of the open scene. Throws a SpecError when there is no such part. */
export function formOf(schema: Schema, subject: FormSubject, run: Run): Form {
  if (subject.kind === "solver") return solverForm(schema, run);
  if (subject.kind === "scene") return sceneForm(run);
  if (subject.kind === "drives") return drivesForm(schema, run);
  if (subject.kind !== "item") return readForm(subject.kind, subject.name, run);
  const { section, name } = subject;
  const { model } = run;
  const path = `${section}.${name}`;
  const entry = valueAt(model.spec, writtenPath(model, path)) as Record<string, unknown> | undefined;
  if (entry === undefined) throw new SpecError([{ path, message: "there is no such item" }]);
  const list = schema.properties?.[section].items as Schema;
  if (section === "bodies") return bodyForm(schema, path, name, entry, run);
  const kind = variant(list, String(entry.type));
  const fields = kind ? fieldsOf(kind, path, entry, "", run) : [];
  const reader = section === "joints" ? "joint" : section === "forces" ? "force" : "";
  const words =
    section === "joints" ? ["position", "speed", "effort"] : ["length", "speed", "tension", "force", "torque", "angle"];
  const reactions = ["|force|", "force.x", "force.y", "force.z", "|torque|", "gap"];
  return {
    title: String(entry.type),
    help: kind?.description ?? "",
    fields,
    state: reader === "" ? [] : liveFields(model, reader, name, words),
    reaction: section === "joints" ? liveFields(model, reader, name, reactions) : [],
    ...(section === "joints" && !hasReactions(model) && { measure: `joint/${name}/force.x` }),
  };
}

/** The branch of a list's schema for a type. */
function variant({ anyOf = [] }: Schema, type: string): Schema | undefined {
  return anyOf.find(({ title }) => title === type);
}

function bodyForm(scene: Schema, path: string, name: string, entry: Record<string, unknown>, run: Run): Form {
  const schema = scene.properties?.bodies.items as Schema;
  const materialSchema = scene.properties?.materials.additionalProperties as Schema;
  const { model } = run;
  const fields = fieldsOf(schema, path, entry, "", run);
  const shapes = (entry.shapes as Record<string, unknown>[] | undefined) ?? [];
  shapes.forEach((shape, k) => {
    const kind = variant(schema.properties?.shapes.items as Schema, String(shape.type));
    if (kind)
      fields.push(...fieldsOf(kind, `${path}.shapes[${k}]`, shape, `${labelOf(String(shape.type))} ${k + 1}`, run));
  });
  const materials = new Set(
    [entry, ...shapes].flatMap(({ material }) => (typeof material === "string" ? [material] : [])),
  );
  for (const material of materials)
    fields.push(
      ...fieldsOf(materialSchema, `materials.${material}`, model.spec.materials[material], `material:${material}`, run),
    );
  const words = model.planar
    ? ["position.x", "position.y", "angle", "speed", "spin", "kineticEnergy"]
    : ["position.x", "position.y", "position.z", "speed", "spin", "kineticEnergy"];
  return {
    title: String(entry.type ?? "dynamic"),
    help: schema.description ?? "",
    fields,
    state: liveFields(model, "body", name, words),
    reaction: [],
    soil: liveFields(model, "soil", name, ["|resistance|", "depth", "fill", "mass"]),
  };
}

function liveFields(model: Model, reader: string, name: string, words: readonly string[]): LiveField[] {
  return words.flatMap((word) => {
    const bars = /^\|(.*)\|$/.exec(word);
    const key = bars ? `|${reader}/${name}/${bars[1]}|` : `${reader}/${name}/${word}`;
    const reading = findReading(model, key);
    if (!reading) return [];
    const [quantity, component] = (bars ? bars[1] : word).split(".");
    const label = component ? `${labelOf(quantity)} ${component}` : labelOf(quantity);
    return [{ key, label, unit: unitOf(model, key.replaceAll("|", ""), reading.unit), help: reading.help }];
  });
}

/** What the scene says of how it is computed, first of all. */
const SOLVER = ["timestep", "duration", "gravity", "contact"];

function solverForm(schema: Schema, run: Run): Form {
  const { model } = run;
  const { spec } = model;
  const top = schema.properties ?? {};
  const kinds = (top.formulation.anyOf?.[0]?.enum ?? []) as string[];
  const kind = variant(top.formulation, model.formulation.kind.name);
  const given = typeof spec.formulation === "object" ? spec.formulation : {};
  const formulation: Field = {
    ...plain("formulation", "Formulation", top.formulation.description ?? ""),
    kind: "choice",
    value: model.formulation.kind.name,
    given: spec.formulation !== undefined,
    choices: kinds,
  };
  const fields: Field[] = [
    formulation,
    ...SOLVER.flatMap((key) => fieldOf(top[key], key, key, (spec as Record<string, unknown>)[key], "", run)),
    ...(kind ? fieldsOf(kind, "formulation", given, labelOf(model.formulation.kind.name), run) : []),
    ...fieldsOf(top.collision, "collision", spec.collision, "collision", run),
  ];
  for (const [name, value] of Object.entries(spec.constants))
    fields.push({
      ...plain(`constants.${name}`, name, "a constant of the scene"),
      group: "constants",
      kind: "number",
      value,
      given: true,
      live: true,
    });
  const material = top.materials.additionalProperties as Schema;
  for (const [name, value] of Object.entries(spec.materials))
    fields.push(...fieldsOf(material, `materials.${name}`, value, `material:${name}`, run));
  spec.materialPairs.forEach((pair, k) => {
    const schema = (top.materialPairs.items ?? {}) as Schema;
    fields.push(...fieldsOf(schema, `materialPairs[${k}]`, pair, `pair:${pair.between.join(" – ")}`, run));
  });
  return { title: model.formulation.kind.name, help: kind?.description ?? "", fields, state: [], reaction: [] };
}

function plain(path: string, label: string, help: string) {
  return { path, label, help, group: "", unit: "", live: false, initial: false, drive: false };
}

/** Parameters that a shipped scene declares; another value rebuilds it. */
function sceneForm({ source, ...context }: Run): Form {
  const scene = source.kind === "shipped" ? loadedShipped(source.name) : undefined;
  const params = source.kind === "shipped" ? source.params : {};
  const fields = Object.entries(scene?.params ?? {}).flatMap(([name, declared]) => {
    const schema = z.toJSONSchema(declared, { io: "input", unrepresentable: "any" }) as Schema;
    return fieldOf(schema, name, name, params[name], "", context as FormContext).map((field) => ({
      ...field,
      live: false,
      initial: false,
    }));
  });
  return { title: scene?.title ?? "", help: scene?.summary ?? "", fields, state: [], reaction: [] };
}

/** A contact between two bodies, or one sensor: nothing to set, values to see. */
function readForm(kind: "contact" | "sensor", name: string, { model }: Run): Form {
  if (kind === "contact") {
    const words = ["normalForce", "force.x", "force.y", "force.z", "gap", "points", "slips"];
    return { title: kind, help: "", fields: [], state: liveFields(model, "contact", name, words), reaction: [] };
  }
  const reading = findReading(model, name);
  const state = reading ? [{ key: name, label: name, unit: reading.unit, help: reading.help }] : [];
  return { title: kind, help: "", fields: [], state, reaction: [] };
}

/** Sliders of a whole scene; a crowd of a thousand motors is not for sliders. */
const MAX_DRIVES = 24;

function drivesForm(schema: Schema, run: Run): Form {
  const { model } = run;
  const fields: Field[] = [];
  const add = (section: "joints" | "forces" | "controllers", name: string) => {
    if (fields.length >= MAX_DRIVES) return;
    const { fields: own } = formOf(schema, { kind: "item", section, name }, run);
    for (const field of own.filter(({ drive }) => drive)) fields.push({ ...field, group: name });
  };
  model.joints.names.forEach((name, i) => {
    const driven = model.joints.driveMode[i] !== 0 || model.joints.inputStart[i + 1] > model.joints.inputStart[i];
    if (driven) add("joints", name);
  });
  for (const section of ["controllers", "forces"] as const)
    for (const table of model[section])
      for (const name of table.names)
        if (Object.keys(table.kind.params).some((key) => isInput(model, `${section}.${name}.${key}`)))
          add(section, name);
  return { title: "", help: "", fields: fields.slice(0, MAX_DRIVES), state: [], reaction: [] };
}
