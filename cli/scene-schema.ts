/** Work of `stiction schema`: everything derives from the JSON Schema, which derives from the declarations. */
import { defaultItems, sceneJsonSchema } from "stiction";
import { oneLine, unknownWord } from "stiction/io";
import { STUDY_FILES, studyJsonSchema } from "stiction/studies";
import { InputError } from "./errors.js";
import { writeOutput } from "./output-file.js";
import { formatNumber } from "./text/numbers.js";
import { style } from "./text/style.js";
import { formatTable } from "./text/table.js";

type Json = Readonly<Record<string, unknown>>;

/** Something that `schema <item>` can show. */
interface Entry {
  readonly group: string;
  readonly name: string;
  readonly help: string;
  /** JSON Schema of its parameters; undefined if it has none in a scene file. */
  readonly schema: Json | undefined;
  /** Its sensor quantities. */
  readonly quantities: Readonly<Record<string, Quantity>>;
}

interface Quantity {
  readonly unit: string;
  readonly help: string;
  readonly components: readonly string[];
}

interface SchemaOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly list?: boolean;
}

/** JSON Schema as text. */
export function schemaText(schema: Json = sceneJsonSchema(defaultItems)): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

export async function schema(item: string | undefined, options: SchemaOptions): Promise<void> {
  if (options.list) {
    process.stdout.write(`${listLines(entries()).join("\n")}\n`);
    return;
  }
  if (item !== undefined && !options.json && options.out === undefined) {
    process.stdout.write(`${find(item).flatMap(entryLines).join("\n")}\n`);
    return;
  }
  const text =
    item === undefined
      ? schemaText()
      : schemaText(find(item).find((entry) => entry.schema !== undefined)?.schema ?? {});
  if (options.out === undefined) process.stdout.write(text);
  else await writeOutput(options.out, text);
}

function find(item: string): Entry[] {
  const all = entries();
  const found = all.filter((entry) => entry.name === item);
  if (found.length === 0)
    throw new InputError(
      `${unknownWord(
        "item",
        item,
        all.map((entry) => entry.name),
      )} (--list shows all)`,
    );
  return found;
}

/** Registries whose kinds are described. */
type Described =
  | "shapes"
  | "joints"
  | "forces"
  | "controllers"
  | "contactLaws"
  | "frictionLaws"
  | "formulations"
  | "integrators"
  | "sensors";

interface Kind {
  readonly name: string;
  readonly help: string;
  readonly quantities?: unknown;
}

/** Everything with a name: parts of the scene, then the registries. */
function entries(): Entry[] {
  const root = sceneJsonSchema(defaultItems);
  const properties = root.properties as Record<string, Json>;
  const items: Record<Described, Readonly<Record<string, Kind>>> = defaultItems;
  const variants = (list: Json, name: string) => ((list.anyOf ?? []) as Json[]).find((branch) => branch.title === name);
  const group = (label: string, registry: Described, list: Json | undefined): Entry[] =>
    Object.values(items[registry]).map((kind) => ({
      group: label,
      name: kind.name,
      help: kind.help,
      schema: list === undefined ? undefined : variants(list, kind.name),
      quantities: quantitiesOf(kind.quantities),
    }));
  const body = properties.bodies.items as Json;
  const laws = (properties.materials.additionalProperties as Json).properties as Record<string, Json>;
  const part = (name: string, json: Json): Entry => ({
    group: "scene",
    name,
    help: String(json.description ?? ""),
    schema: json,
    quantities: {},
  });
  return [
    part("scene", root),
    part("body", body),
    part("event", properties.events.items as Json),
    part("material", properties.materials.additionalProperties as Json),
    ...STUDY_FILES.map((name): Entry => {
      const json = studyJsonSchema(name);
      return { group: "files", name, help: String(json.description ?? ""), schema: json, quantities: {} };
    }),
    ...group("shapes", "shapes", (body.properties as Record<string, Json>).shapes.items as Json),
    ...group("joints", "joints", properties.joints.items as Json),
    ...group("forces", "forces", properties.forces.items as Json),
    ...group("controllers", "controllers", properties.controllers.items as Json),
    ...group("contact laws", "contactLaws", laws.contact),
    ...group("friction laws", "frictionLaws", laws.sliding),
    ...group("formulations", "formulations", properties.formulation),
    ...group("integrators", "integrators", undefined),
    ...group("sensors", "sensors", undefined),
  ];
}

/** Forces have their quantities as an object; sensor kinds return them from a function, which may need a model. */
function quantitiesOf(quantities: unknown): Readonly<Record<string, Quantity>> {
  if (typeof quantities === "object" && quantities !== null) return quantities as Record<string, Quantity>;
  if (typeof quantities !== "function") return {};
  try {
    return (quantities as () => Record<string, Quantity>)();
  } catch {
    return {};
  }
}

function listLines(all: readonly Entry[]): string[] {
  const { bold, dim } = style(process.stdout);
  const width = Math.max(...all.map(({ name }) => name.length));
  return [...new Set(all.map(({ group }) => group))].flatMap((group) => [
    dim(group),
    ...all
      .filter((e) => e.group === group)
      .map(({ name, help }) => `  ${bold(name)}${" ".repeat(width - name.length)}  ${help}`),
  ]);
}

function entryLines(entry: Entry): string[] {
  const { bold, dim } = style(process.stdout);
  const properties = Object.entries((entry.schema?.properties ?? {}) as Record<string, Json>).filter(
    ([key]) => key !== "type" || entry.group === "scene",
  );
  const required = (entry.schema?.required ?? []) as string[];
  const rows = properties.map(([key, property]) => [
    key,
    unitOf(property.unit),
    defaultOf(property, required.includes(key)),
    rangeOf(property),
    helpOf(property),
  ]);
  const quantities = Object.entries(entry.quantities).map(([key, q]) => [
    q.components.length === 0 ? key : `${key}.${q.components.join(" ")}`,
    unitOf(q.unit),
    q.help,
  ]);
  const titles = ["parameter", "unit", "default", "range"].map((title) => ({ title }));
  const options = { indent: 2, titleStyle: dim };
  const sensed = entry.group === "forces" ? `force/<name>/…` : `${entry.name}/<name>/…`;
  return [
    `${bold(entry.name)}${dim(`  ${entry.group}`)}`,
    `  ${entry.help}`,
    ...(rows.length > 0 ? formatTable([...titles, { title: "" }], rows, options) : []),
    ...(quantities.length > 0
      ? formatTable([{ title: `sensor ${sensed}` }, { title: "unit" }, { title: "" }], quantities, options)
      : []),
  ];
}

function unitOf(unit: unknown): string {
  return typeof unit === "string" && unit !== "1" ? unit : "";
}

function defaultOf(property: Json, required: boolean): string {
  if (property.default !== undefined)
    return oneLine(JSON.stringify(property.default), 24)
      .replaceAll(",", ", ")
      .replace(/^"(.*)"$/, "$1");
  return required ? "required" : "";
}

/** Limits of a number, words of a choice. Limits that only mean "finite" are left out. */
function rangeOf(property: Json): string {
  if (Array.isArray(property.enum)) return property.enum.join(" | ");
  const { minimum, maximum, exclusiveMinimum: above } = property as Record<string, number | undefined>;
  const real = (x: number | undefined): x is number => x !== undefined && Math.abs(x) < Number.MAX_SAFE_INTEGER;
  const parts = [
    real(above) ? `> ${formatNumber(above)}` : real(minimum) ? `>= ${formatNumber(minimum)}` : "",
    real(maximum) ? `<= ${formatNumber(maximum)}` : "",
  ];
  return parts.filter((text) => text !== "").join(", ");
}

/** The description without its unit, which has a separate column. */
function helpOf(property: Json): string {
  return String(property.description ?? "").replace(/ \[[^\]]*\]$/, "");
}
