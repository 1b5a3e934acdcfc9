/** JSON Schemas of the files of `study`, `optimise` and `identify`, for editors. */
import { defaultItems, sceneJsonSchema } from "stiction";
import { jsonSchemaOf } from "stiction/internals";
import { identifySchema, optimiseSchema } from "./optimise/optimise-file.js";
import { FACTOR_KINDS, METRIC_KINDS, studySchema } from "./study-file.js";

type Json = Record<string, unknown>;

const FILES = {
  study: { schema: studySchema, title: "Stiction study" },
  optimise: { schema: optimiseSchema, title: "Stiction optimisation" },
  identify: { schema: identifySchema, title: "Stiction identification" },
} as const;

/** The kinds of files: the key that says the version of each. */
export const STUDY_FILES = Object.keys(FILES) as readonly (keyof typeof FILES)[];

/** JSON Schema of a kind of file; a scene that stands in it has the schema of scenes, with every registered item. */
export function studyJsonSchema(kind: keyof typeof FILES): Json {
  const { schema, title } = FILES[kind];
  const json = jsonSchemaOf(schema);
  const properties = json.properties as Record<string, Json>;
  properties[kind] = { const: 1, description: properties[kind].description };
  const { $schema, ...scene } = sceneJsonSchema(defaultItems);
  properties.scene.anyOf = [
    { type: "string", description: "name of a shipped scene, or a file beside this one" },
    scene,
  ];
  const oneOf = (owner: Json, keys: readonly string[]) => {
    owner.oneOf = keys.map((key) => ({ required: [key] }));
  };
  if (kind === "study") oneOf(properties.factors.items as Json, FACTOR_KINDS);
  if (kind !== "identify") oneOf(properties.metrics.additionalProperties as Json, METRIC_KINDS);
  return { $schema, title, ...json };
}
