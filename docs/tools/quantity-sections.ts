/** Tables of what sensors read, with units: per joint kind, per force, of bodies, contacts, solvers and the scene. */
import { compile, defaultItems, type Formulation, type JointKind, type Model } from "stiction";
import { sentence, table } from "./parameter-table.js";

interface Quantity {
  readonly unit: string;
  readonly help: string;
  readonly components: readonly string[];
}
type Quantities = Readonly<Record<string, Quantity>>;

/** One row per quantity: name, components, unit, meaning. */
export function quantityTable(quantities: Quantities): string {
  const rows = Object.entries(quantities).map(([name, { components, unit, help }]) => [
    `\`${name}\``,
    components.map((c) => `\`.${c}\``).join(" "),
    unit === "1" ? "" : unit,
    help,
  ]);
  return table(["quantity", "components", "unit", "meaning"], rows);
}

/** What `joint/<name>/…` reads of a kind. */
export function jointQuantities(kind: JointKind): Quantities {
  const { joint } = defaultItems.sensors;
  return joint.quantities({ joints: { kinds: [kind] } } as unknown as Model, 0);
}

/** Units of the coordinate, speed and effort of every kind of joint; reactions are the same for all. */
export function jointUnitTable(): string {
  const rows = Object.values(defaultItems.joints).map((kind) => {
    const { position, speed, effort } = jointQuantities(kind as JointKind);
    return [`\`${kind.name}\``, ...[position, speed, effort].map((q) => q?.unit ?? "–")];
  });
  return table(["kind", "`position`", "`speed`", "`effort`"], rows);
}

/** What `force/<name>/…` reads of a kind, if it declares anything. */
export function forceQuantities(kind: object): Quantities | undefined {
  return (kind as { quantities?: Quantities }).quantities;
}

/** What solvers of the formulations tell. */
function formulationSections(): string[] {
  return Object.values(defaultItems.formulations).flatMap((kind) =>
    Object.entries((kind as Formulation).quantities ?? {}).map(
      ([subject, quantities]) =>
        `### \`${subject}/all/…\` of \`${kind.name}\`\n\n${quantityTable(quantities as Quantities)}`,
    ),
  );
}

function forceSections(): string[] {
  return Object.values(defaultItems.forces).flatMap((kind) => {
    const quantities = forceQuantities(kind);
    if (quantities === undefined) return [];
    const prefix = kind.name.startsWith("hydraulic-") ? "hydraulic" : "force";
    return [`### \`${prefix}/<name>/…\` of a ${kind.name}\n\n${quantityTable(quantities)}`];
  });
}

/** A scene with one of each thing that sensors can be asked about. */
function sampleModel(formulation: "impulse" | "forces"): Model {
  return compile({ formulation, bodies: [{ name: "b", mass: 1, shapes: [{ type: "sphere", radius: 1 }] }] });
}

function section(title: string, kind: keyof typeof defaultItems.sensors, model: Model, index: number): string {
  const { help, quantities } = defaultItems.sensors[kind];
  return `### ${title}\n\n${sentence(help)}\n\n${quantityTable(quantities(model, index))}`;
}

/** Every quantity that a scene can measure, kind by kind. */
export function quantitySections(): string {
  const hard = sampleModel("impulse");
  const soft = sampleModel("forces");
  const hinge = defaultItems.joints.hinge as unknown as JointKind;
  return [
    section("`body/<name>/…`", "body", hard, 1),
    `### \`joint/<name>/…\`\n\n${sentence(defaultItems.sensors.joint.help)} Units of \`position\`, \`speed\` and \`effort\` by kind; a dash where the kind has no coordinate:\n\n${jointUnitTable()}\n\nQuantities, with the units of a hinge:\n\n${quantityTable(jointQuantities(hinge))}`,
    section("`contact/<first>:<second>/…` in `impulse` and `complementarity`", "contact", hard, 0),
    section("`contact/<first>:<second>/…` in `forces` and `augmented-lagrangian`", "contact", soft, 0),
    section("`system/all/…`", "system", hard, 0),
    section("`stability/<name>/…`", "stability", hard, 0),
    section("`soil/<name>/…`", "soil", hard, 1),
    section("`guide/<name>/…`", "guide", hard, 0),
    ...formulationSections(),
    ...forceSections(),
  ].join("\n\n");
}
