import type { LookInput } from "../model/look.js";

/** Looks that every scene may name: matt and slightly worn, so that overlays stand out. */
export const looks = {
  ochre: { color: "#e3a51a", roughness: 0.48 },
  bone: { color: "#d9d6cc", roughness: 0.6 },
  graphite: { color: "#33393e", roughness: 0.6, metalness: 0.2 },
  steel: { color: "#aeb6bb", roughness: 0.32, metalness: 0.75 },
  chrome: { color: "#e4e9ec", roughness: 0.15, metalness: 0.95 },
  brass: { color: "#b89a56", roughness: 0.34, metalness: 0.8 },
  tyre: { color: "#222426", roughness: 0.92 },
  rubber: { color: "#2b2e31", roughness: 0.85 },
  glass: { color: "#28343c", roughness: 0.12, metalness: 0.3, opacity: 0.62 },
  concrete: { color: "#9ba1a0", roughness: 0.9, pattern: "grain", patternSize: 0.5 },
  wood: { color: "#c39a63", roughness: 0.8, pattern: "grain", patternSize: 0.3 },
  soil: { color: "#6a5138", roughness: 1 },
  sand: { color: "#cdb98b", roughness: 0.7 },
  slate: { color: "#6d7983", roughness: 0.6 },
  teal: { color: "#3f9183", roughness: 0.55 },
  clay: { color: "#b9674a", roughness: 0.8 },
  blue: { color: "#4f86b8", roughness: 0.55 },
  rose: { color: "#b4707c", roughness: 0.6 },
  red: { color: "#b3473a", roughness: 0.55 },
  white: { color: "#eef0ef", roughness: 0.5 },
  hazard: { color: "#e3a51a", roughness: 0.5, pattern: "stripes", patternColor: "#222426", patternSize: 0.2 },
} as const satisfies Readonly<Record<string, LookInput>>;
