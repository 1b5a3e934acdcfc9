/**
 * Addresses. `#/` is the gallery, `#/?group=piles&q=box` a part of it; `#/scene/<name>?<param>=<value>` a shipped
 * scene; `#/s/<text>` a scene contained in the link; `#/local` a scene from a file, without an address;
 * `#/operator/<name>?<param>=<value>` the operator's seat in a shipped scene, with `link=ws://host:port` at a machine
 * whose simulation runs elsewhere; `#/study` the results of a study from a file.
 */

/**
 * The pages and the addresses that lead to them; every other address leads to the first. A new page is a line here and
 * one in app.tsx.
 */
const PAGES = {
  gallery: /^(#\/?)?(\?.*)?$/,
  proof: /^#\/proof(\/|$)/,
  study: /^#\/study$/,
  operator: /^#\/operator(\/|\?|$)/,
  workspace: /^#\/(scene\/|s\/|local$)/,
} as const satisfies Record<string, RegExp>;

export type Page = keyof typeof PAGES;

export const GALLERY = "#/";
export const LOCAL = "#/local";
export const STUDY = "#/study";

export function pageOf(hash: string): Page {
  const pages = Object.keys(PAGES) as Page[];
  return pages.find((page) => PAGES[page].test(hash)) ?? "gallery";
}

/** Whether the studio has a page of this name. */
export function hasPage(name: string): boolean {
  return Object.hasOwn(PAGES, name);
}

/** A shipped scene and its parameters. */
export interface Route {
  readonly scene: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What an address says of the view, not of the scene. */
const VIEW_KEYS: ReadonlySet<string> = new Set(["overlays", "environment", "screen", "panel", "link", "cab"]);

export function parseRoute(hash: string): Route | null {
  const match = /^#\/scene\/([^/?]+)(?:\?(.*))?$/.exec(hash);
  return match && { scene: safely(match[1]), params: paramsOf(match[2]) };
}

/** The machine of a seat whose address names none. */
const SEAT_SCENE = "excavator";

/** `#/operator/panel` is the panel of that machine, alone. */
const PANEL = "panel";

/** Whether an address asks for the panel alone: `#/operator/panel`, or `panel=` with any scene. */
export function isPanel(hash: string): boolean {
  return /^#\/operator\/panel(\?|$)/.test(hash) || viewOption(hash, "panel") !== null;
}

/** The scene of an operator's seat. */
export function parseSeat(hash: string): Route | null {
  const match = /^#\/operator(?:\/([^/?]*))?(?:\?(.*))?$/.exec(hash);
  if (!match) return null;
  const named = safely(match[1] ?? "");
  const scene = named === "" || named === PANEL ? SEAT_SCENE : named;
  return { scene, params: paramsOf(match[2]) };
}

/** What an address says of its view, by key; null: nothing. */
export function viewOption(hash: string, key: "screen" | "panel" | "link" | "cab"): string | null {
  return new URLSearchParams(hash.split("?")[1] ?? "").get(key);
}

function paramsOf(query = ""): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [key, text] of new URLSearchParams(query)) if (!VIEW_KEYS.has(key)) params[key] = readValue(text);
  return params;
}

export function routeTo(scene: string, params: Route["params"] = {}): string {
  return `#/scene/${named(scene, params)}`;
}

export function seatOf(scene: string, params: Route["params"] = {}): string {
  return `#/operator/${named(scene, params)}`;
}

function named(scene: string, params: Route["params"]): string {
  const query = Object.entries(params).map(([key, value]) => {
    const text = typeof value === "string" && readValue(value) === value ? value : JSON.stringify(value);
    return `${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
  });
  return `${encodeURIComponent(scene)}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/** The text of a link that carries its scene, or null. */
export function carriedScene(hash: string): string | null {
  return /^#\/s\/(.*)$/.exec(hash)?.[1] ?? null;
}

/** Numbers, flags and lists are read as JSON; anything else is a text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function safely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
