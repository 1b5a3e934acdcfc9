import { coreItems } from "./core-items.js";
import type { FormulationKindBase, Items } from "./model/model.js";

type Formulations = Readonly<Record<string, FormulationKindBase>>;

/** Formulations that a bundler puts into files of their own. One that is not listed here comes with all the others. */
const APART: Readonly<Record<string, () => Promise<FormulationKindBase>>> = {
  impulse: async () => (await import("./formulations/impulse.js")).impulseFormulation,
  forces: async () => (await import("./formulations/forces.js")).forcesFormulation,
  complementarity: async () => (await import("./formulations/complementarity.js")).complementarityFormulation,
  "augmented-lagrangian": async () =>
    (await import("./formulations/augmented-lagrangian.js")).augmentedLagrangianFormulation,
};

/**
 * Registries with only what a scene needs, so that a page loads no formulation and no contact model that the scene does
 * not use; without a scene everything, as in `defaultItems`. A run has the same states and the same hash with either.
 *
 *     const model = compileWith(scene, await loadItems(scene));
 */
export async function loadItems(scene?: unknown): Promise<Items> {
  const formulations = await loadFormulations(nameOf(scene));
  const byForces = Object.values(formulations).some(({ contacts }) => contacts.includes("compliant"));
  const contactModels = byForces ? (await import("./contact/models.js")).contactModels : {};
  const pictures = scene === undefined || hasVisuals(scene) ? await import("./visuals/index.js") : NO_PICTURES;
  return { ...coreItems, formulations, contactModels, visuals: pictures.visuals, looks: pictures.looks };
}

const NO_PICTURES = { visuals: {}, looks: {} } as const;

/** Whether some body of a scene has visuals. */
function hasVisuals(scene: unknown): boolean {
  const bodies = (scene as { bodies?: unknown } | null)?.bodies;
  if (!Array.isArray(bodies)) return false;
  return bodies.some((body) => Array.isArray(body?.visuals) && body.visuals.length > 0);
}

async function loadFormulations(name: unknown): Promise<Formulations> {
  if (typeof name === "string" && Object.hasOwn(APART, name)) return { [name]: await APART[name]() };
  return (await import("./formulations/index.js")).formulations;
}

/** The formulation that a scene names; undefined where it names none, or there is no scene. */
function nameOf(scene: unknown): unknown {
  const formulation = (scene as { formulation?: { type?: unknown } | string | null } | null | undefined)?.formulation;
  return typeof formulation === "string" ? formulation : formulation?.type;
}
