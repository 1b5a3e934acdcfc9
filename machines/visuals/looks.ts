/** Looks of machines, beyond the standard ones: worn paint, dark glass, lamps. */
export const MACHINE_LOOKS = {
  paint: { color: "#e8ad1f", roughness: 0.42, pattern: "worn", patternColor: "#c9982c", patternSize: 0.9 },
  "paint-teal": { color: "#3f9183", roughness: 0.45, pattern: "worn", patternColor: "#35776c", patternSize: 0.9 },
  frame: {
    color: "#34424e",
    roughness: 0.55,
    metalness: 0.2,
    pattern: "worn",
    patternColor: "#43515c",
    patternSize: 0.7,
  },
  dark: { color: "#1d2124", roughness: 0.7 },
  bucket: {
    color: "#3a4046",
    roughness: 0.5,
    metalness: 0.45,
    pattern: "worn",
    patternColor: "#6f685f",
    patternSize: 0.35,
  },
  worn: {
    color: "#8b9096",
    roughness: 0.35,
    metalness: 0.8,
    pattern: "worn",
    patternColor: "#6a645c",
    patternSize: 0.25,
  },
  grille: { color: "#2a2f33", roughness: 0.6, pattern: "grid", patternColor: "#0e1011", patternSize: 0.05 },
  "glass-cab": { color: "#22303a", roughness: 0.08, metalness: 0.35, opacity: 0.72 },
  warning: { color: "#e0702a", roughness: 0.3 },
  lamp: { color: "#f3f1e4", roughness: 0.2 },
} as const;
