/**
 * The reference of the manual, docs/reference/*.md: every parameter of every registered item with unit, default, what
 * may change while running and warnings; sensors, events, data fields, functions, commands and scenes. The pages are
 * committed, so that they can be read without a build; test/docs/reference.test.ts holds them against the registries.
 */
import {
  DATA_FIELDS,
  defaultItems,
  events,
  type Formulation,
  type ItemKind,
  type JointKind,
  type param,
  type ShapeKind,
} from "stiction";
import { scenes } from "stiction/scenes";
import * as z from "zod/mini";
import { createProgram } from "../../cli/program.js";
import { functionTable } from "../../src/model/expression-code.js";
import { jointPlacement } from "../../src/model/joint-placement.js";
import { lookSchema } from "../../src/model/look.js";
import { bodySchema, sceneSchema, shapePlacement, visualPlacement } from "../../src/model/spec.js";
import { apiParts } from "./api-page.js";
import { liveBody, liveItem, liveJoint, liveJointPlacement, liveScene } from "./live.js";
import { type LiveRule, parameterTable, sentence, table } from "./parameter-table.js";
import { forceQuantities, jointQuantities, quantitySections, quantityTable } from "./quantity-sections.js";
import { WARNINGS, warningsAbout } from "./warnings.js";

const RUNNING =
  "Column *while running*: `set` marks numbers that [`setParameter`](../guide/parameters.md#while-running) changes between two steps, `input` those that a [controller](../guide/controllers.md) or your code may also drive at every step. All others need a [recompile](../guide/change.md).";

interface Page {
  readonly title: string;
  /** One sentence for the list of pages. */
  readonly about: string;
  readonly parts: readonly string[];
}

/** The pages by file name, without the list of them. */
function pages(): Readonly<Record<string, Page>> {
  return {
    scene: scenePage(),
    shapes: shapePage(),
    visuals: visualPage(),
    joints: jointPage(),
    forces: forcePage(),
    contact: contactPage(),
    controllers: controllerPage(),
    formulations: formulationPage(),
    sensors: sensorPage(),
    events: eventPage(),
    warnings: warningPage(),
    fields: fieldPage(),
    api: apiPage(),
    commands: commandPage(),
    scenes: sceneListPage(),
  };
}

/** Contents by file name. */
export function referencePages(): Readonly<Record<string, string>> {
  const all = pages();
  const made = Object.entries(all).map(([name, page]) => [`${name}.md`, render(page)]);
  const list = Object.entries(all).map(([name, { title, about }]) => [`[${title}](./${name}.md)`, about]);
  const index = render({
    title: "Reference",
    about: "",
    parts: [
      "Made from the declarations in the sources by `npx tsx docs/tools/generate.ts`.",
      table(["page", "has"], list),
    ],
  });
  return { "index.md": index, ...Object.fromEntries(made) };
}

function render({ title, parts }: Page): string {
  return [`# ${title}`, ...parts].join("\n\n");
}

function scenePage(): Page {
  const { shape } = sceneSchema;
  const view = recordInside(shape.view);
  const section = (title: string, params: param.Params, live?: LiveRule) =>
    `## ${title}\n\n${parameterTable(params, live)}`;
  return {
    title: "Keys of a scene",
    about: "scene, bodies, materials, sensors, events, view",
    parts: [
      "How they belong together: [Scene format](../guide/scene-format.md).",
      RUNNING,
      section("Scene", shape, liveScene),
      section("Body", bodySchema.shape, liveBody) + warningList("bodies"),
      section("Control", recordInside(shape.controls)),
      section("Material", recordInside(shape.materials)),
      section("Pair of materials", recordInside(shape.materialPairs)),
      section("Sensor", recordInside(shape.sensors)),
      section("Event", recordInside(shape.events)),
      section("View", view),
      section("Camera", recordInside(view.cameras as z.core.$ZodType)),
      section("Key frame", recordInside(view.path as z.core.$ZodType)),
    ],
  };
}

function shapePage(): Page {
  return {
    title: "Shapes",
    about: "every shape with its parameters, and what all shapes have",
    parts: [
      "What they are for: [Bodies, shapes and mass](../guide/bodies.md).",
      "## Names of lengths",
      LENGTHS,
      ...Object.values(defaultItems.shapes).map(shapeSection),
      `## What every shape has\n\n${parameterTable(shapePlacement)}${warningList("shapes")}`,
    ],
  };
}

/** One name for one thing, by what a length is measured from. */
const LENGTHS = `${table(
  ["name", "measured", "in"],
  [
    ["`radius`", "from the axis or centre to the surface; of a regular polygon to its corners", lengthUsers("radius")],
    ["`halfExtents`", "from the centre to the faces, along x, y, z", lengthUsers("halfExtents")],
    [
      "`halfLength`",
      "from the centre to the end of the straight part, along its axis; round ends lie beyond it",
      lengthUsers("halfLength"),
    ],
    ["`height`", "from end to end, along z: of solids whose ends differ, and of prisms", lengthUsers("height")],
    ["`thickness`", "from side to side, of sheets", lengthUsers("thickness")],
  ],
)}`;

function lengthUsers(key: string): string {
  return Object.values(defaultItems.shapes)
    .filter(({ params }) => Object.hasOwn(params, key))
    .map(({ name }) => `\`${name}\``)
    .join(", ");
}

function shapeSection(kind: ShapeKind): string {
  const space = { "3d": "spatial scenes", planar: "planar scenes", both: "spatial and planar scenes" }[kind.space];
  return `## \`${kind.name}\`\n\n${sentence(kind.help)} For ${space}.\n\n${parameterTable(kind.params)}${warningList(`shapes/${kind.name}`)}`;
}

function visualPage(): Page {
  return {
    title: "Visuals and looks",
    about: "what bodies are drawn as; no effect on motion",
    parts: [
      "How they are used: [Looks](../guide/looks.md).",
      ...kindSections("visuals", defaultItems.visuals),
      `## What every visual has\n\n${parameterTable(visualPlacement)}`,
      `## Look\n\n${parameterTable(lookSchema.shape)}`,
      `## Standard looks\n\n${standardLooks()}`,
    ],
  };
}

function jointPage(): Page {
  const kinds = Object.values(defaultItems.joints) as unknown as readonly JointKind[];
  return {
    title: "Joints",
    about: "every joint: parameters, degrees of freedom, inputs, sensors with units",
    parts: [
      "What they do: [Joints](../guide/joints.md). Every kind also has the keys of [the last section](#what-every-joint-has).",
      RUNNING,
      ...kinds.map(jointSection),
      `## What every joint has\n\nLimits, drive and friction act on the coordinate of the joint. They can be set while running where the scene gives them; a row that is not there needs a recompile.\n\n${parameterTable(jointPlacement, liveJointPlacement)}${warningList("joints")}`,
    ],
  };
}

function jointSection(kind: JointKind): string {
  const { freedom, name } = kind;
  const planar = freedom.planar < 0 ? "not in the plane" : `${freedom.planar} in the plane`;
  const { position, speed, effort } = jointQuantities(kind);
  const coordinate =
    position === undefined
      ? "No coordinate: it has no limits, drive or friction."
      : `Sensors \`joint/<name>/position\` (${position.unit}), \`speed\` (${speed.unit}), \`effort\` (${effort.unit}).`;
  return [
    `## \`${name}\``,
    `${sentence(kind.help)} Degrees of freedom: ${freedom.spatial}, ${planar}. ${coordinate}`,
    parameterTable(kind.params, liveJoint(kind)) + warningList(`joints/${name}`),
  ].join("\n\n");
}

function forcePage(): Page {
  return {
    title: "Forces",
    about: "springs, dampers, wrenches, hydraulics: parameters, inputs, sensors",
    parts: [
      "What they do: [Forces](../guide/forces.md), [Hydraulics](../guide/hydraulics.md).",
      RUNNING,
      ...Object.values(defaultItems.forces).map((kind) => {
        const quantities = forceQuantities(kind);
        const sensors = quantities === undefined ? "" : `\n\nSensors:\n\n${quantityTable(quantities)}`;
        return `${kindSection("forces", kind, liveItem)}${sensors}`;
      }),
    ],
  };
}

function contactPage(): Page {
  const models = Object.values(defaultItems.contactModels).map(({ name, help }) => [`\`${name}\``, help]);
  const below = (text: string) => text.replace(/^## /, "### ");
  return {
    title: "Contact laws, friction laws and contact models",
    about: "normal laws, friction laws and models of contact where contact is a force",
    parts: [
      "Equations and examples: [Contact and friction laws](../guide/contact-laws.md), [Rim](../guide/rim-contact.md), [Volume](../guide/volumetric-contact.md), [Tyres](../guide/tyres.md). Laws are constant while running.",
      "## Contact laws",
      `\`contact\` of a material or of a pair of materials.${warningList("contactLaws")}`,
      ...kindSections("contactLaws", defaultItems.contactLaws).map(below),
      "## Friction laws",
      `\`sliding\` of a material or of a pair of materials.${warningList("frictionLaws")}`,
      ...kindSections("frictionLaws", defaultItems.frictionLaws).map(below),
      "## Contact models",
      `Which of them answers for two shapes follows from their contact law.\n\n${table(["model", "description"], models)}`,
    ],
  };
}

function controllerPage(): Page {
  return {
    title: "Controllers",
    about: "what writes inputs while running",
    parts: [
      "How they are used: [Controllers](../guide/controllers.md).",
      RUNNING,
      ...kindSections("controllers", defaultItems.controllers, liveItem),
    ],
  };
}

function formulationPage(): Page {
  const yes = (flag: boolean) => (flag ? "yes" : "no");
  const rows = (Object.values(defaultItems.formulations) as unknown as readonly Formulation[]).map((kind) => [
    `\`${kind.name}\``,
    kind.joints === "all" ? "all kinds" : "none",
    kind.contacts.join(", "),
    yes(kind.sensitivity !== undefined),
    kind.help,
  ]);
  return {
    title: "Formulations and integrators",
    about: "how motion is computed, with every option",
    parts: [
      "Which one to take: [Choosing](../tutorials/choose.md).",
      table(["formulation", "joints", "contact", "gradients", "description"], rows) + warningList("formulations"),
      ...kindSections("formulations", defaultItems.formulations),
      `## Integrators of \`forces\`\n\n${kindList(defaultItems.integrators)}`,
    ],
  };
}

function sensorPage(): Page {
  return {
    title: "Sensors and functions",
    about: "everything that can be measured, with units, and the functions of expressions",
    parts: [
      "How they are read: [Sensors and expressions](../guide/sensors.md).",
      `## Quantities\n\n${quantitySections()}`,
      `## Functions of expressions\n\n${functionList()}`,
    ],
  };
}

function eventPage(): Page {
  const rows = Object.entries(events).map(([name, { code, help }]) => [`\`${name}\``, `${code}`, help]);
  return {
    title: "Events",
    about: "what the engine reports by itself",
    parts: ["How they are read: [Events](../guide/events.md).", table(["event", "code", "meaning"], rows)],
  };
}

function warningPage(): Page {
  const rows = WARNINGS.map(({ says, meaning, remedy, about }) => [
    /^\w+$/.test(says) ? "" : `… ${says.replaceAll("\\'", "'")} …`,
    meaning,
    remedy,
    about.map((what) => `\`${what}\``).join(", "),
  ]);
  return {
    title: "Warnings",
    about: "what `compile` warns of, and what helps",
    parts: [
      "`compile` adjusts nothing without saying so: `model.warnings` has one sentence per doubt, `stiction run` prints them, the studio shows them above the view. Trouble in a step sets a [status bit](../guide/errors.md#numerical-trouble).",
      table(["message", "means", "what helps", "about"], rows),
    ],
  };
}

function fieldPage(): Page {
  const rows = Object.entries(DATA_FIELDS).map(([name, { type, role, size, stride, unit, help }]) => [
    `\`${name}\``,
    type,
    `${size} × ${stride}`,
    role,
    unit === "1" ? "" : unit,
    help,
  ]);
  return {
    title: "Fields of Data",
    about: "every array of `Data`: size, role, unit, meaning",
    parts: [
      "`state` is what a snapshot holds, `derived` follows from it, `scratch` means nothing between steps ([Snapshots](../guide/determinism.md)). Functions read the common ones: `bodyPosition`, `readSensor`, `contacts`.",
      table(["field", "type", "size", "role", "unit", "meaning"], rows),
    ],
  };
}

function apiPage(): Page {
  return {
    title: "Functions and types",
    about: "every name that can be imported, by module and by task",
    parts: [
      'Start with `createSimulation` ([One object for a simulation](../guide/simulation.md)) or with `compile`, `createData` and `step` ([Guide](../guide/index.md)). `import { step } from "stiction"` for names of the first module, `import { geometry } from "stiction"` for a namespace. `stiction/internals` is for our own experiments and may change in any version.',
      ...apiParts(),
    ],
  };
}

/** Output of `--help`, command by command. */
function commandPage(): Page {
  const program = createProgram();
  const sections = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => {
      let text = "";
      command.configureHelp({ helpWidth: 100 }).configureOutput({ writeOut: (part) => void (text += part) });
      command.outputHelp();
      return `## \`stiction ${command.name()}\`\n\n\`\`\`text\n${text.trim()}\n\`\`\``;
    });
  return {
    title: "Commands",
    about: "every command of the tool with its options",
    parts: ["How they are used: [Command line](../start/command-line.md).", ...sections],
  };
}

function sceneListPage(): Page {
  return {
    title: "Shipped scenes",
    about: `${scenes.length} scenes with their parameters`,
    parts: [
      "Run one with `stiction run <name>`, with `--param key=value` for its parameters.",
      ...scenes.map((scene) => `## ${scene.title}\n\n${sceneText(scene)}`),
    ],
  };
}

function sceneText(scene: (typeof scenes)[number]): string {
  return [
    `\`${scene.name}\` · ${scene.group}`,
    sentence(scene.summary),
    Object.keys(scene.params).length === 0 ? "No parameters." : parameterTable(scene.params),
  ].join("\n\n");
}

/** Pages of the site, one per scene: docs/scenes/[scene].paths.ts reads them. */
export function scenePages(): readonly { name: string; title: string; group: string; content: string }[] {
  return scenes.map((scene) => ({
    name: scene.name,
    title: scene.title,
    group: scene.group,
    content: `${sceneText(scene)}\n\n\`\`\`sh\nnpx stiction run ${scene.name}\n\`\`\``,
  }));
}

type Kind = Pick<ItemKind, "name" | "help" | "params">;

function kindSections(list: string, kinds: Readonly<Record<string, Kind>>, live?: LiveRule): string[] {
  return Object.values(kinds).map((kind) => kindSection(list, kind, live));
}

function kindSection(list: string, kind: Kind, live?: LiveRule): string {
  return `## \`${kind.name}\`\n\n${sentence(kind.help)}\n\n${parameterTable(kind.params, live)}${warningList(`${list}/${kind.name}`)}`;
}

/** Warnings that `compile` may raise about a kind (`joints/hinge`), or about a whole list (`joints`). */
function warningList(what: string): string {
  const found = warningsAbout(what);
  if (found.length === 0) return "";
  const scope = what.includes("/") ? "Warnings" : "Warnings that any of them may raise";
  const lines = found.map(({ meaning, remedy }) => `- ${meaning}. Remedy: ${remedy}.`);
  return `\n\n${scope} ([messages](./warnings.md)):\n\n${lines.join("\n")}`;
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

function functionList(): string {
  const rows = [...functionTable].map(([name, { least, most }]) => {
    const count =
      most === Number.POSITIVE_INFINITY ? `${least} or more` : least === most ? `${least}` : `${least} to ${most}`;
    return [`\`${name}\``, count];
  });
  return table(["function", "arguments"], rows);
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
