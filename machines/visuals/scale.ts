import type { VisualSpec } from "stiction";

/** Lengths among the parameters of visuals; all others are angles, looks and counts. */
const LENGTHS: ReadonlySet<string> = new Set(
  "halfExtents position outline holes depth radius halfLength path bend profile tube".split(" "),
);

/** Bevels get smaller than the rest, so that they fit into narrow corners. */
const BEVEL = 0.7;

/** The same visuals at another size. */
export function scaledVisuals(visuals: readonly VisualSpec[], factor: number): VisualSpec[] {
  const times = (value: unknown): unknown =>
    typeof value === "number" ? factor * value : Array.isArray(value) ? value.map(times) : value;
  return visuals.map(
    (visual) =>
      Object.fromEntries(
        Object.entries(visual).map(([key, value]) => [
          key,
          key === "bevel" ? BEVEL * factor * (value as number) : LENGTHS.has(key) ? times(value) : value,
        ]),
      ) as VisualSpec,
  );
}
