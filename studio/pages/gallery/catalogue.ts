/**
 * What the gallery knows of every scene without running any: catalogue.json, which scripts/pictures.mjs makes from the
 * scenes.
 */
import { translatedScene } from "../../texts/scene-texts.js";
import entries from "./catalogue.json" with { type: "json" };

export interface CatalogueEntry {
  readonly name: string;
  readonly title: string;
  /** One line of summary. */
  readonly summary: string;
  readonly group: string;
  /** Without the world. */
  readonly bodies: number;
  readonly formulation: string;
  /** How bodies meet: none, hard, exact, compliant, rim or volumetric. */
  readonly contact: string;
  /** Kinds of joints, forces, laws and shapes, for the search. */
  readonly parts: readonly string[];
  /** Rows of `verify` that run this scene. */
  readonly proofs: number;
}

/** All scenes, in the page's language. */
export const CATALOGUE: readonly CatalogueEntry[] = (entries as CatalogueEntry[]).map(translatedScene);

/** Address of a scene's picture, from the page. */
export function pictureOf(name: string): string {
  return `./pictures/${encodeURIComponent(name)}.webp`;
}
