import { compileBodies, setMass } from "./compile/bodies.js";
import { InputBook } from "./compile/inputs.js";
import { compileTables, type TableContext } from "./compile/items.js";
import { createJointTable } from "./compile/joint-table.js";
import { checkLaws, compileMaterials } from "./compile/materials.js";
import { checkVectors, parseItem, parseList, parseScene } from "./compile/parse.js";
import { compileEvents, compileSensors } from "./compile/sensors.js";
import { SlotBook, STEP_SLOT } from "./compile/slots.js";
import { compileControls } from "./controls.js";
import { ProblemList, show, unknownWord } from "./errors.js";
import { modernScene } from "./format.js";
import type { ItemKind } from "./item.js";
import type { FormulationKindBase, Items, Model, SystemKind } from "./model.js";
import { type FullSpec, type ItemInput, sceneSchema } from "./spec.js";
import type { UntypedSpec } from "./typed-spec.js";
import { checkView } from "./view.js";

/** The formulations of free bodies, and of bodies that may meet, in scenes that name none. */
const FREE_BODIES = "forces";
const TOUCHING_BODIES = "impulse";

/**
 * The formulation of a scene that names none: `impulse` where bodies have shapes that may meet, since it takes steps of
 * any usual length; `forces` where they cannot, or where a material names a contact or friction law, which only forces
 * follow. With joints: the first registered one that solves them all (`impulse`), or else the first that solves any.
 */
export function defaultFormulation(spec: UntypedSpec, items: Items): string {
  const kinds = Array.isArray(spec?.joints) ? spec.joints.map((joint) => joint?.type) : [];
  if (kinds.length === 0)
    return mayMeet(spec) && !namesLaws(spec) && Object.hasOwn(items.formulations, TOUCHING_BODIES)
      ? TOUCHING_BODIES
      : FREE_BODIES;
  const solves = ({ joints }: FormulationKindBase) => joints === "all" || kinds.every((kind) => joints.includes(kind));
  const all = [items.formulations[FREE_BODIES], ...Object.values(items.formulations)].filter((f) => f !== undefined);
  return (all.find(solves) ?? all.find(({ joints }) => joints.length > 0))?.name ?? FREE_BODIES;
}

/** Whether a body that moves has a shape, and another one has a shape to meet. */
function mayMeet(spec: UntypedSpec): boolean {
  const bodies = Array.isArray(spec?.bodies) ? spec.bodies : [];
  const shaped = bodies.filter((body) => Array.isArray(body?.shapes) && body.shapes.length > 0);
  return spec?.contact !== "none" && shaped.length > 1 && shaped.some(({ type = "dynamic" }) => type === "dynamic");
}

/** Whether some material, or pair of materials, says by which law it answers as a force. */
function namesLaws(spec: UntypedSpec): boolean {
  const all: readonly unknown[] = [...Object.values(spec?.materials ?? {}), ...(spec?.materialPairs ?? [])];
  return all.some((given) => {
    const { contact, sliding } = (given ?? {}) as { readonly contact?: unknown; readonly sliding?: unknown };
    return contact !== undefined || sliding !== undefined;
  });
}

/**
 * Scene → model: names become indices, items are sorted by kind, every default is filled in. Throws a `SpecError` that
 * lists every problem with its path. `items` are the registries; `stiction` itself exports this function with the
 * defaults bound.
 */
export function compile(input: unknown, items: Items): Model {
  if (items?.formulations === undefined || items.shapes === undefined)
    throw new RangeError(`items: expected registries such as defaultItems, got ${show(items)}`);
  const problems = new ProblemList();
  const spec = parseScene(modernScene(input, problems), problems);
  problems.throwIfAny();
  const full = spec as FullSpec;
  const planar = full.plane === "xy";
  full.gravity ??= planar ? [0, -9.81, 0] : [0, 0, -9.81];
  checkVectors(full as Record<string, unknown>, sceneSchema.shape, planar, "", problems);

  // bodies, with mass from shapes and materials
  const materials = compileMaterials(full, problems);
  checkLaws(full, items, problems);
  const bodies = compileBodies(full, items, materials, planar, problems);

  for (const { geometry, body, index } of bodies.shapes) {
    for (const note of geometry.notes ?? []) problems.warn(`bodies[${body - 1}].shapes[${index}]: ${note}`);
  }

  checkView(full.view, bodies.bodyNames, planar, problems);
  const pictures =
    items.compileVisuals?.(full, items, bodies.bodyCom, planar, problems) ?? withoutVisuals(full, problems);

  // item lists, checked against the schema of each kind
  const joints = parseList(
    items.joints,
    "joint",
    full.joints,
    "joints",
    items.jointPlacing?.params ?? {},
    planar,
    problems,
  );
  const forces = parseList(items.forces, "force", full.forces, "forces", {}, planar, problems);
  const controllers = parseList(items.controllers, "controller", full.controllers, "controllers", {}, planar, problems);
  const { formulation, integrator } = compileFormulation(full, items, problems);
  problems.throwIfAny();

  const context = { ...bodies, bodyPos: bodies.bodyPos0, bodyQuat: bodies.bodyQuat0, planar, problems };
  const inputs = new InputBook(bodies.bodyIndex, bodies.bodyType, bodies.bodyVel0);
  const jointTable = createJointTable(joints);
  if (joints.length > 0 && items.jointPlacing === undefined)
    problems.add("joints", "there is no jointPlacing in these registries: compose them with { joints }");
  const place = { ...context, inputs, gravity: full.gravity };
  joints.forEach((joint, i) => {
    items.jointPlacing?.place(joint, jointTable, i, place);
  });

  // The model is needed by name before it is whole: sensor kinds look up bodies and items in it.
  const draft: Model = {
    ...bodies,
    ...pictures,
    spec: full,
    items,
    name: full.name,
    planar,
    options: { timestep: full.timestep, gravity: Float64Array.from(full.gravity) },
    materials,
    joints: jointTable,
    formulation,
    integrator,
    constants: new Map(Object.entries(full.constants)),
    warnings: problems.warnings,
    // filled in below; named here so that V8 lays the model out as a record, and not as a hash table
    forces: [],
    controllers: [],
    controls: [],
    expressions: [],
    sensors: { reads: [], columns: [], needsForces: false, needsStep: false },
    events: [],
    systems: {} as Model["systems"],
    contactModels: [],
    systemKinds: systemKindsOf(items, formulation.kind, forces),
    input0: new Float64Array(0),
    slot0: new Float64Array(0),
    dims: {},
  };
  const slots = new SlotBook(items.sensors, draft, problems);
  slots.values[STEP_SLOT] = full.timestep;
  for (const [name, value] of draft.constants) slots.define(name, value, `constants.${name}`);

  const tables: TableContext = { ...context, inputs, slots };
  const forceTables = compileTables("forces", items.forces, forces, tables);
  Object.assign(draft, { forces: forceTables, controllers: [] });
  compileSensors(full, slots, problems);
  const controllerTables = compileTables("controllers", items.controllers, controllers, tables);
  const controls = compileControls(full.controls, inputs, problems);
  const events = compileEvents(full, slots, problems);
  checkFormulation(draft, problems);
  Object.assign(draft, { controllers: controllerTables, input0: Float64Array.from(inputs.values) });
  const systems = prepareSystems(draft, problems);
  problems.throwIfAny();

  Object.assign(draft, { systems: systems.setups });
  return Object.assign(draft, {
    contactModels: Object.values(items.contactModels).filter((kind) => kind.isActive(draft)),
    expressions: slots.expressions,
    controls,
    sensors: { reads: slots.reads, columns: slots.columns, needsForces: slots.needsForces, needsStep: slots.needsStep },
    events,
    slot0: Float64Array.from(slots.values),
    dims: {
      nb: bodies.nb,
      nInput: inputs.values.length,
      nSlot: slots.values.length,
      nEventRule: events.length,
      nStack: slots.expressions.reduce((size, e) => Math.max(size, e.stackSize), 1),
      nJoint: jointTable.count,
      pairMax: full.capacity?.pairs ?? 0,
      patchMax: full.capacity?.patches ?? 0,
      pointMax: full.capacity?.points ?? 0,
      eventMax: full.capacity?.events ?? 1024,
      ...systems.dims,
    },
  });
}

/** Shared systems first, then those of all contact models, of the forces in use, and of the formulation. */
function systemKindsOf(
  items: Items,
  formulation: FormulationKindBase,
  forces: readonly { readonly kind: ItemKind }[],
): readonly SystemKind[] {
  return [
    ...Object.values(items.systems),
    ...Object.values(items.contactModels).flatMap(({ systems }) => systems),
    ...new Set(forces.flatMap(({ kind }) => kind.systems ?? [])),
    ...(formulation.systems ?? []),
  ];
}

function prepareSystems(model: Model, problems: ProblemList) {
  const setups: Record<string, unknown> = {};
  const dims: Record<string, number> = {};
  for (const system of model.systemKinds) {
    const prepared = system.prepare(model, problems);
    setups[system.name] = prepared.setup;
    Object.assign(dims, prepared.dims);
    for (const [b, inertia] of prepared.inertias ?? []) setMass(model, b, model.bodyMass[b], inertia, model.planar);
  }
  return { setups, dims };
}

function compileFormulation(spec: FullSpec, items: Items, problems: ProblemList) {
  const given = spec.formulation ?? defaultFormulation(spec, items);
  const entry: ItemInput = typeof given === "string" ? { type: given } : given;
  const parsed = parseItem(items.formulations, "formulation", entry, "formulation", {}, problems);
  // a copy is laid out as a record: what a schema fills key by key is a hash table, which every access would search
  const params: Readonly<Record<string, unknown>> = { ...parsed?.params };
  const kind = parsed?.kind as FormulationKindBase;
  let integrator: ItemKind | null = null;
  const wanted = params.integrator as string | undefined;
  if (wanted !== undefined) {
    integrator = Object.hasOwn(items.integrators, wanted) ? items.integrators[wanted] : null;
    if (integrator === null)
      problems.add("formulation.integrator", unknownWord("integrator", wanted, Object.keys(items.integrators)));
  }
  return { formulation: { kind, params }, integrator };
}

/** Refuses what the formulation cannot do, and lists what can. */
function checkFormulation(model: Model, problems: ProblemList): void {
  const { kind } = model.formulation;
  const all = Object.values(model.items.formulations);
  model.joints.kinds.forEach((joint, i) => {
    if (kind.joints === "all") return;
    const able = all.filter((f) => f.joints === "all").map((f) => f.name);
    const hint = able.length > 0 ? `formulations that can: ${able.join(", ")}` : "no formulation of this version can";
    problems.add(`joints[${i}].type`, `formulation "${kind.name}" does not solve ${joint.name} joints; ${hint}`);
  });
  const touching = model.shapes.some((s) => model.bodyType[s.body] === 2) && model.shapes.length > 1;
  if (model.spec.contact === "auto" && kind.contacts.length === 0 && touching) {
    problems.warn(
      `formulation "${kind.name}" finds contacts but does not answer them: bodies pass through each other (contact: none silences this)`,
    );
  }
}

/** A model of registries that draw nothing. */
function withoutVisuals({ bodies }: FullSpec, problems: ProblemList): Pick<Model, "visuals" | "looks"> {
  bodies.forEach(({ visuals }, i) => {
    if (visuals.length > 0)
      problems.add(
        `bodies[${i}].visuals`,
        "there is no compileVisuals in these registries: compose them with { visuals }",
      );
  });
  return { visuals: [], looks: [] };
}
