/**
 * Names of plotted series: that of a sensor, or `=formula {unit}` where a series is computed from sensors, so that it
 * is stored, dragged and exported like one. The formula is one of the scene's own language: sensors in square brackets,
 * `t` for the time.
 */
import { quantityName } from "../texts/quantities.js";

export function isFormula(name: string): boolean {
  return name.startsWith("=");
}

/** The name of a series that is computed by `source`, with a unit as a scene file writes it. */
export function formulaName(source: string, unit: string): string {
  return unit.trim() ? `=${source.trim()} {${unit.trim()}}` : `=${source.trim()}`;
}

/** Formula and unit of a series' name. */
export function formulaParts(name: string): { readonly source: string; readonly unit: string } {
  const match = /^=(.*?)(?:\s*\{([^{}]*)\})?$/s.exec(name);
  return { source: match?.[1].trim() ?? "", unit: match?.[2] ?? "1" };
}

/** Sensors that a series reads: its own name, or those in the square brackets of its formula. */
export function sensorsOf(name: string): readonly string[] {
  if (!isFormula(name)) return [name];
  return [...new Set([...formulaParts(name).source.matchAll(/\[([^\]]*)\]/g)].map(([, sensor]) => sensor))];
}

/** `body/box/angularMomentum.x` → `box angular momentum x`; a formula with the short names of its sensors. */
export function shortName(name: string): string {
  if (isFormula(name)) return formulaParts(name).source.replace(/\[([^\]]*)\]/g, (_, sensor) => shortName(sensor));
  const parts = name.split("/");
  if (parts.length !== 3) return name;
  const [kind, who, quantity] = parts;
  const [word, ...components] = quantity.split(".");
  const words = [quantityName(word), ...components].join(" ");
  return kind === "system" || who === "all" ? words : `${who} ${words}`;
}

/** The different units of a plot's series, in their order. */
export function unitsOf(series: readonly { readonly unit: string }[]): string[] {
  return [...new Set(series.map(({ unit }) => unit))];
}
