/**
 * Parts of the manual that derive from declarations, written to docs/generated before the site is built: tables of the
 * scene format, of every registered item, of sensors, events and data fields, and the list of shipped scenes.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, DATA_FIELDS, defaultItems, events, type ItemKind, type param, type ShapeKind } from "stiction";
import { scenes } from "stiction/scenes";
import * as z from "zod/mini";
import { createProgram } from "../../cli/program.js";
import { experiments } from "../../proof/index.js";
import { functionTable } from "../../src/model/expression-code.js";
import { lookSchema } from "../../src/model/look.js";
import { bodySchema, jointPlacement, sceneSchema, shapePlacement, visualPlacement } from "../../src/model/spec.js";
import { accuracyPage, sparseTable, ulpTable } from "./measured.js";
import { parameterTable, table } from "./parameter-table.js";
import { readVerifyRecord } from "./verify-record.js";

/** Contents by file name; pages include them with an include comment. */
export function generatedPages(): Readonly<Record<string, string>> {
  const { shape } = sceneSchema;
  return {
    "scene.md": parameterTable(shape),
    "body.md": parameterTable(bodySchema.shape),
    "shape-placement.md": parameterTable(shapePlacement),
    "joint-placement.md": parameterTable(jointPlacement),
    "material.md": parameterTable(recordInside(shape.materials)),
    "material-pair.md": parameterTable(recordInside(shape.materialPairs)),
    "sensor.md": parameterTable(recordInside(shape.sensors)),
    "event.md": parameterTable(recordInside(shape.events)),
    "view.md": parameterTable(recordInside(shape.view)),
    "camera.md": parameterTable(recordInside(recordInside(shape.view).cameras)),
    "key-frame.md": parameterTable(recordInside(recordInside(shape.view).path)),
    "shapes.md": Object.values(defaultItems.shapes).map(shapeSection).join("\n\n"),
    "visual-placement.md": parameterTable(visualPlacement),
    "visuals.md": kindSections(defaultItems.visuals),
    "look.md": parameterTable(lookSchema.shape),
    "standard-looks.md": standardLooks(),
    "joints.md": kindList(defaultItems.joints),
    "forces.md": kindSections(defaultItems.forces),
    "controllers.md": kindSections(defaultItems.controllers),
    "formulations.md": kindSections(defaultItems.formulations),
    "integrators.md": kindList(defaultItems.integrators),
    "quantities.md": quantitySections(),
    "event-kinds.md": eventTable(),
    "functions.md": functionList(),
    "fields.md": fieldTable(),
    "commands.md": commandSections(),
    "scenes.md": scenes.map(sceneSection).join("\n\n"),
  };
}

/** Parts that are measured rather than declared; experiments as they were last recorded. */
export function measuredPages(): Readonly<Record<string, string>> {
  return {
    "accuracy.md": accuracyPage(experiments, readVerifyRecord()),
    "sparse.md": sparseTable(),
    "ulp.md": ulpTable(),
  };
}

/** Writes the parts; the folder holds nothing else. */
export function writePages(folder: string, parts: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(parts)) writeFileSync(join(folder, name), `${text}\n`);
}

/** The parameters of the record inside a list, a map of names or a choice of forms. */
function recordInside(schema: z.core.$ZodType): param.Params {
  if (schema instanceof z.core.$ZodObject) return schema._zod.def.shape as param.Params;
  if (schema instanceof z.core.$ZodDefault || schema instanceof z.core.$ZodOptional)
    return recordInside(schema._zod.def.innerType);
  if (schema instanceof z.core.$ZodArray) return recordInside(schema._zod.def.element);
  if (schema instanceof z.core.$ZodRecord) return recordInside(schema._zod.def.valueType);
  if (schema instanceof z.core.$ZodUnion) return recordInside(schema._zod.def.options.at(-1) as z.core.$ZodType);
  throw new Error("There is no record in this schema.");
}

type Kind = Pick<ItemKind, "name" | "help" | "params">;

function kindSections(kinds: Readonly<Record<string, Kind>>): string {
  return Object.values(kinds)
    .map((kind) => `### \`${kind.name}\`\n\n${sentence(kind.help)}\n\n${parameterTable(kind.params)}`)
    .join("\n\n");
}

function kindList(kinds: Readonly<Record<string, Kind>>): string {
  return table(
    ["type", "description"],
    Object.values(kinds).map((kind) => [`\`${kind.name}\``, kind.help]),
  );
}

function standardLooks(): string {
  const rows = Object.entries(defaultItems.looks).map(([name, look]) => {
    const { color, roughness, metalness, opacity, pattern } = lookSchema.parse(look);
    const numbers = [roughness, metalness, opacity].map(String);
    return [`\`${name}\``, color ?? "", ...numbers, pattern === "none" ? "" : pattern];
  });
  return table(["look", "colour", "roughness", "metalness", "opacity", "pattern"], rows);
}

function shapeSection(kind: ShapeKind): string {
  const space = { "3d": "spatial scenes", planar: "planar scenes", both: "spatial and planar scenes" }[kind.space];
  return `### \`${kind.name}\`\n\n${sentence(kind.help)} For ${space}.\n\n${parameterTable(kind.params)}`;
}

/** Sensors of a scene that has one of each force, since a force brings its own quantities. */
function quantitySections(): string {
  const model = compile({ bodies: [{ name: "b", mass: 1 }] });
  const own = (["body", "system"] as const).map((name) => {
    const kind = defaultItems.sensors[name];
    const thing = kind.names(model).at(-1) as string;
    const example = name === "system" ? "system/all" : `${name}/<name>`;
    const rows = Object.entries(kind.quantities(model, kind.find(model, thing)));
    return `### \`${example}/…\`\n\n${sentence(kind.help)}\n\n${quantityTable(rows)}`;
  });
  const forces = Object.values(defaultItems.forces).flatMap((kind) => {
    const { quantities } = kind as unknown as { quantities?: Readonly<Record<string, Quantity>> };
    if (quantities === undefined) return [];
    return [`### \`force/<name>/…\` of a ${kind.name}\n\n${quantityTable(Object.entries(quantities))}`];
  });
  return [...own, ...forces].join("\n\n");
}

interface Quantity {
  readonly unit: string;
  readonly help: string;
  readonly components: readonly string[];
}

function quantityTable(quantities: readonly (readonly [string, Quantity])[]): string {
  const rows = quantities.map(([name, { components, unit, help }]) => [
    `\`${name}\``,
    components.map((c) => `\`.${c}\``).join(" "),
    unit === "1" ? "" : unit,
    help,
  ]);
  return table(["quantity", "components", "unit", "meaning"], rows);
}

function eventTable(): string {
  const rows = Object.entries(events).map(([name, { code, help }]) => [`\`${name}\``, `${code}`, help]);
  return table(["event", "code", "meaning"], rows);
}

function functionList(): string {
  const rows = [...functionTable].map(([name, { least, most }]) => {
    const count =
      most === Number.POSITIVE_INFINITY ? `${least} or more` : least === most ? `${least}` : `${least} to ${most}`;
    return [`\`${name}\``, count];
  });
  return table(["function", "arguments"], rows);
}

function fieldTable(): string {
  const rows = Object.entries(DATA_FIELDS).map(([name, { type, role, size, stride, unit, help }]) => [
    `\`${name}\``,
    type,
    `${size} × ${stride}`,
    role,
    unit === "1" ? "" : unit,
    help,
  ]);
  return table(["field", "type", "size", "role", "unit", "meaning"], rows);
}

/** Output of `--help`, command by command. */
function commandSections(): string {
  const program = createProgram();
  return program
    .createHelp()
    .visibleCommands(program)
    .map((command) => {
      let text = "";
      command.configureHelp({ helpWidth: 100 }).configureOutput({ writeOut: (part) => void (text += part) });
      command.outputHelp();
      return `### \`stiction ${command.name()}\`\n\n\`\`\`text\n${text.trim()}\n\`\`\``;
    })
    .join("\n\n");
}

function sceneSection(scene: (typeof scenes)[number]): string {
  return [
    `## ${scene.title}`,
    `\`${scene.name}\` · ${scene.group}`,
    sentence(scene.summary),
    Object.keys(scene.params).length === 0 ? "No parameters." : parameterTable(scene.params),
    `\`\`\`sh\nnpm run stiction -- run ${scene.name}\n\`\`\``,
  ].join("\n\n");
}

/** First letter large, full stop at the end. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writePages(join(import.meta.dirname, "..", "generated"), { ...generatedPages(), ...measuredPages() });
}
