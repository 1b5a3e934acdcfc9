/** All overlays. A new one needs a line here, a text and a painter. */
import type { OverlayPart } from "../worker/services/overlay-protocol.js";

export const OVERLAY_GROUPS = ["contact", "geometry", "dynamics", "machine"] as const;
export type OverlayGroup = (typeof OVERLAY_GROUPS)[number];

/** Hint next to the name in the menu. */
export type Swatch = "stick-slip" | "pressure" | "pen" | "signed" | "accent" | null;

interface Entry {
  readonly group: OverlayGroup;
  readonly key?: string;
  readonly parts: readonly OverlayPart[];
  readonly swatch: Swatch;
}

export const OVERLAYS = {
  points: { group: "contact", key: "1", parts: ["contacts"], swatch: null },
  normals: { group: "contact", key: "2", parts: ["contacts"], swatch: null },
  forces: { group: "contact", key: "3", parts: ["contacts"], swatch: "stick-slip" },
  footprints: { group: "contact", key: "4", parts: ["footprints"], swatch: "pressure" },
  friction: { group: "contact", key: "5", parts: ["contacts"], swatch: "stick-slip" },
  volumes: { group: "contact", key: "6", parts: ["volumes"], swatch: "pen" },
  penetration: { group: "contact", key: "7", parts: ["contacts"], swatch: "pen" },
  joints: { group: "machine", key: "8", parts: ["joints"], swatch: null },
  springs: { group: "machine", key: "9", parts: ["joints", "links"], swatch: "signed" },
  support: { group: "machine", parts: ["support"], swatch: null },
  masses: { group: "dynamics", key: "0", parts: [], swatch: null },
  inertia: { group: "dynamics", parts: [], swatch: null },
  trail: { group: "dynamics", parts: [], swatch: "accent" },
  islands: { group: "dynamics", parts: ["islands", "boxes"], swatch: null },
  matrix: { group: "dynamics", parts: ["matrix"], swatch: "stick-slip" },
  boxes: { group: "geometry", parts: ["boxes"], swatch: null },
  trees: { group: "geometry", parts: ["trees"], swatch: null },
  faces: { group: "geometry", parts: [], swatch: null },
  edges: { group: "geometry", parts: [], swatch: null },
} as const satisfies Record<string, Entry>;

export type OverlayId = keyof typeof OVERLAYS;

export const OVERLAY_IDS = Object.keys(OVERLAYS) as OverlayId[];

export function isOverlay(id: string): id is OverlayId {
  return Object.hasOwn(OVERLAYS, id);
}

/** Whether an overlay needs the worker's data of the current state; the others need poses only. */
export function ofState(id: OverlayId): boolean {
  return OVERLAYS[id].parts.length > 0;
}

/** What the worker has to send for a set of overlays; masses and inertia need the model, which comes with any part. */
export function partsOf(shown: ReadonlySet<OverlayId>): OverlayPart[] {
  const parts = new Set<OverlayPart>();
  for (const id of shown) for (const part of OVERLAYS[id].parts) parts.add(part);
  if (parts.size === 0 && (shown.has("masses") || shown.has("inertia"))) parts.add("joints");
  return [...parts].sort();
}

/** Ids as an address holds them, in the order of the menu. */
export function writeOverlays(shown: ReadonlySet<OverlayId>): string {
  return OVERLAY_IDS.filter((id) => shown.has(id)).join(",");
}

export function readOverlays(text: string): Set<OverlayId> {
  return new Set(text.split(",").filter(isOverlay));
}
