import { baseItems } from "./base-items.js";
import { commonShapeClasses } from "./collision/shapes/common.js";
import type { ShapeClasses } from "./collision/shapes/shape-class.js";
import { commonJoints } from "./joints/common.js";
import { formulaLanguage } from "./model/expression.js";
import type { FormulationKindBase, Items } from "./model/model.js";
import { commonShapes } from "./model/shapes/common.js";
import { measureFirstStep } from "./pipeline/first-row.js";
import { commonSensors } from "./sensors/common.js";

type Formulations = Readonly<Record<string, FormulationKindBase>>;

/** Formulations that a bundler puts into files of their own. One that is not listed here comes with all the others. */
const APART: Readonly<Record<string, (scene: unknown) => Promise<FormulationKindBase>>> = {
  impulse: async (scene) =>
    asksForMore(scene)
      ? (await import("./formulations/impulse/impulse-whole.js")).wholeImpulse
      : (await import("./formulations/impulse.js")).impulseFormulation,
  forces: async () => (await import("./formulations/forces.js")).forcesFormulation,
  complementarity: async () => (await import("./formulations/complementarity.js")).complementarityFormulation,
  "augmented-lagrangian": async () =>
    (await import("./formulations/augmented-lagrangian.js")).augmentedLagrangianFormulation,
};

/**
 * Registries with only what a scene needs, so that a page loads no formulation, no contact model and no kind of item
 * that the scene does not use; without a scene everything, as in `defaultItems`. A run has the same states and the same
 * hash with either. Shapes and joints of most scenes are always there; a run that is to get other kinds of items later
 * (`attach`, `recompile`) needs the registries of `loadItems()`.
 *
 *     const model = compileWith(scene, await loadItems(scene));
 */
export async function loadItems(scene?: unknown): Promise<Items> {
  const formulations = await loadFormulations(scene);
  const kinds = Object.values(formulations);
  const byForces = kinds.some(({ contacts }) => contacts.includes("compliant"));
  const contactModels = byForces ? (await import("./contact/models.js")).contactModels : {};
  const laws = byForces || namesLaws(scene) ? await loadLaws() : NO_LAWS;
  const pictures = scene === undefined || hasVisuals(scene) ? await import("./visuals/index.js") : NO_PICTURES;
  return {
    ...baseItems,
    formulas: formulaLanguage,
    firstStep: measureFirstStep,
    formulations,
    contactModels,
    ...laws,
    sensors: hasCommonSensors(scene) ? commonSensors : (await import("./sensors/index.js")).sensors,
    visuals: pictures.visuals,
    looks: pictures.looks,
    shapes: knows(commonShapes, shapeTypes(scene)) ? commonShapes : (await import("./model/shapes/index.js")).shapes,
    shapeClasses: await loadShapeClasses(scene),
    joints: knows(commonJoints, typesIn(scene, "joints")) ? commonJoints : (await import("./joints/index.js")).joints,
    forces: knows({}, typesIn(scene, "forces")) ? {} : await loadForces(),
    controllers: knows({}, typesIn(scene, "controllers")) ? {} : (await import("./controllers/index.js")).controllers,
    integrators: kinds.some(({ params }) => "integrator" in params)
      ? (await import("./integrators/index.js")).integrators
      : {},
  };
}

const NO_LAWS = { contactLaws: {}, frictionLaws: {} } as const;

async function loadLaws() {
  const [{ contactLaws }, { frictionLaws }] = await Promise.all([
    import("./contact/laws/index.js"),
    import("./contact/friction/index.js"),
  ]);
  return { contactLaws, frictionLaws };
}

/** Whether a material or a pair of materials names a law: it is checked whatever the formulation makes of it. */
function namesLaws(scene: unknown): boolean {
  const { materials, materialPairs } = (scene ?? {}) as { materials?: unknown; materialPairs?: unknown };
  return [materials, materialPairs].some((list) =>
    Object.values(list ?? {}).some((entry) => entry?.contact !== undefined || entry?.sliding !== undefined),
  );
}

async function loadForces(): Promise<Items["forces"]> {
  const [{ forces }, { hydraulics }] = await Promise.all([
    import("./forces/index.js"),
    import("./hydraulics/index.js"),
  ]);
  return { ...forces, ...hydraulics };
}

const NO_PICTURES = { visuals: {}, looks: {} } as const;

/**
 * Whether common sensors suffice: other kinds belong to controllers, forces and shapes that are not common, or are
 * named by mistake.
 */
function hasCommonSensors(scene: unknown): boolean {
  const { sensors = [] } = (scene ?? {}) as { sensors?: unknown };
  return (
    knows(commonShapes, shapeTypes(scene)) &&
    knows({}, typesIn(scene, "forces")) &&
    knows({}, typesIn(scene, "controllers")) &&
    knows(commonSensors, sensorKinds(sensors))
  );
}

/** Kinds that sensors name, as `kind/name/quantity` or in formulas as `[kind/name/quantity]`. */
function sensorKinds(sensors: unknown): string[] {
  return [...JSON.stringify(sensors).matchAll(/["[(\s]([\w-]+)\//g)].map(([, kind]) => kind);
}

/** Types of the items in a list; null where that cannot be said, or there is no scene. */
function typesIn(owner: unknown, list: string): readonly unknown[] | null {
  if (typeof owner !== "object" || owner === null) return null;
  const items = (owner as Record<string, unknown>)[list] ?? [];
  return Array.isArray(items) ? items.map((item) => item?.type) : null;
}

/** Shapes of planar scenes by the names of their kinds; a box or another solid has no place there. */
const PLANAR = { circle: null, polygon: null, chain: null, capsule: null, plane: null };

async function loadShapeClasses(scene: unknown): Promise<ShapeClasses> {
  const types = shapeTypes(scene);
  const { plane } = (scene ?? {}) as { plane?: unknown };
  if (plane === undefined && knows(commonShapeClasses, types)) return commonShapeClasses;
  if (plane !== undefined && knows(PLANAR, types)) {
    return (await import("./collision/shapes/planar.js")).planarShapeClasses;
  }
  return (await import("./collision/shapes/index.js")).shapeClasses;
}

/** Types of the shapes of all bodies; null where that cannot be said, or there is no scene. */
function shapeTypes(scene: unknown): readonly unknown[] | null {
  if (typeof scene !== "object" || scene === null) return null;
  const { bodies = [] } = scene as { bodies?: unknown };
  return Array.isArray(bodies) ? bodies.flatMap((body) => typesIn(body, "shapes") ?? [null]) : null;
}

/** Whether a registry has every one of those types. */
function knows(registry: object, types: readonly unknown[] | null): boolean {
  return types?.every((type) => typeof type === "string" && Object.hasOwn(registry, type)) ?? false;
}

/** Whether some body of a scene has visuals. */
function hasVisuals(scene: unknown): boolean {
  const bodies = (scene as { bodies?: unknown } | null)?.bodies;
  if (!Array.isArray(bodies)) return false;
  return bodies.some((body) => Array.isArray(body?.visuals) && body.visuals.length > 0);
}

async function loadFormulations(scene: unknown): Promise<Formulations> {
  const name = nameOf(scene);
  if (typeof name === "string" && Object.hasOwn(APART, name)) return { [name]: await APART[name](scene) };
  return (await import("./formulations/index.js")).formulations;
}

/** The formulation that a scene names; undefined where it names none, or there is no scene. */
function nameOf(scene: unknown): unknown {
  const formulation = (scene as { formulation?: { type?: unknown } | string | null } | null | undefined)?.formulation;
  return typeof formulation === "string" ? formulation : formulation?.type;
}

/** Whether a scene asks for what only the whole of its formulation has. */
function asksForMore(scene: unknown): boolean {
  const formulation = (scene as { formulation?: { precision?: unknown; preset?: unknown } | null } | null)?.formulation;
  return formulation?.precision === "mixed" || formulation?.preset === "thesis";
}
