/** Plots of the scenes that were seen last, remembered by the browser. */
import type { PlotKind, PlotSpec } from "./plot-data.js";
import { WINDOWS } from "./windows.js";

const KEY = "stiction.plots";
/** Scenes at most; the one that was not changed for longest is forgotten. */
export const KEPT_SCENES = 50;
/** Longest list of plots, and of series, that is believed. */
const MOST = 6;
/** A difference is between two runs, which are not kept. */
const KINDS: readonly PlotKind[] = ["time", "phase", "spectrum"];

/** A plot without the state of this window. */
export type StoredPlot = Omit<PlotSpec, "id">;

/** The needed part of the browser's `localStorage`; where that is forbidden, it throws, and nothing is remembered. */
export type Shelf = () => Pick<Storage, "getItem" | "setItem">;

/**
 * What the user has put in the plots of a scene; null when that is nothing, and the scene's own sensors are to be seen.
 */
export function rememberedPlots(shelf: Shelf, scene: string): readonly StoredPlot[] | null {
  return entries(shelf).find(([name]) => name === scene)?.[1] ?? null;
}

/** Keeps the plots of a scene, or forgets them. */
export function rememberPlots(shelf: Shelf, scene: string, plots: readonly PlotSpec[] | null): void {
  const others = entries(shelf).filter(([name]) => name !== scene);
  const own = plots?.filter(({ kind }) => KINDS.includes(kind)).map(({ id, ...plot }) => plot);
  const all = own ? [[scene, own], ...others] : others;
  try {
    shelf().setItem(KEY, JSON.stringify(all.slice(0, KEPT_SCENES)));
  } catch {
    // a private window may forbid it; then it is not remembered
  }
}

/** Newest first. Only well-formed entries are returned. */
function entries(shelf: Shelf): (readonly [scene: string, plots: readonly StoredPlot[]])[] {
  try {
    const stored: unknown = JSON.parse(shelf().getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((entry) => {
      const [scene, plots] = Array.isArray(entry) ? entry : [];
      if (typeof scene !== "string" || !Array.isArray(plots)) return [];
      return [[scene, plots.map(completed).filter(isPlot).slice(0, MOST)] as const];
    });
  } catch {
    return [];
  }
}

/** Plots that were stored before an axis of frequency could be logarithmic. */
function completed(value: unknown): unknown {
  return typeof value === "object" && value !== null ? { logX: false, ...value } : value;
}

function isPlot(value: unknown): value is StoredPlot {
  const { kind, title, series, x, window, log, logX, table } = (value ?? {}) as Partial<StoredPlot>;
  return (
    kind !== undefined &&
    KINDS.includes(kind) &&
    typeof title === "string" &&
    Array.isArray(series) &&
    series.length <= MOST &&
    series.every((name) => typeof name === "string") &&
    typeof x === "string" &&
    window !== undefined &&
    WINDOWS.includes(window) &&
    typeof log === "boolean" &&
    typeof logX === "boolean" &&
    typeof table === "boolean"
  );
}

/**
 * The plots without the sensors that a scene no longer has; one that loses all of them goes, and so does a phase
 * portrait without its x. Plots that were left empty stay.
 */
export function withKnownSensors(plots: readonly StoredPlot[], knows: (name: string) => boolean): StoredPlot[] {
  return plots.flatMap((plot) => {
    const series = plot.series.filter(knows);
    if (series.length === 0 && plot.series.length > 0) return [];
    if (plot.kind === "phase" && plot.x !== "" && !knows(plot.x)) return [];
    return [{ ...plot, series }];
  });
}
