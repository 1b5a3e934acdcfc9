import { hexColor } from "./color.js";
import type { ImportedLook } from "./mesh-file.js";

/** Materials of an MTL file by name: colour, opacity, and shine as roughness. Pictures stay behind. */
export function readMaterials(bytes: Uint8Array, _file: string): Map<string, ImportedLook> {
  const looks = new Map<string, { color?: string; opacity?: number; roughness?: number; metalness?: number }>();
  let current: { color?: string; opacity?: number; roughness?: number; metalness?: number } = {};
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    const values = rest.map(Number);
    const [first] = values;
    if (word === "newmtl") {
      current = {};
      looks.set(rest.join(" "), current);
    } else if (word === "Kd" && values.length >= 3 && values.every(Number.isFinite)) current.color = hexColor(values);
    else if (word === "d" && first >= 0 && first <= 1) current.opacity = first;
    else if (word === "Tr" && first >= 0 && first <= 1) current.opacity = 1 - first;
    // Blinn's exponent n and roughness r: n = 2 / r² − 2
    else if (word === "Ns" && first >= 0) current.roughness = Math.min(1, Math.sqrt(2 / (first + 2)));
    else if (word === "Pr" && first >= 0 && first <= 1) current.roughness = first;
    else if (word === "Pm" && first >= 0 && first <= 1) current.metalness = first;
  }
  return looks;
}
