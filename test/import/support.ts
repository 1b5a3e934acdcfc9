import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FileSource, type Imported, type ImportOptions, importModel, memorySource } from "../../import/index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Models that other people made, beside the repository; tests that read them are skipped where they are not there. */
export const models = [join(root, "..", "shared"), join(root, "..", "..", "shared")]
  .map((folder) => join(folder, "data", "models"))
  .find(existsSync);

export const disk: FileSource = {
  read: async (path) => (existsSync(path) && statSync(path).isFile() ? readFileSync(path) : undefined),
};

/** Imports a model of that folder. */
export function importShared(path: string, options?: ImportOptions): Promise<Imported> {
  return importModel(join(models ?? "", path), disk, options);
}

/** Imports from texts. */
export function importText(name: string, files: Record<string, string>, options?: ImportOptions): Promise<Imported> {
  const encoder = new TextEncoder();
  return importModel(name, memorySource(new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]))), options); // biome-ignore format: one line
}

interface Body {
  readonly name: string;
  readonly type?: string;
  readonly mass?: number;
  readonly position?: readonly number[];
  readonly orientation?: readonly number[];
  readonly centerOfMass?: readonly number[];
}

export function bodiesOf({ spec }: Imported): readonly Body[] {
  return spec.bodies as readonly Body[];
}

/** Centre of mass of everything that moves, world frame. */
export function centerOf(imported: Imported): number[] {
  const sum = [0, 0, 0];
  let total = 0;
  for (const { mass = 0, position = [0, 0, 0], orientation = [0, 0, 0, 1], centerOfMass = [0, 0, 0] } of bodiesOf(
    imported,
  )) {
    const [x, y, z, w] = orientation;
    const [a, b, c] = centerOfMass;
    const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    const turned = [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
    total += mass;
    for (let k = 0; k < 3; k++) sum[k] += mass * (position[k] + turned[k]);
  }
  return sum.map((s) => s / total);
}
