/** Work of `stiction info`. */
import {
  BODY_TYPE,
  contact,
  type Data,
  defaultItems,
  type Integrator,
  type Items,
  type Model,
  mobility,
  type NaturalReport,
  naturalReport,
  param,
  type Scene,
} from "stiction";
import { exactJson } from "stiction/io";
import { allocate } from "./allocate.js";
import { compileScene, type SceneOptions } from "./scene-settings.js";
import { stepsFor } from "./simulate.js";
import { formatBytes, formatCount, formatNumber, formatSeconds } from "./text/numbers.js";
import { style } from "./text/style.js";
import { clean, formatFields, formatTable } from "./text/table.js";

const MAX_ROWS = 30;

/** Nothing is simulated here, so a mechanism can be inspected even if its formulation does not solve its joints. */
const LOOK_ONLY: Items = {
  ...defaultItems,
  formulations: Object.fromEntries(
    Object.entries(defaultItems.formulations).map(([name, kind]) => [name, { ...kind, joints: "all" as const }]),
  ),
};

/** Prints the contents of a scene. */
export async function info(argument: string, options: SceneOptions & { json?: boolean }): Promise<void> {
  const { model, loaded } = await compileScene(argument, options, LOOK_ONLY);
  const data = allocate(model, loaded.label);
  const facts = describeModel(model, data, loaded.scene);
  process.stdout.write(options.json ? `${exactJson(facts, 2)}\n` : `${infoLines(model, facts).join("\n")}\n`);
}

/** Prints the shipped scenes by group. */
export async function listScenes(json: boolean): Promise<void> {
  const { scenes } = await import("stiction/scenes");
  if (json) {
    const list = scenes.map(({ name, title, summary, group }) => ({ name, title, summary, group }));
    process.stdout.write(`${exactJson(list, 2)}\n`);
    return;
  }
  const { bold, dim } = style(process.stdout);
  const width = Math.max(...scenes.map(({ name }) => name.length));
  const lines = [...new Set(scenes.map(({ group }) => group))].flatMap((group) => [
    dim(group),
    ...scenes
      .filter((s) => s.group === group)
      .map(({ name, summary }) => `  ${bold(name)}${" ".repeat(width - name.length)}  ${summary}`),
  ]);
  process.stdout.write(`${lines.join("\n")}\n`);
}

type Facts = ReturnType<typeof describeModel>;

/** The facts, as `info --json` prints them. */
function describeModel(model: Model, data: Data, scene: Scene | undefined) {
  const bodies = Array.from({ length: model.nb - 1 }, (_, k) => k + 1).map((b) => ({
    name: model.bodyNames[b],
    type: (Object.keys(BODY_TYPE) as (keyof typeof BODY_TYPE)[]).find((type) => BODY_TYPE[type] === model.bodyType[b])!,
    mass: model.bodyMass[b],
    centerOfMass: Array.from(model.bodyCom.subarray(3 * b, 3 * b + 3)),
    inertia: Array.from(model.bodyInertia.subarray(6 * b, 6 * b + 6)),
    shapes: model.shapes.filter((shape) => shape.body === b).map((shape) => shape.kind),
  }));
  const { joints, spec } = model;
  const { layout } = data;
  const order = (model.integrator as Integrator | null)?.order;
  return {
    scene: model.name,
    title: spec.title,
    description: spec.description,
    space: model.planar ? "plane xy" : "spatial",
    gravity: Array.from(model.options.gravity),
    bodies,
    totalMass: bodies.reduce((sum, body) => sum + body.mass, 0),
    joints: joints.names.map((name, i) => ({
      name,
      type: joints.kinds[i].name,
      bodyA: model.bodyNames[joints.bodyA[i]],
      bodyB: model.bodyNames[joints.bodyB[i]],
    })),
    mobility: mobility(model, data),
    natural: model.formulation.kind.name === "augmented-lagrangian" ? naturalReport(model, data) : undefined,
    forces: model.forces.flatMap((table) => table.names.map((name) => ({ name, type: table.kind.name }))),
    controllers: model.controllers.flatMap((table) => table.names.map((name) => ({ name, type: table.kind.name }))),
    controls: model.controls.map(({ name, help, unit, min, max, drives }) => ({ name, help, unit, min, max, drives })),
    sensors: model.sensors.columns.map(({ name, unit }) => ({ name, unit })),
    events: model.events.map(({ name }) => name),
    materials: model.materials.names,
    contactLaws: contact.contactReport(model),
    parameters: scene === undefined ? [] : sceneParameters(scene),
    used: {
      formulation: model.formulation.kind.name,
      isDefault: spec.formulation === undefined,
      integrator: model.integrator?.name ?? null,
      order: order ?? null,
      timestep: model.options.timestep,
      duration: spec.duration,
      steps: stepsFor(spec.duration, model.options.timestep),
      contact:
        spec.contact === "none"
          ? "none"
          : model.formulation.kind.contacts.length === 0
            ? "none in this formulation"
            : "auto",
      numericProfile: "f64",
    },
    memory: { state: layout.stateEnd - layout.start, total: layout.bytes - layout.start },
    warnings: [...model.warnings, ...unsolvedJoints(model)],
  };
}

function unsolvedJoints(model: Model): string[] {
  const { name } = model.formulation.kind;
  const { joints } = (defaultItems as Items).formulations[name];
  const unsolved = joints === "all" ? [] : [...new Set(model.joints.kinds.map((kind) => kind.name))];
  return unsolved.length === 0
    ? []
    : [`formulation "${name}" does not solve ${unsolved.join(", ")} joints: run refuses this scene`];
}

/** The parameters of `--param`. */
function sceneParameters(scene: Scene): { name: string; unit: string; default: unknown; help: string }[] {
  return Object.entries(scene.params).map(([name, schema]) => {
    const meta = param.metaOf(schema);
    const parsed = schema.safeParse(undefined);
    return { name, unit: meta?.unit ?? "", default: parsed.success ? parsed.data : undefined, help: meta?.help ?? "" };
  });
}

function infoLines(model: Model, f: Facts): string[] {
  const { bold, dim, yellow } = style(process.stdout);
  const { freedom, freedomOfBodies, rows, redundant } = f.mobility;
  const constraints = rows === 0 ? "no joints" : `${rows} joint rows, ${redundant} of them redundant`;
  const moving = f.bodies.filter((body) => body.type === "dynamic").length;
  const { used } = f;
  const order = used.order === null ? "" : ` (order ${used.order})`;
  const fields: [string, string][] = [
    ["space", `${f.space}, gravity [${f.gravity.map(formatNumber).join(", ")}] m/s²`],
    [
      "bodies",
      `${formatCount(f.bodies.length)}, ${formatCount(moving)} dynamic, ${formatNumber(f.totalMass)} kg in total`,
    ],
    ["shapes", counts(model.shapes.map((shape) => shape.kind))],
    ["joints", counts(f.joints.map((joint) => joint.type))],
    ["freedom", `${formatCount(freedom)} of ${formatCount(freedomOfBodies)} coordinates; ${constraints}`],
    ...(f.natural === undefined ? [] : [["natural", naturalLine(f.natural)] as [string, string]]),
    ["forces", counts(f.forces.map((force) => force.type))],
    ["controllers", counts(f.controllers.map((controller) => controller.type))],
    ["events", f.events.length === 0 ? "none" : f.events.join(", ")],
    [
      "motion",
      `${used.formulation}${used.isDefault ? " (by default)" : ""}${used.integrator === null ? "" : `, ${used.integrator}${order}`}, contact ${used.contact}`,
    ],
    [
      "run",
      `${formatNumber(used.duration)} s in ${formatCount(used.steps)} steps of ${formatSeconds(used.timestep)}, numbers ${used.numericProfile}`,
    ],
    ["memory", `${formatBytes(f.memory.total)}, of which state ${formatBytes(f.memory.state)}`],
  ];
  const bodies = f.bodies.map(({ name, type, mass, shapes }) => [
    name,
    type,
    type === "dynamic" ? formatNumber(mass) : "",
    type === "dynamic" ? "kg" : "",
    counts(shapes, ""),
  ]);
  const laws = f.contactLaws.map(({ between, law, friction, body, impact, longestStep }) => [
    between[0] === between[1] ? between[0] : between.join(" on "),
    law,
    friction,
    `${body} at 1 m/s: rebounds with ${formatNumber(Number(impact.restitution.toPrecision(3)))}, ${formatSeconds(impact.duration)} and ${formatNumber(Number((1000 * impact.depth).toPrecision(3)))} mm deep${Number.isFinite(longestStep) ? `; steps up to ${formatSeconds(longestStep)}` : ""}`,
  ]);
  const sensors = f.sensors.map(({ name, unit }) => [name, unit === "1" ? "" : unit]);
  const controls = f.controls.map(({ name, min, max, unit, help, drives }) => [
    name,
    `${formatNumber(min)} … ${formatNumber(max)}`,
    unit === "1" ? "" : unit,
    help === "" ? drives.join(", ") : help,
  ]);
  const params = f.parameters.map((p) => [
    p.name,
    p.default === undefined ? "" : String(p.default),
    p.unit === "1" ? "" : p.unit,
    p.help,
  ]);
  return [
    `${bold(f.scene)}${f.title === undefined ? "" : dim(`  ${clean(f.title)}`)}`,
    ...(f.description === undefined ? [] : [`  ${clean(f.description)}`]),
    ...formatFields(fields, 2, dim),
    ...section("bodies", formatTable([{}, {}, { align: "decimal" }, { style: dim }, {}], bodies, { indent: 4 }), dim),
    ...section("contact", formatTable([{}, {}, {}, { style: dim }], laws, { indent: 4 }), dim),
    ...section(
      "controls",
      formatTable([{}, { align: "right" }, { style: dim }, { style: dim }], controls, { indent: 4 }),
      dim,
    ),
    ...section("sensors", formatTable([{}, { style: dim }], sensors, { indent: 4 }), dim),
    ...section(
      "parameters (--param name=value)",
      formatTable([{}, { align: "right" }, { style: dim }, {}], params, { indent: 4 }),
      dim,
    ),
    ...[...f.warnings, ...(f.natural === undefined ? [] : naturalWarnings(f.natural))].map(
      (text) => `  ${yellow("warning")}  ${text}`,
    ),
  ];
}

/** Natural coordinates, shared and separate. */
function naturalLine({ coordinates, constraints, separate, frames }: NaturalReport): string {
  const kinds = Object.entries(frames).map(([kind, n]) => `${formatCount(n)} ${kind}`);
  return `${formatCount(coordinates)} coordinates, ${formatCount(constraints)} constraints; separate bodies ${formatCount(separate.coordinates)} and ${formatCount(separate.constraints)}; ${kinds.join(", ")}`;
}

/** Warnings about a mechanism before it runs. */
function naturalWarnings({
  redundant,
  redundantJoints,
  guidedJoints,
  singular,
  loose,
  freedom,
}: NaturalReport): string[] {
  const joints = redundantJoints.join(", ");
  const right =
    guidedJoints.length === 0
      ? "the motion is right"
      : `the motion is right as long as what is driven (${guidedJoints.join(", ")}) agrees`;
  return [
    ...(redundant > 0
      ? [
          `${redundant === 1 ? "one constraint repeats" : `${formatCount(redundant)} constraints repeat`} others${joints === "" ? "" : ` (joints ${joints})`}: ${right}, but the distribution of loads among such joints is not unique; free an axis (ball or cylindrical instead of hinge) if it matters`,
        ]
      : []),
    ...(freedom === 0 ? ["nothing can move: the joints hold every coordinate"] : []),
    ...(singular
      ? [
          "the mechanism starts in a singular position, where it can branch: rotate one joint a little to choose the branch",
        ]
      : []),
    ...(loose.length > 0 ? [`no joint holds ${loose.join(", ")}`] : []),
  ];
}

/** `3 sphere, 1 box`, the most frequent first. */
function counts(words: readonly string[], none = "none"): string {
  const tally = new Map<string, number>();
  for (const word of words) tally.set(word, (tally.get(word) ?? 0) + 1);
  if (tally.size === 0) return none;
  return [...tally]
    .sort((a, b) => b[1] - a[1])
    .map(([word, n]) => (words.length === 1 ? word : `${formatCount(n)} ${word}`))
    .join(", ");
}

function section(title: string, lines: readonly string[], dim: (text: string) => string): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_ROWS;
  return [
    `  ${dim(title)}`,
    ...lines.slice(0, MAX_ROWS),
    ...(more > 0 ? [`    ${dim(`… and ${formatCount(more)} more`)}`] : []),
  ];
}
