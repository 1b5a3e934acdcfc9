/** Scenes that were opened last, remembered by the browser. */
import type { OpenScene, Studio } from "./state.js";

const KEY = "stiction.recent";
const KEPT = 12;

export interface RecentScene {
  /** Of a shipped scene; null for one of the user's own. */
  readonly name: string | null;
  readonly title: string;
  readonly href: string;
}

export class Recent {
  constructor(studio: Studio) {
    studio.scene.subscribe((scene) => scene && this.add(scene));
  }

  /** Newest first. Only well-formed entries are returned. */
  get list(): readonly RecentScene[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return Array.isArray(stored) ? stored.filter(isRecent).slice(0, KEPT) : [];
    } catch {
      return [];
    }
  }

  private add({ source, description }: OpenScene): void {
    const href = location.hash;
    const leadsBack = source.kind === "shipped" ? href.startsWith("#/scene/") : href.startsWith("#/s/");
    if (!leadsBack) return;
    const name = source.kind === "shipped" ? source.name : null;
    const entry: RecentScene = { name, title: description.title, href };
    const others = this.list.filter((other) => other.href !== href && (name === null || other.name !== name));
    try {
      localStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, KEPT)));
    } catch {
      // a private window may forbid it; then it is not remembered
    }
  }
}

function isRecent(value: unknown): value is RecentScene {
  if (typeof value !== "object" || value === null) return false;
  const { name, title, href } = value as Record<string, unknown>;
  const named = name === null || typeof name === "string";
  return named && typeof title === "string" && typeof href === "string" && href.startsWith("#/");
}
