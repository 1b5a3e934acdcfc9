import { collisionSystem } from "./collision/system.js";
import { contactStepSystem } from "./contact/contact-step.js";
import { frictionLaws } from "./contact/friction/index.js";
import { contactLaws } from "./contact/laws/index.js";
import { controllers } from "./controllers/index.js";
import { events } from "./data/events.js";
import { forces } from "./forces/index.js";
import { integrators } from "./integrators/index.js";
import { joints } from "./joints/index.js";
import { jointSystem } from "./joints/system.js";
import { compile } from "./model/compile.js";
import { SpecError } from "./model/errors.js";
import type { FormulationKindBase, Items, Model } from "./model/model.js";
import { shapes } from "./model/shapes/index.js";
import type { Spec } from "./model/spec.js";
import { sensors } from "./sensors/index.js";

/** The formulations, each in a chunk that a bundler loads on demand. A new one is a line here and one in the index. */
const FORMULATIONS: Readonly<Record<string, () => Promise<FormulationKindBase>>> = {
  impulse: async () => (await import("./formulations/impulse.js")).impulseFormulation,
  forces: async () => (await import("./formulations/forces.js")).forcesFormulation,
  complementarity: async () => (await import("./formulations/complementarity.js")).complementarityFormulation,
  "augmented-lagrangian": async () =>
    (await import("./formulations/augmented-lagrangian.js")).augmentedLagrangianFormulation,
};

/** Formulations of a scene that names none: `compile` takes one of these. */
const UNNAMED = ["impulse", "forces"];

/**
 * Registries with only what a scene asks for, so that a page loads no formulation and no contact model that the scene does
 * not use. Without a scene: everything, as `defaultItems`. A model compiled with either takes the same steps to the bit.
 */
export async function loadItems(spec?: Spec): Promise<Items> {
  const names = spec ? formulationNames(spec) : Object.keys(FORMULATIONS);
  const kinds = await Promise.all(names.map((name) => FORMULATIONS[name]()));
  const answersByForces = kinds.some(({ contacts }) => contacts.includes("compliant"));
  const contactModels = answersByForces ? (await import("./contact/models.js")).contactModels : {};
  return {
    shapes,
    joints,
    forces,
    controllers,
    formulations: Object.fromEntries(names.map((name, k) => [name, kinds[k]])),
    integrators,
    sensors,
    events,
    systems: { joints: jointSystem, collision: collisionSystem, contactStep: contactStepSystem },
    contactModels,
    contactLaws,
    frictionLaws,
  } as unknown as Items;
}

/**
 * Compiles a scene with `loadItems`. A scene with a mistake is compiled again with everything, so that the message knows all
 * words. Throws a SpecError that lists every problem with its path.
 */
export async function loadAndCompile(spec: Spec): Promise<Model> {
  try {
    return compile(spec, await loadItems(spec));
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return compile(spec, await loadItems());
  }
}

/** The formulation that a scene names; all of them where the name is unknown. */
function formulationNames({ formulation }: Spec): readonly string[] {
  if (formulation === undefined) return UNNAMED;
  const name = typeof formulation === "string" ? formulation : (formulation as { type?: unknown } | null)?.type;
  return typeof name === "string" && Object.hasOwn(FORMULATIONS, name) ? [name] : Object.keys(FORMULATIONS);
}
