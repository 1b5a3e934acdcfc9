/** What is drawn of the bodies: the visuals of those that have any, the shapes of the others. */
import type { SceneDescription } from "../worker/protocol.js";

/** A surface in its body. */
export interface DrawnPart {
  readonly body: number;
  readonly geometry: number;
  readonly position: readonly number[];
  readonly orientation: readonly number[];
  /** Index of a look; −1 for the colour of the body. */
  readonly look: number;
  /** Geometries of coarser versions. */
  readonly detail: readonly number[];
  /** The kind of a shape; null for a visual. */
  readonly shape: string | null;
  /** Its share of the layer of its body in a planar scene, which the visuals of a body divide in their order. */
  readonly layer: { readonly start: number; readonly share: number };
}

const WHOLE = { start: 0, share: 1 } as const;

type Parts = Pick<SceneDescription, "shapes" | "visuals">;

export function drawnParts({ shapes, visuals }: Parts): DrawnPart[] {
  const count = new Map<number, number>();
  for (const { body } of visuals) count.set(body, (count.get(body) ?? 0) + 1);
  const next = new Map<number, number>();
  return [
    ...shapes
      .filter(({ body }) => !count.has(body))
      .map((shape) => ({ ...shape, look: -1, detail: [], shape: shape.kind, layer: WHOLE })),
    ...visuals.map((visual) => {
      const k = next.get(visual.body) ?? 0;
      next.set(visual.body, k + 1);
      const share = 1 / (count.get(visual.body) as number);
      return { ...visual, shape: null, layer: { start: k * share, share } };
    }),
  ];
}
