/** Types of machines, as plug-ins: a machine that is not listed here still has its name, its sensors and its views. */

/** What a machine adds to the console. */
export interface MachinePlugin {
  readonly title: string;
  /** Sensors that are shown large, in this order; all others come after them. */
  readonly measures: readonly string[];
}

const EXCAVATOR = ["tipZ", "bucket", "dug", "spilled", "work", "slope", "margin"];

export const MACHINES: Readonly<Record<string, MachinePlugin>> = {
  "wheeled-excavator": { title: "Wheeled excavator", measures: EXCAVATOR },
  "mini-excavator": { title: "Mini excavator", measures: EXCAVATOR },
  "wheel-loader": { title: "Wheel loader", measures: ["speed", "bucket", "bed", "spilled", "work", "slope", "margin"] },
};

/** How a standard sensor is shown: its name, unit and decimals. */
const MEASURES: Readonly<Record<string, readonly [string, string, number]>> = {
  tipZ: ["Bucket edge", "m", 2],
  bucket: ["In the bucket", "m³", 2],
  bed: ["On the lorry", "m³", 2],
  dug: ["Dug", "m³", 2],
  spilled: ["Spilled", "m³", 2],
  work: ["Effort", "kJ", 0],
  slope: ["Lean", "°", 1],
  margin: ["Stability", "", 2],
  speed: ["Speed", "m/s", 2],
  clearance: ["Clearance", "m", 2],
};

/** What a survey of an exercise measures, by the end of its name: unit and the words after the survey's own. */
const SURVEYED: readonly (readonly [string, string, string])[] = [
  ["Volume", "m³", "volume"],
  ["Low", "m", "lowest"],
  ["High", "m", "highest"],
  ["Mean", "m", "mean height"],
  ["Rough", "m", "roughness"],
];

/** How a sensor is shown: its name, unit and decimals; `trenchLow` is "Trench, lowest". */
export function measureOf(name: string): readonly [string, string, number] {
  const standard = MEASURES[name];
  if (standard !== undefined) return standard;
  const [end, unit, what] = SURVEYED.find(([ending]) => name.endsWith(ending)) ?? ["", "", ""];
  const words = name
    .slice(0, name.length - end.length)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return [what === "" ? title : `${title}, ${what}`, unit, 2];
}

/** `wheeled-excavator` as people write it. */
export function machineTitle(id: string): string {
  const words = id.replaceAll("-", " ");
  return MACHINES[id]?.title ?? (words === "" ? "–" : words.charAt(0).toUpperCase() + words.slice(1));
}

/** The seven sensors of a session that are shown large. */
export function measuresOf(machine: string, sensors: Readonly<Record<string, unknown>>): string[] {
  const first = (MACHINES[machine]?.measures ?? EXCAVATOR).filter((name) => name in sensors);
  const own = Object.keys(sensors).filter(
    (name) => !(name in MEASURES) && !/^(tip[XY]|x|y|heading|utilization)$/.test(name),
  );
  return [...new Set([...own.slice(0, 2), ...first])].slice(0, 7);
}
