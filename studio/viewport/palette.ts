/** Colours of the scene; those of the interface are in theme.css. */
export type Theme = "dark" | "light";

export interface StageColors {
  readonly grid: string;
  readonly gridMajor: string;
  /** Ambient light from above and below, and its strength. */
  readonly sky: string;
  readonly ground: string;
  readonly ambient: number;
  /** Strength of the key light and of the cool rim light. */
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
    sky: "#c9d8e6",
    ground: "#6b6255",
    ambient: 1.1,
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
    sky: "#ffffff",
    ground: "#8d887c",
    ambient: 1.9,
    key: 2.7,
    rim: 0.25,
    exposure: 1,
    shadow: 0.24,
    edge: "#000000",
    edgeOpacity: 0.4,
    outline: "#14181a",
    link: "#5c666c",
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
