/** How the seat's picture is made. */
export const DISPLAYS = ["flat", "side-by-side", "anaglyph", "dome", "mirrored", "wall"] as const;
export type DisplayName = (typeof DISPLAYS)[number];

export interface DisplaySettings {
  readonly name: DisplayName;
  /** Distance of the eyes, and of the screen on which both pictures agree, m. */
  readonly eyes: number;
  readonly screen: number;
  /** Lines of equal angle on the dome, to adjust a projector by. */
  readonly grid: boolean;
  /** Soft edges, where pictures of several projectors overlap. */
  readonly blend: boolean;
}

export const USUAL: DisplaySettings = { name: "flat", eyes: 0.064, screen: 4, grid: false, blend: false };

const KEY = "stiction.seat.display";

export function storedDisplay(): DisplaySettings {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<DisplaySettings>;
    const name = DISPLAYS.find((known) => known === stored.name) ?? USUAL.name;
    const within = (x: unknown, low: number, high: number, usual: number) =>
      typeof x === "number" && x >= low && x <= high ? x : usual;
    return {
      name,
      eyes: within(stored.eyes, 0, 0.2, USUAL.eyes),
      screen: within(stored.screen, 0.3, 50, USUAL.screen),
      grid: stored.grid === true,
      blend: stored.blend === true,
    };
  } catch {
    return USUAL;
  }
}

export function storeDisplay(settings: DisplaySettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // not remembered
  }
}
