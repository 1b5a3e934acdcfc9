/** Items added to a scene and taken out of it. */
import { type Model, param, type Spec } from "stiction";
import { isRecord } from "./paths.js";

export type Section = "bodies" | "joints" | "forces" | "controllers" | "sensors" | "events";

export const SECTIONS: readonly Section[] = ["bodies", "joints", "forces", "controllers", "sensors", "events"];

type Entry = Readonly<Record<string, unknown>> | string;

export function entriesOf(spec: Spec, section: Section): readonly Entry[] {
  return ((spec as Record<string, unknown>)[section] as Entry[] | undefined) ?? [];
}

/** Names that are taken in a section, those that the model gave to nameless items among them. */
export function namesOf(spec: Spec, model: Model, section: Section): Set<string> {
  const names = new Set(entriesOf(spec, section).flatMap((entry) => (isRecord(entry) ? [String(entry.name)] : [])));
  if (section === "bodies") for (const name of model.bodyNames) names.add(name);
  if (section === "joints") for (const name of model.joints.names) names.add(name);
  if (section === "forces" || section === "controllers")
    for (const table of model[section]) for (const name of table.names) names.add(name);
  return names;
}

const SINGULAR: Readonly<Record<Section, string>> = {
  bodies: "body",
  joints: "joint",
  forces: "force",
  controllers: "controller",
  sensors: "sensor",
  events: "event",
};

/** A name for an item that comes without one: its kind, or the shape of a body, and a number. */
export function freeName(
  taken: ReadonlySet<string>,
  section: Section,
  item: Readonly<Record<string, unknown>>,
): string {
  const shape = Array.isArray(item.shapes) ? (item.shapes[0] as { type?: unknown } | undefined)?.type : undefined;
  const kind = section === "bodies" ? shape : item.type;
  const base = typeof kind === "string" ? kind : SINGULAR[section];
  for (let k = 1; ; k++) if (!taken.has(`${base}${k}`)) return `${base}${k}`;
}

/** The scene with an item more. */
export function withItem(spec: Spec, section: Section, item: Readonly<Record<string, unknown>>): Spec {
  return { ...spec, [section]: [...entriesOf(spec, section), item] };
}

export interface Removal {
  readonly spec: Spec;
  /** Removed paths, the requested items first. */
  readonly removed: readonly string[];
}

/** An item of the scene by its list and name. */
export interface ItemName {
  readonly section: Section;
  readonly name: string;
}

/**
 * The scene without some items and without their dependents: joints and forces on a body, controllers of a joint,
 * sensors, events. Null when there is none of them.
 */
export function withoutItems(spec: Spec, model: Model, items: readonly ItemName[]): Removal | null {
  const lists = SECTIONS.map((list) => ({
    list,
    entries: entriesOf(spec, list).map((entry, index) => ({ entry, name: nameOfEntry(model, list, entry, index) })),
  }));
  const gone = new Map<Section, Set<string>>();
  const removed: string[] = [];
  const drop = (list: Section, item: string) => {
    if (!gone.has(list)) gone.set(list, new Set());
    gone.get(list)?.add(item);
    removed.push(`${list}.${item}`);
  };
  for (const { section, name } of items)
    if (lists.find(({ list }) => list === section)?.entries.some((item) => item.name === name)) drop(section, name);
  if (removed.length === 0) return null;
  // removed items may have dependents too
  for (let before = 0; before < removed.length; ) {
    before = removed.length;
    for (const { list, entries } of lists)
      for (const item of entries)
        if (!gone.get(list)?.has(item.name) && refers(item.entry, list, model, gone)) drop(list, item.name);
  }
  const left: Record<string, unknown> = { ...spec };
  for (const { list, entries } of lists)
    if (gone.has(list))
      left[list] = entries.filter((item) => !gone.get(list)?.has(item.name)).map(({ entry }) => entry);
  const isGone = (body: unknown) => gone.get("bodies")?.has(String(body)) ?? false;
  const collision = left.collision as { ignore?: string[][] } | undefined;
  if (collision?.ignore)
    left.collision = { ...collision, ignore: collision.ignore.filter((pair) => !pair.some(isGone)) };
  const controls = left.controls as readonly { readonly drives: string | readonly string[] }[] | undefined;
  if (controls)
    left.controls = controls
      .map((control) => ({ ...control, drives: [control.drives].flat().filter((path) => !mentions(path, gone)) }))
      .filter(({ drives }) => drives.length > 0);
  const view = left.view as { plot?: string[]; cameras?: { body?: string }[] } | undefined;
  if (view?.cameras) left.view = { ...view, cameras: view.cameras.filter(({ body }) => !isGone(body)) };
  if (view?.plot)
    left.view = {
      ...(left.view as object),
      plot: view.plot.filter((sensor) => !gone.get("sensors")?.has(sensor) && !refers(sensor, "sensors", model, gone)),
    };
  return { spec: left, removed };
}

function nameOfEntry(model: Model, list: Section, entry: Entry, index: number): string {
  if (typeof entry === "string") return entry;
  if (typeof entry.name === "string") return entry.name;
  if (list === "joints") return model.joints.names[index] ?? String(index);
  if (list === "forces" || list === "controllers")
    for (const table of model[list]) {
      const row = table.paths.indexOf(`${list}[${index}]`);
      if (row >= 0) return table.names[row];
    }
  return String(index);
}

/** Lists whose kinds declare their own parameters. */
const KINDS = ["joints", "forces", "controllers"] as const;

type Gone = ReadonlyMap<Section, ReadonlySet<string>>;

/** Whether an entry needs something that is gone. */
function refers(entry: Entry, list: Section, model: Model, gone: Gone): boolean {
  if (typeof entry === "string") return mentions(entry, gone) || readsLostSoil(entry, model, gone);
  const bodies = gone.get("bodies");
  const sensors = gone.get("sensors");
  const kinds = KINDS.find((kind) => kind === list);
  const params = kinds === undefined ? {} : (model.items[kinds][String(entry.type)]?.params ?? {});
  return Object.entries(entry).some(([key, value]) => {
    if (key === "name" || key === "type" || typeof value !== "string") return false;
    const schema = params[key];
    const body =
      key === "bodyA" || key === "bodyB" || key === "relativeTo" || (schema && param.metaOf(schema)?.kind === "body");
    if (body) return bodies?.has(value) ?? false;
    if (mentions(value, gone) || readsLostSoil(value, model, gone)) return true;
    // a formula or a sensor's name
    return (
      sensors !== undefined && list !== "bodies" && value.split(/[^A-Za-z0-9_/.-]+/).some((word) => sensors.has(word))
    );
  });
}

/** Lists of a scene, and the kinds of sensors that read them. */
const READERS: Readonly<Partial<Record<Section, readonly string[]>>> = {
  bodies: ["body", "soil"],
  joints: ["joint"],
  forces: ["force", "hydraulic"],
  controllers: ["controller"],
};

/** Whether a text has the path or a sensor of something that is gone: `bodies.box.force.x`, `body/box/position.z`. */
function mentions(text: string, gone: Gone): boolean {
  for (const [section, names] of gone) {
    for (const name of names) {
      if (text.includes(`${section}.${name}.`)) return true;
      if ((READERS[section] ?? []).some((reader) => text.includes(`${reader}/${name}/`))) return true;
      if (section === "bodies" && (text.includes(`contact/${name}:`) || text.includes(`:${name}/`))) return true;
    }
  }
  return false;
}

/** Whether a text has a sensor of soil, and all ground of soil or all buckets are gone. */
function readsLostSoil(text: string, { shapes, bodyNames }: Model, gone: Gone): boolean {
  const bodies = gone.get("bodies");
  if (bodies === undefined || !text.includes("soil/")) return false;
  const left = shapes.filter(({ body }) => !bodies.has(bodyNames[body]));
  return !left.some(({ geometry }) => geometry.soil !== undefined) || !left.some(({ kind }) => kind === "bucket");
}
