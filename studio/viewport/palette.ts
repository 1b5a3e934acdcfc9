/** Colours of the scene; those of the interface are in theme.css. */

/** Looks of the stage: a void of the interface's theme, or an environment, which looks the same in both. */
export type Theme = "dark" | "light" | "lab" | "site";

export interface StageColors {
  /** Lines on the ground; null: no grid. */
  readonly grid: string | null;
  readonly gridMajor: string;
  /** Colour and strength of the key light, and strength of the cool rim light. */
  readonly keyColor: string;
  readonly key: number;
  readonly rim: number;
  readonly exposure: number;
  readonly shadow: number;
  /** Lines on bodies, and outlines of planar ones. */
  readonly edge: string;
  readonly edgeOpacity: number;
  readonly outline: string;
  readonly link: string;
}

export const STAGE: Record<Theme, StageColors> = {
  dark: {
    grid: "#2c3238",
    gridMajor: "#434b52",
    keyColor: "#fff3df",
    key: 2.6,
    rim: 0.7,
    exposure: 1.05,
    shadow: 0.5,
    edge: "#000000",
    edgeOpacity: 0.45,
    outline: "#e9ecee",
    link: "#aeb6bb",
  },
  light: {
    grid: "#c6cdca",
    gridMajor: "#a4aeaa",
    keyColor: "#fff3df",
    key: 2.7,
    rim: 0.25,
    exposure: 1,
    shadow: 0.24,
    edge: "#000000",
    edgeOpacity: 0.4,
    outline: "#14181a",
    link: "#5c666c",
  },
  lab: {
    grid: "#b4bab8",
    gridMajor: "#9aa29f",
    keyColor: "#fff7ea",
    key: 2.2,
    rim: 0,
    exposure: 0.95,
    shadow: 0,
    edge: "#000000",
    edgeOpacity: 0.3,
    outline: "#14181a",
    link: "#5c666c",
  },
  site: {
    grid: null,
    gridMajor: "#000000",
    keyColor: "#fff1d8",
    key: 3.4,
    rim: 0,
    exposure: 0.95,
    shadow: 0,
    edge: "#000000",
    edgeOpacity: 0.14,
    outline: "#14181a",
    link: "#8a9297",
  },
};

/** Bodies without a colour take these in rotation. */
const CYCLE = ["#cdb98b", "#6d7983", "#3f9183", "#b9674a", "#d9d6cc", "#4f86b8", "#b4707c"];
/** What does not move. */
const STATIC = "#9ba1a0";

/** The colour of body `b` (0 is the world). */
export function bodyColor(b: number, type: string, given: string | null): string {
  if (given !== null) return given;
  return type === "static" ? STATIC : CYCLE[(b - 1 + CYCLE.length) % CYCLE.length];
}
