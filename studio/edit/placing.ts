/** Bodies moved, turned and copied in the scene as written. */
import { COUNTER, type Data, type Model, type Spec } from "stiction";
import { inverse, product, turned } from "../worker/rotation.js";
import { entriesOf, namesOf } from "./items.js";
import { isRecord } from "./paths.js";

/** A turn about a point of the world, then a shift: x → pivot + R(turn) (x − pivot) + shift. */
export interface RigidMotion {
  /** m */
  readonly shift: readonly number[];
  /** Unit quaternion [x, y, z, w]. */
  readonly turn: readonly number[];
  /** m */
  readonly pivot: readonly number[];
}

interface Frame {
  readonly position: readonly number[];
  readonly orientation: readonly number[];
}

type Entry = Readonly<Record<string, unknown>>;

/** Digits of a written number: more are the noise of binary fractions. */
const DIGITS = 12;

/**
 * The scene with some bodies elsewhere at its start. Bodies that are placed relative to one of them go along. An
 * orientation stays as written where nothing turns; otherwise it becomes a quaternion, in the plane an angle.
 */
export function withMotion(spec: Spec, model: Model, names: readonly string[], motion: RigidMotion): Spec {
  const chosen = new Set(names);
  const bodies = entriesOf(spec, "bodies").map((entry) => {
    if (!isRecord(entry) || !chosen.has(String(entry.name)) || goesAlong(entry, spec, chosen)) return entry;
    const body = model.bodyIndex.get(String(entry.name)) ?? -1;
    if (body < 1) return entry;
    const turns = Math.abs(motion.turn[3]) < 1;
    const parent = parentFrame(entry, model);
    if (!turns && !parent) return { ...entry, position: shifted(entry, motion.shift, model.planar) };
    return { ...entry, ...written(relative(movedFrame(startFrame(model, body), motion), parent), model.planar, turns) };
  });
  const moved: Record<string, unknown> = { ...spec, bodies };
  return moved;
}

/** Whether a body is placed relative to one that is moved, and so moves without a change of its own. */
function goesAlong(entry: Entry, spec: Spec, chosen: ReadonlySet<string>): boolean {
  const bodies = entriesOf(spec, "bodies").filter(isRecord);
  let parent = entry.relativeTo;
  // a scene that compiles has no circle
  for (let depth = 0; typeof parent === "string" && depth < bodies.length; depth++) {
    if (chosen.has(parent)) return true;
    parent = bodies.find(({ name }) => name === parent)?.relativeTo;
  }
  return false;
}

function parentFrame({ relativeTo }: Entry, model: Model): Frame | null {
  const parent = typeof relativeTo === "string" ? model.bodyIndex.get(relativeTo) : undefined;
  return parent === undefined ? null : startFrame(model, parent);
}

/** The body frame at the start: its origin, not the centre of mass. */
function startFrame(model: Model, body: number): Frame {
  return frameAt(model, body, model.bodyPos0, model.bodyQuat0);
}

function frameAt({ bodyCom }: Model, body: number, positions: Float64Array, orientations: Float64Array): Frame {
  const orientation = [...orientations.subarray(4 * body, 4 * body + 4)];
  const arm = turned(orientation, bodyCom.subarray(3 * body, 3 * body + 3));
  return { orientation, position: arm.map((c, i) => positions[3 * body + i] - c) };
}

function movedFrame({ position, orientation }: Frame, { shift, turn, pivot }: RigidMotion): Frame {
  const away = turned(
    turn,
    position.map((x, i) => x - pivot[i]),
  );
  return { position: away.map((x, i) => pivot[i] + x + shift[i]), orientation: product(turn, orientation) };
}

/** A frame in the axes of another one. */
function relative({ position, orientation }: Frame, parent: Frame | null): Frame {
  if (!parent) return { position, orientation };
  const back = inverse(parent.orientation);
  return {
    position: turned(
      back,
      position.map((x, i) => x - parent.position[i]),
    ),
    orientation: product(back, orientation),
  };
}

function written({ position, orientation }: Frame, planar: boolean, turns: boolean): Entry {
  const place = position.slice(0, planar ? 2 : 3).map(rounded);
  if (!turns) return { position: place };
  if (planar) return { position: place, orientation: rounded(2 * Math.atan2(orientation[2], orientation[3])) };
  return { position: place, orientation: orientation.map(rounded) };
}

function shifted({ position = [] }: Entry, shift: readonly number[], planar: boolean): number[] {
  const size = Math.max(planar ? 2 : 3, (position as readonly number[]).length);
  return Array.from({ length: size }, (_, i) => rounded(((position as readonly number[])[i] ?? 0) + shift[i]));
}

function rounded(value: number): number {
  const short = Number(value.toFixed(DIGITS));
  return short === 0 ? 0 : short;
}

export interface Copies {
  readonly spec: Spec;
  /** Of the new bodies, in the order of their originals. */
  readonly names: readonly string[];
}

/** What a joint or a force between two bodies names them by. */
const ENDS = ["bodyA", "bodyB"] as const;

/**
 * The scene with copies of some bodies, shifted, and of the joints, forces and ignored pairs among them. Once the run
 * has left its start, copies of bodies that nothing joins appear next to the present poses.
 */
export function withCopies(
  spec: Spec,
  model: Model,
  data: Data,
  names: readonly string[],
  shift: readonly number[],
): Copies {
  const originals = entriesOf(spec, "bodies").filter(
    (entry): entry is Entry => isRecord(entry) && names.includes(String(entry.name)),
  );
  const taken = namesOf(spec, model, "bodies");
  const copies = new Map(originals.map(({ name }) => [String(name), nextName(taken, String(name))]));
  const next: Record<string, unknown> = { ...spec };
  let joined = false;
  for (const section of ["joints", "forces"] as const) {
    const used = namesOf(spec, model, section);
    const more = entriesOf(spec, section).flatMap((entry) =>
      isRecord(entry) ? copyBetween(entry, copies, used, shift) : [],
    );
    if (more.length === 0) continue;
    joined = true;
    next[section] = [...entriesOf(spec, section), ...more];
  }
  const away = data.counter[COUNTER.steps] > 0 && !joined;
  const bodies = originals.map((entry) => copyOfBody(entry, copies, model, away ? data : null, shift));
  next.bodies = [...entriesOf(spec, "bodies"), ...bodies];
  const collision = spec.collision as { readonly ignore?: readonly (readonly string[])[] } | undefined;
  const apart = (collision?.ignore ?? []).flatMap((pair) =>
    pair.every((name) => copies.has(name)) ? [pair.map((name) => copies.get(name) as string)] : [],
  );
  if (apart.length > 0) next.collision = { ...collision, ignore: [...(collision?.ignore ?? []), ...apart] };
  return { spec: next, names: [...copies.values()] };
}

/** A body next to its original: where that is in `data`, or at its start. */
function copyOfBody(
  entry: Entry,
  copies: ReadonlyMap<string, string>,
  model: Model,
  data: Data | null,
  shift: readonly number[],
): Entry {
  const name = copies.get(String(entry.name));
  const parent = typeof entry.relativeTo === "string" ? entry.relativeTo : undefined;
  if (!data && parent !== undefined && copies.has(parent)) return { ...entry, name, relativeTo: copies.get(parent) };
  if (!data && parent === undefined) return { ...entry, name, position: shifted(entry, shift, model.planar) };
  const { relativeTo: _, ...alone } = entry;
  const body = model.bodyIndex.get(String(entry.name)) ?? 0;
  const frame = data ? frameAt(model, body, data.bodyPos, data.bodyQuat) : startFrame(model, body);
  const position = frame.position.map((x, i) => x + shift[i]);
  return { ...alone, name, ...written({ ...frame, position }, model.planar, true) };
}

/** Points of the world among the parameters of joints. */
const WORLD_POINTS = ["at", "to", "groundA", "groundB"];

/** The same item between copies of its bodies, if it has two and both are copied. */
function copyBetween(
  entry: Entry,
  copies: ReadonlyMap<string, string>,
  taken: Set<string>,
  shift: readonly number[],
): Entry[] {
  const ends = ENDS.filter((key) => typeof entry[key] === "string");
  if (ends.length !== 2 || !ends.every((key) => copies.has(String(entry[key])))) return [];
  const renamed = Object.fromEntries(ends.map((key) => [key, copies.get(String(entry[key]))]));
  const name = typeof entry.name === "string" ? { name: nextName(taken, entry.name) } : {};
  const points = WORLD_POINTS.flatMap((key) => {
    const point = entry[key];
    return Array.isArray(point) ? [[key, point.map((x: number, i) => rounded(x + shift[i]))]] : [];
  });
  return [{ ...entry, ...renamed, ...name, ...Object.fromEntries(points) }];
}

/** `box-3` → `box-4`, `ball` → `ball2`: the next number that is free, which is taken then. */
function nextName(taken: Set<string>, name: string): string {
  const [, base, digits] = /^(.*?)(\d*)$/.exec(name) as RegExpExecArray;
  for (let k = digits === "" ? 2 : Number(digits) + 1; ; k++) {
    const next = `${base}${k}`;
    if (taken.has(next)) continue;
    taken.add(next);
    return next;
  }
}
