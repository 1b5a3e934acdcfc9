/** The gallery's catalogue, made from the scenes themselves and from the experiments that run them. */
import { buildScene, compile, type Model, type Scene } from "stiction";
import { scenes } from "stiction/scenes";
import { experiments } from "../../proof/index.js";
import type { CatalogueEntry } from "../../studio/pages/gallery/catalogue.js";

/** How a scene is pictured. */
export interface PicturePlan {
  readonly name: string;
  readonly steps: number;
}

/** Part of a run after which a scene that names no time is pictured, and the longest such time, s. */
const FRACTION = 0.35;
const LATEST = 2;

export function catalogueEntries(): CatalogueEntry[] {
  return scenes.map((scene) => entryOf(scene, compile(buildScene(scene))));
}

export function picturePlans(): PicturePlan[] {
  return scenes.map((scene) => {
    const { spec, options } = compile(buildScene(scene));
    const time = spec.view?.pictureTime || Math.min(FRACTION * spec.duration, LATEST);
    return { name: scene.name, steps: Math.max(1, Math.round(time / options.timestep)) };
  });
}

/** Rows of every experiment that runs a scene. */
export function proofsOf(name: string): number {
  return experiments.filter(({ scene }) => scene === name).reduce((sum, { rows }) => sum + Object.keys(rows).length, 0);
}

function entryOf({ name, title, summary, group }: Scene, model: Model): CatalogueEntry {
  return {
    name,
    title,
    summary,
    group,
    bodies: model.nb - 1,
    formulation: model.formulation.kind.name,
    contact: contactOf(model),
    parts: partsOf(model),
    proofs: proofsOf(name),
  };
}

/** How bodies meet in a scene, in one word. */
function contactOf(model: Model): string {
  const { spec, formulation, shapes } = model;
  const shaped = new Set(shapes.map(({ body }) => body)).size;
  if (spec.contact === "none" || shaped < 2) return "none";
  if (formulation.kind.name === "impulse") return "hard";
  if (formulation.kind.name === "complementarity") return "exact";
  if (laws(model).includes("volumetric")) return "volumetric";
  return shapes.some(({ geometry }) => geometry.mesh) ? "rim" : "compliant";
}

/** Names of contact and friction laws of materials. */
function laws({ spec }: Model): string[] {
  const named = [...Object.values(spec.materials), ...spec.materialPairs].flatMap(({ contact, sliding }) => [
    contact,
    sliding,
  ]);
  return named.flatMap((law) => (typeof law === "string" ? [law] : law ? [String(law.type)] : []));
}

function partsOf(model: Model): string[] {
  const { spec, shapes, integrator } = model;
  const kinds = (items: readonly { readonly type?: unknown }[]) => items.map(({ type }) => String(type));
  const parts = [
    ...kinds(spec.joints),
    ...kinds(spec.forces),
    ...kinds(spec.controllers),
    ...laws(model),
    ...shapes.map(({ kind }) => kind),
    ...(integrator ? [integrator.name] : []),
    ...(model.planar ? ["planar", "2D"] : []),
  ];
  return [...new Set(parts)].sort();
}
