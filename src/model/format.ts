/**
 * Versions of the scene format. A scene may say `format: 2`, the version that it was written for; without it the newest
 * is meant. A key that gets another name keeps the old one for at least a minor version of the package: scenes with the
 * old name compile, with a warning, and `stiction migrate` rewrites files.
 */
import { type ProblemList, show } from "./errors.js";

/** The version that this library reads and writes. */
export const SCENE_FORMAT = 2;

/** A key that has another name since some version of the format. */
export interface Rename {
  readonly since: number;
  /** Keys that lead to the record, without indices: `""` is the scene itself, `"bodies.shapes"` a shape. */
  readonly in: string;
  /** Only in records of this type. */
  readonly type?: string;
  readonly from: string;
  readonly to: string;
}

/** What was renamed so far. */
export const RENAMES: readonly Rename[] = [
  // one name for one thing: capsules, links of chains and cylinders have their half length along the axis
  { since: 2, in: "bodies.shapes", type: "cylinder", from: "halfHeight", to: "halfLength" },
  { since: 2, in: "bodies.visuals", type: "cylinder", from: "halfHeight", to: "halfLength" },
];

/** The rename that applies to a key of a record, given the names that lead to it. */
export function renameOf(
  renames: readonly Rename[],
  where: string,
  record: Readonly<Record<string, unknown>>,
  key: string,
): Rename | undefined {
  return renames.find(
    (rename) =>
      rename.from === key &&
      rename.in === where &&
      (rename.type === undefined || rename.type === record.type) &&
      !Object.hasOwn(record, rename.to),
  );
}

/**
 * The scene with the names of today, and a warning for every old one. The given object stays as it is. A scene of a
 * newer format is a problem.
 */
export function modernScene(scene: unknown, problems: ProblemList, renames: readonly Rename[] = RENAMES): unknown {
  const format = (scene as { format?: unknown } | null | undefined)?.format;
  if (typeof format === "number" && format > SCENE_FORMAT)
    problems.add("format", `expected at most ${SCENE_FORMAT}, got ${show(format)}: the scene needs a newer Stiction`);
  return renames.length === 0 ? scene : renamed(scene, "", "", problems, renames);
}

/** The value itself where it has no old name: meshes, typed arrays and functions of a scene are not walked through. */
function renamed(
  value: unknown,
  where: string,
  path: string,
  problems: ProblemList,
  renames: readonly Rename[],
): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item, i) => renamed(item, where, `${path}[${i}]`, problems, renames));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const result: Record<string, unknown> = {};
  let same = true;
  for (const [key, entry] of Object.entries(record)) {
    const rename = renameOf(renames, where, record, key);
    const name = rename?.to ?? key;
    const at = path === "" ? key : `${path}.${key}`;
    if (rename !== undefined)
      problems.warn(`${at}: is called ${name} since format ${rename.since}; stiction migrate rewrites files`);
    const inside = where === "" ? name : `${where}.${name}`;
    result[name] = leadsToRename(inside, renames) ? renamed(entry, inside, at, problems, renames) : entry;
    if (rename !== undefined || result[name] !== entry) same = false;
  }
  return same ? value : result;
}

const leadsToRename = (where: string, renames: readonly Rename[]) =>
  renames.some((rename) => rename.in === where || rename.in.startsWith(`${where}.`));
