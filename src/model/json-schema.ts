import * as z from "zod/mini";
import { entrySchema } from "./compile/parse.js";
import { jointPlacement } from "./joint-placement.js";
import type { Items } from "./model.js";
import type { Params } from "./params.js";
import { bodySchema, sceneSchema, shapePlacement, visualPlacement } from "./spec.js";

type Json = Record<string, unknown>;

/**
 * JSON Schema of the scene format with every registered item, for editors. Unit, help and range of each parameter come
 * from the declarations; `type` of an item picks the branch.
 */
export function sceneJsonSchema(items: Items): Json {
  const schema = jsonSchemaOf(sceneSchema);
  const properties = schema.properties as Record<string, Json>;
  properties.joints.items = variants(items.joints, jointPlacement);
  properties.forces.items = variants(items.forces, {});
  properties.controllers.items = variants(items.controllers, {});
  const formulation = variants(items.formulations, {});
  properties.formulation.anyOf = [{ enum: Object.keys(items.formulations) }, ...(formulation.anyOf as Json[])];
  for (const owner of [properties.materials.additionalProperties, properties.materialPairs.items] as Json[]) {
    const laws = owner.properties as Record<string, Json>;
    laws.contact.anyOf = namesAndVariants(items.contactLaws);
    laws.sliding.anyOf = namesAndVariants(items.frictionLaws);
  }
  const body = jsonSchemaOf(bodySchema);
  const parts = body.properties as Record<string, Json>;
  parts.shapes.items = variants(items.shapes, shapePlacement);
  parts.visuals.items = variants(items.visuals, visualPlacement);
  properties.bodies.items = body;
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title: "Stiction scene", ...schema };
}

/** A name alone, or {type, …parameters}. */
function namesAndVariants(registry: Parameters<typeof variants>[0]): Json[] {
  return [{ enum: Object.keys(registry) }, ...(variants(registry, {}).anyOf as Json[])];
}

function variants(
  registry: Readonly<Record<string, { name: string; help: string; params: Params }>>,
  common: Params,
): Json {
  return {
    anyOf: Object.values(registry).map((kind) => ({ title: kind.name, ...jsonSchemaOf(entrySchema(kind, common)) })),
  };
}

/** JSON Schema by zod's own converter; "input" since it is for what people write. Internal notes are taken out. */
export function jsonSchemaOf(schema: z.ZodMiniType): Json {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  delete json.$schema;
  strip(json);
  return json;
}

function strip(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  const record = node as Json;
  for (const key of ["kind", "expected", "help", "choices", "input", "pointOf"]) {
    // inside `properties` these words may be names of parameters
    if (typeof record[key] !== "object" || Array.isArray(record[key])) delete record[key];
  }
  for (const value of Object.values(record)) strip(value);
}
