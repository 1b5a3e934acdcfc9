import type { Model } from "stiction";

/** The unit of a joint's number, where the declaration leaves open whether it turns or slides. */
export function unitOf(model: Model, path: string, unit: string): string {
  if (!unit.includes(" or ")) return unit;
  const [list, name, key, part] = path.split(/[./]/);
  const i = list === "joints" || list === "joint" ? model.joints.names.indexOf(name) : -1;
  if (i < 0) return unit;
  const linear = model.joints.kinds[i].coordinateUnit === "m";
  if (key === "drive" && part === "target") {
    const mode = (model.joints.params[i].drive as { mode?: string } | undefined)?.mode ?? "speed";
    const units = { speed: ["rad/s", "m/s"], position: ["rad", "m"], effort: ["N m", "N"] };
    return units[mode as keyof typeof units][linear ? 1 : 0];
  }
  const [turns, slides = turns] = unit.split(" or ");
  return linear ? slides : turns;
}
